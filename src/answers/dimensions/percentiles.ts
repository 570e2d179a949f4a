import { COVERAGE, coveredStates } from '../../base/states.ts'
import type { Geography } from '../../data/geography.ts'

/**
 * Elements of a table of percentiles: 256 per state in the order of `coveredStates`, then 256 of the whole coverage.
 * The first of each 256, which no score has, is the share of people who have a score, 0 where nearly all have one.
 */
export const PERCENTILES = (coveredStates.length + 1) * 256

/** Where fewer people than this share have a score, sentences say that only those are compared. */
const NEARLY_ALL = 0.95

/** Where a score stands among those at which people live. */
export interface Percentile {
  /**
   * Percent of the people of the state with a score who live at a lower one, 0-100, rounded down; null where the state
   * is not known.
   */
  readonly state: number | null
  /** The same among the people of the whole coverage. */
  readonly coverage: number
  /** In words: `Quieter than where 62 % of Texans live.` */
  readonly text: string
}

/** How the scores of one dimension are spread over people. */
export class Percentiles {
  /**
   * @param than how places with lower and with higher scores compare, as sentences begin
   * @param shares of people, in 1/10,000, at a score or lower: see `PERCENTILES`
   */
  constructor(
    private readonly than: readonly [lower: string, higher: string],
    private readonly shares: Uint16Array,
  ) {}

  /** Of a score, 1-255, among the people of a state, by its FIPS code. */
  of(score: number, state: string): Percentile {
    const row = coveredStates.findIndex(({ fips }) => fips === state)
    return {
      state: row < 0 ? null : this.#percentLower(row, score),
      coverage: this.#percentLower(coveredStates.length, score),
      text: this.#comparison(score, row),
    }
  }

  /**
   * Percentiles of a column of scores among the people of each point's state, written to `out`: 0-100, 255 where there
   * is no score. `state` is the place of each point's state in `coveredStates`. Allocates nothing per point.
   */
  column(score: Uint8Array, state: Uint8Array, out: Uint8Array): void {
    const table = new Uint8Array(coveredStates.length * 256)
    for (let i = 0; i < table.length; i++) table[i] = i % 256 === 0 ? 255 : this.#percentLower(i >> 8, i & 255)
    for (let i = 0; i < score.length; i++) out[i] = score[i] === 0 ? 255 : table[state[i] * 256 + score[i]]
  }

  /** Percent of people who live at a lower score, rounded down. */
  #percentLower(row: number, score: number): number {
    return Math.floor(this.#shareUpTo(row, score - 1) / 100)
  }

  #shareUpTo(row: number, score: number): number {
    return score === 0 ? 0 : this.shares[row * 256 + score]
  }

  /** The largest of the groups that live at lower, higher and equal scores, in words. */
  #comparison(score: number, row: number): string {
    const group = row < 0 ? coveredStates.length : row
    const lower = this.#shareUpTo(group, score - 1)
    const higher = 10_000 - this.#shareUpTo(group, score)
    const equal = 10_000 - higher - lower
    const people = row < 0 ? `people in ${COVERAGE}` : coveredStates[row].people
    const mapped = this.shares[group * 256] / 10_000
    const percent = (share: number) =>
      mapped === 0
        ? `${Math.floor(share / 100)} % of ${people} live`
        : `${Math.floor(share / 100)} % of mapped ${people} live, ${Math.floor((share * mapped) / 100)} % of all`
    if (equal > lower && equal > higher) return `The same score as where ${percent(equal)}.`
    return lower >= higher
      ? `${this.than[1]} than where ${percent(lower)}.`
      : `${this.than[0]} than where ${percent(higher)}.`
  }
}

/** The table of percentiles of what the centers of block groups score: for layers, which come without one. */
export function sharesAtCenters(
  scorer: {
    score(place: { lon: number; lat: number; zone: number; blockGroup: number }): number
  },
  geography: Geography,
): Uint16Array {
  const scores = new Uint8Array(geography.size)
  const states: string[] = []
  for (let blockGroup = 0; blockGroup < geography.size; blockGroup++) {
    const { lon, lat } = geography.centerOf(blockGroup)
    states.push(geography.stateOf(blockGroup))
    scores[blockGroup] = scorer.score({ lon, lat, zone: geography.zoneAt(lon, lat), blockGroup })
  }
  return percentilesOf(scores, states, geography.people)
}

/**
 * The table of percentiles of scores by block group; those without a score do not count.
 *
 * @param states FIPS codes by block group
 * @param people by block group
 */
export function percentilesOf(scores: Uint8Array, states: readonly string[], people: ArrayLike<number>): Uint16Array {
  const shares = new Uint16Array(PERCENTILES)
  const fill = (row: number, counts: (i: number) => boolean) => {
    const at = new Float64Array(256)
    for (let i = 0; i < scores.length; i++) if (counts(i)) at[scores[i]] += people[i]
    const total = at.reduce((sum, value) => sum + value, 0) - at[0]
    const mapped = total / (total + at[0])
    shares[row * 256] = mapped < NEARLY_ALL ? Math.round(mapped * 10_000) : 0
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
