import type { Box } from '../../base/geo/box.ts'
import { blockBits, getEnd, getValues, type PagedRaster, payloadMask } from './paged-raster.ts'

/** Calls `visit` for each value that cells of a page may have, with the column and row of the page's first cell. */
export function eachPageValue(raster: PagedRaster, visit: (value: number, column: number, row: number) => void): void {
  const { x, y, width, height } = raster.meta
  for (let row = y << blockBits; row < (y + height) << blockBits; row += 16)
    for (let column = x << blockBits; column < (x + width) << blockBits; column += 16) {
      const page = raster.getPage(column, row)
      if (page >= 0) eachValueOn(raster, page, (value) => visit(value, column, row))
    }
}

function eachValueOn(raster: PagedRaster, page: number, visit: (value: number) => void): void {
  const { pages, cells } = raster.arrays
  const { wide } = raster.meta
  const entry = pages[page]
  if (entry <= payloadMask) {
    visit(entry)
    return
  }
  const end = getEnd(entry, wide)
  for (let at = getValues(entry, wide); at < end; at++) visit(wide ? cells[at] | (cells[++at] << 8) : cells[at])
}

/** Returns the nonzero values of the cells in a box. */
export function findValuesIn(raster: PagedRaster, { west, south, east, north }: Box): Set<number> {
  const { meta, perDegree } = raster
  const first = Math.max(Math.floor((west + 180) * perDegree), meta.x << blockBits)
  const last = Math.min(Math.floor((east + 180) * perDegree), ((meta.x + meta.width) << blockBits) - 1)
  const bottom = Math.max(Math.floor((south + 90) * perDegree), meta.y << blockBits)
  const top = Math.min(Math.floor((north + 90) * perDegree), ((meta.y + meta.height) << blockBits) - 1)
  const values = new Set<number>()
  for (let row = bottom & ~15; row <= top; row += 16)
    for (let column = first & ~15; column <= last; column += 16) {
      const constant = raster.constantAround(column, row)
      if (constant >= 0) values.add(constant)
      else if (row >= bottom && row + 15 <= top && column >= first && column + 15 <= last)
        for (let cell = 0, page = raster.getPage(column, row); cell < 256; cell++)
          values.add(raster.valueOn(page, cell))
      else
        for (let y = Math.max(row, bottom); y <= Math.min(row + 15, top); y++)
          for (let x = Math.max(column, first); x <= Math.min(column + 15, last); x++) values.add(raster.cell(x, y))
    }
  values.delete(0)
  return values
}
