import type { Basis } from '../../../src/answers/dimensions/dimension.ts'
import type { IntervalSource } from '../../../src/answers/dimensions/intervals.ts'
import { midRanks } from '../../statistics.ts'
import type { BuiltContext } from '../built-context.ts'

/** A score, and the score that a judge says it should be. */
export interface JudgedScore {
  /** Block group of the place, which gives its state, county and crowding. */
  readonly blockGroup: number
  readonly basis: Basis
  /** Score, 1-255, computed without the judge's figure. */
  readonly score: number
  /** The judge's figure on the scale of the dimension, 1-255. */
  readonly truth: number
}

/** Scores of one dimension with their judge. */
export interface Judged extends IntervalSource {
  readonly scores: readonly JudgedScore[]
}

/** Function that judges a dimension, as in `judges.ts`. */
export type Judge = (context: BuiltContext) => Promise<Judged>

/**
 * Turns a judge's figures into scores: the figure that ranks at 30% of all figures becomes the score that ranks at 30%
 * of all scores. Ties share the middle of their ranks. A place without a figure is NaN.
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

/** Returns the basis of the scores at the centers of block groups; null without a score. */
export function basisAtCenters({ library, blockGroups: { lat, lon } }: BuiltContext, dimension: string): BasisOf {
  const basis = library.basisColumns({ lat, lon, dimensions: [dimension as never] })[dimension as never] as Uint8Array
  return (blockGroup) => bases[basis[blockGroup]]
}

/** Judges the scores at the centers of block groups by figures on the scale of the dimension; NaN if unknown. */
export function judgedCenters(context: BuiltContext, dimension: string, truth: ArrayLike<number>): JudgedScore[] {
  return judgedScores(context.centerScores(dimension), truth, basisAtCenters(context, dimension))
}

/** Scores of all block groups, and a judge's figures for them. Only the order of the figures matters. */
interface RankedFigures {
  readonly by: string
  /** Figures, NaN if the judge has none. */
  readonly figures: ArrayLike<number>
  /** -1 if high figures mean low scores. */
  readonly sign?: 1 | -1
  readonly scores: ArrayLike<number>
  readonly basisOf: BasisOf
}

/** Judges scores of block groups by the ranks of figures that had little or no influence on them. */
export function judgedByRank({ by, figures, sign = 1, scores, basisOf }: RankedFigures): Judged {
  return { by, of: 'errors', scores: judgedScores(scores, onScale(figures, scores, sign), basisOf) }
}

function judgedScores(scores: ArrayLike<number>, truth: ArrayLike<number>, basisOf: BasisOf): JudgedScore[] {
  return Array.from(scores).flatMap((score, blockGroup) => {
    const basis = basisOf(blockGroup)
    return basis === null || !(truth[blockGroup] > 0) ? [] : [{ blockGroup, basis, score, truth: truth[blockGroup] }]
  })
}
