import { bilinear, kindShift, ONE, type PagedRaster, payloadMask } from './paged-raster.ts'

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

export function newPositions(size: number): Positions {
  return {
    page: new Int32Array(size * 4),
    cell: new Uint8Array(size),
    east: new Uint16Array(size),
    north: new Uint16Array(size),
  }
}

/**
 * Looks up the first `count` points (`lon` and `lat` in degrees) and writes their values to `out`. Does not allocate.
 */
export function readValues(
  raster: PagedRaster,
  lon: Float64Array,
  lat: Float64Array,
  count: number,
  out: Uint8Array | Uint16Array,
): void {
  for (let i = 0; i < count; i++) out[i] = raster.at(lon[i], lat[i])
}

/**
 * Checks whether positions located on one raster are valid for the other, which requires the same cells and blocks.
 */
export function sharePositions(raster: PagedRaster, other: PagedRaster): boolean {
  const { step, x, y, width, height } = raster.meta
  const that = other.meta
  if (step !== that.step || x !== that.x || y !== that.y || width !== that.width || height !== that.height) return false
  return raster.arrays.top.every((block, i) => block === other.arrays.top[i])
}

/**
 * Finds the pages and weights for interpolation at the first `count` points of two columns, once for all rasters that
 * share positions. Points with `zone` 0 are skipped.
 */
export function locatePoints(
  raster: PagedRaster,
  lon: Float64Array,
  lat: Float64Array,
  zone: Uint16Array,
  count: number,
  positions: Positions,
): void {
  const { perDegree } = raster
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
    page[i * 4] = raster.getPage(x, y)
    if ((x & 15) !== 15 && (y & 15) !== 15) continue
    page[i * 4 + 1] = raster.getPage(x + 1, y)
    page[i * 4 + 2] = raster.getPage(x, y + 1)
    page[i * 4 + 3] = raster.getPage(x + 1, y + 1)
  }
}

/** Writes bilinear values at located points to `out` where it is still 0. Allocates nothing. */
export function interpolateLocated(
  raster: PagedRaster,
  positions: Positions,
  zone: Uint16Array,
  count: number,
  out: Uint8Array,
): void {
  const { pages, cells } = raster.arrays
  const { page, cell, east, north } = positions
  for (let i = 0; i < count; i++) {
    if (out[i] !== 0 || zone[i] === 0) continue
    const at = cell[i]
    const ownPage = page[i * 4]
    if ((at & 15) === 15 || at >= 240) {
      // At the edge of a page, the neighbors to the east and north may be on the next page.
      const ahead = (at & 15) === 15 ? at - 15 : at + 1
      const sw = raster.valueOn(ownPage, at)
      const se = raster.valueOn(page[i * 4 + 1], ahead)
      const nw = raster.valueOn(page[i * 4 + 2], (at + 16) & 255)
      const ne = raster.valueOn(page[i * 4 + 3], (ahead + 16) & 255)
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
 * Returns which pages have a value in every cell, with one bit per page and 8 words of 32 bits per block. Palettes
 * are ascending, so only their first value is checked.
 */
export function findCoveredPages(raster: PagedRaster): Uint32Array {
  const { meta } = raster
  const { pages, cells } = raster.arrays
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
 * points need only `covered` (from `findCoveredPages`), which has a hundredth of the raster's size.
 */
export function writePresence(
  raster: PagedRaster,
  lon: Float64Array,
  lat: Float64Array,
  count: number,
  covered: Uint32Array,
  out: Uint16Array,
): void {
  for (let i = 0; i < count; i++) {
    const x = raster.columnAt(lon[i])
    const y = raster.rowAt(lat[i])
    const page = raster.getPage(x, y)
    if (page < 0) out[i] = 0
    else out[i] = (covered[page >> 5] >>> (page & 31)) & 1 || (raster.cell(x, y) === 0 ? 0 : 1)
  }
}
