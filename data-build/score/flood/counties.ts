import type { BlockGroups } from '../../context.ts'
import { number, readCsv, text } from '../../read/csv.ts'
import type { SourceFolder } from '../../read/source-folder.ts'
import { groupBy, weightedMean } from '../../statistics.ts'
import { shiftTo } from '../ideological-lean/estimate.ts'
import { logit } from '../ideological-lean/votes.ts'

/** Number of people in the 1% zone in the three states, out of 90 million. */
export const PEOPLE_IN_ZONE = 7.6e6
/**
 * Power applied to published shares of homes before they are scaled to the three states' total. The study spread people
 * evenly over each block group, including its flood zones. This overstates small shares most, and a power above 1
 * reduces small shares most.
 */
const SHARE_POWER = 1.5
/**
 * Ratio of homes in the 1% zone to insured homes. Homes without a mortgage need not be insured, and some insured homes
 * are outside the zone.
 */
const HOMES_PER_INSURED = 1.3
/** Fraction of the way, in log odds, that a county's estimate moves toward the level that its insurance suggests. */
const INSURANCE_TRUST = 0.5
/** Maximum factor by which insurance may change the odds of a county. */
const LARGEST_FACTOR = 2
/**
 * Maximum factor by which a published share lowers the odds of a county. Some published shares are too low, because the
 * maps had few zones when the study was made: San Francisco had no map until 2021, and Alpine County had no zone at
 * all.
 */
const LARGEST_CUT = 5
/** Minimum chance (0-1) used for logits. */
const RAREST = 0.001

/** Known figures of counties, by FIPS code, as shares (0-1) of homes. */
export interface CountyFigures {
  /** Share of homes with a policy of the National Flood Insurance Program. */
  readonly insured: ReadonlyMap<string, number>
  /** Share of homes in FEMA's A and V zones, according to a study's map overlay. */
  readonly published: ReadonlyMap<string, number>
}

/**
 * Returns the shift to apply to the estimated log odds of each block group. The published shares are first scaled to a
 * common level. In a county with a published share, the shift moves the residents' average chance of flooding to the
 * scaled share, but never cuts the odds to less than a fifth. In the other counties, it moves the chance halfway to the
 * level implied by flood insurance, and changes the odds by at most a factor of two.
 */
export function countyShifts(
  { county, population }: Pick<BlockGroups, 'county' | 'population'>,
  chance: ArrayLike<number>,
  { insured, published }: CountyFigures,
): Float64Array {
  const members = [...county.keys()].filter((b) => !Number.isNaN(chance[b]))
  const counties = [...groupBy(members, (b) => county[b])].map(([fips, members]) => {
    const people = members.map((b) => population[b])
    const logOdds = members.map((b) => logit(chance[b], RAREST))
    return { fips, own: members, people, logOdds, share: published.get(fips) }
  })
  const shift = new Float64Array(county.length)
  let inOthers = 0
  let inPublished = 0
  for (const { fips, own: members, people, logOdds, share } of counties) {
    const total = people.reduce((sum, count) => sum + count, 0)
    if (share !== undefined) inPublished += total * share ** SHARE_POWER
    if (share !== undefined || total === 0) continue
    const mean = weightedMean(
      members.map((b) => chance[b]),
      people,
    )
    const moved = insuranceShift(mean, insured.get(fips))
    for (const b of members) shift[b] = moved
    inOthers += logOdds.reduce((sum, odds, i) => sum + people[i] / (1 + Math.exp(-odds - moved)), 0)
  }
  const level = inPublished > 0 ? Math.max(0, PEOPLE_IN_ZONE - inOthers) / inPublished : 1
  for (const { own: members, people, logOdds, share } of counties) {
    if (share === undefined) continue
    const moved = Math.max(-Math.log(LARGEST_CUT), shiftTo(level * share ** SHARE_POWER, logOdds, people))
    for (const b of members) shift[b] = moved
  }
  return shift
}

/** Returns the shift of a county's log odds from its mean chance and its share of insured homes (0-1). */
export function insuranceShift(mean: number, insured: number | undefined): number {
  if (insured === undefined || !(insured > 0)) return 0
  const wanted = INSURANCE_TRUST * (logit(Math.min(0.95, HOMES_PER_INSURED * insured), RAREST) - logit(mean, RAREST))
  const limit = Math.log(LARGEST_FACTOR)
  return Math.min(limit, Math.max(-limit, wanted))
}

/** Loads the share of homes in FEMA's A and V zones by county in California, according to a study's map overlay. */
export async function loadCountyShares(sources: SourceFolder): Promise<ReadonlyMap<string, number>> {
  const { columns } = await readCsv(sources, 'flood/fema_A_or_V_share_by_county_CA.csv', {
    GEOID: text({ pattern: /^06\d{3}$/, required: true }),
    housing_share_A_or_V: number({ min: 0, max: 1, required: true }),
  })
  return new Map(columns.GEOID.map((county, i) => [county, columns.housing_share_A_or_V[i]]))
}

/**
 * Loads the share of homes with flood insurance by county in Florida and Texas. Skips California, where the insured
 * share says little about how many homes are in a flood zone.
 */
export async function loadInsuredShares(sources: SourceFolder): Promise<ReadonlyMap<string, number>> {
  const { columns } = await readCsv(sources, 'flood/openfema_nfip_residential_penetration_county_2025-05.csv', {
    fips: text({ pattern: /^\d{5}$/, required: true }),
    res_penetration_rate: number({ min: 0, max: 1 }),
  })
  const shares = columns.fips.map((county, i) => [county, columns.res_penetration_rate[i]] as const)
  return new Map(shares.filter(([county, share]) => !county.startsWith('06') && !Number.isNaN(share)))
}
