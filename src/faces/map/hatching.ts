import { encode } from 'fast-png'
import type { DimensionId } from '../../answers/dimensions/catalog.ts'
import type { ScoreColumnsRequest } from '../../answers/scores/answers.ts'
import { fillCenters, tileView } from './mercator.ts'
import { dimensionsOf, keepOnly, newColumns, type ScoreRange, type ScoreSource } from './score-view.ts'

/** What hatching needs of the library. */
export interface BasisSource extends ScoreSource {
  basisColumns(request: ScoreColumnsRequest): Readonly<Record<string, Uint8Array>>
}

/**
 * A tile of the XYZ scheme with diagonal lines over the scores that are estimates, a transparent PNG of 256 × 256
 * pixels; null where there are none. Throws as `renderTile` does.
 */
export type Hatching = (
  dimension: DimensionId,
  z: number,
  x: number,
  y: number,
  only?: readonly ScoreRange[],
) => Uint8Array | null

/**
 * Colors of a line that rises to the east: bright edges, so that it shows on dark colors, too. Pixels whose column and
 * row, counted over the whole world, have the same sum modulo `period` are alike.
 */
const line = [1, 2, 2, 1]
const period = 11 // pixels in a row; 7.8 from line to line
const palette = [
  [0, 0, 0, 0],
  [255, 255, 255, 60],
  [20, 20, 30, 70],
]
const estimate = 3 // of `basisColumns`
const side = 256
const most = side * Math.ceil(side / period) * line.length

/** Draws hatching for what `openVicinage` returned. Only pixels on a line are looked up. */
export function createHatching(vicinage: BasisSource): Hatching {
  const centers = newColumns()
  const lat = new Float64Array(most)
  const lon = new Float64Array(most)
  const pixels = new Uint16Array(most)
  return (dimension, z, x, y, only = []) => {
    fillCenters(tileView(z, x, y), 0, centers.lat, centers.lon)
    const count = pixelsOnLines(x, y, pixels)
    for (let i = 0; i < count; i++) {
      lat[i] = centers.lat[pixels[i]]
      lon[i] = centers.lon[pixels[i]]
    }
    const places = { lat: lat.subarray(0, count), lon: lon.subarray(0, count) }
    const basis = vicinage.basisColumns({ ...places, dimensions: [dimension] })[dimension]
    if (!basis.includes(estimate)) return null
    if (only.length > 0)
      keepOnly(basis, only, vicinage.scoreColumns({ ...places, dimensions: dimensionsOf(dimension, only) }))
    if (!basis.includes(estimate)) return null
    const data = new Uint8Array(side * side)
    for (let i = 0; i < count; i++) if (basis[i] === estimate) data[pixels[i]] = line[placeInPeriod(x, y, pixels[i])]
    return encode({ width: side, height: side, data, depth: 8, channels: 1, palette })
  }
}

/** Writes which pixels of a tile lie on lines and answers how many. */
function pixelsOnLines(x: number, y: number, pixels: Uint16Array): number {
  let count = 0
  for (let pixel = 0; pixel < side * side; pixel++)
    if (placeInPeriod(x, y, pixel) < line.length) pixels[count++] = pixel
  return count
}

/** The sum stays below 2^30 at the deepest zoom. */
function placeInPeriod(x: number, y: number, pixel: number): number {
  return ((x + y) * side + (pixel & (side - 1)) + (pixel >> 8)) % period
}
