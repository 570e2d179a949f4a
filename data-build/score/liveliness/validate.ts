import { CenterIndex, nearestCenters } from '../../geography/center-index.ts'
import { number, readCsv, text } from '../../read/csv.ts'
import { rankCorrelation, reachesRho } from '../../statistics.ts'
import { readBlockGroupSample } from '../../validate/block-group-sample.ts'
import type { Check, Checker, ValidationContext } from '../../validate/check.ts'
import { downtowns, placesInTopDecile } from '../../validate/known-places.ts'

const dimension = 'liveliness'

export const check: Checker = async (context) => {
  const { hits } = placesInTopDecile(context, dimension, downtowns)
  const sample = await readBlockGroupSample(context.sources)
  const jobs = rankCorrelation(context.scores(dimension, sample.lat, sample.lon), sample.publicJobs)
  return [
    {
      dimension,
      check: 'downtowns of large cities in the top tenth of their county',
      statistic: 'hit rate',
      value: hits / downtowns.length,
      n: downtowns.length,
      trial: 1,
      reached: hits === downtowns.length,
    },
    await againstFoodBusinesses(context),
    {
      dimension,
      check: 'jobs in shops, services and entertainment per acre (EPA Smart Location Database), Texas block groups',
      statistic: 'Spearman rho',
      value: jobs.rho,
      n: jobs.n,
      trial: null,
      reached: null,
    },
  ]
}

/** Inspected food businesses per km² of land of Florida's ZIP areas, against the mean score of the people there. */
async function againstFoodBusinesses(context: ValidationContext): Promise<Check> {
  const areas = await zipAreas(context)
  const businesses = await foodBusinesses(context)
  const mean = meanScores(context, areas)
  // A ZIP area without any business on the list is one that the list left out, not one without business.
  const density = areas.id.map((zip, k) => (businesses.get(zip) ?? Number.NaN) / areas.km2[k])
  const { rho, n } = rankCorrelation(mean, density)
  return {
    dimension,
    check: 'inspected food businesses per km², ZIP areas of Florida that have any',
    statistic: 'Spearman rho',
    value: rho,
    n,
    trial: 0.874,
    reached: reachesRho(rho, n, 0.874),
  }
}

interface ZipAreas {
  readonly id: readonly string[]
  readonly lat: readonly number[]
  readonly lon: readonly number[]
  /** Land. */
  readonly km2: readonly number[]
}

/** ZIP tabulation areas 320xx-349xx: Florida's. */
async function zipAreas(context: ValidationContext): Promise<ZipAreas> {
  const { columns } = await readCsv(
    context.sources,
    'census/gazetteer/2010_Gaz_zcta_national.txt.gz',
    { GEOID: text(), ALAND: number(), INTPTLAT: number(), INTPTLONG: number() },
    { delimiter: '\t', skipEmptyRows: true },
  )
  const rows = columns.GEOID.flatMap((zip, i) => (zip >= '32000' && zip < '35000' && columns.ALAND[i] > 0 ? [i] : []))
  return {
    id: rows.map((i) => columns.GEOID[i]),
    lat: rows.map((i) => columns.INTPTLAT[i]),
    lon: rows.map((i) => columns.INTPTLONG[i]),
    km2: rows.map((i) => columns.ALAND[i] / 1e6),
  }
}

async function foodBusinesses(context: ValidationContext): Promise<ReadonlyMap<string, number>> {
  const path = 'addresses/known-points/pelias_fuzzy_florida_food_inspections_addresses.csv.gz'
  const { columns } = await readCsv(context.sources, path, { postalcode: text() })
  const count = new Map<string, number>()
  for (const code of columns.postalcode) {
    const zip = code.slice(0, 5)
    count.set(zip, (count.get(zip) ?? 0) + 1)
  }
  return count
}

/** Mean over the people whose block-group center is nearest to the area's internal point; NaN where nobody's is. */
function meanScores(context: ValidationContext, areas: ZipAreas): Float64Array {
  const { state, lat, lon, population } = context.blockGroups
  const scores = context.centerScores(dimension)
  const points = new CenterIndex(Float64Array.from(areas.lon), Float64Array.from(areas.lat))
  const florida = Array.from(scores.keys()).filter((b) => state[b] === '12' && scores[b] > 0)
  const { index } = nearestCenters(
    points,
    lon,
    lat,
    florida.map((b) => [b]),
    1,
  )
  const sum = new Float64Array(areas.id.length)
  const people = new Float64Array(areas.id.length)
  for (const b of florida) {
    sum[index[b]] += population[b] * scores[b]
    people[index[b]] += population[b]
  }
  return sum.map((total, k) => total / people[k])
}
