import type { Box } from '../../src/base/geo/box.ts'
import { readBox } from '../../src/base/geo/boxes.ts'
import { type LatLon, METERS_PER_DEGREE } from '../../src/base/geo/distance.ts'

export type { LatLon }

export const kmPerDegree = METERS_PER_DEGREE / 1000

/** Columns of point coordinates in degrees. */
export interface Points {
  readonly lat: Float64Array
  readonly lon: Float64Array
}

export function getPoints(places: readonly LatLon[]): Points {
  return { lat: Float64Array.from(places, ({ lat }) => lat), lon: Float64Array.from(places, ({ lon }) => lon) }
}

/** Returns the bounding box of points in degrees. */
export function boxOfPoints({ lat, lon }: Points): Box {
  let south = 90
  let north = -90
  let west = 180
  let east = -180
  for (let i = 0; i < lat.length; i++) {
    south = Math.min(south, lat[i])
    north = Math.max(north, lat[i])
    west = Math.min(west, lon[i])
    east = Math.max(east, lon[i])
  }
  return { south, north, west, east }
}

/** Returns the center of a ring's bounding box. */
export function middleOfBox(ring: Float64Array): LatLon {
  const { south, north, west, east } = readBox([ring])
  return { lat: (south + north) / 2, lon: (west + east) / 2 }
}

/** Points in bins of 0.05°, for searches by rectangle. */
export class CenterIndex {
  readonly #west: number
  readonly #south: number
  readonly #columns: number
  readonly #rows: number
  readonly #start: Uint32Array
  readonly #members: Uint32Array

  constructor(
    readonly lon: Float64Array,
    readonly lat: Float64Array,
  ) {
    const { west, south, east, north } = boxOfPoints({ lat, lon })
    this.#west = west
    this.#south = south
    this.#columns = this.#column(east) + 1
    this.#rows = this.#row(north) + 1
    this.#start = new Uint32Array(this.#columns * this.#rows + 1)
    this.#members = new Uint32Array(lon.length)
    for (let i = 0; i < lon.length; i++) this.#start[this.#bin(i) + 1]++
    for (let bin = 1; bin < this.#start.length; bin++) this.#start[bin] += this.#start[bin - 1]
    const next = this.#start.slice()
    for (let i = 0; i < lon.length; i++) this.#members[next[this.#bin(i)]++] = i
  }

  /** Calls `visit` for every point in the rectangle (degrees, borders included), in a fixed order. */
  search(west: number, south: number, east: number, north: number, visit: (index: number) => void): void {
    const { lon, lat } = this
    const start = this.#start
    const members = this.#members
    const firstColumn = Math.max(0, this.#column(west))
    const lastColumn = Math.min(this.#columns - 1, this.#column(east))
    const lastRow = Math.min(this.#rows - 1, this.#row(north))
    if (firstColumn > lastColumn) return
    for (let row = Math.max(0, this.#row(south)); row <= lastRow; row++) {
      const end = start[row * this.#columns + lastColumn + 1]
      for (let m = start[row * this.#columns + firstColumn]; m < end; m++) {
        const i = members[m]
        if (lon[i] >= west && lon[i] <= east && lat[i] >= south && lat[i] <= north) visit(i)
      }
    }
  }

  /**
   * Calls `visit` for every point in a square around a place. `reach` is half the side of the square in degrees of
   * latitude. `east` and `north` are the offsets of the point from the place, also in degrees of latitude.
   */
  around(lon: number, lat: number, reach: number, visit: (index: number, east: number, north: number) => void): void {
    const cos = Math.cos((lat * Math.PI) / 180)
    this.search(lon - reach / cos, lat - reach, lon + reach / cos, lat + reach, (i) => {
      visit(i, (this.lon[i] - lon) * cos, this.lat[i] - lat)
    })
  }

  #column(lon: number): number {
    return Math.floor((lon - this.#west) * 20)
  }

  #row(lat: number): number {
    return Math.floor((lat - this.#south) * 20)
  }

  #bin(i: number): number {
    return this.#row(this.lat[i]) * this.#columns + this.#column(this.lon[i])
  }
}

/** The k nearest centers of each point, nearest first. `index` and `distance` (km) have k elements per point. */
export interface Neighbors {
  readonly k: number
  readonly index: Uint32Array
  readonly distance: Float32Array
}

/**
 * Finds the k nearest centers of each point. Points come in groups of nearby points, and candidates are gathered once
 * per group. Distances are measured on a local plane, d² = (Δlon · cos lat)² + Δlat². Ties go to the lower index.
 */
export function nearestCenters(
  centers: CenterIndex,
  lon: Float64Array,
  lat: Float64Array,
  groups: Iterable<ArrayLike<number>>,
  k: number,
): Neighbors {
  const index = new Uint32Array(lon.length * k)
  const distance = new Float32Array(lon.length * k)
  const best = new Float64Array(k)
  const bestIndex = new Uint32Array(k)
  for (const group of groups) {
    const candidates = gather(centers, lon, lat, group, k)
    for (let g = 0; g < group.length; g++) {
      const point = group[g]
      const cos = Math.cos((lat[point] * Math.PI) / 180)
      let count = 0
      for (let c = 0; c < candidates.length; c++) {
        const i = candidates[c]
        const dx = (centers.lon[i] - lon[point]) * cos
        const dy = centers.lat[i] - lat[point]
        const d = dx * dx + dy * dy
        if (count === k && d >= best[k - 1]) continue
        let slot = count < k ? count++ : k - 1
        while (slot > 0 && best[slot - 1] > d) {
          best[slot] = best[slot - 1]
          bestIndex[slot] = bestIndex[slot - 1]
          slot--
        }
        best[slot] = d
        bestIndex[slot] = i
      }
      for (let j = 0; j < k; j++) {
        index[point * k + j] = bestIndex[j]
        distance[point * k + j] = Math.sqrt(best[j]) * kmPerDegree
      }
    }
  }
  return { k, index, distance }
}

/** Returns the index of the center nearest to each place. */
export function nearestCenter(centers: Points, places: Points): Uint32Array {
  const each = Array.from(places.lat.keys(), (i) => [i])
  return nearestCenters(new CenterIndex(centers.lon, centers.lat), places.lon, places.lat, each, 1).index
}

/** Returns all centers that can be among the k nearest of any point of the group, ascending. */
function gather(
  centers: CenterIndex,
  lon: Float64Array,
  lat: Float64Array,
  group: ArrayLike<number>,
  k: number,
): Uint32Array {
  let west = 180
  let east = -180
  let south = 90
  let north = -90
  for (let g = 0; g < group.length; g++) {
    west = Math.min(west, lon[group[g]])
    east = Math.max(east, lon[group[g]])
    south = Math.min(south, lat[group[g]])
    north = Math.max(north, lat[group[g]])
  }
  const x = (west + east) / 2
  const y = (south + north) / 2
  const cos = Math.cos((y * Math.PI) / 180)
  const radius = Math.hypot(((east - west) / 2) * cos, (north - south) / 2)
  const nearby: number[] = []
  const distances: number[] = []
  for (let reach = 0.02 + 2 * radius; ; reach *= 2) {
    nearby.length = 0
    distances.length = 0
    centers.around(x, y, reach, (i, dx, dy) => {
      const d = Math.hypot(dx, dy)
      if (d > reach) return
      nearby.push(i)
      distances.push(d)
    })
    if (nearby.length < k) {
      if (reach > 90) throw new RangeError(`fewer than ${k} centers to search`)
      continue
    }
    // Adds a margin of 3%, because the cosine changes slightly over the group.
    const needed = (Float64Array.from(distances).sort()[k - 1] + 2 * radius) * 1.03
    if (needed > reach) {
      reach = needed / 2 // the loop doubles it again
      continue
    }
    return Uint32Array.from(nearby.filter((_, j) => distances[j] <= needed)).sort()
  }
}
