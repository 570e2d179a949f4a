/** Serialised form of a paged raster: the numbers that describe it, and three typed arrays. */
export interface RasterMeta {
  /** Cell size in arc-seconds. Cell (0, 0) has its south-west corner at 180° W, 90° S. */
  readonly step: number
  /** Window of the directory, in blocks of 256 × 256 cells: first column, first row, columns, rows. */
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
  /** Whether palettes hold 16-bit values (areas) or bytes (scores). */
  readonly wide: boolean
  /** Number of pages of 256 plain bytes at the start of `cells`. */
  readonly full: number
}

export interface RasterArrays {
  /** One per block of the window: 0 = empty block, else 1 + index of the block in `pages`. */
  readonly top: Uint16Array
  /** 256 entries per block, one per page: kind << 29 | payload. Kind 0 is a constant page, payload its value. */
  readonly pages: Uint32Array
  /** Page records: 256 packed palette indices of 2^(kind-1) bits, then the palette. */
  readonly cells: Uint8Array
}

export const blockBits = 8 // a block is 256 × 256 cells
export const pageBits = 4 // a page is 16 × 16 cells
const kindShift = 29
const payloadMask = (1 << kindShift) - 1

/**
 * A raster of small integers over the whole globe in which empty and uniform land costs nothing:
 * pages of 16 × 16 cells are constants or palettes of 1, 2, 4 or 8 bits per cell, found through a two-level
 * directory. A cell owns its south and west border: column = floor((lon + 180) · 3600 / step), row likewise from 90° S.
 * 0 means "nothing here". Coordinates outside the window, or not finite, give 0.
 */
export class PagedRaster {
  /** Cells per degree. */
  readonly perDegree: number
  private readonly top: Uint16Array
  private readonly pages: Uint32Array
  private readonly cells: Uint8Array

  /** Throws a plain sentence where the arrays do not fit each other: every offset is checked once, here. */
  constructor(
    readonly meta: RasterMeta,
    arrays: RasterArrays,
  ) {
    this.perDegree = 3600 / meta.step
    this.top = arrays.top
    this.pages = arrays.pages
    this.cells = arrays.cells
    checkRaster(meta, arrays)
  }

  /** The arrays that the raster was made of. */
  get arrays(): RasterArrays {
    return { top: this.top, pages: this.pages, cells: this.cells }
  }

  /** Value of the cell that holds the point, degrees. */
  at(lon: number, lat: number): number {
    return this.cell(Math.floor((lon + 180) * this.perDegree), Math.floor((lat + 90) * this.perDegree))
  }

  /** Value of a cell by column and row. */
  cell(x: number, y: number): number {
    const { meta } = this
    const bx = (x >> blockBits) - meta.x
    const by = (y >> blockBits) - meta.y
    if (bx >>> 0 >= meta.width || by >>> 0 >= meta.height) return 0
    const block = this.top[by * meta.width + bx]
    if (block === 0) return 0
    const entry = this.pages[((block - 1) << 8) | (((y >> 4) & 15) << 4) | ((x >> 4) & 15)]
    const kind = entry >>> kindShift
    return kind === 0 ? entry : this.paletteValue(entry & payloadMask, kind - 1, ((y & 15) << 4) | (x & 15))
  }

  /** Values at the first `count` points of two columns, degrees, written to `out`. Allocates nothing. */
  columns(lon: Float64Array, lat: Float64Array, count: number, out: Uint8Array | Uint16Array): void {
    const { top, pages, perDegree } = this
    const { x: x0, y: y0, width, height } = this.meta
    for (let i = 0; i < count; i++) {
      const x = Math.floor((lon[i] + 180) * perDegree)
      const y = Math.floor((lat[i] + 90) * perDegree)
      const bx = (x >> blockBits) - x0
      const by = (y >> blockBits) - y0
      let value = 0
      if (bx >>> 0 < width && by >>> 0 < height) {
        const block = top[by * width + bx]
        if (block !== 0) {
          const entry = pages[((block - 1) << 8) | (((y >> 4) & 15) << 4) | ((x >> 4) & 15)]
          const kind = entry >>> kindShift
          value = kind === 0 ? entry : this.paletteValue(entry & payloadMask, kind - 1, ((y & 15) << 4) | (x & 15))
        }
      }
      out[i] = value
    }
  }

  /**
   * Bilinear values at the first `count` points of two columns, written to `out` where `zone` is not 0 and `out` still is.
   * Allocates nothing.
   */
  interpolateColumns(
    lon: Float64Array,
    lat: Float64Array,
    count: number,
    zone: Uint16Array,
    out: Uint8Array | Uint16Array,
  ): void {
    for (let i = 0; i < count; i++) if (zone[i] !== 0 && out[i] === 0) out[i] = this.interpolate(lon[i], lat[i])
  }

  /** The one value of the page that holds a cell, or -1 where its cells differ. */
  constantAround(x: number, y: number): number {
    const { meta } = this
    const bx = (x >> blockBits) - meta.x
    const by = (y >> blockBits) - meta.y
    if (bx >>> 0 >= meta.width || by >>> 0 >= meta.height) return 0
    const block = this.top[by * meta.width + bx]
    if (block === 0) return 0
    const entry = this.pages[((block - 1) << 8) | (((y >> 4) & 15) << 4) | ((x >> 4) & 15)]
    return entry >>> kindShift === 0 ? entry : -1
  }

  /**
   * Bilinear value between the four nearest cell centres, rounded. Cells of value 0 take no part;
   * where the cell that holds the point is 0, so is the answer.
   */
  interpolate(lon: number, lat: number): number {
    const fx = (lon + 180) * this.perDegree - 0.5
    const fy = (lat + 90) * this.perDegree - 0.5
    const x = Math.floor(fx)
    const y = Math.floor(fy)
    // The usual case first: all four cells lie in one page, and often that page is constant.
    let sw: number
    let se: number
    let nw: number
    let ne: number
    if ((x & 15) !== 15 && (y & 15) !== 15) {
      const { meta } = this
      const bx = (x >> blockBits) - meta.x
      const by = (y >> blockBits) - meta.y
      if (bx >>> 0 >= meta.width || by >>> 0 >= meta.height) return 0
      const block = this.top[by * meta.width + bx]
      if (block === 0) return 0
      const entry = this.pages[((block - 1) << 8) | (((y >> 4) & 15) << 4) | ((x >> 4) & 15)]
      const kind = entry >>> kindShift
      if (kind === 0) return entry
      const offset = entry & payloadMask
      const i = ((y & 15) << 4) | (x & 15)
      if (kind === 4 && !meta.wide) {
        sw = this.cells[offset + i]
        se = this.cells[offset + i + 1]
        nw = this.cells[offset + i + 16]
        ne = this.cells[offset + i + 17]
      } else {
        sw = this.paletteValue(offset, kind - 1, i)
        se = this.paletteValue(offset, kind - 1, i + 1)
        nw = this.paletteValue(offset, kind - 1, i + 16)
        ne = this.paletteValue(offset, kind - 1, i + 17)
      }
    } else {
      sw = this.cell(x, y)
      se = this.cell(x + 1, y)
      nw = this.cell(x, y + 1)
      ne = this.cell(x + 1, y + 1)
    }
    const tx = fx - x
    const ty = fy - y
    if (sw !== 0 && se !== 0 && nw !== 0 && ne !== 0) {
      const south = sw + (se - sw) * tx
      const north = nw + (ne - nw) * tx
      return (south + (north - south) * ty + 0.5) | 0
    }
    return interpolateAround(sw, se, nw, ne, tx, ty)
  }

  private paletteValue(offset: number, shift: number, index: number): number {
    const { cells } = this
    const bit = index << shift
    if (shift === 3) {
      if (!this.meta.wide) return cells[offset + index]
      const at = offset + 256 + (cells[offset + index] << 1)
      return cells[at] | (cells[at + 1] << 8)
    }
    const slot = (cells[offset + (bit >> 3)] >> (bit & 7)) & ((1 << (1 << shift)) - 1)
    const palette = offset + (32 << shift)
    if (!this.meta.wide) return cells[palette + slot]
    return cells[palette + (slot << 1)] | (cells[palette + (slot << 1) + 1] << 8)
  }
}

/** Bytes of a page record with 2^shift bits per cell; byte rasters need no palette at 8 bits. */
export function recordBytes(shift: number, wide: boolean): number {
  if (shift === 3 && !wide) return 256
  return (32 << shift) + (wide ? 2 : 1) * (1 << (1 << shift))
}

export function pageEntry(kind: number, payload: number): number {
  return ((kind << kindShift) | payload) >>> 0
}

/** Mean of the cells that have a value, by their bilinear weights; 0 where the nearest cell has none. */
function interpolateAround(sw: number, se: number, nw: number, ne: number, tx: number, ty: number): number {
  const nearest = ty < 0.5 ? (tx < 0.5 ? sw : se) : tx < 0.5 ? nw : ne
  if (nearest === 0) return 0
  const a = sw === 0 ? 0 : (1 - tx) * (1 - ty)
  const b = se === 0 ? 0 : tx * (1 - ty)
  const c = nw === 0 ? 0 : (1 - tx) * ty
  const d = ne === 0 ? 0 : tx * ty
  return ((sw * a + se * b + nw * c + ne * d) / (a + b + c + d) + 0.5) | 0
}

function checkRaster(meta: RasterMeta, { top, pages, cells }: RasterArrays): void {
  const { step, x, y, width, height } = meta
  const blocks = Math.ceil((360 * 3600) / step / 256) + 1
  if (!(step >= 1 && step <= 3600)) throw new RangeError(`raster cells of ${step} arc-seconds, expected 1 to 3600`)
  if (![x, y, width, height].every((n) => Number.isInteger(n) && n >= 0 && n <= blocks))
    throw new RangeError(
      `raster window ${x},${y} of ${width} × ${height} blocks, expected whole numbers up to ${blocks}`,
    )
  if (top.length !== width * height)
    throw new RangeError(`raster directory of ${top.length} blocks, expected ${width} × ${height}`)
  if (pages.length % 256 !== 0) throw new RangeError(`raster of ${pages.length} pages, expected a multiple of 256`)
  const present = pages.length / 256
  for (const block of top)
    if (block > present) throw new RangeError(`raster names block ${block}, expected at most ${present}`)
  if (!(Number.isInteger(meta.full) && meta.full >= 0 && meta.full * 256 <= cells.length))
    throw new RangeError(`raster of ${meta.full} full pages, expected at most ${cells.length} bytes of them`)
  const limit = meta.wide ? 65535 : 255
  for (const entry of pages) {
    const kind = entry >>> kindShift
    const payload = entry & payloadMask
    if (kind === 0 ? payload > limit : kind > 4 || payload + recordBytes(kind - 1, meta.wide) > cells.length)
      throw new RangeError(`raster page entry ${entry} points outside its ${cells.length} bytes of cells`)
  }
}
