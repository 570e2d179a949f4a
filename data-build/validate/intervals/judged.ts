import type { Basis } from '../../../src/answers/dimensions/dimension.ts'
import type { IntervalSource } from '../../../src/answers/dimensions/intervals.ts'
import { midRanks } from '../../statistics.ts'
import type { BuiltContext } from '../built-context.ts'

/** A score and the reference score from a judge. */
export interface JudgedScore {
  /** Block group of the place, which determines the state, county and crowding class. */
  readonly blockGroup: number
  readonly basis: Basis
  /** Score, 1-255, computed without the judge's figure. */
  readonly score: number
  /** Reference score, 1-255: the judge's figure on the dimension's scale. */
  readonly truth: number
}

/** Scores of one dimension with the reference scores from its judge. */
export interface Judged extends IntervalSource {
  readonly scores: readonly JudgedScore[]
}

/** Function that evaluates a dimension, see `judges.ts`. */
export type Judge = (context: BuiltContext) => Promise<Judged>

/**
 * Converts reference figures into scores with the same percentile. For example, the figure at the 30th percentile of
 * all figures becomes the score at the 30th percentile of all scores. Ties share their middle rank. A place without a
 * figure is NaN.
 * @param sign -1 if high figures mean low scores
 */
export function onScale(figures: ArrayLike<number>, scores: ArrayLike<number>, sign: 1 | -1 = 1): Float64Array {
  const truth = new Float64Array(figures.length).fill(Number.NaN)
  const judged = [...truth.keys()].filter((i) => !Number.isNaN(figures[i]) && scores[i] > 0)
  const ranks = midRanks(Float64Array.from(judged, (i) => sign * figures[i]))
  const sorted = Float64Array.from(judged, (i) => scores[i]).sort()
  judged.forEach((i, at) => {
    truth[i] = sorted[Math.floor(ranks[at] - 0.5)]
  })
  return truth
}

const bases = [null, 'measured', 'modeled', 'estimate'] as const

type BasisOf = (blockGroup: number) => Basis | null

/** Returns the basis of the scores at block-group centers, or null for a center without a score. */
export function basisAtCenters({ library, blockGroups: { lat, lon } }: BuiltContext, dimension: string): BasisOf {
  const basis = library.basisColumns({ lat, lon, dimensions: [dimension as never] })[dimension as never] as Uint8Array
  return (blockGroup) => bases[basis[blockGroup]]
}

/**
 * Compares the scores at block-group centers with reference figures on the dimension's scale. Unknown figures are NaN.
 */
export function judgedCenters(context: BuiltContext, dimension: string, truth: ArrayLike<number>): JudgedScore[] {
  return judgedScores(context.centerScores(dimension), truth, basisAtCenters(context, dimension))
}

/** Scores of all block groups and their reference figures. Only the order of the figures matters. */
interface RankedFigures {
  readonly by: string
  /** Reference figures, or NaN where unknown. */
  readonly figures: ArrayLike<number>
  /** -1 if high figures mean low scores. */
  readonly sign?: 1 | -1
  readonly scores: ArrayLike<number>
  readonly basisOf: BasisOf
}

/** Compares block-group scores with the ranks of figures that had little or no influence on the scores. */
export function judgedByRank({ by, figures, sign = 1, scores, basisOf }: RankedFigures): Judged {
  return { by, of: 'errors', scores: judgedScores(scores, onScale(figures, scores, sign), basisOf) }
}

function judgedScores(scores: ArrayLike<number>, truth: ArrayLike<number>, basisOf: BasisOf): JudgedScore[] {
  return Array.from(scores).flatMap((score, blockGroup) => {
    const basis = basisOf(blockGroup)
    return basis === null || !(truth[blockGroup] > 0) ? [] : [{ blockGroup, basis, score, truth: truth[blockGroup] }]
  })
}
