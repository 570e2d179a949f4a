import { coveredStates } from '../../src/base/states.ts'
import type { BlockGroups, StateFips } from '../context.ts'
import { number, readCsv, readRecords, text } from '../read/csv.ts'
import { readPopulationCenters } from '../read/population-centers.ts'
import type { SourceFolder } from '../read/source-folder.ts'
import { groupBy } from '../statistics.ts'
import { getPoints } from './center-index.ts'
import { containingTracts, type TractPolygons } from './tracts.ts'

const states = coveredStates.map(({ fips }) => fips as StateFips)

/**
 * Reads the 2020 centers of population and joins all block group data that dimensions need. `dayPopulation` is the
 * daytime population by 2020 tract, NaN if unknown.
 */
export async function loadBlockGroups(
  sources: SourceFolder,
  tracts2010: TractPolygons,
  crosswalk: Crosswalk,
  dayPopulation: ReadonlyMap<string, number>,
): Promise<Omit<BlockGroups, 'areaKm2'>> {
  const centers = await readCenters(sources)
  const { id, lat, lon, population } = centers
  const tract2020 = id.map((geoid) => geoid.slice(0, 11))
  const containing = containingTracts(tracts2010, lon, lat)
  const tract2010 = tract2020.map((tract, i) => ancestor(crosswalk, tract, containing[i]))
  const unitsOfTract = await housingUnits(sources)
  return {
    count: id.length,
    id,
    lat,
    lon,
    population,
    dayPopulation: spread(dayPopulation, tract2020, population),
    housingUnits: spread(unitsOfTract, tract2010, population),
    tract2020,
    tract2010,
    county: id.map((geoid) => geoid.slice(0, 5)),
    state: id.map((geoid) => geoid.slice(0, 2) as StateFips),
  }
}

/**
 * The 2010 ancestors of each 2020 tract, heaviest first. The weight is the share of the 2010 tract that the 2020 tract
 * covers.
 */
export type Crosswalk = ReadonlyMap<string, readonly { readonly tract2010: string; readonly weight: number }[]>

export async function loadCrosswalk(sources: SourceFolder): Promise<Crosswalk> {
  const rows = await readRecords(sources, 'census/tracts/crosswalk_tract2010_to_tract2020.csv.gz', {
    old: text({ heading: 'census_tract_id_2010', pattern: /^\d{11}$/ }),
    tract2020: text({ heading: 'census_tract_id_2020', pattern: /^\d{11}$/ }),
    weight: number({ min: 0, max: 1.000001 }),
  })
  const ancestors = groupBy(
    // The number of one Los Angeles tract was corrected later. The crosswalk still has the old number, but the boundary
    // file has the new one.
    rows.map(({ old, ...row }) => ({ ...row, tract2010: old === '06037930401' ? '06037137000' : old })),
    ({ tract2020 }) => tract2020,
  )
  for (const list of ancestors.values()) {
    list.sort((a, b) => b.weight - a.weight || (a.tract2010 < b.tract2010 ? -1 : 1))
  }
  return ancestors
}

/** Returns the containing tract if the crosswalk lists it as an ancestor, otherwise the heaviest ancestor. */
function ancestor(crosswalk: Crosswalk, tract2020: string, containing: string): string {
  const ancestors = crosswalk.get(tract2020)
  if (!ancestors) return containing
  return ancestors.some(({ tract2010 }) => tract2010 === containing) ? containing : ancestors[0].tract2010
}

async function readCenters(sources: SourceFolder) {
  const lists = await Promise.all(states.map((state) => readPopulationCenters(sources, 2020, state)))
  const rows = lists.flat().sort((a, b) => (a.id < b.id ? -1 : 1))
  const population = Float64Array.from(rows, ({ people }) => people)
  return { id: rows.map(({ id }) => id), ...getPoints(rows), population }
}

async function housingUnits(sources: SourceFolder): Promise<Map<string, number>> {
  const { columns } = await readCsv(sources, 'oeps/oeps_BE01_housing_acs2014_2018_tract2010.csv.gz', {
    GEOID: text({ pattern: /^\d{11}$/ }),
    totUnits: number({ min: 0, max: 100_000 }),
  })
  return new Map(columns.GEOID.map((geoid, i) => [geoid, columns.totUnits[i]]))
}

/**
 * Distributes each tract's amount (0 if NaN) over its block groups by population. Amounts of tracts without block
 * groups are dropped.
 */
function spread(amounts: ReadonlyMap<string, number>, tract: readonly string[], people: Float64Array): Float64Array {
  const share = shareByPeople(tract, people)
  return Float64Array.from(tract, (geoid, i) => (amounts.get(geoid) || 0) * share[i])
}

/**
 * Returns each block group's share of the population of its tract. If no one lives in the tract, all shares are equal.
 */
function shareByPeople(tract: readonly string[], people: Float64Array): Float64Array {
  const total = new Map<string, number>()
  const members = new Map<string, number>()
  tract.forEach((geoid, i) => {
    total.set(geoid, (total.get(geoid) ?? 0) + people[i])
    members.set(geoid, (members.get(geoid) ?? 0) + 1)
  })
  return Float64Array.from(tract, (geoid, i) =>
    total.get(geoid)! > 0 ? people[i] / total.get(geoid)! : 1 / members.get(geoid)!,
  )
}
