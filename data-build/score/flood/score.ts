import { expectedScore } from '../../../src/answers/dimensions/flood.ts'
import { coveredStates } from '../../../src/base/states.ts'
import type { AreaScorer, BuildContext, FactSpec, SurfaceScorer, View } from '../../context.ts'
import { EdgeIndex } from '../../geography/edge-index.ts'
import { type LineDistance, lineDistance } from '../../geography/line-distance.ts'
import { loadWaterShares } from '../../geography/water-shares.ts'
import { number, readCsv, text } from '../../read/csv.ts'
import { readNaturalEarth } from '../../read/natural-earth.ts'
import { readShapefile } from '../../read/shapefile.ts'
import type { SourceFolder } from '../../read/source-folder.ts'
import { eachAs32, groupBy, weightedMean } from '../../statistics.ts'
import { shiftTo } from '../ideological-lean/estimate.ts'
import { logistic, logit } from '../ideological-lean/votes.ts'
import { zoneValues } from '../zone-values.ts'
import { loadDallas, loadLongBeach, loadNfhl } from './zones.ts'

/**
 * Chances that a home is in the 1% zone. FEMA's National Risk Index, which the CDC publishes by tract, counts river
 * floods only in tracts that FEMA's 1% river zone touches, and coastal floods of 0.005 a year or more only where the
 * coastal zone does. The rates of those tracts are rounded from a fit to the shares of properties in the zone that
 * First Street published by county (2020). They add up to the published total: 7.0 of the 89 million people of the
 * three states.
 */
const rates = {
  /** If a river zone touches all tracts around, without open water in them; twice that with much water. */
  river: 0.05,
  /** If the coastal zone touches all tracts around, at the shore, without hurricanes. */
  coast: 0.05,
  /** Added where hurricanes are as frequent as in Florida. */
  storm: 0.4,
  /** On a lake, away from where people live. */
  lake: 0.9,
} as const
/** Hurricanes a year at which the storm term is full, which is typical for the Florida coast. */
const FULL_STORM_FREQUENCY = 0.25
/**
 * Power applied to what distinguishes a county's rivers from its state's. California's published shares hardly follow
 * it.
 */
const COUNTY_TRUST = 0.5
/** Distance in km over which the coastal chance falls to 1/e. */
const SURGE_REACH = 8
/** Distance in km beyond which the coastal chance is below 0.003. */
const COAST_LIMIT = 40
/**
 * Distance in km inside a lake's outline from which the lake counts fully, and outside at which it begins to count,
 * because outlines are generalized.
 */
const LAKE_SHORE = 0.5
/** People per km² (σ 1 km) from which a place is not on the water, whatever the lake's outline says. */
const SETTLED = 100

const around = { unit: '%', offset: 0, of: 'neighborhood' } as const
const tractShare = { ...around, step: 0.5, digits: 0 } as const
const countyLabel =
  "Homes of the county in a flood zone by the estimate, in California from the county's share in FEMA's zones (2021)"
const facts: readonly FactSpec[] = [
  { id: 'river_zone_tracts', label: 'Nearby tracts with a river flood zone', ...tractShare },
  { id: 'coastal_zone_tracts', label: 'Nearby tracts with a coastal flood zone', ...tractShare },
  { id: 'water_share', label: 'Water in the tracts around', ...around, step: 0.4, digits: 1 },
  { id: 'hurricanes', label: 'Hurricanes', ...around, unit: 'per year', step: 0.002, digits: 2 },
  { id: 'coast_km', label: 'Distance to the coast', unit: 'km', offset: 0, step: 0.1, digits: 1 },
  { id: 'county_zone_pct', label: countyLabel, unit: '%', offset: -1, step: 0.012, log: true, digits: 1 },
]

/** Published number of people in the 1% zone, of the 89 million people of the three states. */
const PEOPLE_IN_ZONE = 7e6
/**
 * Power applied to published shares of homes, times what matches the three states' published total. The shares spread
 * people evenly over a block group, including its zones, which overstates narrow zones most.
 */
const SHARE_POWER = 1.5
/** Minimum chance (0-1) used for logits. */
const RAREST = 0.001

/** FEMA's own zones, where a map is available: the City of Dallas, and every layer in `fema/nfhl`. */
export const area: AreaScorer = {
  facts: [],
  async prepare(context: BuildContext) {
    const nfhl = await loadNfhl(context.sources, context.report)
    const zones = [...(await loadDallas(context.sources)), ...(await loadLongBeach(context.sources)), ...nfhl]
    context.report(`${zones.length} flood zones`)
    return zoneValues(zones)
  },
}

/** Estimates everywhere else: the score expected from the chance that a home is in the 1% zone. */
export const surface: SurfaceScorer = {
  id: 'flood',
  basis: 'estimate',
  step: 15,
  centerFacts: facts,
  surfaceFacts: [],
  async prepare(context: BuildContext) {
    const water = context.byTract2010(await loadWaterShares(context.sources))
    const lakes = await loadLakes(context.sources)
    const { population } = context.blockGroups
    const landChance = await landChances(context)
    const counties = countyChances(context, landChance(context.centers).chance, await loadCountyShares(context.sources))
    const percents = (shares: Float32Array) => shares.map((share) => 100 * share)
    return (view: View) => {
      const { chance, km, rivers, floods, storms } = landChance(view)
      return {
        score() {
          const shift = view.smooth(counties.shift)
          const people = view.kernel(population, 1)
          return chance.map((own, i) => {
            const land = shift[i] === 0 ? own : logistic(logit(own, RAREST) + shift[i])
            const lake = people[i] < SETTLED ? lakeChance(lakes(view.lon[i], view.lat[i]), people[i]) : 0
            return expectedScore(1 - (1 - land) * (1 - lake))
          })
        },
        facts: {
          river_zone_tracts: () => percents(rivers),
          coastal_zone_tracts: () => percents(floods),
          water_share: () => percents(view.smooth(water)),
          hurricanes: () => storms,
          coast_km: () => km.map((distance) => (distance < COAST_LIMIT ? distance : Number.NaN)),
          county_zone_pct: () => percents(view.atNearest(counties.told)),
        },
      }
    }
  },
}

/**
 * Returns the chances (0-1) that homes on land are in the 1% zone, with their components, before a county's published
 * share moves them.
 */
export async function landChances(context: BuildContext, trust = COUNTY_TRUST) {
  const { county, state, population } = context.blockGroups
  const coastal = flags(context.eji('E_CFLD'), 0.005)
  const river = flags(context.eji('E_RFLD'), Number.MIN_VALUE)
  const hurricanes = context.eji('E_HRCN')
  const water = context.byTract2010(await loadWaterShares(context.sources))
  const rivers = river.map((touched, b) => rates.river * touched * (1 + (water[b] >= 0 ? waterClass(water[b]) : 0)))
  const ofState = meansBy(state, rivers, population)
  const ofCounty = meansBy(county, rivers, population)
  const inland = rivers.map((own, b) =>
    own === 0 ? 0 : own * (ofState.get(state[b])! / ofCounty.get(county[b])!) ** (1 - trust),
  )
  const coast = await loadShoreDistance(context.sources, COAST_LIMIT)
  const islands = await loadIslands(context.sources)
  return (view: View) => {
    const [storms, chances, floods] = [view.smooth(hurricanes), view.smooth(inland), view.smooth(coastal)]
    const km = eachAs32(view.lat, (lat, i) => coast(view.lon[i], lat))
    km.forEach((distance, i) => {
      const toShore = islands(view.lon[i], view.lat[i])
      if (toShore < Number.POSITIVE_INFINITY) [floods[i], km[i]] = [1, Math.min(distance, toShore)]
    })
    const chance = km.map((distance, i) => zoneChance(chances[i], floods[i], storms[i], distance))
    return { chance, km, rivers: view.smooth(river), floods, storms }
  }
}

function meansBy(group: readonly string[], values: Float64Array, weights: Float64Array): ReadonlyMap<string, number> {
  const meanOf = (members: readonly number[]) =>
    weightedMean(
      members.map((b) => values[b]),
      members.map((b) => weights[b]),
    )
  return new Map([...groupBy([...values.keys()], (b) => group[b])].map(([name, members]) => [name, meanOf(members)]))
}

/** County figures by block group. */
interface CountyChances {
  /**
   * Shift of the estimate's logits that gives the county's people the published share on average; 0 if none is
   * published.
   */
  readonly shift: Float64Array
  /** Mean chance (0-1) over the county's people. */
  readonly told: Float64Array
}

function countyChances(
  { blockGroups: { county, population } }: BuildContext,
  chance: ArrayLike<number>,
  shares: ReadonlyMap<string, number>,
): CountyChances {
  const known = [...county.keys()].filter((b) => !Number.isNaN(chance[b]))
  const members = groupBy(known, (b) => county[b])
  const sum = (own: readonly number[], of: (b: number) => number) => own.reduce((total, b) => total + of(b), 0)
  let [estimated, published] = [0, 0]
  for (const [fips, own] of members) {
    const share = shares.get(fips)
    if (share === undefined) estimated += sum(own, (b) => population[b] * chance[b])
    else published += sum(own, (b) => population[b]) * share ** SHARE_POWER
  }
  const level = published > 0 ? Math.max(0, PEOPLE_IN_ZONE - estimated) / published : 1
  const told = new Float64Array(county.length).fill(Number.NaN)
  const shift = new Float64Array(county.length)
  for (const [fips, own] of members) {
    const share = shares.get(fips)
    const people = own.map((b) => population[b])
    const target = share === undefined ? null : level * share ** SHARE_POWER
    const mean = target ?? sum(own, (b) => population[b] * chance[b]) / sum(people, (count) => count)
    const logOdds = own.map((b) => logit(chance[b], RAREST))
    const moved = target === null ? 0 : shiftTo(target, logOdds, people)
    for (const b of own) [told[b], shift[b]] = [mean, moved]
  }
  return { shift, told }
}

/** Loads the share of homes in FEMA's A and V zones by county in California, from a study's overlay. */
export async function loadCountyShares(sources: SourceFolder): Promise<ReadonlyMap<string, number>> {
  const { columns } = await readCsv(sources, 'flood/fema_A_or_V_share_by_county_CA.csv', {
    GEOID: text({ pattern: /^06\d{3}$/, required: true }),
    housing_share_A_or_V: number({ min: 0, max: 1, required: true }),
  })
  return new Map(columns.GEOID.map((county, i) => [county, columns.housing_share_A_or_V[i]]))
}

/**
 * Returns 1 if a frequency reaches `least`, otherwise 0; NaN stays NaN. The frequencies themselves are a county's or a
 * tide gauge's.
 */
function flags(frequency: Float64Array, least: number): Float64Array {
  return frequency.map((perYear) => (Number.isNaN(perYear) ? Number.NaN : Number(perYear >= least)))
}

/**
 * Returns the chance (0-1) that a home on land is in the 1% zone, from the chance of a river flood, the share (0-1) of
 * surrounding tracts that a coastal zone touches, hurricanes per year, and the distance to the coast in km. NaN if one
 * of the first three is.
 */
export function zoneChance(river: number, coastal: number, hurricanes: number, coastKm: number): number {
  const storms = Math.min(1, hurricanes / FULL_STORM_FREQUENCY)
  const shore = coastal * (rates.coast + rates.storm * storms) * Math.exp(-coastKm / SURGE_REACH)
  return 1 - (1 - river) * (1 - shore)
}

/**
 * Returns the chance (0-1) that a place is in a lake's pool, from its depth in km inside the outline (negative outside)
 * and the people per km² around.
 */
export function lakeChance(depthKm: number, people: number): number {
  const onWater = Math.min(1, Math.max(0, (depthKm / LAKE_SHORE + 1) / 2))
  return rates.lake * onWater * Math.max(0, 1 - people / SETTLED)
}

/** Returns the class 0-1 of a water share: 0 up to 0.1%, 1 from 10%, logarithmic in between. NaN stays NaN. */
export function waterClass(share: number): number {
  return Math.min(1, Math.max(0, (Math.log10(share) + 3) / 2))
}

/** Loads Natural Earth's coast (1:10 million) of the three states. */
export async function loadShoreDistance(sources: SourceFolder, reach: number): Promise<LineDistance> {
  const coast = await readNaturalEarth(sources, 'ne_10m_coastline')
  return lineDistance(
    coast.flatMap(({ lines }) => lines),
    reach,
  )
}

/** Returns how far inside the outlines of Natural Earth's lakes (1:10 million) a place is in km; negative outside. */
async function loadLakes(sources: SourceFolder): Promise<LineDistance> {
  const features = await readNaturalEarth(sources, 'ne_10m_lakes_north_america')
  const lakes = features.map(({ polygons }) => polygons.flat())
  const outlines = new EdgeIndex(lakes)
  const shore = lineDistance(lakes.flat(), LAKE_SHORE)
  return (lon, lat) => (outlines.containing(lon, lat) === -1 ? -shore(lon, lat) : shore(lon, lat))
}

/**
 * Returns the distance in km to the shore of the island (1:500,000) that contains a place; Infinity on the mainland.
 */
async function loadIslands(sources: SourceFolder): Promise<LineDistance> {
  const { features } = await readShapefile(sources, 'water/cb_2018_us_state_500k.zip', { properties: ['STUSPS'] })
  const islands = features
    .filter(({ properties }) => coveredStates.some(({ postal }) => postal === properties.STUSPS))
    .flatMap(({ polygons }) => polygons.toSorted((a, b) => b[0].length - a[0].length).slice(1))
  const outlines = new EdgeIndex(islands)
  const shore = lineDistance(islands.flat(), COAST_LIMIT)
  return (lon, lat) => (outlines.containing(lon, lat) === -1 ? Number.POSITIVE_INFINITY : shore(lon, lat))
}
