import { METERS_PER_DEGREE } from '../../src/base/geo/distance.ts'
import type { CellWindow } from './rasterize.ts'

/**
 * Distance in meters within which a cell looks for a tract, because the outline and the tracts of a shore are
 * generalized separately.
 */
const reach = 900

/**
 * Fits the tracts of a window to the shore, in place. `land` is 1 in every cell that the outline of the land touches,
 * otherwise 0; the cells of the tracts are added to it. Cells of land are kept, and those next to them in the same row
 * or column, so that every place on land has a tract and none is farther than two cells from land. A kept cell without
 * a tract takes that of the nearest cell within 900 m. The outermost cells of the window stay as they are.
 */
export function fitToShore(cells: Uint16Array, land: Uint8Array, window: CellWindow, perDegree: number): void {
  for (let at = 0; at < cells.length; at++) if (cells[at] !== 0) land[at] = 1
  const gaps = gapsOf(cells, land, window)
  const tracts = gaps.map((at) => nearestTract(cells, window, at, perDegree))
  gaps.forEach((at, i) => {
    cells[at] = tracts[i]
  })
}

/** Returns cells without a tract on land or next to it. */
function gapsOf(cells: Uint16Array, land: Uint8Array, { width, height }: CellWindow): number[] {
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

/** Returns the tract of the nearest cell (the lowest number of equally near ones), or 0 if all are too far. */
function nearestTract(cells: Uint16Array, window: CellWindow, at: number, perDegree: number): number {
  const { width, height } = window
  const y = Math.floor(at / width)
  const x = at - y * width
  const cos = Math.cos((((window.y + y + 0.5) / perDegree - 90) * Math.PI) / 180) // ratio of a cell's width to its height
  let tract = 0
  let nearest2 = ((reach * perDegree) / METERS_PER_DEGREE) ** 2
  // Square by square around the cell, until all cells of a square are farther than the best.
  for (let r = 1; (r * cos) ** 2 <= nearest2; r++) {
    for (let dy = -r; dy <= r; dy++) {
      if (y + dy < 0 || y + dy >= height) continue
      const stride = dy === -r || dy === r ? 1 : 2 * r
      for (let dx = -r; dx <= r; dx += stride) {
        if (x + dx < 0 || x + dx >= width) continue
        const found = cells[(y + dy) * width + x + dx]
        if (found === 0) continue
        const distance2 = dy * dy + (dx * cos) ** 2
        if (distance2 > nearest2 || (tract !== 0 && distance2 === nearest2 && found >= tract)) continue
        nearest2 = distance2
        tract = found
      }
    }
  }
  return tract
}
