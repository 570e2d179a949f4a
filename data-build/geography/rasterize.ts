import { coveredStates } from '../../src/base/states.ts'
import type { RasterBuilder } from '../../src/data/raster/build.ts'
import type { Polygon } from '../context.ts'

/** A window of cells, given by its westernmost column, its southernmost row and its size. */
export interface CellWindow {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** A list of polygons, or an object that creates each polygon on demand. */
export interface Polygons {
  readonly length: number
  at(index: number): Polygon | undefined
}

/**
 * Paints polygons by their cell centers. A center belongs to a polygon by the even-odd rule over all rings. A center
 * exactly on an edge belongs to the polygon to the east or north, so that neighbors neither overlap nor leave a gap.
 * Later polygons overwrite earlier polygons.
 */
export class Rasterizer {
  /** Cells per degree. */
  readonly perDegree: number
  /** First and last row of each polygon. */
  readonly #rows: Float64Array

  /** @param step cell size in arc-seconds */
  constructor(
    private readonly polygons: Polygons,
    step: number,
  ) {
    this.perDegree = 3600 / step
    this.#rows = new Float64Array(polygons.length * 2)
    for (let i = 0; i < polygons.length; i++) this.#rows.set(this.#rowRange(polygons.at(i)!), 2 * i)
  }

  /** Returns the cells that the polygons can touch. */
  extent(): CellWindow {
    let west = Number.POSITIVE_INFINITY
    let east = Number.NEGATIVE_INFINITY
    for (let index = 0; index < this.polygons.length; index++)
      for (const ring of this.polygons.at(index)!)
        for (let i = 0; i < ring.length; i += 2) {
          west = Math.min(west, ring[i])
          east = Math.max(east, ring[i])
        }
    const x = Math.floor((west + 180) * this.perDegree)
    let y = Number.POSITIVE_INFINITY
    let top = Number.NEGATIVE_INFINITY
    for (let i = 0; i < this.#rows.length; i += 2) {
      y = Math.min(y, this.#rows[i])
      top = Math.max(top, this.#rows[i + 1])
    }
    return { x, y, width: Math.floor((east + 180) * this.perDegree) - x + 1, height: top - y + 1 }
  }

  /**
   * Writes `value(index)` to the cells in `out` that each polygon covers. `out` contains the window row by row from its
   * southwest corner. If `accept` returns a function for a polygon, paints only the cells (column, row) that the
   * function accepts.
   */
  paint(
    window: CellWindow,
    out: Uint8Array | Uint16Array,
    value: (index: number) => number,
    accept?: (index: number) => ((x: number, y: number) => boolean) | undefined,
  ): void {
    const crossings: number[][] = Array.from({ length: window.height }, () => [])
    for (let index = 0; index < this.polygons.length; index++) {
      const low = Math.max(this.#rows[2 * index], window.y)
      const high = Math.min(this.#rows[2 * index + 1], window.y + window.height - 1)
      if (!(low <= high)) continue
      this.#cross(this.polygons.at(index)!, low, high, window.y, crossings)
      const painted = value(index)
      const accepts = accept?.(index)
      for (let y = low - window.y; y <= high - window.y; y++) fillRow(crossings[y], window, y, out, painted, accepts)
    }
  }

  /** Checks whether any polygon reaches into these rows of cells. */
  hasRows(from: number, count: number): boolean {
    for (let i = 0; i < this.#rows.length; i += 2)
      if (this.#rows[i] < from + count && this.#rows[i + 1] >= from) return true
    return false
  }

  /** Returns an array with 1 in every cell of the window that a polygon touches, otherwise 0. */
  touched(window: CellWindow): Uint8Array {
    const touched = new Uint8Array(window.width * window.height)
    this.paint(window, touched, () => 1)
    for (let index = 0; index < this.polygons.length; index++)
      for (const ring of this.polygons.at(index)!) this.#markEdges(ring, window, touched)
    return touched
  }

  /** Marks the cells that the edges of a ring pass through. */
  #markEdges(ring: Float64Array, { x, y, width, height }: CellWindow, marked: Uint8Array): void {
    const k = this.perDegree
    for (let i = 0; i + 3 < ring.length; i += 2) {
      const upward = ring[i + 1] <= ring[i + 3]
      const x0 = (ring[upward ? i : i + 2] + 180) * k - x
      const y0 = (ring[upward ? i + 1 : i + 3] + 90) * k - y
      const x1 = (ring[upward ? i + 2 : i] + 180) * k - x
      const y1 = (ring[upward ? i + 3 : i + 1] + 90) * k - y
      const slope = y1 > y0 ? (x1 - x0) / (y1 - y0) : 0
      const last = Math.min(height - 1, Math.floor(y1))
      for (let row = Math.max(0, Math.floor(y0)); row <= last; row++) {
        // Columns at which the edge enters and leaves this row. A horizontal edge is in a single row.
        const enters = y1 > y0 ? x0 + Math.max(0, row - y0) * slope : x0
        const leaves = y1 > y0 ? x0 + (Math.min(y1, row + 1) - y0) * slope : x1
        const from = Math.max(0, Math.floor(Math.min(enters, leaves)))
        const to = Math.min(width - 1, Math.floor(Math.max(enters, leaves)))
        if (from <= to) marked.fill(1, row * width + from, row * width + to + 1)
      }
    }
  }

  /** Collects, per row, the fractional columns at which edges cross the row's center line. */
  #cross(rings: Polygon, low: number, high: number, origin: number, crossings: number[][]): void {
    const k = this.perDegree
    for (const ring of rings) {
      for (let i = 0; i + 3 < ring.length; i += 2) {
        const upward = ring[i + 1] <= ring[i + 3]
        // An edge is always computed from its southern end, so that both polygons that share it get the same crossing.
        const x0 = (ring[upward ? i : i + 2] + 180) * k
        const y0 = (ring[upward ? i + 1 : i + 3] + 90) * k
        const x1 = (ring[upward ? i + 2 : i] + 180) * k
        const y1 = (ring[upward ? i + 3 : i + 1] + 90) * k
        const first = Math.max(low, Math.ceil(y0 - 0.5))
        const last = Math.min(high, Math.ceil(y1 - 0.5) - 1)
        if (first > last) continue
        const slope = (x1 - x0) / (y1 - y0)
        for (let y = first; y <= last; y++) crossings[y - origin].push(x0 + (y + 0.5 - y0) * slope)
      }
    }
  }

  #rowRange(rings: Polygon): [south: number, north: number] {
    let south = Number.POSITIVE_INFINITY
    let north = Number.NEGATIVE_INFINITY
    for (const ring of rings)
      for (let i = 1; i < ring.length; i += 2) {
        if (ring[i] < south) south = ring[i]
        if (ring[i] > north) north = ring[i]
      }
    return [Math.floor((south + 90) * this.perDegree), Math.floor((north + 90) * this.perDegree)]
  }
}

function fillRow(
  row: number[],
  window: CellWindow,
  y: number,
  out: Uint8Array | Uint16Array,
  value: number,
  accepts?: (x: number, y: number) => boolean,
): void {
  row.sort((a, b) => a - b)
  const start = y * window.width
  for (let i = 0; i + 1 < row.length; i += 2) {
    const from = Math.max(0, Math.ceil(row[i] - 0.5) - window.x)
    const to = Math.min(window.width, Math.ceil(row[i + 1] - 0.5) - window.x)
    if (from >= to) continue
    if (!accepts) out.fill(value, start + from, start + to)
    else for (let x = from; x < to; x++) if (accepts(window.x + x, window.y + y)) out[start + x] = value
  }
  row.length = 0
}

/**
 * Paints polygons into a raster in bands. A band is one row of blocks, and only one band is in memory at a time. Blocks
 * far from the covered states stay empty. `paint` fills the cells of a window that is `margin` cells larger than the
 * band on every side.
 */
export function paintBands(
  rasterizer: Rasterizer,
  margin: number,
  builder: RasterBuilder,
  paint: (window: CellWindow, cells: Uint16Array) => void,
): void {
  const { x, y, width: across, height: rows } = rasterizer.extent()
  const first = (x - margin) >> 8
  const last = (x + across + margin) >> 8
  const states = coveredBlocks(rasterizer.perDegree).filter(({ west, east }) => first <= east && last >= west)
  const height = 256 + 2 * margin
  let room = new Uint16Array(0)
  for (let row = (y - margin) >> 8; row <= (y + rows + margin) >> 8; row++) {
    const here = states.filter(({ south, north }) => row >= south && row <= north)
    if (here.length === 0 || !rasterizer.hasRows(row * 256 - margin, height)) continue
    const west = Math.max(first, Math.min(...here.map((state) => state.west)))
    const east = Math.min(last, Math.max(...here.map((state) => state.east)))
    const width = (east - west + 1) * 256 + 2 * margin
    if (room.length < width * height) room = new Uint16Array(width * height)
    const cells = room.subarray(0, width * height).fill(0)
    paint({ x: west * 256 - margin, y: row * 256 - margin, width, height }, cells)
    for (let column = west; column <= east; column++) {
      if (!here.some((state) => column >= state.west && column <= state.east)) continue
      const values = getBlock(cells, width, margin, margin + (column - west) * 256)
      if (values) builder.add({ x: column, y: row, values })
    }
  }
}

/** Margin in degrees around the covered states in which water and borders are still painted. */
const AROUND = 0.5

/** Returns the inclusive block ranges of the covered states. */
function coveredBlocks(perDegree: number) {
  const block = (degrees: number) => Math.floor(degrees * perDegree) >> 8
  return coveredStates.map(({ box }) => ({
    west: block(box.west - AROUND + 180),
    east: block(box.east + AROUND + 180),
    south: block(box.south - AROUND + 90),
    north: block(box.north + AROUND + 90),
  }))
}

/** Returns the block of 256 × 256 cells that begins at a column of a band, or null if all its cells are 0. */
function getBlock(cells: Uint16Array, width: number, margin: number, column: number): Uint16Array | null {
  let values: Uint16Array | null = null
  for (let y = 0; y < 256; y++) {
    const from = (y + margin) * width + column
    if (!values) {
      let x = from
      while (x < from + 256 && cells[x] === 0) x++
      if (x === from + 256) continue
      values = new Uint16Array(65536)
    }
    values.set(cells.subarray(from, from + 256), y * 256)
  }
  return values
}
