import type KDBush from 'kdbush'
import { EARTH_RADIUS } from '../../base/geo/distance.ts'

/** The most schools that one search finds. */
export const MOST_NEAREST = 50

/** What a search for schools of any level asks for. */
export const ANY_LEVEL = 0x80
/** By so many bits the levels of schools with a campus are moved: a search for those alone asks for these. */
const CAMPUS = 3
const ANY_CAMPUS = 0x40

/** The bits of a search, of those of its levels, that passes over programs without a campus. */
export function campusesOnly(levels: number): number {
  return levels === ANY_LEVEL ? ANY_CAMPUS : levels << CAMPUS
}

/** Farther than any two points of the unit sphere, whose squared chord is 4 at most. */
const BEYOND = 8

/**
 * The points nearest to a place: a walk over the arrays of a KDBush that compares chords between unit vectors, which
 * order as great circles do and know neither poles nor antimeridian. A node keeps the box of the vectors below it, so
 * that its lower bound takes no trigonometry, and the OR of their levels, so that a level filter skips it whole.
 * Nothing is allocated per search. Of two points exactly as far the one that was added to the index first comes first.
 */
export class NearestSchools {
  /** What the last search found, nearest first, as numbers of the index: as many as it returned. */
  readonly found = new Uint32Array(MOST_NEAREST)
  /** Squared chords, beside `found`. */
  readonly #chords = new Float64Array(MOST_NEAREST)
  #count = 0
  #limit = 0
  /** Squared chord of the last one found; beyond everything while there are fewer than `#limit`. */
  #worst = BEYOND

  readonly #ids: Uint16Array | Uint32Array
  readonly #nodeSize: number
  /** In the order of the index: x, y, z of each point, and its levels with the bit of ANY_LEVEL. */
  readonly #vectors: Float64Array
  readonly #levels: Uint8Array
  /** Where in that order each point stands. */
  readonly #positions: Uint32Array
  /** Per node, the root being 1 and the halves of node i being 2i and 2i + 1: the least and the greatest x, y, z. */
  readonly #boxes: Float64Array
  readonly #nodeLevels: Uint8Array

  readonly #place = new Float64Array(3)
  /** Halves put off: number, first and last point, and lower bound. At most one per level of a tree of 2³² points. */
  readonly #later = new Uint32Array(3 * 32)
  readonly #laterBounds = new Float64Array(32)

  /**
   * @param index of lon, lat
   * @param scale units of the index in a degree
   * @param levels bits of `levelsServed` per point, as numbered by the index
   * @param program 1 for points that are programs without a campus
   */
  constructor(index: KDBush, scale: number, levels: Uint8Array, program: Uint8Array = new Uint8Array(levels.length)) {
    const { ids, coords, nodeSize } = index
    const size = ids.length
    const vectors = new Float64Array(3 * size)
    const ownLevels = new Uint8Array(size)
    const positions = new Uint32Array(size)
    for (let i = 0; i < size; i++) {
      const point = ids[i]
      unitVector(coords[2 * i] / scale, coords[2 * i + 1] / scale, vectors, 3 * i)
      ownLevels[i] = levels[point] | ANY_LEVEL | (program[point] ? 0 : (levels[point] << CAMPUS) | ANY_CAMPUS)
      positions[point] = i
    }
    this.#ids = ids
    this.#nodeSize = nodeSize
    this.#vectors = vectors
    this.#levels = ownLevels
    this.#positions = positions
    const nodes = 2 << halvings(size, nodeSize)
    this.#boxes = new Float64Array(6 * nodes)
    this.#nodeLevels = new Uint8Array(nodes)
    if (size > 0) this.#measure(1, 0, size - 1)
  }

  /**
   * Finds the `limit` (1-50) nearest points of some level.
   * @param levels OR of `levelBits`, or ANY_LEVEL
   * @returns how many there are in `found`
   */
  search(lon: number, lat: number, limit: number, levels: number): number {
    this.#begin(lon, lat, limit)
    if (this.#ids.length === 0) return 0
    const x = this.#place[0]
    const y = this.#place[1]
    const z = this.#place[2]
    const later = this.#later
    let waiting = 0
    let node = 1
    let left = 0
    let right = this.#ids.length - 1
    for (;;) {
      let near = BEYOND + 1
      if (right - left <= this.#nodeSize) {
        for (let i = left; i <= right; i++) if (this.#levels[i] & levels) this.#offer(i, x, y, z)
      } else {
        const middle = (left + right) >>> 1
        if (this.#levels[middle] & levels) this.#offer(middle, x, y, z)
        const low = this.#bound(2 * node, x, y, z, levels)
        const high = this.#bound(2 * node + 1, x, y, z, levels)
        node *= 2
        if (low <= high) {
          near = low
          if (high <= this.#worst) {
            this.#laterBounds[waiting] = high
            later[3 * waiting] = node + 1
            later[3 * waiting + 1] = middle + 1
            later[3 * waiting++ + 2] = right
          }
          right = middle - 1
        } else {
          near = high
          if (low <= this.#worst) {
            this.#laterBounds[waiting] = low
            later[3 * waiting] = node
            later[3 * waiting + 1] = left
            later[3 * waiting++ + 2] = middle - 1
          }
          node++
          left = middle + 1
        }
      }
      // A bound as far as the worst is searched, too: a point of a lower number may be as far.
      if (near <= this.#worst) continue
      do {
        if (waiting === 0) return this.#count
      } while (this.#laterBounds[--waiting] > this.#worst)
      node = later[3 * waiting]
      left = later[3 * waiting + 1]
      right = later[3 * waiting + 2]
    }
  }

  /**
   * The same among runs of points: `runs` holds the first point and the end of each, disjoint; one after another, as
   * the schools of one district are far fewer than a walk would meet on its way to them.
   */
  searchAmong(runs: readonly number[], lon: number, lat: number, limit: number, levels: number): number {
    this.#begin(lon, lat, limit)
    const x = this.#place[0]
    const y = this.#place[1]
    const z = this.#place[2]
    for (let run = 0; run < runs.length; run += 2)
      for (let point = runs[run]; point < runs[run + 1]; point++) {
        const i = this.#positions[point]
        if (this.#levels[i] & levels) this.#offer(i, x, y, z)
      }
    return this.#count
  }

  /** Meters to one of those `found`, along a great circle. */
  meters(rank: number): number {
    return 2 * EARTH_RADIUS * Math.asin(Math.min(1, Math.sqrt(this.#chords[rank]) / 2))
  }

  #begin(lon: number, lat: number, limit: number): void {
    unitVector(lon, lat, this.#place, 0)
    this.#count = 0
    this.#limit = limit
    this.#worst = BEYOND
  }

  /** Takes a point among those found if it is near enough. */
  #offer(i: number, x: number, y: number, z: number): void {
    const dx = this.#vectors[3 * i] - x
    const dy = this.#vectors[3 * i + 1] - y
    const dz = this.#vectors[3 * i + 2] - z
    const chord = dx * dx + dy * dy + dz * dz
    if (chord <= this.#worst) this.#insert(this.#ids[i], chord)
  }

  #insert(point: number, chord: number): void {
    const { found } = this
    const chords = this.#chords
    let rank = this.#count
    if (rank < this.#limit) this.#count++
    else if (chord === chords[--rank] && point > found[rank]) return
    for (; rank > 0; rank--) {
      const before = chords[rank - 1]
      if (before < chord || (before === chord && found[rank - 1] < point)) break
      chords[rank] = before
      found[rank] = found[rank - 1]
    }
    chords[rank] = chord
    found[rank] = point
    if (this.#count === this.#limit) this.#worst = chords[this.#limit - 1]
  }

  /**
   * No point of the node is nearer than this squared chord; beyond everything where none has one of the levels. The
   * same operations in the same order as for a point, so that rounding never lifts it above a point's own.
   */
  #bound(node: number, x: number, y: number, z: number, levels: number): number {
    if ((this.#nodeLevels[node] & levels) === 0) return BEYOND + 1
    const boxes = this.#boxes
    const at = 6 * node
    const dx = Math.max(0, boxes[at] - x, x - boxes[at + 3])
    const dy = Math.max(0, boxes[at + 1] - y, y - boxes[at + 4])
    const dz = Math.max(0, boxes[at + 2] - z, z - boxes[at + 5])
    return dx * dx + dy * dy + dz * dz
  }

  /** Box and levels of a node and of all below it. */
  #measure(node: number, left: number, right: number): void {
    const boxes = this.#boxes
    const vectors = this.#vectors
    const leaf = right - left <= this.#nodeSize
    const middle = (left + right) >>> 1
    const first = leaf ? left : middle
    const last = leaf ? right : middle
    const box = 6 * node
    for (let axis = 0; axis < 3; axis++) boxes[box + axis] = boxes[box + axis + 3] = vectors[3 * first + axis]
    let levels = 0
    for (let i = first; i <= last; i++) {
      levels |= this.#levels[i]
      extend(boxes, box, vectors, 3 * i)
    }
    if (!leaf) {
      this.#measure(2 * node, left, middle - 1)
      this.#measure(2 * node + 1, middle + 1, right)
      for (let half = 2 * node; half <= 2 * node + 1; half++) {
        levels |= this.#nodeLevels[half]
        extend(boxes, box, boxes, 6 * half)
        extend(boxes, box, boxes, 6 * half + 3)
      }
    }
    this.#nodeLevels[node] = levels
  }
}

/** Widens a box, least then greatest x, y, z, to hold the point whose x, y, z are at an index. */
function extend(boxes: Float64Array, box: number, points: Float64Array, at: number): void {
  const x = points[at]
  const y = points[at + 1]
  const z = points[at + 2]
  if (x < boxes[box]) boxes[box] = x
  if (y < boxes[box + 1]) boxes[box + 1] = y
  if (z < boxes[box + 2]) boxes[box + 2] = z
  if (x > boxes[box + 3]) boxes[box + 3] = x
  if (y > boxes[box + 4]) boxes[box + 4] = y
  if (z > boxes[box + 5]) boxes[box + 5] = z
}

/** How often KDBush halves its points until the larger half is a leaf: of p points its halves have p / 2 at most. */
function halvings(points: number, nodeSize: number): number {
  let depth = 0
  for (let most = points; most - 1 > nodeSize; most >>>= 1) depth++
  return depth
}

/** Writes the unit vector of a place. The poles and the antimeridian are one place each, by whatever name. */
function unitVector(lon: number, lat: number, out: Float64Array, at: number): void {
  const phi = (lat * Math.PI) / 180
  const lambda = (lon * Math.PI) / 180
  const cos = Math.abs(lat) === 90 ? 0 : Math.cos(phi)
  out[at] = cos * Math.cos(lambda)
  out[at + 1] = Math.abs(lon) === 180 ? 0 : cos * Math.sin(lambda)
  out[at + 2] = Math.sin(phi)
}
