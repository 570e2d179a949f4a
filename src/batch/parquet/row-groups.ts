import type { ParquetPlan } from './plan.ts'

/** Row groups that follow each other, from `from` to before `to`. */
export interface RowGroups {
  readonly from: number
  readonly to: number
}

/** Rows that a thread answers together, at most: the more, the more of them share pages of the rasters. Each takes about 100 bytes. */
const MOST = 3 << 18

/** The same of all threads: 300 MB, however many there are. */
const MOST_OF_ALL = 4 * MOST

/** What the pages and dictionaries of a row group take beside its rows, in rows. */
const WEIGHT = 1500

/**
 * Row groups that a thread answers together, from a row group on to the end: as many rows for each thread. The answers do not depend on
 * where they are cut.
 */
export function* spans({ rowGroups }: ParquetPlan, from: number, threads: number): Generator<RowGroups> {
  const weights = rowGroups.slice(from).map(({ rows }) => rows + WEIGHT)
  const whole = weights.reduce((sum, weight) => sum + weight, 0)
  const rounds = Math.ceil(whole / Math.min(threads * MOST, MOST_OF_ALL))
  const size = whole / (rounds * threads)
  let begun = from
  let before = 0
  let ended = 1
  for (const [i, weight] of weights.entries()) {
    before += weight
    if (before < ended * size - weight / 2 && i < weights.length - 1) continue
    yield { from: begun, to: from + i + 1 }
    begun = from + i + 1
    ended = Math.round(before / size) + 1
  }
}
