import type { LoadedDimension } from '../library.ts'
import type { Among } from './engine.ts'

/** Range that holds the true score in 80 of 100 cases. */
export interface Interval {
  readonly low: number
  readonly high: number
}

/**
 * Returns the position of a score among the people of a state, so that a bar can be as long as its sentence says. A
 * range has no sentence: it is compared with the end of the scale that it is nearer to.
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
  const lowerThan = (score: number) => {
    if (score > 255) return 100
    const { state: share, coverage } = loaded.percentile(score, state)
    return share ?? coverage
  }
  const higherThan = (score: number) => 100 - lowerThan(score + 1)
  const lower = [lowerThan(low), lowerThan(high)] as const
  const [below, above] = [lowerThan(low), higherThan(high)]
  const isSingle = low === high
  const equal = 100 - below - above
  if (isSingle && equal > below && equal > above) return { lower, than: null, share: equal, range: [equal, equal] }
  const than = isSingle ? (below >= above ? 1 : 0) : lower[0] + lower[1] >= 100 ? 1 : 0
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
