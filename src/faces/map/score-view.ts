import type { DimensionId } from '../../answers/dimensions/catalog.ts'
import type { ScoreColumnsRequest } from '../../answers/scores/answers.ts'
import { fillCenters, type View } from './mercator.ts'

/** What maps need of the library. */
export interface ScoreSource {
  /** A column for each of the dimensions, under its id. */
  scoreColumns(request: ScoreColumnsRequest): Readonly<Record<string, Uint8Array>>
}

/** Scratch for the coordinates of pixels. */
interface Columns {
  readonly lat: Float64Array
  readonly lon: Float64Array
}

/** Room for one tile, or for eight rows and more of the widest box. */
const points = 65_536

export function newColumns(): Columns {
  return { lat: new Float64Array(points), lon: new Float64Array(points) }
}

/**
 * The score at the center of every pixel, row by row from the north; 0 where the place is not in all the ranges. Throws
 * as `scoreColumns` does.
 */
export function scoreView(
  source: ScoreSource,
  dimension: DimensionId,
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
    fillCenters(view, row, lat, lon)
    const answer = source.scoreColumns({ lat, lon, dimensions })
    keepOnly(answer[dimension], only, answer)
    scores.set(answer[dimension], row * width)
  }
  return scores
}

/**
 * The places whose score in a dimension lies within `from`…`to`, both included. Places without data are in no range.
 */
export interface ScoreRange {
  /** The dimension whose scores are meant. */
  readonly dimension: DimensionId
  /** Lowest score, 1-255. */
  readonly from: number
  /** Highest score, 1-255. */
  readonly to: number
}

/** The dimensions that a picture needs, each once. */
export function dimensionsOf(drawn: DimensionId, only: readonly ScoreRange[]): DimensionId[] {
  return [...new Set([drawn, ...only.map(({ dimension }) => dimension)])]
}

/** Sets to 0 what is not in every range. `scores`: by dimension, as long as `column`. */
export function keepOnly(
  column: Uint8Array,
  only: readonly ScoreRange[],
  scores: Readonly<Record<string, Uint8Array>>,
): void {
  for (const { dimension, from, to } of only) {
    const least = Math.max(1, from)
    const asked = scores[dimension]
    // Written so that NaN keeps nothing.
    for (let i = 0; i < column.length; i++) if (!(asked[i] >= least && asked[i] <= to)) column[i] = 0
  }
}
