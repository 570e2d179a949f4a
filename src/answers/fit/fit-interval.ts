import type { Basis } from '../dimensions/dimension.ts'
import type { Interval } from '../dimensions/intervals.ts'
import type { Estimated } from '../dimensions/words.ts'
import type { Priority } from './priorities.ts'

/** Score of a place with its uncertainty. All scores are 0 if there is no data. */
export interface ScoreRange {
  /** Score of an exact place, or the middle of the band. */
  readonly score: number
  /** Scores within the circle, including the center. For an exact place, both ends are its score. */
  readonly band: Interval
  /** 80% interval of the true score, which contains the band. Equals the band if the accuracy is unknown. */
  readonly interval: Interval
  readonly basis: Basis | null
  /** Part of the place that is scored by an estimate: all, some or none of it. */
  readonly estimated: Estimated
}

export const NO_SCORE: ScoreRange = {
  score: 0,
  band: { low: 0, high: 0 },
  interval: { low: 0, high: 0 },
  basis: null,
  estimated: 'none',
}

/**
 * Returns the range of the fit, or null if the accuracy is unknown. A band is the range of scores within one circle.
 * All dimensions can have their worst scores at the same place, so their deviations are added. The errors beyond the
 * bands are independent and partly cancel out, so their squares are added.
 *
 * @param row start of the state's row in the match tables
 * @param isWide whether the place is known only roughly
 */
export function getInterval(
  all: readonly Priority[],
  scores: readonly ScoreRange[],
  row: number,
  isWide: boolean,
): { low: number; high: number } | null {
  if (scores.every(({ interval }) => interval.low === interval.high) && !isWide) return null
  let weightKnown = 0
  const [low, high]: [Bound, Bound] = [
    { within: 0, errors: [] },
    { within: 0, errors: [] },
  ]
  all.forEach(({ matches, weight }, d) => {
    const { score, band, interval } = scores[d]
    if (Number.isNaN(matches[row + score])) return
    const [worst, best] = matchesOf(matches, row, band)
    const [worstTrue, bestTrue] = matchesOf(matches, row, interval)
    weightKnown += weight
    low.within += worst * weight
    high.within += best * weight
    low.errors.push((worst - worstTrue) * weight)
    high.errors.push((bestTrue - best) * weight)
  })
  return {
    low: Math.round((low.within - Math.hypot(...low.errors)) / weightKnown),
    high: Math.round((high.within + Math.hypot(...high.errors)) / weightKnown),
  }
}

/**
 * One end of the range: the worst or best fit within the bands, and how far the error of each score can move the fit
 * beyond that.
 */
interface Bound {
  within: number
  readonly errors: number[]
}

/** Returns the lowest and the highest match in a range of scores. */
function matchesOf(matches: Float64Array, row: number, { low, high }: Interval): [worst: number, best: number] {
  let [worst, best] = [100, 0]
  for (let score = low; score <= high; score++) {
    worst = Math.min(worst, matches[row + score])
    best = Math.max(best, matches[row + score])
  }
  return [worst, best]
}
