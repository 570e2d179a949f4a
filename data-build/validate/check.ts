import type { BuildContext } from '../context.ts'
import { type LatLon, pointsOf } from '../geography/center-index.ts'

/** One line of the validation card: a score judged against something that did not enter it. */
export interface Check extends Figure {
  readonly dimension: string
  /** What was compared, in words a newcomer understands, e.g. `rank correlation with RUCA codes of tracts`. */
  readonly check: string
}

/** A check of the dimension whose checker makes it. */
export type Finding = Omit<Check, 'dimension'>

interface Figure extends Judged {
  /** e.g. `Spearman rho`, `AUC`, `hit rate`, `mean absolute error, µg/m³`. */
  readonly statistic: string
  readonly value: number
  /** Number of places, monitors, people, … compared. */
  readonly n: number
}

interface Judged {
  /** The figure of the method's trial (bracketed in the methodology), where it names one. */
  readonly trial?: number | null
  /** Whether the figure meets its target, where it has one. */
  readonly reached?: boolean | null
}

/** A finding in one line. */
export function finding(check: string, statistic: string, value: number, n: number, judged: Judged = {}): Finding {
  return { check, statistic, value, n, ...judged }
}

/** Spearman's rho of two columns. */
export function spearman({ rho, n }: { readonly rho: number; readonly n: number }, judged: Judged = {}): Figure {
  return { statistic: 'Spearman rho', value: rho, n, ...judged }
}

/** How many of n are as they should be, and whether these are the share that is asked for. */
export function hitRate(hits: number, n: number, least: number | null = null, trial: number | null = null): Figure {
  return { statistic: 'hit rate', value: hits / n, n, trial, reached: least === null ? null : hits >= least * n }
}

/** The build context, and the library opened on the bundles that were built. */
export interface ValidationContext extends BuildContext {
  /** Scores of the built bundles at places, degrees. */
  scores(dimension: string, lat: Float64Array, lon: Float64Array): Uint8Array
  /** Scores at the block-group centers, in their order. */
  centerScores(dimension: string): Uint8Array
  /** A raw fact of the built bundles at a place, NaN where not known. */
  fact(dimension: string, fact: string, lat: number, lon: number): number
  /** The description that the library gives there. */
  description(dimension: string, lat: number, lon: number): string
}

/** Each dimension's `score/<id>/validate.ts` exports one of these as `check`. */
export type Checker = (context: ValidationContext) => Promise<readonly Finding[]>

/** Scores of the built bundles at places, degrees. */
export function scoresAt(context: ValidationContext, dimension: string, places: readonly LatLon[]): Uint8Array {
  const { lat, lon } = pointsOf(places)
  return context.scores(dimension, lat, lon)
}

/** Mean score of the people of each group of block groups, those without a score left out. */
export function meanScores(
  { blockGroups, centerScores }: ValidationContext,
  dimension: string,
  groupOf: (blockGroup: number) => string | null,
): ReadonlyMap<string, number> {
  const sums = new Map<string, { score: number; people: number }>()
  centerScores(dimension).forEach((score, b) => {
    const group = score === 0 || blockGroups.population[b] === 0 ? null : groupOf(b)
    if (group === null) return
    const sum = sums.get(group) ?? { score: 0, people: 0 }
    sum.score += score * blockGroups.population[b]
    sum.people += blockGroups.population[b]
    sums.set(group, sum)
  })
  return new Map([...sums].map(([group, { score, people }]) => [group, score / people]))
}
