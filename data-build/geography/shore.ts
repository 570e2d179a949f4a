import { METERS_PER_DEGREE } from '../../src/base/geo/distance.ts'
import type { CellWindow } from './rasterize.ts'

/**
 * Maximum distance in meters between a cell without a tract and the cell whose tract it copies. Cells at the shore can
 * lack a tract because the state outline and the tracts are generalized separately.
 */
const reach = 900

/**
 * Fits the tracts of a window to the shore, in place. Land cells are the cells that the land outline touches (`land` is
 * 1) and the cells that have a tract. The latter are also marked in `land`. A cell without a tract that is a land cell,
 * or shares a side with a land cell, gets the tract of the nearest cell within 900 m. The outermost cells of the window
 * are not changed.
 */
export function fitToShore(cells: Uint16Array, land: Uint8Array, window: CellWindow, perDegree: number): void {
  for (let at = 0; at < cells.length; at++) if (cells[at] !== 0) land[at] = 1
  const gaps = getGaps(cells, land, window)
  const tracts = gaps.map((at) => nearestTract(cells, window, at, perDegree))
  gaps.forEach((at, i) => {
    cells[at] = tracts[i]
  })
}

/**
 * Distance in meters from the shoreline beyond which sea cells lose their tract. This is the accuracy of the shoreline.
 */
const CERTAIN_SEA = 320
/** Distance in meters around a home, school or known address within which cells keep their tract. */
const AROUND_HOMES = 250

/**
 * Removes the tract from cells in bays and lagoons, in place. A cell loses its tract if it is in water more than 320 m
 * from the shoreline and more than 250 m from every cell marked in `homes`. Cells within 320 m of the window's edge are
 * kept.
 *
 * @param water 1 in sea cells, otherwise 0
 * @param homes 1 in cells with a home, school or known address, otherwise 0
 */
export function clearSea(
  cells: Uint16Array,
  water: Uint8Array,
  homes: Uint8Array,
  window: CellWindow,
  perDegree: number,
): void {
  const { y: south, width, height } = window
  const cos = Math.cos((((south + height / 2) / perDegree - 90) * Math.PI) / 180)
  const cellsIn = (meters: number) => Math.ceil((meters * perDegree) / METERS_PER_DEGREE)
  const up = cellsIn(CERTAIN_SEA)
  const across = cellsIn(CERTAIN_SEA / cos)
  const isKept = around(homes, window, cellsIn(AROUND_HOMES), cellsIn(AROUND_HOMES / cos))
  const isDeep = (x: number, y: number): boolean => {
    for (let row = y - up; row <= y + up; row++)
      for (let at = row * width + x - across; at <= row * width + x + across; at++) if (water[at] === 0) return false
    return true
  }
  for (let y = up; y < height - up; y++)
    for (let x = across; x < width - across; x++) {
      const at = y * width + x
      if (cells[at] !== 0 && water[at] === 1 && isKept[at] === 0 && isDeep(x, y)) cells[at] = 0
    }
}

/** Returns a copy in which the rectangles around marked cells are also marked. Fast only if few cells are marked. */
function around(marked: Uint8Array, { width, height }: CellWindow, up: number, across: number): Uint8Array {
  const reached = new Uint8Array(marked.length)
  for (let at = marked.indexOf(1); at >= 0; at = marked.indexOf(1, at + 1)) {
    const x = at % width
    const y = Math.floor(at / width)
    for (let row = Math.max(0, y - up); row <= Math.min(height - 1, y + up); row++)
      reached.fill(1, row * width + Math.max(0, x - across), row * width + Math.min(width, x + across + 1))
  }
  return reached
}

/** Returns the indexes of cells without a tract that are on land or next to land. */
function getGaps(cells: Uint16Array, land: Uint8Array, { width, height }: CellWindow): number[] {
  const gaps: number[] = []
  for (let y = 1; y < height - 1; y++) {
    const end = (y + 1) * width - 1
    for (let at = y * width + 1; at < end; at++) {
      if (cells[at] !== 0) continue
      if ((land[at] | land[at - 1] | land[at + 1] | land[at - width] | land[at + width]) !== 0) gaps.push(at)
    }
  }
  return gaps
}

/**
 * Returns the tract of the nearest cell, or 0 if all cells with a tract are too far away. Ties go to the lowest tract
 * number.
 */
function nearestTract(cells: Uint16Array, window: CellWindow, at: number, perDegree: number): number {
  const { width, height } = window
  const y = Math.floor(at / width)
  const x = at - y * width
  // ratio of a cell's width to its height
  const cos = Math.cos((((window.y + y + 0.5) / perDegree - 90) * Math.PI) / 180)
  let tract = 0
  let nearest2 = ((reach * perDegree) / METERS_PER_DEGREE) ** 2
  // Searches in growing squares around the cell, until all cells of a square are farther away than the best match.
  for (let r = 1; (r * cos) ** 2 <= nearest2; r++) {
    for (let dy = -r; dy <= r; dy++) {
      if (y + dy < 0 || y + dy >= height) continue
      const stride = dy === -r || dy === r ? 1 : 2 * r
      for (let dx = -r; dx <= r; dx += stride) {
        if (x + dx < 0 || x + dx >= width) continue
        const cell = cells[(y + dy) * width + x + dx]
        if (cell === 0) continue
        const distance2 = dy * dy + (dx * cos) ** 2
        if (distance2 > nearest2 || (tract !== 0 && distance2 === nearest2 && cell >= tract)) continue
        nearest2 = distance2
        tract = cell
      }
    }
  }
  return tract
}
