import { COVERAGE, coveredStates } from '../../base/states.ts'
import type { Geography } from '../../data/geography.ts'

/**
 * Number of elements in a percentile table: 256 per state in the order of `coveredStates`, then 256 for the whole
 * coverage area. Because 0 is not a score, the first of each 256 elements contains the share of people who have a
 * score, or 0 if nearly all people do.
 */
export const PERCENTILES = (coveredStates.length + 1) * 256

/** If a smaller share of people has a score, sentences say that only those people are compared. */
const NEARLY_ALL = 0.95

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

  /** Returns the percentile of a score, 1-255, among the people of a state, specified by FIPS code. */
  of(score: number, state: string): Percentile {
    const row = coveredStates.findIndex(({ fips }, row) => fips === state && this.shares[row * 256 + 255] > 0)
    return {
      state: row < 0 ? null : this.#percentLower(row, score),
      coverage: this.#percentLower(coveredStates.length, score),
      text: this.#comparison(score, row),
    }
  }

  /**
   * Writes the percentiles of a column of scores to `out`: 0-100, or 255 if there is no score, or nobody in the state
   * has one. Each score is compared
   * with the people of its point's state. `state` holds each point's index into `coveredStates`. Allocates nothing per
   * point.
   */
  column(score: Uint8Array, state: Uint8Array, out: Uint8Array): void {
    const table = new Uint8Array(coveredStates.length * 256)
    for (let i = 0; i < table.length; i++) {
      const [row, score] = [i >> 8, i & 255]
      table[i] = score === 0 || this.shares[row * 256 + 255] === 0 ? 255 : this.#percentLower(row, score)
    }
    for (let i = 0; i < score.length; i++) out[i] = score[i] === 0 ? 255 : table[state[i] * 256 + score[i]]
  }

  /** Returns the percentage of people with a lower score, rounded down. */
  #percentLower(row: number, score: number): number {
    return Math.floor(this.#shareUpTo(row, score - 1) / 100)
  }

  #shareUpTo(row: number, score: number): number {
    return score === 0 ? 0 : this.shares[row * 256 + score]
  }

  /** Compares the place with the largest of three groups of people: those with lower, higher or equal scores. */
  #comparison(score: number, row: number): string {
    const group = row < 0 ? coveredStates.length : row
    const lower = this.#shareUpTo(group, score - 1)
    const higher = 10_000 - this.#shareUpTo(group, score)
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

/** Formats a percentage of all people, including people without a score: `12%`, `fewer than 1%`. */
export function shareOfAll(percent: number): string {
  return percent < 1 ? 'fewer than 1%' : `${Math.floor(percent)}%`
}

/**
 * Computes the percentile table from the scores at the centers of block groups, for layers whose bundle has no table.
 */
export function sharesAtCenters(
  scorer: {
    score(place: { lon: number; lat: number; zone: number; blockGroup: number }): number
  },
  geography: Geography,
): Uint16Array {
  const scores = new Uint8Array(geography.size)
  const states: string[] = []
  for (let blockGroup = 0; blockGroup < geography.size; blockGroup++) {
    const { lon, lat } = geography.getCenter(blockGroup)
    states.push(geography.getState(blockGroup))
    scores[blockGroup] = scorer.score({ lon, lat, zone: geography.zoneAt(lon, lat), blockGroup })
  }
  return getPercentiles(scores, states, geography.people)
}

/**
 * Computes the percentile table from scores by block group. Block groups without a score are ignored.
 *
 * @param states FIPS codes by block group
 * @param people populations by block group
 */
export function getPercentiles(scores: Uint8Array, states: readonly string[], people: ArrayLike<number>): Uint16Array {
  const shares = new Uint16Array(PERCENTILES)
  const fill = (row: number, counts: (i: number) => boolean) => {
    const at = new Float64Array(256)
    for (let i = 0; i < scores.length; i++) if (counts(i)) at[scores[i]] += people[i]
    const total = at.reduce((sum, value) => sum + value, 0) - at[0]
    const mapped = total / (total + at[0])
    // 0 would mean that nearly all people have a score, so a share that rounds to 0 is stored as 1.
    shares[row * 256] = mapped < NEARLY_ALL ? Math.max(1, Math.round(mapped * 10_000)) : 0
    let below = 0
    for (let score = 1; score < 256; score++) {
      below += at[score]
      shares[row * 256 + score] = total > 0 ? Math.round((below / total) * 10_000) : 0
    }
  }
  coveredStates.forEach(({ fips }, row) => {
    fill(row, (i) => states[i] === fips)
  })
  fill(coveredStates.length, () => true)
  return shares
}
