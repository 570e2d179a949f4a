import type { StateFips } from '../../context.ts'
import { CenterIndex, nearestCenters } from '../../geography/center-index.ts'
import { number, readCsv, text } from '../../read/csv.ts'
import { rankCorrelation, reachesRho } from '../../statistics.ts'
import { readBlockGroupSample } from '../../validate/block-group-sample.ts'
import type { Checker, Finding, ValidationContext } from '../../validate/check.ts'
import { downtowns, placesInTopDecile } from '../../validate/known-places.ts'

const dimension = 'liveliness'

export const check: Checker = async (context) => {
  const { hits } = placesInTopDecile(context, dimension, downtowns)
  const sample = await readBlockGroupSample(context.sources)
  const jobs = rankCorrelation(context.scores(dimension, sample.lat, sample.lon), sample.publicJobs)
  return [
    {
      check: 'downtowns of large cities in the top tenth of their county',
      statistic: 'hit rate',
      value: hits / downtowns.length,
      n: downtowns.length,
      trial: 1,
      reached: hits === downtowns.length,
    },
    await againstFoodBusinesses(context, florida),
    await againstFoodBusinesses(context, texas),
    againstWalkability(context),
    {
      check: 'jobs in shops, services and entertainment per acre (EPA Smart Location Database), Texas block groups',
      statistic: 'Spearman rho',
      value: jobs.rho,
      n: jobs.n,
    },
  ]
}

/** Places to go out to, listed by ZIP; `zips` is the state's range. */
interface Judge {
  readonly check: string
  readonly state: StateFips
  readonly zips: readonly [from: string, to: string]
  readonly path: string
  readonly column: string
  readonly trial: number | null
}

const florida: Judge = {
  check: 'inspected food businesses per km², ZIP areas of Florida that have any',
  state: '12',
  zips: ['32000', '35000'],
  path: 'addresses/known-points/pelias_fuzzy_florida_food_inspections_addresses.csv.gz',
  column: 'postalcode',
  trial: 0.874,
}

const texas: Judge = {
  check: 'bars and restaurants with a mixed beverage permit (2017) per km², ZIP areas of Texas that have any',
  state: '48',
  zips: ['75000', '80000'],
  path: 'food/tx_mixed_beverage_2017-09_2017-10.csv.gz',
  column: 'zip',
  trial: null,
}

/** Businesses per km² of land of ZIP areas, against the mean score of the people there. */
async function againstFoodBusinesses(context: ValidationContext, judge: Judge): Promise<Finding> {
  const areas = await zipAreas(context, judge)
  const businesses = await foodBusinesses(context, judge)
  const mean = meanScores(context, areas, judge.state)
  // A ZIP area without any business on the list is one that the list left out, not one without business.
  const density = areas.id.map((zip, k) => (businesses.get(zip) ?? Number.NaN) / areas.km2[k])
  const { rho, n } = rankCorrelation(mean, density)
  const { check, trial } = judge
  const reached = trial === null ? null : reachesRho(rho, n, trial)
  return { check, statistic: 'Spearman rho', value: rho, n, trial, reached }
}

/** A copy of walkability would add nothing. */
function againstWalkability(context: ValidationContext): Finding {
  const { rho, n } = rankCorrelation(context.centerScores(dimension), context.centerScores('walkability'))
  const check = 'likeness to walkability, block-group centers (0.93 at most)'
  return { check, statistic: 'rank correlation', value: rho, n, reached: rho <= 0.93 }
}

interface ZipAreas {
  readonly id: readonly string[]
  readonly lat: readonly number[]
  readonly lon: readonly number[]
  /** Land. */
  readonly km2: readonly number[]
}

async function zipAreas(context: ValidationContext, { zips: [from, to] }: Judge): Promise<ZipAreas> {
  const { columns } = await readCsv(
    context.sources,
    'census/gazetteer/2010_Gaz_zcta_national.txt.gz',
    { GEOID: text(), ALAND: number(), INTPTLAT: number(), INTPTLONG: number() },
    { delimiter: '\t', skipEmptyRows: true },
  )
  const rows = columns.GEOID.flatMap((zip, i) => (zip >= from && zip < to && columns.ALAND[i] > 0 ? [i] : []))
  return {
    id: rows.map((i) => columns.GEOID[i]),
    lat: rows.map((i) => columns.INTPTLAT[i]),
    lon: rows.map((i) => columns.INTPTLONG[i]),
    km2: rows.map((i) => columns.ALAND[i] / 1e6),
  }
}

async function foodBusinesses(
  context: ValidationContext,
  { path, column }: Judge,
): Promise<ReadonlyMap<string, number>> {
  const { columns } = await readCsv(context.sources, path, { zip: text({ heading: column }) })
  const count = new Map<string, number>()
  for (const code of columns.zip) {
    const zip = code.slice(0, 5)
    count.set(zip, (count.get(zip) ?? 0) + 1)
  }
  return count
}

/** Mean over the people whose block-group center is nearest to the area's internal point; NaN where nobody's is. */
function meanScores(context: ValidationContext, areas: ZipAreas, fips: StateFips): Float64Array {
  const { state, lat, lon, population } = context.blockGroups
  const scores = context.centerScores(dimension)
  const points = new CenterIndex(Float64Array.from(areas.lon), Float64Array.from(areas.lat))
  const members = Array.from(scores.keys()).filter((b) => state[b] === fips && scores[b] > 0)
  const { index } = nearestCenters(
    points,
    lon,
    lat,
    members.map((b) => [b]),
    1,
  )
  const sum = new Float64Array(areas.id.length)
  const people = new Float64Array(areas.id.length)
  for (const b of members) {
    sum[index[b]] += population[b] * scores[b]
    people[index[b]] += population[b]
  }
  return sum.map((total, k) => total / people[k])
}
