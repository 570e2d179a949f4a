import type { DimensionId } from '../../answers/dimensions/catalog.ts'
import type { ScoreColumnsRequest } from '../../answers/scores/answers.ts'
import { fillCenters, type View } from './mercator.ts'

/** Parts of the library that maps need. */
export interface ScoreSource<Id extends string = DimensionId> {
  /** Returns a score column per dimension, keyed by dimension ID. */
  scoreColumns(request: ScoreColumnsRequest<Id>): Readonly<Record<string, Uint8Array>>
}

/** Scratch memory for the coordinates of pixels. */
interface Columns {
  readonly lat: Float64Array
  readonly lon: Float64Array
}

/** Maximum number of pixels whose scores are looked up at once: one tile, or at least eight rows of the widest box. */
const points = 65_536

export function newColumns(): Columns {
  return { lat: new Float64Array(points), lon: new Float64Array(points) }
}

/**
 * Returns the score at the center of every pixel, row by row from the north. A pixel is 0 if one of its scores is
 * outside a range in `only`. Throws in the same cases as `scoreColumns`.
 */
export function scoreView<Id extends string>(
  source: ScoreSource<Id>,
  dimension: Id,
  view: View,
  columns: Columns,
  only: readonly ScoreRange<Id>[] = [],
): Uint8Array {
  const { width, height } = view
  const scores = new Uint8Array(width * height)
  const band = Math.floor(points / width)
  const dimensions = getDimensions(dimension, only)
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

/** Range of a dimension's scores, from `from` up to and including `to`. Places without data are outside every range. */
export interface ScoreRange<Id extends string = DimensionId> {
  /** Dimension of the scores. */
  readonly dimension: Id
  /** Lowest score, 1-255. */
  readonly from: number
  /** Highest score, 1-255. */
  readonly to: number
}

/** Returns the dimensions that a picture needs, without duplicates. */
export function getDimensions<Id extends string>(drawn: Id, only: readonly ScoreRange<Id>[]): Id[] {
  return [...new Set([drawn, ...only.map(({ dimension }) => dimension)])]
}

/**
 * Sets pixels that are not in every range to 0. `scores` contains one column per dimension, each with the length of
 * `column`.
 */
export function keepOnly(
  column: Uint8Array,
  only: readonly ScoreRange<string>[],
  scores: Readonly<Record<string, Uint8Array>>,
): void {
  for (const { dimension, from, to } of only) {
    const least = Math.max(1, from)
    const values = scores[dimension]
    // A NaN limit must remove every pixel. Comparing with `<` or `>` would keep the pixels.
    for (let i = 0; i < column.length; i++) if (!(values[i] >= least && values[i] <= to)) column[i] = 0
  }
}
