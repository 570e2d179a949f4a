import { encode } from 'fast-png'
import type { DimensionId } from '../../answers/dimensions/catalog.ts'
import type { ScoreColumnsRequest } from '../../answers/scores/answers.ts'
import { fillCenters, tileView } from './mercator.ts'
import { getDimensions, keepOnly, newColumns, type ScoreRange, type ScoreSource } from './score-view.ts'

/** Parts of the library that hatching needs. */
export interface BasisSource extends ScoreSource {
  basisColumns(request: ScoreColumnsRequest): Readonly<Record<string, Uint8Array>>
}

/** Hatching of a tile of the XYZ scheme. */
export interface HatchedTile {
  /**
   * Transparent PNG of 256 × 256 pixels with diagonal lines over estimated scores, or null if there are no estimates.
   */
  readonly png: Uint8Array | null
  /** Whether part of the tile has a score that is not an estimate. */
  readonly hasMeasured: boolean
}

/** Draws the hatching of a tile. Throws in the same cases as `renderTile`. */
export type Hatching = (
  dimension: DimensionId,
  z: number,
  x: number,
  y: number,
  only?: readonly ScoreRange[],
) => HatchedTile

/**
 * Palette indices of the pixels across a line that rises to the east. Bright edges make the line visible on dark
 * colors, too. A pixel's index depends on the sum of its column and row in the world, modulo `period`.
 */
const line = [1, 2, 2, 1]
const period = 11 // pixels, horizontally; lines are 7.8 pixels apart
const palette = [
  [0, 0, 0, 0],
  [255, 255, 255, 60],
  [20, 20, 30, 70],
]
const estimate = 3 // value in `basisColumns`
const side = 256
const maxPixels = side * Math.ceil(side / period) * line.length

/** Creates a function that draws hatching for a vicinage. Looks up only the pixels on lines. */
export function createHatching(vicinage: BasisSource): Hatching {
  const centers = newColumns()
  const lat = new Float64Array(maxPixels)
  const lon = new Float64Array(maxPixels)
  const pixels = new Uint16Array(maxPixels)
  return (dimension, z, x, y, only = []) => {
    fillCenters(tileView(z, x, y), 0, centers.lat, centers.lon)
    const count = pixelsOnLines(x, y, pixels)
    for (let i = 0; i < count; i++) {
      lat[i] = centers.lat[pixels[i]]
      lon[i] = centers.lon[pixels[i]]
    }
    const places = { lat: lat.subarray(0, count), lon: lon.subarray(0, count) }
    const basis = vicinage.basisColumns({ ...places, dimensions: [dimension] })[dimension]
    // Applies the ranges in `only` first. Places outside the ranges are transparent, so they are neither hatched nor
    // counted as measured.
    if (only.length > 0)
      keepOnly(basis, only, vicinage.scoreColumns({ ...places, dimensions: getDimensions(dimension, only) }))
    const hasMeasured = basis.some((value) => value !== 0 && value !== estimate)
    if (!basis.includes(estimate)) return { png: null, hasMeasured }
    const data = new Uint8Array(side * side)
    for (let i = 0; i < count; i++) if (basis[i] === estimate) data[pixels[i]] = line[placeInPeriod(x, y, pixels[i])]
    return { png: encode({ width: side, height: side, data, depth: 8, channels: 1, palette }), hasMeasured }
  }
}

/** Stores the pixels of a tile that are on lines in `pixels`. Returns the number of pixels. */
function pixelsOnLines(x: number, y: number, pixels: Uint16Array): number {
  let count = 0
  for (let pixel = 0; pixel < side * side; pixel++)
    if (placeInPeriod(x, y, pixel) < line.length) pixels[count++] = pixel
  return count
}

/** Returns a pixel's position in the period. The sum stays below 2^30 at the deepest zoom. */
function placeInPeriod(x: number, y: number, pixel: number): number {
  return ((x + y) * side + (pixel & (side - 1)) + (pixel >> 8)) % period
}
