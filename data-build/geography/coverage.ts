import type { PagedRaster } from '../../src/data/raster/paged-raster.ts'
import { findCoveredPages } from '../../src/data/raster/raster-columns.ts'
import { tractStep } from './tracts.ts'
import type { CellBlock } from './views.ts'

/**
 * Yields the blocks of a coarser raster that overlap the covered area, from southwest to northeast. Each block lists
 * the cells that can be needed to interpolate at a covered place.
 */
export function* coverageBlocks(zones: PagedRaster, step: number): Generator<CellBlock> {
  const { x, y, width, height } = zones.meta
  const scale = tractStep / step
  const whole = findCoveredPages(zones)
  const firstColumn = Math.floor(x * scale) - 1
  const lastColumn = Math.floor((x + width) * scale) + 1
  const lastRow = Math.floor((y + height) * scale) + 1
  for (let row = Math.floor(y * scale) - 1; row <= lastRow; row++)
    for (let column = firstColumn; column <= lastColumn; column++) {
      const cells = coveredCells(zones, whole, step, column * 256, row * 256)
      if (cells.length > 0) yield { step, x: column * 256, y: row * 256, cells }
    }
}

/** @param whole pages with a value in every cell, from `coveredPages` */
function coveredCells(zones: PagedRaster, whole: Uint32Array, step: number, x0: number, y0: number): Uint16Array {
  const scale = tractStep / step
  const covered = new Uint8Array(65536)
  // Range of tract cells around the block, starting at whole pages.
  const firstColumn = Math.floor((x0 - 1) / scale) & ~15
  const firstRow = Math.floor((y0 - 1) / scale) & ~15
  const lastColumn = Math.ceil((x0 + 257) / scale)
  const lastRow = Math.ceil((y0 + 257) / scale)
  // Marks the cells that an interpolation in this square of tract cells reads.
  const mark = (west: number, south: number, size: number) => {
    const left = Math.max(0, Math.floor(west * scale - 0.5) - x0)
    const right = Math.min(255, Math.floor((west + size) * scale - 0.5) + 1 - x0)
    const bottom = Math.max(0, Math.floor(south * scale - 0.5) - y0)
    const top = Math.min(255, Math.floor((south + size) * scale - 0.5) + 1 - y0)
    for (let y = bottom; y <= top; y++) for (let x = left; x <= right; x++) covered[(y << 8) | x] = 1
  }
  for (let py = firstRow; py <= lastRow; py += 16)
    for (let px = firstColumn; px <= lastColumn; px += 16) {
      const constant = zones.constantAround(px, py)
      const page = zones.getPage(px, py)
      if (constant > 0 || (page >= 0 && ((whole[page >> 5] >> (page & 31)) & 1) === 1)) mark(px, py, 16)
      else if (constant < 0)
        for (let y = py; y < py + 16; y++) for (let x = px; x < px + 16; x++) if (zones.cell(x, y) !== 0) mark(x, y, 1)
    }
  // Returns early, because most blocks in the bounding box of several states have no covered cell.
  if (!covered.includes(1)) return new Uint16Array(0)
  const cells: number[] = []
  for (let i = 0; i < 65536; i++) if (covered[i] === 1) cells.push(i)
  return Uint16Array.from(cells)
}
