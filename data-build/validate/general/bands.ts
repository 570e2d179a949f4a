import { dimensions } from '../../../src/answers/dimensions/catalog.ts'
import { EXACT } from '../../../src/base/geo/distance.ts'
import type { BuiltContext } from '../built-context.ts'
import { type Check, finding } from '../check.ts'
import { childCare, coarse, type LocatedAddress, schoolAddresses } from './geocoder.ts'

/** Width in points above which bands are also counted separately. The hit rate of narrower bands says little. */
const WIDE = 10
/**
 * Minimum share of places whose true score is inside the band. The band reaches from the score that 10% of the people
 * around a coarse address are below to the score that 90% are below.
 */
const LEAST = 0.75
/** Maximum share for bands wider than `WIDE`. A higher share would mean that these bands are too wide. */
const MOST = 0.92

interface Tally {
  held: number
  all: number
  heldByWide: number
  wide: number
}

/** Checks whether the bands of addresses known only by ZIP code or city contain the scores at the true locations. */
export async function bands(context: BuiltContext): Promise<Check[]> {
  const schools = await schoolAddresses(context)
  const addresses = [...(await childCare(context)), ...['CA', 'TX', 'FL'].flatMap(schools)]
  const tallies = tallyBands(context, addresses)
  return dimensions.flatMap(({ id }) => {
    const { held, all, heldByWide, wide } = tallies.get(id)!
    const where = 'child-care centers and schools found by ZIP or city'
    const within = `${where}: score within the band of 10 to 90% of people`
    const ofWide = `${where}: score within the band, where it is wider than ${WIDE} points`
    const lines = [finding(within, 'share', held / all, all, { reached: held >= LEAST * all })]
    if (wide > 0) lines.push(finding(ofWide, 'share', heldByWide / wide, wide, { reached: heldByWide <= MOST * wide }))
    return lines.map((line) => ({ dimension: id, ...line }))
  })
}

function tallyBands({ library }: BuiltContext, addresses: readonly LocatedAddress[]): ReadonlyMap<string, Tally> {
  const tallies = new Map(dimensions.map(({ id }) => [id, { held: 0, all: 0, heldByWide: 0, wide: 0 }]))
  for (const { address, lat, lon } of addresses) {
    const answer = library.geocode(address.slice(0, 300), { layers: coarse })
    if (answer.lat === undefined || answer.radius <= EXACT) continue
    const around = library.scoresAround({ lat: answer.lat, lon: answer.lon, radius: answer.radius })
    for (const { id } of dimensions) {
      const { p10, p90 } = around.scores[id]
      const { score } = library.score(id, { lat, lon }, { description: false })
      if (score === 0 || p10 === null || p90 === null) continue
      const tally = tallies.get(id)!
      const isHeld = score >= p10 && score <= p90
      tally.all++
      if (isHeld) tally.held++
      if (p90 - p10 <= WIDE) continue
      tally.wide++
      if (isHeld) tally.heldByWide++
    }
  }
  return tallies
}
