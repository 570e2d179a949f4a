import type { OutlinedPlaces } from '../../src/answers/areas/outlined-places.ts'
import { HOMES, People } from '../../src/answers/areas/people.ts'
import { type Geography, HOME_PARTS } from '../../src/data/geography.ts'

/** Number of rounds of iterative proportional fitting. Further rounds would hardly change the fitted counts. */
const ROUNDS = 40
/**
 * Maximum factor by which the fitting can raise a home's residents above an equal share of its block group's
 * population. The minimum factor is the inverse.
 */
const FARTHEST = 3

/**
 * Computes each home's part of its block group's residents, packed into four bits per home with the first home lowest,
 * or 0 if all parts are equal. The parts are fitted so that the homes in each city and each ZIP code match its census
 * count, and the homes of each block group match the block group's count (iterative proportional fitting).
 */
export function homeParts(geography: Geography, outlines: OutlinedPlaces): Uint32Array {
  const people = new People(geography)
  const homes = people.getHomes(Uint32Array.from({ length: geography.size }, (_, i) => i))
  const areas = (['city', 'zip'] as const).map((kind) => outlines.atAll(kind, people.lon, people.lat))
  const equal = Float64Array.from(homes, (home) => people.of(Math.floor(home / HOMES)) / HOMES)
  const weight = equal.slice()
  for (let round = 0; round < ROUNDS; round++) {
    for (const area of areas) fitToAreas(weight, equal, area, outlines)
    for (let first = 0; first < weight.length; first += HOMES) {
      const homeWeights = weight.subarray(first, first + HOMES)
      const sum = homeWeights.reduce((all, value) => all + value, 0)
      if (sum > 0)
        homeWeights.forEach((value, i) => {
          homeWeights[i] = (value / sum) * people.of(first / HOMES)
        })
    }
  }
  return Uint32Array.from({ length: geography.size }, (_, blockGroup) =>
    packed(weight.subarray(blockGroup * HOMES, (blockGroup + 1) * HOMES)),
  )
}

/** Scales the home weights in each area to the area's census count. `area` has the index of each home's area, or -1. */
function fitToAreas(weight: Float64Array, equal: Float64Array, area: Int32Array, outlines: OutlinedPlaces): void {
  const sums = new Float64Array(outlines.count)
  for (let home = 0; home < weight.length; home++) if (area[home] >= 0) sums[area[home]] += weight[home]
  for (let home = 0; home < weight.length; home++) {
    const counted = area[home] < 0 ? null : outlines.people(area[home])
    if (counted === null || equal[home] === 0) continue
    const fitted = (weight[home] * counted) / sums[area[home]]
    weight[home] = Math.max(equal[home] / FARTHEST, Math.min(equal[home] * FARTHEST, fitted))
  }
}

/** Converts weights to parts of four bits each, rounded by largest remainder. */
function packed(weight: Float64Array): number {
  const sum = weight.reduce((all, value) => all + value, 0)
  if (sum === 0) return 0
  const exact = Array.from(weight, (value) => (value / sum) * HOME_PARTS)
  const parts = exact.map((part) => Math.min(15, Math.floor(part)))
  const room = (i: number) => (parts[i] < 15 ? exact[i] - parts[i] : -HOME_PARTS)
  for (let remaining = HOME_PARTS - parts.reduce((all, value) => all + value, 0); remaining > 0; remaining--) {
    let most = 0
    for (let i = 1; i < HOMES; i++) if (room(i) > room(most)) most = i
    parts[most]++
  }
  if (parts.every((part) => part === parts[0])) return 0
  return parts.reduce((bits, part, i) => (bits | (part << (4 * i))) >>> 0, 0)
}
