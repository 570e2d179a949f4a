import type KDBush from 'kdbush'
import { EARTH_RADIUS } from '../../base/geo/distance.ts'

/** Maximum number of schools that a search returns. */
export const MAX_NEAREST = 50

/** Bit that matches schools of any level. */
export const ANY_LEVEL = 0x80
/**
 * A campus has its level bits twice: unshifted, and shifted by this number of bits. A search for campuses uses the
 * shifted bits.
 */
const CAMPUS = 3
/** Bit that matches campuses of any level. */
const ANY_CAMPUS = 0x40

/** Converts the level bits of a search so that only campuses match. */
export function campusesOnly(levels: number): number {
  return levels === ANY_LEVEL ? ANY_CAMPUS : levels << CAMPUS
}

/** Filter for the points that a search may return; null accepts all points. */
type Accepts = ((point: number) => boolean) | null

/** Value larger than any squared chord of the unit sphere, which is at most 4. */
const BEYOND = 8

/**
 * Finds the points nearest to a place by walking over the arrays of a KDBush. Compares chords between unit vectors,
 * because chords sort like great-circle distances and need no special cases at the poles or the antimeridian. Each node
 * stores the bounding box of its vectors, so that its lower bound can be computed without trigonometry. Each node also
 * stores the OR of its levels, so that a search can skip nodes without a matching level. A search allocates nothing. Of
 * two equally distant points, the point that was added to the index first comes first.
 */
export class NearestSchools {
  /**
   * IDs of the points found by the last search, nearest first. Only the first entries are valid; the search returns
   * their number.
   */
  readonly found = new Uint32Array(MAX_NEAREST)
  /** Squared chords of the points in `found`. */
  readonly #chords = new Float64Array(MAX_NEAREST)
  #count = 0
  #limit = 0
  #accepts: Accepts = null
  /** Squared chord of the farthest point found so far, or `BEYOND` while fewer than `#limit` points are found. */
  #worst = BEYOND

  readonly #ids: Uint16Array | Uint32Array
  readonly #nodeSize: number
  /** Unit vector (x, y, z) of each point, in index order. */
  readonly #vectors: Float64Array
  /** Levels of each point combined with `ANY_LEVEL`, in index order. */
  readonly #levels: Uint8Array
  /** For each point, its position in index order. */
  readonly #positions: Uint32Array
  /**
   * Smallest and largest x, y, z of each node. The root is node 1, and the halves of node i are nodes 2i and 2i + 1.
   */
  readonly #boxes: Float64Array
  readonly #nodeLevels: Uint8Array

  readonly #place = new Float64Array(3)
  /**
   * Stack of postponed halves of nodes, with three elements per half: its node, first point and last point. The stack
   * holds at most one half per tree level, and 32 levels are enough for 2³² points.
   */
  readonly #later = new Uint32Array(3 * 32)
  /** Lower bound of each postponed half. */
  readonly #laterBounds = new Float64Array(32)

  /**
   * @param index index over lon, lat
   * @param scale index units per degree
   * @param levels bits of `levelsServed` per point, numbered as in the index
   * @param kind 0 for campuses; a search for campuses skips all other points
   */
  constructor(index: KDBush, scale: number, levels: Uint8Array, kind: Uint8Array = new Uint8Array(levels.length)) {
    const { ids, coords, nodeSize } = index
    const size = ids.length
    const vectors = new Float64Array(3 * size)
    const ownLevels = new Uint8Array(size)
    const positions = new Uint32Array(size)
    for (let i = 0; i < size; i++) {
      const point = ids[i]
      unitVector(coords[2 * i] / scale, coords[2 * i + 1] / scale, vectors, 3 * i)
      ownLevels[i] = levels[point] | ANY_LEVEL | (kind[point] ? 0 : (levels[point] << CAMPUS) | ANY_CAMPUS)
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
   * Finds the `limit` (1-50) nearest points that have one of the levels.
   *
   * @param levels OR of `levelBits`, or ANY_LEVEL
   * @returns the number of points in `found`
   */
  search(lon: number, lat: number, limit: number, levels: number, accepts: Accepts = null): number {
    this.#begin(lon, lat, limit, accepts)
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
      // Also search a node whose bound equals the worst distance, because it may contain an equally distant point with
      // a lower ID.
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
   * Finds the nearest points within runs of points. `runs` contains the first point and the end of each run. Runs must
   * not overlap. Points are scanned one by one, because a district has far fewer schools than a tree traversal would
   * visit.
   */
  searchAmong(
    runs: readonly number[],
    { lon, lat }: { readonly lon: number; readonly lat: number },
    limit: number,
    levels: number,
    accepts: Accepts = null,
  ): number {
    this.#begin(lon, lat, limit, accepts)
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

  /**
   * Counts the points that have one of the levels. If `runs` is given, counts only the points in these runs, as in
   * `searchAmong`.
   */
  count(levels: number, accepts: Accepts = null, runs: readonly number[] = [0, this.#ids.length]): number {
    let count = 0
    for (let run = 0; run < runs.length; run += 2)
      for (let point = runs[run]; point < runs[run + 1]; point++)
        if (this.#levels[this.#positions[point]] & levels && (accepts === null || accepts(point))) count++
    return count
  }

  /** Returns the great-circle distance in meters to the point at the given index of `found`. */
  meters(rank: number): number {
    return 2 * EARTH_RADIUS * Math.asin(Math.min(1, Math.sqrt(this.#chords[rank]) / 2))
  }

  #begin(lon: number, lat: number, limit: number, accepts: Accepts): void {
    this.#accepts = accepts
    unitVector(lon, lat, this.#place, 0)
    this.#count = 0
    this.#limit = limit
    this.#worst = BEYOND
  }

  /** Adds a point to the results if it is near enough. */
  #offer(i: number, x: number, y: number, z: number): void {
    const dx = this.#vectors[3 * i] - x
    const dy = this.#vectors[3 * i + 1] - y
    const dz = this.#vectors[3 * i + 2] - z
    const chord = dx * dx + dy * dy + dz * dz
    if (chord <= this.#worst && (this.#accepts === null || this.#accepts(this.#ids[i])))
      this.#insert(this.#ids[i], chord)
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
   * Returns a lower bound for the squared chord to any point of the node, or more than `BEYOND` if no point has one of
   * the levels. The bound is computed with the same operations in the same order as for a point, so rounding never
   * makes the bound larger than the point's own chord.
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

  /** Computes the box and the levels of a node and of all nodes below it. */
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

/** Widens a box (smallest, then largest x, y, z) to hold the point at an index of `points`. */
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

/**
 * Returns how often KDBush halves its points until the larger half is a leaf. Each half of p points has at most p / 2
 * points.
 */
function halvings(points: number, nodeSize: number): number {
  let depth = 0
  for (let most = points; most - 1 > nodeSize; most >>>= 1) depth++
  return depth
}

/**
 * Writes the unit vector of a place. Each pole, and each point of the antimeridian, has a single vector, regardless of
 * its coordinates.
 */
function unitVector(lon: number, lat: number, out: Float64Array, at: number): void {
  const phi = (lat * Math.PI) / 180
  const lambda = (lon * Math.PI) / 180
  const cos = Math.abs(lat) === 90 ? 0 : Math.cos(phi)
  out[at] = cos * Math.cos(lambda)
  out[at + 1] = Math.abs(lon) === 180 ? 0 : cos * Math.sin(lambda)
  out[at + 2] = Math.sin(phi)
}
