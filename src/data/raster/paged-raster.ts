import type { Box } from '../../base/geo/box.ts'

/** Description of a serialized raster, stored next to three typed arrays. */
export interface RasterMeta {
  /** Cell size in arc-seconds. Cell (0, 0) has its southwest corner at 180° W, 90° S. */
  readonly step: number
  /** Window of the directory, in blocks of 256 × 256 cells: first column, first row, columns, rows. */
  readonly x: number
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

/**
 * Positions of points on the pages of a raster, for interpolation. Each array has one element per point, except `page`,
 * which has four.
 */
export interface Positions {
  /**
   * Numbers of the pages with the four cells, in the order southwest, southeast, northwest, northeast; -1 outside the
   * blocks.
   */
  readonly page: Int32Array
  /** Southwestern cell within its page, counted row by row. */
  readonly cell: Uint8Array
  /** Distance of the point from the center of that cell toward the next cell, in units of 1/1024. */
  readonly east: Uint16Array
  readonly north: Uint16Array
}

/** Numbers of a page and of its neighbors to the east, north and northeast; -1 outside the blocks. */
export interface PageAround {
  readonly page: number
  readonly east: number
  readonly north: number
  readonly corner: number
}

export function newPositions(size: number): Positions {
  return {
    page: new Int32Array(size * 4),
    cell: new Uint8Array(size),
    east: new Uint16Array(size),
    north: new Uint16Array(size),
  }
}

const weightBits = 10
const ONE = 1 << weightBits

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
    arrays: RasterArrays,
  ) {
    this.perDegree = 3600 / meta.step
    this.#top = arrays.top
    this.#pages = arrays.pages
    this.#cells = arrays.cells
    checkRaster(meta, arrays)
  }

  /** Arrays that the raster was created from. */
  get arrays(): RasterArrays {
    return { top: this.#top, pages: this.#pages, cells: this.#cells }
  }

  /** Returns the value of the cell that contains the point, in degrees. */
  at(lon: number, lat: number): number {
    return this.cell(this.#column(lon), this.#row(lat))
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
      const end = this.#getEnd(entry)
      for (let at = this.#getValues(entry); at < end; at++) {
        const value = wide ? cells[at] | (cells[++at] << 8) : cells[at]
        if (value > highest) highest = value
      }
    }
    return highest
  }

  /** Calls `visit` for each value that cells of a page may have, with the column and row of the page's first cell. */
  eachPageValue(visit: (value: number, column: number, row: number) => void): void {
    const { x, y, width, height } = this.meta
    for (let row = y << blockBits; row < (y + height) << blockBits; row += 16)
      for (let column = x << blockBits; column < (x + width) << blockBits; column += 16) {
        const page = this.getPage(column, row)
        if (page >= 0) this.#eachValueOn(page, (value) => visit(value, column, row))
      }
  }

  #eachValueOn(page: number, visit: (value: number) => void): void {
    const cells = this.#cells
    const { wide } = this.meta
    const entry = this.#pages[page]
    if (entry <= payloadMask) {
      visit(entry)
      return
    }
    const end = this.#getEnd(entry)
    for (let at = this.#getValues(entry); at < end; at++) visit(wide ? cells[at] | (cells[++at] << 8) : cells[at])
  }

  /**
   * Returns the offset of the values of a page that is not constant: the offset of its palette, or of its cells if it
   * has no palette.
   */
  #getValues(entry: number): number {
    const kind = entry >>> kindShift
    return (entry & payloadMask) + (kind < 4 || this.meta.wide ? 32 << (kind - 1) : 0)
  }

  #getEnd(entry: number): number {
    return (entry & payloadMask) + recordBytes((entry >>> kindShift) - 1, this.meta.wide)
  }

  /** Returns the nonzero values of the cells in a box. */
  valuesIn({ west, south, east, north }: Box): Set<number> {
    const { meta, perDegree } = this
    const first = Math.max(Math.floor((west + 180) * perDegree), meta.x << blockBits)
    const last = Math.min(Math.floor((east + 180) * perDegree), ((meta.x + meta.width) << blockBits) - 1)
    const bottom = Math.max(Math.floor((south + 90) * perDegree), meta.y << blockBits)
    const top = Math.min(Math.floor((north + 90) * perDegree), ((meta.y + meta.height) << blockBits) - 1)
    const values = new Set<number>()
    for (let row = bottom & ~15; row <= top; row += 16)
      for (let column = first & ~15; column <= last; column += 16) {
        const constant = this.constantAround(column, row)
        if (constant >= 0) values.add(constant)
        else if (row >= bottom && row + 15 <= top && column >= first && column + 15 <= last)
          for (let cell = 0, page = this.getPage(column, row); cell < 256; cell++) values.add(this.#valueOn(page, cell))
        else
          for (let y = Math.max(row, bottom); y <= Math.min(row + 15, top); y++)
            for (let x = Math.max(column, first); x <= Math.min(column + 15, last); x++) values.add(this.cell(x, y))
      }
    values.delete(0)
    return values
  }

  /** Returns the value of a cell by column and row. */
  cell(x: number, y: number): number {
    return this.#valueOn(this.getPage(x, y), ((y & 15) << 4) | (x & 15))
  }

  /**
   * Looks up the first `count` points (`lon` and `lat` in degrees) and writes their values to `out`. Does not allocate.
   */
  columns(lon: Float64Array, lat: Float64Array, count: number, out: Uint8Array | Uint16Array): void {
    for (let i = 0; i < count; i++) out[i] = this.at(lon[i], lat[i])
  }

  /**
   * Checks whether positions located on the other raster are valid for this raster, which requires the same cells and
   * blocks.
   */
  sharesPositions(other: PagedRaster): boolean {
    const { step, x, y, width, height } = this.meta
    const that = other.meta
    if (step !== that.step || x !== that.x || y !== that.y || width !== that.width || height !== that.height)
      return false
    return this.#top.every((block, i) => block === other.#top[i])
  }

  /**
   * Finds the pages and weights for interpolation at the first `count` points of two columns, once for all rasters that
   * share positions. Points with `zone` 0 are skipped.
   */
  locate(lon: Float64Array, lat: Float64Array, zone: Uint16Array, count: number, positions: Positions): void {
    const { perDegree } = this
    const { page, cell, east, north } = positions
    for (let i = 0; i < count; i++) {
      if (zone[i] === 0) continue
      const fx = (lon[i] + 180) * perDegree - 0.5
      const fy = (lat[i] + 90) * perDegree - 0.5
      const x = fx | 0
      const y = fy | 0
      east[i] = (fx - x) * ONE
      north[i] = (fy - y) * ONE
      cell[i] = ((y & 15) << 4) | (x & 15)
      page[i * 4] = this.getPage(x, y)
      if ((x & 15) !== 15 && (y & 15) !== 15) continue
      page[i * 4 + 1] = this.getPage(x + 1, y)
      page[i * 4 + 2] = this.getPage(x, y + 1)
      page[i * 4 + 3] = this.getPage(x + 1, y + 1)
    }
  }

  /** Writes bilinear values at located points to `out` where it is still 0. Allocates nothing. */
  interpolateLocated(positions: Positions, zone: Uint16Array, count: number, out: Uint8Array): void {
    const pages = this.#pages
    const cells = this.#cells
    const { page, cell, east, north } = positions
    for (let i = 0; i < count; i++) {
      if (out[i] !== 0 || zone[i] === 0) continue
      const at = cell[i]
      const ownPage = page[i * 4]
      if ((at & 15) === 15 || at >= 240) {
        // At the edge of a page, the neighbors to the east and north may be on the next page.
        const ahead = (at & 15) === 15 ? at - 15 : at + 1
        const sw = this.#valueOn(ownPage, at)
        const se = this.#valueOn(page[i * 4 + 1], ahead)
        const nw = this.#valueOn(page[i * 4 + 2], (at + 16) & 255)
        const ne = this.#valueOn(page[i * 4 + 3], (ahead + 16) & 255)
        out[i] = bilinear(sw, se, nw, ne, east[i], north[i])
        continue
      }
      if (ownPage < 0) continue
      const entry = pages[ownPage]
      const kind = entry >>> kindShift
      if (kind === 0) {
        out[i] = entry
        continue
      }
      const offset = entry & payloadMask
      let sw: number
      let se: number
      let nw: number
      let ne: number
      if (kind === 4) {
        sw = cells[offset + at]
        se = cells[offset + at + 1]
        nw = cells[offset + at + 16]
        ne = cells[offset + at + 17]
      } else {
        const shift = kind - 1
        const mask = (1 << (1 << shift)) - 1
        const palette = offset + (32 << shift)
        const bit = at << shift
        const next = bit + (1 << shift)
        const above = offset + (2 << shift)
        sw = cells[palette + ((cells[offset + (bit >> 3)] >> (bit & 7)) & mask)]
        se = cells[palette + ((cells[offset + (next >> 3)] >> (next & 7)) & mask)]
        nw = cells[palette + ((cells[above + (bit >> 3)] >> (bit & 7)) & mask)]
        ne = cells[palette + ((cells[above + (next >> 3)] >> (next & 7)) & mask)]
      }
      out[i] = bilinear(sw, se, nw, ne, east[i], north[i])
    }
  }

  /**
   * Returns the value that a page and the first cells of its neighbors have in common, or -1 if the values differ or
   * may differ.
   */
  getConstant({ page, east, north, corner }: PageAround): number {
    const pages = this.#pages
    const value = pages[page]
    if (value >>> kindShift !== 0) return -1
    const isSame = (neighbor: number) => (neighbor < 0 ? 0 : pages[neighbor]) === value
    if (!isSame(east)) for (let i = 0; i < 256; i += 16) if (this.#valueOn(east, i) !== value) return -1
    if (!isSame(north)) for (let i = 0; i < 16; i++) if (this.#valueOn(north, i) !== value) return -1
    return isSame(corner) || this.#valueOn(corner, 0) === value ? value : -1
  }

  /**
   * Writes a page with the first cells of its neighbors, 17 × 17 values, row by row from the southwest, `stride` bytes
   * apart, starting at `at`. Returns whether any of the values is 0.
   */
  copyAround({ page, east, north, corner }: PageAround, out: Uint8Array, at: number, stride: number): boolean {
    const cells = this.#cells
    const entry = this.#pages[page]
    const kind = entry >>> kindShift
    const offset = entry & payloadMask
    // Palettes are ascending, so their first value is the smallest.
    let least = kind === 0 ? entry : kind === 4 ? 255 : cells[offset + (32 << (kind - 1))]
    // Separate loops for each kind are seven times as fast for a file of unsorted places.
    if (kind === 0)
      for (let row = 0, to = at; row < 16; row++, to += stride)
        for (const end = to + 16 * stride; to < end; to += stride) out[to] = entry
    else if (kind === 4)
      for (let row = 0, i = offset, to = at; row < 16; row++, to += stride)
        for (const end = i + 16; i < end; i++, to += stride) {
          const value = cells[i]
          out[to] = value
          if (value < least) least = value
        }
    else {
      const bits = 1 << (kind - 1)
      const mask = (1 << bits) - 1
      const palette = offset + 32 * bits
      for (let row = 0, from = offset, to = at; row < 16; row++, to += stride)
        for (const end = from + 2 * bits; from < end; from++)
          // The extra bit at the top marks the end of the byte.
          for (let packed = cells[from] | 256; packed > 1; packed >>= bits, to += stride)
            out[to] = cells[palette + (packed & mask)]
    }
    for (let i = 0; i < 16; i++) {
      const beside = this.#valueOn(east, i << 4)
      const above = this.#valueOn(north, i)
      out[at + (i * 17 + 16) * stride] = beside
      out[at + (16 * 17 + i) * stride] = above
      if (beside < least) least = beside
      if (above < least) least = above
    }
    const last = this.#valueOn(corner, 0)
    out[at + 288 * stride] = last
    return least === 0 || last === 0
  }

  /** Returns the single value of the page that contains a cell, or -1 if its cells differ. */
  constantAround(x: number, y: number): number {
    const page = this.getPage(x, y)
    if (page < 0) return 0
    const entry = this.#pages[page]
    return entry >>> kindShift === 0 ? entry : -1
  }

  /**
   * Returns which pages have a value in every cell, with one bit per page and 8 words of 32 bits per block. Palettes
   * are ascending, so only their first value is checked.
   */
  coveredPages(): Uint32Array {
    const { meta } = this
    const pages = this.#pages
    const cells = this.#cells
    const bits = new Uint32Array(pages.length / 32)
    for (let i = 0; i < pages.length; i++) {
      const entry = pages[i]
      const kind = entry >>> kindShift
      if (kind === 4 && !meta.wide) continue // has no palette
      const palette = (entry & payloadMask) + (32 << (kind - 1))
      const least = kind === 0 ? entry : meta.wide ? cells[palette] | (cells[palette + 1] << 8) : cells[palette]
      if (least !== 0) bits[i >> 5] |= 1 << (i & 31)
    }
    return bits
  }

  /**
   * Writes 1 for each of the first `count` points of two columns at which the raster has a value, otherwise 0. Most
   * points need only `covered` (from `coveredPages`), which has a hundredth of the raster's size.
   */
  presence(lon: Float64Array, lat: Float64Array, count: number, covered: Uint32Array, out: Uint16Array): void {
    for (let i = 0; i < count; i++) {
      const x = this.#column(lon[i])
      const y = this.#row(lat[i])
      const page = this.getPage(x, y)
      if (page < 0) out[i] = 0
      else out[i] = (covered[page >> 5] >>> (page & 31)) & 1 || (this.cell(x, y) === 0 ? 0 : 1)
    }
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
    const sw = this.#paletteValue(offset, kind - 1, i)
    const se = this.#paletteValue(offset, kind - 1, i + 1)
    const nw = this.#paletteValue(offset, kind - 1, i + 16)
    const ne = this.#paletteValue(offset, kind - 1, i + 17)
    return bilinear(sw, se, nw, ne, tx, ty)
  }

  /**
   * Returns the column of a longitude, or -1 for NaN and values beyond ±180°, because 32-bit numbers would wrap around.
   */
  #column(lon: number): number {
    return lon >= -180 && lon <= 180 ? ((lon + 180) * this.perDegree) | 0 : -1
  }

  /** Returns the row of a latitude, or -1 for NaN and values beyond ±90°. */
  #row(lat: number): number {
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

  #valueOn(page: number, cell: number): number {
    if (page < 0) return 0
    const entry = this.#pages[page]
    const kind = entry >>> kindShift
    return kind === 0 ? entry : this.#paletteValue(entry & payloadMask, kind - 1, cell)
  }

  #paletteValue(offset: number, shift: number, index: number): number {
    const cells = this.#cells
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
  // Highest payload of each kind of entry.
  const highest = [meta.wide ? 65535 : 255, 0, 0, 0, 0, -1, -1, -1]
  for (let kind = 1; kind <= 4; kind++) highest[kind] = cells.length - recordBytes(kind - 1, meta.wide)
  for (let i = 0; i < pages.length; i++) {
    const entry = pages[i]
    if ((entry & payloadMask) > highest[entry >>> kindShift])
      throw new RangeError(`raster page entry ${entry} points outside its ${cells.length} bytes of cells`)
  }
}
