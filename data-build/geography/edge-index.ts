import type { Polygon } from '../context.ts'
import { addTo } from '../statistics.ts'
import { kmPerDegree } from './center-index.ts'
import { segmentDistance2 } from './line-distance.ts'

const lineHeight = 0.001 // height of a latitude strip in degrees, about 110 m; strips are this low so that each has few edges
const cellSize = 0.005 // degrees, about 500 m, which is typical for the distances searched

/** Finds the polygon that contains a place, and checks whether a border is near. */
export class EdgeIndex {
  readonly #edges: Float64Array
  readonly #polygonOf: Int32Array
  /** Edges by latitude strip, sorted by polygon within each strip. */
  readonly #strips = new Map<number, number[]>()
  /** Edges by cell, used to find the edges near a place. */
  readonly #cells = new Map<number, number[]>()

  constructor(polygons: readonly Polygon[]) {
    const flat: number[] = []
    const owner: number[] = []
    polygons.forEach((rings, index) => {
      for (const ring of rings) {
        for (let i = 0; i + 3 < ring.length; i += 2) {
          flat.push(ring[i], ring[i + 1], ring[i + 2], ring[i + 3])
          owner.push(index)
        }
      }
    })
    this.#edges = Float64Array.from(flat)
    this.#polygonOf = Int32Array.from(owner)
    for (let edge = 0; edge < owner.length; edge++) this.#enter(edge)
  }

  /** Returns the number of the first polygon that contains the place (degrees) by the even-odd rule, or -1. */
  containing(lon: number, lat: number): number {
    const edges = this.#edges
    let inside = false
    let polygon = -1
    for (const edge of this.#strips.get(Math.floor(lat / lineHeight)) ?? []) {
      if (this.#polygonOf[edge] !== polygon) {
        if (inside) return polygon
        polygon = this.#polygonOf[edge]
      }
      const at = 4 * edge
      const south = edges[at + 1]
      const north = edges[at + 3]
      if (south > lat === north > lat) continue
      const crossing = edges[at] + ((lat - south) / (north - south)) * (edges[at + 2] - edges[at])
      if (crossing > lon) inside = !inside
    }
    return inside ? polygon : -1
  }

  /** Checks whether a border is nearer than `km`. */
  borderWithin(lon: number, lat: number, km: number): boolean {
    const cos = Math.cos((lat * Math.PI) / 180)
    const reach = km / kmPerDegree
    for (let row = Math.floor((lat - reach) / cellSize); row <= Math.floor((lat + reach) / cellSize); row++) {
      const last = Math.floor((lon + reach / cos) / cellSize)
      for (let column = Math.floor((lon - reach / cos) / cellSize); column <= last; column++) {
        for (const edge of this.#cells.get(cellKey(row, column)) ?? []) {
          if (segmentDistance2(this.#edges, 4 * edge, lon, lat, cos) < reach * reach) return true
        }
      }
    }
    return false
  }

  #enter(edge: number): void {
    const [x0, y0, x1, y1] = this.#edges.subarray(4 * edge, 4 * edge + 4)
    const south = Math.min(y0, y1)
    const north = Math.max(y0, y1)
    const lastStrip = Math.floor(north / lineHeight)
    for (let strip = Math.floor(south / lineHeight); strip <= lastStrip; strip++) addTo(this.#strips, strip, edge)
    const lastRow = Math.floor(north / cellSize)
    const lastColumn = Math.floor(Math.max(x0, x1) / cellSize)
    for (let row = Math.floor(south / cellSize); row <= lastRow; row++) {
      for (let column = Math.floor(Math.min(x0, x1) / cellSize); column <= lastColumn; column++) {
        addTo(this.#cells, cellKey(row, column), edge)
      }
    }
  }
}

function cellKey(row: number, column: number): number {
  return row * 100_000 + column
}
