import type { AreaScore, LoadedDimension } from '../library.ts'
import type { Among, AmongArea } from './engine.ts'

/** Range that contains the true score in 80% of cases. */
export interface Interval {
  readonly low: number
  readonly high: number
}

/**
 * Returns the rank of a score or score range among the residents of a state. Percentages are of the residents with a
 * lower score or of the residents with a higher score, whichever group is larger. If the residents with exactly this
 * score outnumber each of these groups, their percentage is used instead. The bar and the sentence about a single score
 * use the same percentage. A score range has no sentence.
 *
 * @param state FIPS code
 * @param range lowest and highest score, 1-255, equal for a single score
 */
export function amongOf(
  loaded: Pick<LoadedDimension, 'percentile'>,
  state: string,
  [low, high]: readonly [low: number, high: number],
  interval: Interval = { low, high },
): Among {
  const lowerThan = (score: number) => shareLower(loaded, state, score)
  const higherThan = (score: number) => 100 - lowerThan(score + 1)
  const lower = [lowerThan(low), lowerThan(high)] as const
  const below = lowerThan(low)
  const above = higherThan(high)
  const isSingle = low === high
  const equal = 100 - below - above
  if (isSingle && equal > below && equal > above) return { lower, than: null, share: equal, range: [equal, equal] }
  const isHigh = isSingle ? below >= above : lower[0] + lower[1] >= 100
  const than = isHigh ? 1 : 0
  const ends = [interval.low, interval.high]
  const [least, most] = than === 1 ? ends.map(lowerThan) : ends.map(higherThan).toReversed()
  const share = than === 1 ? below : above
  return {
    lower,
    than,
    share: isSingle ? share : null,
    range: isSingle ? [Math.min(least, share), Math.max(most, share)] : [least, most],
  }
}

/**
 * Returns the ranks of the middle 80% of an area's residents. The ranks are percentages of the residents with a lower
 * score or of the residents with a higher score, whichever group is larger. Returns null if nobody has a score.
 *
 * @param state FIPS code; null compares with the residents of all states
 */
export function amongOfArea(
  loaded: Pick<LoadedDimension, 'percentile'>,
  state: string | null,
  { p10, p50, p90 }: Pick<AreaScore, 'p10' | 'p50' | 'p90'>,
): AmongArea | null {
  if (p10 === null || p50 === null || p90 === null) return null
  const lower = (score: number) => shareLower(loaded, state, score)
  const higher = (score: number) => 100 - shareLower(loaded, state, score + 1)
  return lower(p10) + lower(p90) >= 100
    ? { than: 1, middle: lower(p50), range: [lower(p10), lower(p90)] }
    : { than: 0, middle: higher(p50), range: [higher(p90), higher(p10)] }
}

/** Returns the percentage of residents of a state, or of all states, who have a score lower than `score`. */
function shareLower(loaded: Pick<LoadedDimension, 'percentile'>, state: string | null, score: number): number {
  if (score > 255) return 100
  const { state: share, coverage } = loaded.percentile(score, state ?? '')
  return share ?? coverage
}
