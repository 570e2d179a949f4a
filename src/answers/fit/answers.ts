import type { DimensionId } from '../dimensions/catalog.ts'

/**
 * Preference for the scores of a dimension. `high`: the higher the score, the better. `low`: the lower, the better.
 * `{ around: 128 }`: the closer to that score (1-255), the better.
 */
export type Want = 'high' | 'low' | { readonly around: number }

/** Somebody's priorities: how much each dimension matters, and which of its scores are preferred. */
export interface FitRequest<Id extends string = DimensionId> {
  /**
   * Weights by dimension, 0 to 1,000,000. Only their proportions matter. A dimension of weight 0 is left out. At least
   * one weight must be positive.
   */
  readonly weights: Readonly<Partial<Record<Id, number>>>
  /** Preferences by dimension; `high` by default. A dimension with a preference but no weight has weight 1. */
  readonly want?: Readonly<Partial<Record<Id, Want>>> | undefined
  /**
   * People that a place is compared with: those of its state (`state`, the default), or of the whole coverage
   * (`coverage`), which makes places in different states comparable.
   */
  readonly among?: 'state' | 'coverage' | undefined
  /**
   * Whether dimensions about residents (`population-profile`, `ideological-lean`, `insurance-coverage`) may have a
   * weight; false by default, because choosing or advertising homes by them may violate fair-housing law.
   */
  readonly demographics?: boolean | undefined
}

/** How well a place fits somebody's priorities. */
export interface Fit<Id extends string = DimensionId> {
  /**
   * Fit, 0-100: the weighted mean of the matches of all dimensions with data, rounded. Null outside the coverage, and
   * if dimensions with more than half of the weight have no data.
   */
  readonly fit: number | null
  /**
   * Range of the fit, 0-100. For a point, it contains the true fit in 80 of 100 cases, if the errors of its scores are
   * independent; scores without an interval are treated as exact. For a place with a radius over 150 m, it reaches from
   * the worst to the best fit that the bands of all scores allow. Null if there is no fit, or if no score of a point
   * has an interval.
   */
  readonly interval: { readonly low: number; readonly high: number } | null
  /** Contribution of each dimension with a weight, heaviest first. */
  readonly contributions: readonly FitContribution<Id>[]
  /** Dimensions that have a weight but no data. The fit ignores their weight. */
  readonly missing: readonly Id[]
  /** Share of all weight that the missing dimensions have, 0-1. */
  readonly missing_weight: number
  /** The fit in words, with the two strongest reasons for and against the place. */
  readonly description: string
}

/** Contribution of one dimension to a fit. */
export interface FitContribution<Id extends string = DimensionId> {
  /** Id of the dimension. */
  readonly dimension: Id
  /** Preference for the scores of the dimension. */
  readonly want: Want
  /** Share of all weight, 0-1. */
  readonly weight: number
  /** Score, 1-255; for a place with a radius over 150 m, the middle of its band. Null without data. */
  readonly score: number | null
  /**
   * Percentage of the people with data who live where the dimension matches the preference no better than here, 0-100.
   * Null without data.
   */
  readonly match: number | null
  /** Points that the dimension adds to the fit, so that all points add up to the fit. Null without data or fit. */
  readonly points: number | null
}

/** Arguments of `fitColumns`. */
export interface FitColumnsRequest<Id extends string = DimensionId> extends FitRequest<Id> {
  /** Latitudes, degrees, WGS 84, one per point. */
  readonly lat: Float64Array
  /** Longitudes, degrees, WGS 84, one per point. */
  readonly lon: Float64Array
}
