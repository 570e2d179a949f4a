import type { StateFips } from '../../context.ts'
import { readZipAreas } from '../../geocode/place-files.ts'
import { CenterIndex, getPoints, type LatLon, nearestCenters } from '../../geography/center-index.ts'
import { readRecords, text } from '../../read/csv.ts'
import { groupBy, rankCorrelation, reachesRho } from '../../statistics.ts'
import { readBlockGroupSample } from '../../validate/block-group-sample.ts'
import {
  type Checker,
  type Finding,
  finding,
  hitRate,
  meanScores,
  spearman,
  type ValidationContext,
} from '../../validate/check.ts'
import { downtowns, placesInTopDecile } from '../../validate/known-places.ts'

const dimension = 'liveliness'

export const check: Checker = async (context) => {
  const { hits } = placesInTopDecile(context, dimension, downtowns)
  const sample = await readBlockGroupSample(context.sources)
  const jobs = rankCorrelation(context.scores(dimension, sample.lat, sample.lon), sample.publicJobs)
  return [
    {
      check: 'downtowns of large cities in the top tenth of their county',
      ...hitRate(hits, downtowns.length, 1, 1),
    },
    await againstFoodBusinesses(context, florida),
    await againstFoodBusinesses(context, texas),
    againstWalkability(context),
    {
      check: 'jobs in shops, services and entertainment per acre (EPA Smart Location Database), Texas block groups',
      ...spearman(jobs),
    },
  ]
}

/** A list of restaurants, bars or similar businesses by ZIP code. `zips` is the range of the state's ZIP codes. */
export interface FoodList {
  readonly check: string
  readonly state: StateFips
  readonly zips: readonly [from: string, to: string]
  readonly path: string
  readonly column: string
  readonly trial: number | null
}

export const florida: FoodList = {
  check: 'inspected food businesses per km², ZIP areas of Florida that have any',
  state: '12',
  zips: ['32000', '35000'],
  path: 'addresses/known-points/pelias_fuzzy_florida_food_inspections_addresses.csv.gz',
  column: 'postalcode',
  trial: 0.874,
}

export const texas: FoodList = {
  check: 'bars and restaurants with a mixed beverage permit (2017) per km², ZIP areas of Texas that have any',
  state: '48',
  zips: ['75000', '80000'],
  path: 'food/tx_mixed_beverage_2017-09_2017-10.csv.gz',
  column: 'zip',
  trial: null,
}

/** Compares the food businesses per km² of land with the mean score of the residents, by ZIP area. */
async function againstFoodBusinesses(context: ValidationContext, judge: FoodList): Promise<Finding> {
  const { mean, density } = await foodDensity(context, judge)
  const ranks = rankCorrelation(mean, density)
  const { check, trial } = judge
  return {
    check,
    ...spearman(ranks, { trial, reached: trial === null ? null : reachesRho(ranks.rho, ranks.n, trial) }),
  }
}

/** Returns the state's ZIP areas with the mean score of their residents and the number of businesses per km². */
export async function foodDensity(context: ValidationContext, list: FoodList) {
  const areas = await zipAreas(context, list)
  const businesses = await foodBusinesses(context, list)
  return {
    areas,
    mean: scoresOfAreas(context, areas, list.state),
    // The list contains only ZIP areas with a business, so the count of an unlisted area is unknown, not 0.
    density: areas.map(({ zip, km2 }) => (businesses.get(zip) ?? Number.NaN) / km2),
  }
}

/** Checks that the score differs from walkability, because a copy of walkability would add nothing. */
function againstWalkability(context: ValidationContext): Finding {
  const { rho, n } = rankCorrelation(context.centerScores(dimension), context.centerScores('walkability'))
  const check = 'correlation with walkability at block-group centers (at most 0.93)'
  return finding(check, 'rank correlation', rho, n, { reached: rho <= 0.93 })
}

/** Returns the state's ZIP areas with their land area in km². */
async function zipAreas({ sources }: ValidationContext, { zips: [from, to] }: FoodList) {
  return [...(await readZipAreas(sources)).values()]
    .filter(({ zip, land }) => zip >= from && zip < to && land > 0)
    .map(({ land, ...area }) => ({ ...area, km2: land / 1e6 }))
}

async function foodBusinesses(
  { sources }: ValidationContext,
  { path, column }: FoodList,
): Promise<ReadonlyMap<string, number>> {
  const rows = await readRecords(sources, path, { zip: text({ heading: column }) })
  const byZip = groupBy(rows, ({ zip }) => zip.slice(0, 5))
  return new Map([...byZip].map(([zip, { length }]) => [zip, length]))
}

/**
 * Returns the mean score of each area's residents, or NaN if the area has none. Residents belong to the area whose
 * internal point is nearest to the center of their block group.
 */
function scoresOfAreas(
  context: ValidationContext,
  areas: readonly (LatLon & { zip: string })[],
  fips: StateFips,
): number[] {
  const { state, lat, lon } = context.blockGroups
  const points = getPoints(areas)
  const members = state.flatMap((stateFips, b) => (stateFips === fips ? [[b]] : []))
  const { index } = nearestCenters(new CenterIndex(points.lon, points.lat), lon, lat, members, 1)
  const means = meanScores(context, dimension, (b) => (state[b] === fips ? areas[index[b]].zip : null))
  return areas.map(({ zip }) => means.get(zip) ?? Number.NaN)
}
