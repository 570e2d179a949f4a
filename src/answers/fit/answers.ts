import type { DimensionId } from '../dimensions/catalog.ts'
import type { Basis } from '../dimensions/dimension.ts'

/**
 * Preference for the scores of a dimension. `high`: higher scores are better. `low`: lower scores are better.
 * `{ around: 128 }`: scores closer to the given score (1-255) are better.
 */
export type Want = 'high' | 'low' | { readonly around: number }

/** Personal priorities: how much each dimension matters, and which scores are preferred. */
export interface FitRequest<Id extends string = DimensionId> {
  /**
   * Weights by dimension, 0 to 1,000,000. Only their proportions matter. Dimensions with weight 0 are ignored. At least
   * one weight must be positive.
   */
  readonly weights: Readonly<Partial<Record<Id, number>>>
  /** Preferences by dimension; `high` by default. A dimension with a preference but no weight has weight 1. */
  readonly want?: Readonly<Partial<Record<Id, Want>>> | undefined
  /**
   * Population that a place is compared with: its state (`state`, the default), or the whole coverage area
   * (`coverage`), which makes places in different states comparable.
   */
  readonly among?: 'state' | 'coverage' | undefined
  /**
   * Whether dimensions about residents (`population-profile`, `ideological-lean`, `insurance-coverage`) may have a
   * weight; false by default, because choosing or advertising homes by resident demographics may violate fair-housing
   * law.
   */
  readonly demographics?: boolean | undefined
}

/** How well a place fits personal priorities. */
export interface Fit<Id extends string = DimensionId> {
  /**
   * Fit, 0-100: the weighted mean of the matches of all dimensions with data, rounded. Null outside the coverage area.
   * Also null if the dimensions without data have more than half of the weight.
   */
  readonly fit: number | null
  /**
   * Range of the fit, 0-100, which contains the true fit in 80% of cases if the errors of the scores are independent.
   * The errors of privacy, visual appeal and dog friendliness, which no outside data measures, are estimated from how
   * much their inputs vary between neighboring block groups (`of` in `explain`). Scores without an interval are treated
   * as exact. For a place with a radius over 150 m, the range also extends over the score bands of the circle, and
   * contains the range at its center if the same dimensions have data. Null if there is no fit, or if the place is a
   * point and none of its scores has an interval.
   */
  readonly interval: { readonly low: number; readonly high: number } | null
  /** Contribution of each weighted dimension, highest weight first. */
  readonly contributions: readonly FitContribution<Id>[]
  /** Dimensions that have a weight but no data. Their weight is ignored. */
  readonly missing: readonly Id[]
  /** Share of the total weight that belongs to the missing dimensions, 0-1. */
  readonly missing_weight: number
  /** Description of the fit, with the two strongest reasons for and against the place. */
  readonly description: string
}

/** Contribution of one dimension to a fit. */
export interface FitContribution<Id extends string = DimensionId> {
  /** Dimension ID. */
  readonly dimension: Id
  /** Preference for the scores of the dimension. */
  readonly want: Want
  /** Share of the total weight, 0-1. */
  readonly weight: number
  /**
   * Score, 1-255. For a place with a radius over 150 m, the middle of the dimension's band. Null if there is no data.
   */
  readonly score: number | null
  /**
   * Kind of evidence behind the score. For a place with a radius over 150 m, the weakest in the circle: `estimate` if
   * any part is an estimate. Null if there is no data.
   */
  readonly basis: Basis | null
  /**
   * Percentage of the people with data who live where the dimension matches the preference equally well or worse,
   * 0-100. Null if there is no data.
   */
  readonly match: number | null
  /**
   * Share of the people who have data and are therefore compared, 0-1; 1 if at least 95% do. The people are those of
   * the place's state, or of the whole coverage area if `among` is `coverage` or nobody in the state has data. Null if
   * there is no data.
   */
  readonly people_with_data: number | null
  /** Points that the dimension adds to the fit. All points add up to the fit. Null if there is no data or no fit. */
  readonly points: number | null
}

/** Arguments of `fitColumns`. */
export interface FitColumnsRequest<Id extends string = DimensionId> extends FitRequest<Id> {
  /** Latitudes in degrees (WGS 84), one per point. */
  readonly lat: Float64Array
  /** Longitudes in degrees (WGS 84), one per point. */
  readonly lon: Float64Array
}
