import type { Dimension } from '../../dimensions/dimension.ts'
import type { Score } from '../../endpoints/scores.ts'

/** Answers about two places in one dimension. */
interface Pair<Answer extends Score> {
  readonly dimension: Dimension
  readonly first: Answer
  readonly second: Answer
}

/** How they differ. */
export interface Difference<Answer extends Score = Score> extends Pair<Answer> {
  /** Score of the second place less that of the first; null where one has no data. */
  readonly by: number | null
}

/** The greatest differences first, those without data last; equal ones in the order of the catalogue. */
export function ranked<Answer extends Score>(pairs: readonly Pair<Answer>[]): readonly Difference<Answer>[] {
  return pairs
    .map((pair) => ({
      ...pair,
      by: pair.first.score === 0 || pair.second.score === 0 ? null : pair.second.score - pair.first.score,
    }))
    .sort((a, b) => size(b.by) - size(a.by))
}

/** `+38`, `−175` with a minus sign, `±0`. */
export function signed(by: number): string {
  if (by === 0) return '±0'
  return by > 0 ? `+${by}` : `−${-by}`
}

/** What a difference means: `B is much nearer to “estate sprawl”`. */
export function differenceWords({ dimension, first, second, by }: Difference): string {
  if (by === null) {
    if (first.score === 0 && second.score === 0) return 'no data for either place'
    return `no data for ${first.score === 0 ? 'A' : 'B'}`
  }
  const much = Math.abs(by)
  if (much < 8) return by === 0 ? 'the same' : 'about the same'
  const end = dimension.ends[by > 0 ? 1 : 0]
  return `B is ${much < 32 ? 'a little' : much < 96 ? 'clearly' : 'much'} nearer to “${end}”`
}

function size(by: number | null): number {
  return by === null ? -1 : Math.abs(by)
}
