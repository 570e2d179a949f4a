import type { Vicinage } from '../vicinage.ts'
import { fillCentres, type View } from './mercator.ts'
import { dimensionsOf, keepOnly, type ScoreRange } from './score-range.ts'

/** What maps need of the library. */
export type ScoreSource = Pick<Vicinage, 'scoreColumns'>

/** Scratch for the coordinates of pixels. */
export interface Columns {
  readonly lat: Float64Array
  readonly lon: Float64Array
}

/** Room for one tile, or for eight rows and more of the widest box. */
const points = 65_536

export function newColumns(): Columns {
  return { lat: new Float64Array(points), lon: new Float64Array(points) }
}

/**
 * The score at the centre of every pixel, row by row from the north; 0 where the place is not in all the ranges. Throws as
 * `scoreColumns` does.
 */
export function scoreView(
  source: ScoreSource,
  dimension: string,
  view: View,
  columns: Columns,
  only: readonly ScoreRange[] = [],
): Uint8Array {
  const { width, height } = view
  const scores = new Uint8Array(width * height)
  const band = Math.floor(points / width)
  const dimensions = dimensionsOf(dimension, only)
  for (let row = 0; row < height; row += band) {
    const count = Math.min(band, height - row) * width
    const lat = columns.lat.subarray(0, count)
    const lon = columns.lon.subarray(0, count)
    fillCentres(view, row, lat, lon)
    const answer = source.scoreColumns({ lat, lon, dimensions })
    keepOnly(answer[dimension], only, answer)
    scores.set(answer[dimension], row * width)
  }
  return scores
}
