import { expectedScore } from '../../../src/answers/dimensions/flood.ts'
import type { AreaScorer, BuildContext, FactSpec, SurfaceScorer, View } from '../../context.ts'
import { kmPerDegree } from '../../geography/center-index.ts'
import { type Coast, type CoastPosition, createCoast } from '../../geography/coast.ts'
import { EdgeIndex } from '../../geography/edge-index.ts'
import { type LineDistance, lineDistance } from '../../geography/line-distance.ts'
import { loadSeaWater } from '../../geography/sea-water.ts'
import { loadWaterShares } from '../../geography/water-shares.ts'
import { readNaturalEarth } from '../../read/natural-earth.ts'
import type { SourceFolder } from '../../read/source-folder.ts'
import { addTo, eachAs32, groupBy, weightedMean } from '../../statistics.ts'
import { logistic, logit } from '../ideological-lean/votes.ts'
import { zoneValues } from '../zone-values.ts'
import {
  coastalChance,
  either,
  inlandChance,
  LAKE_SHORE,
  lakeChance,
  riverChance,
  SETTLED,
  valleyOdds,
} from './chances.ts'
import { countyShifts, loadCountyShares, loadInsuredShares } from './counties.ts'
import { loadLandHeights } from './land-heights.ts'
import { loadDallas, loadLongBeach, loadNfhl } from './zones.ts'

/**
 * Exponent of the ratio of a county's mean river chance to its state's. It is below 1 because California's published
 * shares depend only weakly on this ratio.
 */
const COUNTY_TRUST = 0.5
/** Minimum chance (0-1) used for logits. */
const RAREST = 0.001
/** Distance in km to the open sea beyond which facts do not mention the coast. */
const COAST_LIMIT = 40

const around = { unit: '%', offset: 0, of: 'neighborhood' } as const
const tractShare = { ...around, step: 0.5, digits: 0 } as const
const ofTract = { of: 'tract' } as const
const distance = { unit: 'km', offset: -2, step: 0.016, log: true, digits: 1 } as const
const facts: readonly FactSpec[] = [
  { id: 'river_zone', label: 'Tract with a river flood zone', ...tractShare, ...ofTract },
  { id: 'river_zone_tracts', label: 'Nearby tracts with a river flood zone', ...tractShare },
  { id: 'coastal_zone', label: 'Tract with a coastal flood zone', ...tractShare, ...ofTract },
  { id: 'land_height', label: 'Height above the sea', unit: 'm', ...heightScale(), ...ofTract },
  {
    id: 'above_around',
    label: 'Height above the surrounding tracts',
    unit: 'm',
    offset: -63,
    step: 0.5,
    digits: 1,
    ...ofTract,
  },
  { id: 'water_share', label: 'Water in the surrounding tracts', ...around, step: 0.4, digits: 1 },
  { id: 'hurricanes', label: 'Hurricanes', ...around, unit: 'per year', step: 0.002, digits: 2 },
  { id: 'coast_km', label: 'Distance to the open sea', ...distance },
  { id: 'water_km', label: 'Distance to the sea, a bay or a lagoon', ...distance },
  { id: 'island_km2', label: 'Size of the island', unit: 'km²', offset: -2, step: 0.018, log: true, digits: 1 },
  { id: 'sea_around', label: 'Sea water within 3 km', unit: '%', offset: 0, step: 0.5, digits: 0 },
  {
    id: 'insured_pct',
    label: 'Homes of the county with flood insurance (FEMA)',
    unit: '%',
    offset: -1,
    step: 0.012,
    log: true,
    digits: 1,
  },
]

/** Returns a scale from 0.1 m to 5 km in steps of 4.4%. */
function heightScale() {
  return { offset: -1, step: 0.0186, log: true, digits: 1 } as const
}

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
    const { county, population } = context.blockGroups
    const water = context.byTract2010(await loadWaterShares(context.sources))
    const lakes = await loadLakes(context.sources)
    const land = await landChances(context)
    const insured = await loadInsuredShares(context.sources)
    const published = await loadCountyShares(context.sources)
    const shifts = countyShifts(context.blockGroups, land.at(context.centers).chance, { insured, published })
    const insuredPct = Float64Array.from(county, (fips) => 100 * (insured.get(fips) ?? Number.NaN))
    const percents = (shares: ArrayLike<number>) => eachAs32(shares, (share) => 100 * share)
    return (view: View) => {
      const { chance, places, rivers, storms } = land.at(view)
      const ofPlace = (value: (place: CoastPosition) => number) => Float32Array.from(places, value)
      const nearby = (km: number) => (km < COAST_LIMIT ? Math.max(0.01, km) : Number.NaN)
      return {
        score() {
          const shift = view.smooth(shifts)
          const people = view.kernel(population, 1)
          return chance.map((chanceHere, i) => {
            const moved = shift[i] === 0 ? chanceHere : logistic(logit(chanceHere, RAREST) + shift[i])
            const lake = people[i] < SETTLED ? lakeChance(lakes(view.lon[i], view.lat[i]), people[i]) : 0
            return expectedScore(either(moved, lake))
          })
        },
        facts: {
          river_zone: () => percents(view.atNearest(land.river)),
          river_zone_tracts: () => percents(rivers),
          coastal_zone: () => percents(view.atNearest(land.coastal)),
          land_height: () => view.atNearest(land.heights.height.map((meters) => Math.max(0.1, meters))),
          above_around: () => view.atNearest(land.heights.aboveAround),
          water_share: () => percents(view.smooth(water)),
          hurricanes: () => storms,
          coast_km: () => ofPlace(({ openKm }) => nearby(openKm)),
          water_km: () => ofPlace(({ waterKm }) => nearby(waterKm)),
          island_km2: () => ofPlace(({ island }) => (island < 0 ? Number.NaN : land.coast.areaKm2(island))),
          sea_around: () => ofPlace((place) => (place.water > 0 ? 100 * place.water : Number.NaN)),
          insured_pct: () => view.atNearest(insuredPct),
        },
      }
    }
  },
}

/**
 * Returns the chances (0-1) that homes on land are in the 1% zone, with their components, before they are shifted to a
 * county's own figures.
 */
export async function landChances(context: BuildContext, trust = COUNTY_TRUST) {
  const { county, state, population } = context.blockGroups
  const river = flags(context.eji('E_RFLD'), Number.MIN_VALUE)
  const coastal = flags(context.eji('E_CFLD'), 0.005)
  const hurricanes = context.eji('E_HRCN')
  const water = context.byTract2010(await loadWaterShares(context.sources))
  const heights = await loadLandHeights(context)
  const rivers = river.map((touched, b) => riverChance(touched, water[b]))
  const ofState = meansBy(state, rivers, population)
  const ofCounty = meansBy(county, rivers, population)
  const inland = rivers.map((river, b) => {
    const leveled = river === 0 ? 0 : river * (ofState.get(state[b])! / ofCounty.get(county[b])!) ** (1 - trust)
    return inlandChance({
      river: leveled,
      height: heights.height[b],
      position: heights.position[b],
      relief: heights.relief[b],
      trust: heights.trust[b],
    })
  })
  const withValleys = raiseValleys(context, inland, {
    aboveAround: heights.aboveAround,
    zonesNearby: context.centers.smooth(river),
  })
  const coast = createCoast(await loadSeaWater(context.sources))
  const onIsland = islandHeights(context, coast, heights.height)
  return {
    river,
    coastal,
    heights,
    coast,
    at(view: View) {
      const storms = view.smooth(hurricanes)
      const chances = view.smooth(withValleys)
      const mainland = view.smooth(heights.height)
      const places = Array.from(view.lat, (lat, i) => coast.at(view.lon[i], lat))
      const chance = eachAs32(view.lat, (lat, i) => {
        const place = places[i]
        const height = onIsland(place.island, view.lon[i], lat) ?? mainland[i]
        const shore = coastalChance({ ...place, height, onIsland: place.island >= 0, hurricanes: storms[i] })
        return either(chances[i], shore)
      })
      return { chance, places, rivers: view.smooth(river), storms }
    },
  }
}

/**
 * Raises the chances on valley floors with river zones nearby. Lowers all chances of the county so that the average
 * chance of its residents stays the same.
 */
function raiseValleys(
  { blockGroups: { county, population } }: BuildContext,
  chances: Float64Array,
  { aboveAround, zonesNearby }: { readonly aboveAround: Float64Array; readonly zonesNearby: ArrayLike<number> },
): Float64Array {
  const move = (chance: number, odds: number) => logistic(logit(chance, RAREST) + odds)
  const raised = chances.map((chance, b) => move(chance, valleyOdds(aboveAround[b], zonesNearby[b])))
  const before = meansBy(county, chances, population)
  const after = meansBy(county, raised, population)
  return raised.map((chance, b) => move(chance, Math.log(before.get(county[b])! / after.get(county[b])!)))
}

/**
 * Returns a function that computes the land height on an island from the block group centers on it, weighted by the
 * inverse square of the distance. The result is null on the mainland and on islands without a center.
 */
function islandHeights({ blockGroups: { lat, lon } }: BuildContext, coast: Coast, height: Float64Array) {
  const members = new Map<number, number[]>()
  height.forEach((meters, b) => {
    const { island } = coast.at(lon[b], lat[b])
    if (island >= 0 && !Number.isNaN(meters)) addTo(members, island, b)
  })
  return (island: number, x: number, y: number): number | null => {
    const islandMembers = island < 0 ? undefined : members.get(island)
    if (islandMembers === undefined) return null
    const cos = Math.cos((y * Math.PI) / 180)
    return weightedMean(
      islandMembers.map((b) => height[b]),
      islandMembers.map((b) => 1 / (0.01 + (kmPerDegree * Math.hypot((lon[b] - x) * cos, lat[b] - y)) ** 2)),
    )
  }
}

function meansBy(group: readonly string[], values: Float64Array, weights: Float64Array): ReadonlyMap<string, number> {
  const computeMean = (members: readonly number[]) =>
    weightedMean(
      members.map((b) => values[b]),
      members.map((b) => weights[b]),
    )
  return new Map(
    [...groupBy([...values.keys()], (b) => group[b])].map(([name, members]) => [name, computeMean(members)]),
  )
}

/**
 * Returns 1 if a frequency is at least `least`, otherwise 0; NaN stays NaN. Each frequency belongs to a county or a
 * tide gauge.
 */
function flags(frequency: Float64Array, least: number): Float64Array {
  return frequency.map((perYear) => (Number.isNaN(perYear) ? Number.NaN : Number(perYear >= least)))
}

/**
 * Loads the lakes of Natural Earth (1:10 million). Returns a function that computes how many km a place is inside a
 * lake outline; negative outside.
 */
async function loadLakes(sources: SourceFolder): Promise<LineDistance> {
  const features = await readNaturalEarth(sources, 'ne_10m_lakes_north_america')
  const lakes = features.map(({ polygons }) => polygons.flat())
  const outlines = new EdgeIndex(lakes)
  const shore = lineDistance(lakes.flat(), LAKE_SHORE)
  return (lon, lat) => (outlines.containing(lon, lat) === -1 ? -shore(lon, lat) : shore(lon, lat))
}
