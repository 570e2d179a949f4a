import { COVERAGE, coveredStates } from '../../base/states.ts'

/**
 * Number of elements in a percentile table: 256 per state in the order of `coveredStates`, then 256 for the whole
 * coverage area. Because 0 is not a score, the first of each 256 elements contains the share of people who have a
 * score, or 0 if nearly all people do.
 */
export const PERCENTILES = (coveredStates.length + 1) * 256

/** Percentile of a score among the people of a state and of the coverage area. */
export interface Percentile {
  /**
   * Percentage of the state's scored people with a lower score, 0-100, rounded down; null if the state is unknown or
   * nobody in the state has a score.
   */
  readonly state: number | null
  /** Percentage of the coverage area's scored people with a lower score, 0-100, rounded down. */
  readonly coverage: number
  /** Percentile in words: `Quieter than where 62% of Texans live.` */
  readonly text: string
}

/** Distribution of people over the scores of one dimension. */
export class Percentiles {
  /**
   * @param than first words of a comparison, for a lower score and for a higher score; see `Dimension.than`
   * @param shares shares of people, in 1/10,000, at or below each score: see `PERCENTILES`
   */
  constructor(
    private readonly than: readonly [lower: string, higher: string],
    readonly shares: Uint16Array,
  ) {}

  /** Returns the percentile of a score (1-255) among the people of the state with this FIPS code. */
  of(score: number, state: string): Percentile {
    const row = coveredStates.findIndex(({ fips }, row) => fips === state && this.shares[row * 256 + 255] > 0)
    return {
      state: row < 0 ? null : percentLower(this.shares, row, score),
      coverage: percentLower(this.shares, coveredStates.length, score),
      text: this.#comparison(score, row),
    }
  }

  /** Compares the place with the largest of three groups of people: those with lower, higher or equal scores. */
  #comparison(score: number, row: number): string {
    const group = row < 0 ? coveredStates.length : row
    const lower = shareUpTo(this.shares, group, score - 1)
    const higher = 10_000 - shareUpTo(this.shares, group, score)
    const equal = 10_000 - higher - lower
    const people = row < 0 ? `people in ${COVERAGE}` : coveredStates[row].people
    const mapped = this.shares[group * 256] / 10_000
    const percent = (share: number) =>
      mapped === 0
        ? `${Math.floor(share / 100)}% of ${people} live`
        : `${Math.floor(share / 100)}% of mapped ${people} live, ${shareOfAll((share * mapped) / 100)} of all`
    if (equal > lower && equal > higher) return `The same score as where ${percent(equal)}.`
    return lower >= higher
      ? `${this.than[1]} than where ${percent(lower)}.`
      : `${this.than[0]} than where ${percent(higher)}.`
  }
}

/** Returns the percentage of people with a lower score, rounded down. */
export function percentLower(shares: Uint16Array, row: number, score: number): number {
  return Math.floor(shareUpTo(shares, row, score - 1) / 100)
}

function shareUpTo(shares: Uint16Array, row: number, score: number): number {
  return score === 0 ? 0 : shares[row * 256 + score]
}

/** Formats a percentage of all people, including people without a score: `12%`, `fewer than 1%`. */
export function shareOfAll(percent: number): string {
  return percent < 1 ? 'fewer than 1%' : `${Math.floor(percent)}%`
}
