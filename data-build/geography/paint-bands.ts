import type { RasterBuilder } from '../../src/raster/build.ts'
import type { CellWindow, Rasterizer } from './rasterize.ts'

/**
 * Paints polygons into a raster in bands of one row of blocks, so that memory stays small whatever the extent.
 * `paint` fills the cells of a window that is `margin` cells larger than the band on every side.
 */
export function paintBands(
  rasterizer: Rasterizer,
  margin: number,
  builder: RasterBuilder,
  paint: (window: CellWindow, cells: Uint16Array) => void,
): void {
  const extent = rasterizer.extent()
  const firstColumn = (extent.x - margin) >> 8
  const columns = ((extent.x + extent.width + margin) >> 8) - firstColumn + 1
  const width = columns * 256 + 2 * margin
  const cells = new Uint16Array(width * (256 + 2 * margin))
  for (let row = (extent.y - margin) >> 8; row <= (extent.y + extent.height + margin) >> 8; row++) {
    cells.fill(0)
    paint({ x: firstColumn * 256 - margin, y: row * 256 - margin, width, height: 256 + 2 * margin }, cells)
    for (let column = 0; column < columns; column++) {
      const values = blockOf(cells, width, margin, margin + column * 256)
      if (values) builder.add({ x: firstColumn + column, y: row, values })
    }
  }
}

/** 256 × 256 cells of a band from a column on; null when all of them are 0. */
function blockOf(cells: Uint16Array, width: number, margin: number, column: number): Uint16Array | null {
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
