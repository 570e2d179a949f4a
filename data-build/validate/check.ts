import type { BuildContext } from '../context.ts'
import { getPoints, type LatLon } from '../geography/center-index.ts'

/** A line of the validation card, which compares a score with data that is not one of its inputs. */
export interface Check extends Figure {
  readonly dimension: string
  /**
   * Description of the comparison that readers new to the project can understand, such as
   * `rank correlation with RUCA codes of tracts`.
   */
  readonly check: string
}

/** A check without its dimension, which is set by the caller. */
export type Finding = Omit<Check, 'dimension'>

interface Figure extends Judged {
  /** Name of the statistic, such as `Spearman rho`, `AUC`, `hit rate` or `mean absolute error, µg/m³`. */
  readonly statistic: string
  readonly value: number
  /** Number of compared places, monitors, people, etc. */
  readonly n: number
}

interface Judged {
  /**
   * Result of the method's trial, which the methodology states in parentheses; null or absent if there was no trial.
   */
  readonly trial?: number | null
  /** Whether the figure meets its target, if it has one. */
  readonly reached?: boolean | null
}

export function finding(check: string, statistic: string, value: number, n: number, judged: Judged = {}): Finding {
  return { check, statistic, value, n, ...judged }
}

/** Reports Spearman's rho of two columns. */
export function spearman({ rho, n }: { readonly rho: number; readonly n: number }, judged: Judged = {}): Figure {
  return { statistic: 'Spearman rho', value: rho, n, ...judged }
}

/** Reports the share of hits and whether it reaches the required share. */
export function hitRate(hits: number, n: number, least: number | null = null, trial: number | null = null): Figure {
  return { statistic: 'hit rate', value: hits / n, n, trial, reached: least === null ? null : hits >= least * n }
}

/** The build context, plus the library opened on the built bundles. */
export interface ValidationContext extends BuildContext {
  /** Returns scores from the built bundles at places (degrees). */
  scores(dimension: string, lat: Float64Array, lon: Float64Array): Uint8Array
  /** Returns scores at the block-group centers, in order. */
  centerScores(dimension: string): Uint8Array
  /** Returns a raw fact from the built bundles at a place, or NaN if the fact is unknown. */
  fact(dimension: string, fact: string, lat: number, lon: number): number
  /** Returns the library's description at a place. */
  description(dimension: string, lat: number, lon: number): string
}

/** Function that `score/<id>/validate.ts` of each dimension exports as `check`. */
export type Checker = (context: ValidationContext) => Promise<readonly Finding[]>

/** Returns scores from the built bundles at places (degrees). */
export function scoresAt(context: ValidationContext, dimension: string, places: readonly LatLon[]): Uint8Array {
  const { lat, lon } = getPoints(places)
  return context.scores(dimension, lat, lon)
}

/** Returns the mean score of the residents of each group of block groups. Ignores residents without a score. */
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
