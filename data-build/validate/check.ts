import type { BuildContext } from '../context.ts'

/** One line of the validation card: a score judged against something that did not enter it. */
export interface Check {
  readonly dimension: string
  /** What was compared, in words a newcomer understands, e.g. `rank correlation with RUCA codes of tracts`. */
  readonly check: string
  /** e.g. `Spearman rho`, `AUC`, `hit rate`, `mean absolute error, µg/m³`. */
  readonly statistic: string
  readonly value: number
  /** Number of places, monitors, people, … compared. */
  readonly n: number
  /** The figure of the method's trial (bracketed in the methodology), where it names one. */
  readonly trial?: number | null
  /** Whether the figure meets its target, where it has one. */
  readonly reached?: boolean | null
}

/** A check of the dimension whose checker makes it. */
export type Finding = Omit<Check, 'dimension'>

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
export function scoresAt(
  context: ValidationContext,
  dimension: string,
  places: readonly { readonly lat: number; readonly lon: number }[],
): Uint8Array {
  return context.scores(
    dimension,
    Float64Array.from(places, (place) => place.lat),
    Float64Array.from(places, (place) => place.lon),
  )
}
