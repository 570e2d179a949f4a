import Flatbush from 'flatbush'
import { around } from 'geokdbush'
import KDBush from 'kdbush'
import type { Box } from '../../base/geo/box.ts'
import { METERS_PER_DEGREE, metersBetween, RADIANS } from '../../base/geo/distance.ts'
import { Borders } from '../districts/borders.ts'
import type { Parts, Shapes } from './shapes.ts'

/** Number of consecutive edges that share a box, so that only the nearby edges of a large polygon are measured. */
const EDGES_IN_BOX = 16
/** Radius in meters of the first circle searched for edges. */
const FIRST_REACH = 100
/** Factor by which the radius grows in each further search. */
const WIDER = 4
/** Number of polygons whose borders are built together, as an exponent of 2. */
const PAGE_BITS = 6
const PAGE = 1 << PAGE_BITS
/** Points per tree leaf. Using a quarter of the default number makes searches 1.5 times as fast. */
const POINTS_IN_LEAF = 16
/** Safety factor, because distances measured on a plane around the place are only accurate to 1%. */
const PLANE = 1.01

/**
 * Finds the polygon that contains a place. Gives the same results as turf's booleanPointInPolygon, also for places on a
 * border.
 */
export class PolygonIndex {
  readonly #boxes: Flatbush | null
  /** Borders of each page of polygons, built on first use. */
  readonly #borders: Borders[] = []
  #lon = 0
  #lat = 0
  #last = -1
  readonly #visit: (part: number) => boolean

  constructor(private readonly polygons: Parts) {
    const { boxes, feature } = polygons
    this.#boxes = feature.length === 0 ? null : new Flatbush(feature.length)
    // A polygon has a single box, which is that of its outer ring. The outer ring comes first.
    for (let at = 0; at < boxes.length; at += 4)
      this.#boxes!.add(boxes[at], boxes[at + 1], boxes[at + 2], boxes[at + 3])
    this.#boxes?.finish()
    // The callback is created once, so that searches allocate no closures. Returning false stops the search from
    // collecting results.
    this.#visit = (part) => {
      if (part > this.#last && this.#holds(part, this.#lon, this.#lat)) this.#last = part
      return false
    }
  }

  /** Returns the feature of the last polygon that contains a place, or -1. */
  at(lon: number, lat: number): number {
    if (this.#boxes === null) return -1
    this.#lon = lon
    this.#lat = lat
    this.#last = -1
    this.#boxes.search(lon, lat, lon, lat, this.#visit)
    return this.#last < 0 ? -1 : this.polygons.feature[this.#last]
  }

  /** Returns the features of all polygons that contain a place, without duplicates. */
  all(lon: number, lat: number): number[] {
    const parts = this.#boxes?.search(lon, lat, lon, lat, (part) => this.#holds(part, lon, lat)) ?? []
    return [...new Set(parts.map((part) => this.polygons.feature[part]))]
  }

  #holds(part: number, lon: number, lat: number): boolean {
    const page = part >> PAGE_BITS
    return (this.#borders[page] ?? this.#getBorders(page)).contains(part & (PAGE - 1), lon, lat)
  }

  #getBorders(page: number): Borders {
    const first = page * PAGE
    const { partStart, ...rings } = this.polygons.some(first, Math.min(first + PAGE, this.polygons.feature.length))
    const borders = new Borders({ ...rings, districtStart: partStart })
    this.#borders[page] = borders
    return borders
  }
}

/** A feature near a place. */
export interface NearFeature {
  readonly feature: number
  readonly meters: number
  /** Coordinates of the feature's nearest point. */
  readonly lat: number
  readonly lon: number
}

/** Finds the nearest points with a k-d tree on the sphere. Points at the same position share one tree entry. */
export class PointIndex {
  readonly #tree: KDBush | null
  /** First point of each tree entry. */
  readonly #first: Uint32Array
  /** For each point, the next point at the same position, or -1 if there is none. */
  readonly #next: Int32Array
  readonly #isShared: Uint8Array

  constructor(private readonly points: Shapes['points']) {
    const { coordinates } = points
    const { first, next, isShared } = chainEqual(points)
    this.#first = first
    this.#next = next
    this.#isShared = isShared
    this.#tree = first.length === 0 ? null : new KDBush(first.length, POINTS_IN_LEAF)
    for (const point of first) this.#tree!.add(coordinates[2 * point], coordinates[2 * point + 1])
    this.#tree?.finish()
  }

  /** Returns the numbers of the points in a box. If several points share a position, returns only the first. */
  inBox({ west, south, east, north }: Box): readonly number[] {
    return this.#tree?.range(west, south, east, north).map((entry) => this.#first[entry]) ?? []
  }

  /**
   * Checks whether several features have a point at the position of `point`, which must be the first point at that
   * position.
   */
  isShared(point: number): boolean {
    return this.#isShared[point] === 1
  }

  /**
   * Returns the nearest features, nearest first. A feature with several points appears once.
   *
   * @param within meters
   */
  nearest(lon: number, lat: number, limit: number, within: number): NearFeature[] {
    if (this.#tree === null) return []
    const { coordinates, feature } = this.points
    // Request more positions than features only if a feature has several points.
    for (let count = limit; ; count *= 4) {
      const nearby = around(this.#tree, lon, lat, count, (within * PLANE) / 1000)
      const near = new Map<number, NearFeature>()
      for (const entry of nearby) {
        let point = this.#first[entry]
        const at = { lat: coordinates[2 * point + 1], lon: coordinates[2 * point] }
        const meters = metersBetween(lat, lon, at.lat, at.lon)
        for (; meters <= within && point >= 0 && near.size < limit; point = this.#next[point])
          if (!near.has(feature[point])) near.set(feature[point], { feature: feature[point], meters, ...at })
      }
      if (near.size === limit || nearby.length < count) return [...near.values()]
    }
  }
}

/**
 * Links points at the same position. Returns the first point of each position, and for each point the next point, or
 * -1. `isShared` is 1 at the first point if the points belong to several features.
 */
function chainEqual({ coordinates, feature }: Shapes['points']) {
  const count = coordinates.length / 2
  const words = new Uint32Array(coordinates.buffer, coordinates.byteOffset, 4 * count)
  const first: number[] = []
  const next = new Int32Array(count).fill(-1)
  const last = new Int32Array(count)
  const isShared = new Uint8Array(count)
  // A hash table of the first points, at most half full. A Map of positions would take ten times the memory.
  const table = new Int32Array(2 ** Math.ceil(Math.log2(2 * count + 1))).fill(-1)
  for (let point = 0; point < count; point++) {
    let hash = 0
    for (let word = 4 * point; word < 4 * point + 4; word++) {
      hash = Math.imul(hash ^ words[word], 0x9e3779b1)
      hash ^= hash >>> 15
    }
    let slot = hash & (table.length - 1)
    while (table[slot] >= 0 && !isSamePosition(coordinates, table[slot], point)) slot = (slot + 1) & (table.length - 1)
    const earlier = table[slot]
    if (earlier < 0) {
      table[slot] = point
      first.push(point)
      last[point] = point
    } else {
      next[last[earlier]] = point
      last[earlier] = point
      if (feature[earlier] !== feature[point]) isShared[earlier] = 1
    }
  }
  return { first: Uint32Array.from(first), next, isShared }
}

function isSamePosition(coordinates: Float64Array, a: number, b: number): boolean {
  return coordinates[2 * a] === coordinates[2 * b] && coordinates[2 * a + 1] === coordinates[2 * b + 1]
}

/** Finds the nearest lines or polygon borders. */
export class EdgeIndex {
  readonly #boxes: Flatbush | null
  /** First and last vertex of the edges in each box. */
  readonly #ends: Uint32Array
  /** Feature that contains the edges in each box. */
  readonly #feature: Uint32Array
  /** Nearest point found by the last call of `metersTo`. */
  #nearLat = 0
  #nearLon = 0

  constructor(private readonly parts: Parts) {
    const { coordinates, ringStart, partStart } = parts
    const ends: number[] = []
    const feature: number[] = []
    for (let part = 0; part < parts.feature.length; part++)
      for (let ring = partStart[part]; ring < partStart[part + 1]; ring++)
        for (let first = ringStart[ring]; first + 1 < ringStart[ring + 1]; first += EDGES_IN_BOX) {
          ends.push(first, Math.min(first + EDGES_IN_BOX, ringStart[ring + 1] - 1))
          feature.push(parts.feature[part])
        }
    this.#ends = Uint32Array.from(ends)
    this.#feature = Uint32Array.from(feature)
    this.#boxes = feature.length === 0 ? null : new Flatbush(feature.length)
    for (let box = 0; box < feature.length; box++)
      addBox(this.#boxes!, coordinates, ends[2 * box], ends[2 * box + 1] + 1)
    this.#boxes?.finish()
  }

  /** Returns the numbers of the edge runs that touch a box. The edges of a run share one box in the index. */
  inBox({ west, south, east, north }: Box): readonly number[] {
    return this.#boxes?.search(west, south, east, north) ?? []
  }

  getFeature(run: number): number {
    return this.#feature[run]
  }

  /**
   * Returns the nearest features, nearest first, without duplicates.
   *
   * @param within meters
   */
  nearest(lon: number, lat: number, limit: number, within: number): NearFeature[] {
    if (this.#boxes === null) return []
    const cos = Math.max(0.01, Math.cos(lat * RADIANS))
    for (let reach = Math.min(FIRST_REACH, within); ; reach = Math.min(reach * WIDER, within)) {
      const up = (reach * PLANE) / METERS_PER_DEGREE
      const across = up / cos
      const near = new Map<number, NearFeature>()
      this.#boxes.search(lon - across, lat - up, lon + across, lat + up, (box) => {
        const feature = this.#feature[box]
        const meters = this.metersTo(box, lon, lat, cos)
        if (meters <= reach && meters < (near.get(feature)?.meters ?? Number.POSITIVE_INFINITY))
          near.set(feature, { feature, meters, lat: this.#nearLat, lon: this.#nearLon })
        return false
      })
      if (near.size < limit && reach < within) continue
      return [...near.values()].sort((a, b) => a.meters - b.meters).slice(0, limit)
    }
  }

  /**
   * Returns the distance in meters from a place to the nearest edge of a run, measured on a plane around the place.
   *
   * @param cos length of a degree of longitude at the place, as a fraction of a degree of latitude
   */
  metersTo(box: number, lon: number, lat: number, cos: number): number {
    const { coordinates } = this.parts
    let least = Number.POSITIVE_INFINITY
    let nearX = 0
    let nearY = 0
    for (let vertex = this.#ends[2 * box]; vertex < this.#ends[2 * box + 1]; vertex++) {
      const x1 = (coordinates[2 * vertex] - lon) * cos
      const y1 = coordinates[2 * vertex + 1] - lat
      const dx = (coordinates[2 * vertex + 2] - lon) * cos - x1
      const dy = coordinates[2 * vertex + 3] - lat - y1
      const length = dx * dx + dy * dy
      const part = length === 0 ? 0 : Math.min(1, Math.max(0, -(x1 * dx + y1 * dy) / length))
      const x = x1 + part * dx
      const y = y1 + part * dy
      const square = x * x + y * y
      if (square >= least) continue
      least = square
      nearX = x
      nearY = y
    }
    this.#nearLat = lat + nearY
    this.#nearLon = lon + nearX / cos
    return metersBetween(lat, lon, this.#nearLat, this.#nearLon)
  }
}

function addBox(boxes: Flatbush, coordinates: Float64Array, from: number, to: number): void {
  let west = 180
  let south = 90
  let east = -180
  let north = -90
  for (let vertex = from; vertex < to; vertex++) {
    const lon = coordinates[2 * vertex]
    const lat = coordinates[2 * vertex + 1]
    if (lon < west) west = lon
    if (lon > east) east = lon
    if (lat < south) south = lat
    if (lat > north) north = lat
  }
  boxes.add(west, south, east, north)
}
