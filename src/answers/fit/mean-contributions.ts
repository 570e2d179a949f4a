import type { DimensionId } from '../dimensions/catalog.ts'
import type { Want } from './answers.ts'
import { NO_FIT, type Priorities } from './priorities.ts'

/**
 * Contribution of one dimension to the mean fit of an area. Means are over the people, or over the cells if `find` is
 * called without `of`.
 */
export interface AreaContribution<Id extends string = DimensionId> {
  /** Dimension ID. */
  readonly dimension: Id
  /** Preference for the scores of the dimension. */
  readonly want: Want
  /** Share of the total weight, 0-1. */
  readonly weight: number
  /** Mean score of the people or cells with a score, 1-255, to a tenth. Null if there are no scores. */
  readonly score: number | null
  /** Mean match of the people or cells with a score, 0-100, to a tenth. Null if there are no scores. */
  readonly match: number | null
  /**
   * Points that the dimension adds to the mean fit. The sum of all points may differ slightly from the mean fit,
   * because the fit of each place is rounded to a whole number. Null if no people or cells have a score, or the area
   * has no mean fit.
   */
  readonly points: number | null
  /** Share of the people or cells without a score, 0-1. */
  readonly without_data: number
}

/** Adds up the contributions of the places in an area. */
export class MeanContributions {
  /** Number of people with a score, by dimension. */
  readonly #people: Float64Array
  /** Sums by dimension, weighted by people. */
  readonly #scores: Float64Array
  readonly #matches: Float64Array
  readonly #points: Float64Array
  #all = 0
  #withFit = 0

  constructor(private readonly priorities: Priorities) {
    const { length } = priorities.all
    this.#people = new Float64Array(length)
    this.#scores = new Float64Array(length)
    this.#matches = new Float64Array(length)
    this.#points = new Float64Array(length)
  }

  /**
   * Adds one place.
   *
   * @param columns scores by dimension and place
   * @param state index into `coveredStates`
   * @param fit fit of the place, or `NO_FIT`
   */
  add(columns: readonly Uint8Array[], place: number, state: number, fit: number, people: number): void {
    const { all } = this.priorities
    const row = 256 * this.priorities.getRow(state)
    let known = 0
    for (let d = 0; d < all.length; d++)
      if (!Number.isNaN(all[d].matches[row + columns[d][place]])) known += all[d].weight
    this.#all += people
    if (fit !== NO_FIT) this.#withFit += people
    for (let d = 0; d < all.length; d++) {
      const score = columns[d][place]
      const match = all[d].matches[row + score]
      if (Number.isNaN(match)) continue
      this.#people[d] += people
      this.#scores[d] += people * score
      this.#matches[d] += people * match
      if (fit !== NO_FIT) this.#points[d] += (people * match * all[d].weight) / known
    }
  }

  /**
   * Returns the contributions, highest weight first as in `fit`.
   *
   * @param hasFit whether enough places have a fit for a mean
   */
  answer(hasFit: boolean): readonly AreaContribution<string>[] {
    const { all } = this.priorities
    const order = [...all.keys()].sort((a, b) => all[b].weight - all[a].weight || a - b)
    return order.map((d) => {
      const people = this.#people[d]
      const mean = (sum: number, count: number, parts: number) =>
        people === 0 ? null : Math.round((sum / count) * parts) / parts
      return {
        dimension: all[d].dimension.dimension.id,
        want: all[d].want,
        weight: Math.round(all[d].weight * 1000) / 1000,
        score: mean(this.#scores[d], people, 10),
        match: mean(this.#matches[d], people, 10),
        points: hasFit ? mean(this.#points[d], this.#withFit, 100) : null,
        without_data: Math.round((1 - people / this.#all) * 1000) / 1000,
      }
    })
  }
}
