import { orient2d } from 'robust-predicates'
import type { Outlines } from './outlines.ts'

/**
 * Edges per block. Smaller blocks mean more blocks to skip. Larger blocks mean more edges to test in each matching
 * block.
 */
const BLOCK = 16

/**
 * Tests points exactly against a district border. Consecutive edges are grouped into blocks with a latitude range, and
 * only blocks at the point's latitude are tested.
 */
export class Borders {
  readonly #coordinates: Float64Array
  /** First block of each district, plus one element for the end. */
  readonly #districtStart: Uint32Array
  /** First and last vertex of each block. The last vertex is also the first vertex of the ring's next block. */
  readonly #ends: Uint32Array
  /** Lowest and highest latitude of each block. */
  readonly #latitudes: Float64Array

  constructor({ coordinates, ringStart, districtStart }: Outlines) {
    const districts = districtStart.length - 1
    const rings = ringStart.length - 1
    const blockStart = new Uint32Array(rings + 1)
    for (let ring = 0; ring < rings; ring++) {
      const edges = Math.max(0, ringStart[ring + 1] - ringStart[ring] - 1)
      blockStart[ring + 1] = blockStart[ring] + Math.ceil(edges / BLOCK)
    }
    this.#coordinates = coordinates
    this.#ends = new Uint32Array(blockStart[rings] * 2)
    this.#latitudes = new Float64Array(blockStart[rings] * 2)
    for (let ring = 0; ring < rings; ring++)
      for (let block = blockStart[ring], first = ringStart[ring]; block < blockStart[ring + 1]; block++, first += BLOCK)
        this.#add(block, first, Math.min(first + BLOCK, ringStart[ring + 1] - 1))
    this.#districtStart = new Uint32Array(districts + 1)
    for (let i = 0; i <= districts; i++) this.#districtStart[i] = blockStart[districtStart[i]]
  }

  /**
   * Checks whether the district contains the point, by the even-odd rule over all of its rings. A point on an edge or
   * vertex counts as inside. Performs the same operations on the same doubles as point-in-polygon-hao, the library that
   * turf uses, so the results are always identical.
   */
  contains(district: number, lon: number, lat: number): boolean {
    const coordinates = this.#coordinates
    const latitudes = this.#latitudes
    const ends = this.#ends
    const last = this.#districtStart[district + 1]
    let inside = false
    for (let block = this.#districtStart[district]; block < last; block++) {
      if (lat < latitudes[block * 2] || lat > latitudes[block * 2 + 1]) continue
      const end = ends[block * 2 + 1] * 2
      let at = ends[block * 2] * 2
      let v1 = coordinates[at + 1] - lat
      for (; at < end; at += 2) {
        const v2 = coordinates[at + 3] - lat
        if (v1 <= 0 ? v2 >= 0 : v2 <= 0) {
          const u1 = coordinates[at] - lon
          const u2 = coordinates[at + 2] - lon
          if (v1 === 0 && v2 === 0) {
            if ((u2 <= 0 && u1 >= 0) || (u1 <= 0 && u2 >= 0)) return true
          } else {
            const side = orient2d(u1, u2, v1, v2, 0, 0)
            if (side === 0) return true
            if ((side > 0 && v2 > 0 && v1 <= 0) || (side < 0 && v2 <= 0 && v1 > 0)) inside = !inside
          }
        }
        v1 = v2
      }
    }
    return inside
  }

  #add(block: number, first: number, last: number): void {
    let low = Number.POSITIVE_INFINITY
    let high = Number.NEGATIVE_INFINITY
    for (let vertex = first; vertex <= last; vertex++) {
      const lat = this.#coordinates[vertex * 2 + 1]
      if (lat < low) low = lat
      if (lat > high) high = lat
    }
    this.#ends[block * 2] = first
    this.#ends[block * 2 + 1] = last
    this.#latitudes[block * 2] = low
    this.#latitudes[block * 2 + 1] = high
  }
}
