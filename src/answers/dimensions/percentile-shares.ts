import { coveredStates } from '../../base/states.ts'
import type { Geography } from '../../data/geography.ts'
import { PERCENTILES } from './percentiles.ts'

/**
 * Share of people with a score, 0-1, from which a comparison is treated as one with all people. If the share is
 * smaller, sentences say that only the people with a score are compared.
 */
const NEARLY_ALL = 0.95

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
