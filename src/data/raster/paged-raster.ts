/** Description of a serialized raster, stored next to three typed arrays. */
export interface RasterMeta {
  /** Cell size in arc-seconds. Cell (0, 0) has its southwest corner at 180° W, 90° S. */
  readonly step: number
  /** First column of the directory's window. `x`, `y`, `width` and `height` are in blocks of 256 × 256 cells. */
  readonly x: number
  /** First row of the directory's window. */
  readonly y: number
  readonly width: number
  readonly height: number
  /** Whether palettes hold 16-bit values (areas) or bytes (scores). */
  readonly wide: boolean
}

export interface RasterArrays {
  /** One element per block of the window: 0 for an empty block, otherwise 1 + index of the block in `pages`. */
  readonly top: Uint16Array
  /**
   * 256 entries per block, one per page: kind << 29 | payload. Kind 0 is a constant page whose value is the payload.
   */
  readonly pages: Uint32Array
  /** Page records: 256 packed palette indexes of 2^(kind-1) bits, then the palette. */
  readonly cells: Uint8Array
}

const weightBits = 10
/** Weight of a whole cell in interpolation. */
export const ONE = 1 << weightBits

export const blockBits = 8 // a block is 256 × 256 cells

export const kindShift = 29
export const payloadMask = (1 << kindShift) - 1

/**
 * A raster of small integers over the whole globe in which empty and uniform areas take almost no memory. Pages of 16 ×
 * 16 cells are constants or palettes with 1, 2, 4 or 8 bits per cell, found through a two-level directory. A cell
 * includes its south and west borders: column = floor((lon + 180) · 3600 / step), and the row likewise from 90° S. The
 * value 0 means no value. Coordinates that are outside the window or not finite have the value 0.
 */
export class PagedRaster {
  readonly perDegree: number
  readonly #top: Uint16Array
  readonly #pages: Uint32Array
  readonly #cells: Uint8Array

  /** Checks every offset once. Throws a `RangeError` if the arrays do not match each other. */
  constructor(
    readonly meta: RasterMeta,
    readonly arrays: RasterArrays,
  ) {
    this.perDegree = 3600 / meta.step
    this.#top = arrays.top
    this.#pages = arrays.pages
    this.#cells = arrays.cells
    checkRaster(meta, arrays)
  }

  /** Returns the value of the cell that contains the point, in degrees. */
  at(lon: number, lat: number): number {
    return this.cell(this.columnAt(lon), this.rowAt(lat))
  }

  /** Returns the largest value that any cell can have. */
  highest(): number {
    const pages = this.#pages
    const cells = this.#cells
    const { wide } = this.meta
    let highest = 0
    for (let page = 0; page < pages.length; page++) {
      const entry = pages[page]
      if (entry <= payloadMask) {
        if (entry > highest) highest = entry
        continue
      }
      const end = getEnd(entry, wide)
      for (let at = getValues(entry, wide); at < end; at++) {
        const value = wide ? cells[at] | (cells[++at] << 8) : cells[at]
        if (value > highest) highest = value
      }
    }
    return highest
  }

  /** Returns the value of a cell by column and row. */
  cell(x: number, y: number): number {
    return this.valueOn(this.getPage(x, y), ((y & 15) << 4) | (x & 15))
  }

  /** Returns the single value of the page that contains a cell, or -1 if its cells differ. */
  constantAround(x: number, y: number): number {
    const page = this.getPage(x, y)
    if (page < 0) return 0
    const entry = this.#pages[page]
    return entry >>> kindShift === 0 ? entry : -1
  }

  /**
   * Returns the rounded bilinear value of a byte raster between the four nearest cell centers. Cells with value 0 are
   * ignored. If the cell that contains the point is 0, the result is 0.
   */
  interpolate(lon: number, lat: number): number {
    const fx = (lon + 180) * this.perDegree - 0.5
    const fy = (lat + 90) * this.perDegree - 0.5
    const x = Math.floor(fx)
    const y = Math.floor(fy)
    const tx = ((fx - x) * ONE) | 0
    const ty = ((fy - y) * ONE) | 0
    if ((x & 15) === 15 || (y & 15) === 15)
      return bilinear(this.cell(x, y), this.cell(x + 1, y), this.cell(x, y + 1), this.cell(x + 1, y + 1), tx, ty)
    const page = this.getPage(x, y)
    if (page < 0) return 0
    const entry = this.#pages[page]
    const kind = entry >>> kindShift
    if (kind === 0) return entry
    const offset = entry & payloadMask
    const i = ((y & 15) << 4) | (x & 15)
    const cells = this.#cells
    const shift = kind - 1
    if (shift === 3) {
      const at = offset + i
      return bilinear(cells[at], cells[at + 1], cells[at + 16], cells[at + 17], tx, ty)
    }
    const palette = offset + (32 << shift)
    const sw = cells[palette + slotAt(cells, offset, shift, i)]
    const se = cells[palette + slotAt(cells, offset, shift, i + 1)]
    const nw = cells[palette + slotAt(cells, offset, shift, i + 16)]
    const ne = cells[palette + slotAt(cells, offset, shift, i + 17)]
    return bilinear(sw, se, nw, ne, tx, ty)
  }

  /**
   * Returns the column of a longitude, or -1 for NaN and values beyond ±180°, because 32-bit numbers would wrap around.
   */
  columnAt(lon: number): number {
    return lon >= -180 && lon <= 180 ? ((lon + 180) * this.perDegree) | 0 : -1
  }

  /** Returns the row of a latitude, or -1 for NaN and values beyond ±90°. */
  rowAt(lat: number): number {
    return lat >= -90 && lat <= 90 ? ((lat + 90) * this.perDegree) | 0 : -1
  }

  /** Returns the number of the page that contains a cell, or -1 outside the blocks. */
  getPage(x: number, y: number): number {
    const { meta } = this
    const bx = (x >> blockBits) - meta.x
    const by = (y >> blockBits) - meta.y
    if (bx >>> 0 >= meta.width || by >>> 0 >= meta.height) return -1
    const block = this.#top[by * meta.width + bx]
    return block === 0 ? -1 : ((block - 1) << 8) | (((y >> 4) & 15) << 4) | ((x >> 4) & 15)
  }

  /** Returns the value of a cell on a page, or 0 for page -1. Cells are counted row by row from the southwest. */
  valueOn(page: number, cell: number): number {
    if (page < 0) return 0
    const entry = this.#pages[page]
    const kind = entry >>> kindShift
    return kind === 0 ? entry : this.#paletteValue(entry & payloadMask, kind - 1, cell)
  }

  #paletteValue(offset: number, shift: number, index: number): number {
    const cells = this.#cells
    if (shift === 3) {
      if (!this.meta.wide) return cells[offset + index]
      const at = offset + 256 + (cells[offset + index] << 1)
      return cells[at] | (cells[at + 1] << 8)
    }
    const slot = slotAt(cells, offset, shift, index)
    const palette = offset + (32 << shift)
    if (!this.meta.wide) return cells[palette + slot]
    return cells[palette + (slot << 1)] | (cells[palette + (slot << 1) + 1] << 8)
  }
}

/** Returns the palette slot of a cell on a page at `offset` with 2^shift bits per cell. */
function slotAt(cells: Uint8Array, offset: number, shift: number, cell: number): number {
  const bit = cell << shift
  return (cells[offset + (bit >> 3)] >> (bit & 7)) & ((1 << (1 << shift)) - 1)
}

/**
 * Returns the offset of the values of a page that is not constant: the offset of its palette, or of its cells if it
 * has no palette.
 */
export function getValues(entry: number, wide: boolean): number {
  const kind = entry >>> kindShift
  return (entry & payloadMask) + (kind < 4 || wide ? 32 << (kind - 1) : 0)
}

/** Returns the offset of the end of a page that is not constant. */
export function getEnd(entry: number, wide: boolean): number {
  return (entry & payloadMask) + recordBytes((entry >>> kindShift) - 1, wide)
}

/** Returns the bytes of a page record with 2^shift bits per cell. Byte rasters need no palette at 8 bits. */
export function recordBytes(shift: number, wide: boolean): number {
  if (shift === 3 && !wide) return 256
  return (32 << shift) + (wide ? 2 : 1) * (1 << (1 << shift))
}

export function pageEntry(kind: number, payload: number): number {
  return ((kind << kindShift) | payload) >>> 0
}

/**
 * Returns the bilinear mean with weights in units of 1/1024, rounded half up. Uses whole numbers throughout, so that
 * every code path gives the same result.
 */
export function bilinear(sw: number, se: number, nw: number, ne: number, tx: number, ty: number): number {
  if (sw === 0 || se === 0 || nw === 0 || ne === 0) return bilinearOfSome(sw, se, nw, ne, tx, ty)
  const south = (sw << weightBits) + Math.imul(se - sw, tx)
  const north = (nw << weightBits) + Math.imul(ne - nw, tx)
  return ((south << weightBits) + Math.imul(north - south, ty) + (1 << (2 * weightBits - 1))) >> (2 * weightBits)
}

/**
 * Returns the mean of the cells that have a value, by their bilinear weights, or 0 if the nearest cell has no value.
 */
function bilinearOfSome(sw: number, se: number, nw: number, ne: number, tx: number, ty: number): number {
  const half = ONE / 2
  const nearest = ty < half ? (tx < half ? sw : se) : tx < half ? nw : ne
  if (nearest === 0) return 0
  const a = sw === 0 ? 0 : (ONE - tx) * (ONE - ty)
  const b = se === 0 ? 0 : tx * (ONE - ty)
  const c = nw === 0 ? 0 : (ONE - tx) * ty
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
  for (let i = 0; i < top.length; i++)
    if (top[i] > present) throw new RangeError(`raster refers to block ${top[i]}, expected at most ${present}`)
  // Highest valid payload for each kind of entry; -1 for kinds that do not exist.
  const highest = [meta.wide ? 65535 : 255, 0, 0, 0, 0, -1, -1, -1]
  for (let kind = 1; kind <= 4; kind++) highest[kind] = cells.length - recordBytes(kind - 1, meta.wide)
  for (let i = 0; i < pages.length; i++) {
    const entry = pages[i]
    if ((entry & payloadMask) > highest[entry >>> kindShift])
      throw new RangeError(`raster page entry ${entry} points outside its ${cells.length} bytes of cells`)
  }
}
