import type { Polygon, StateFips } from '../../context.ts'
import type { LatLon } from '../../geography/center-index.ts'
import { EdgeIndex } from '../../geography/edge-index.ts'
import { coordinates, number, readRecords, text } from '../../read/csv.ts'
import type { FeatureLayer } from '../../read/feature.ts'
import { readGeoJson, readTopoJson } from '../../read/geojson.ts'
import { SourceError } from '../../read/source-error.ts'
import type { SourceFolder } from '../../read/source-folder.ts'
import { groupBy } from '../../statistics.ts'

/** Presidential votes for the two major parties. */
export interface Tally {
  readonly democratic: number
  readonly republican: number
  /** Whether the votes were shifted from 2020 instead of counted in 2024. */
  readonly moved?: true
}

/** Minimum number of votes for a reliable share. */
export const MIN_VOTES = 20

const postal = { '06': 'CA', '12': 'FL', '48': 'TX' } as const

/**
 * Reads the tallies of an election in a state by block group (California) or precinct (Florida, Texas), keyed by the
 * published GEOID20.
 */
export async function readTallies(
  sources: SourceFolder,
  state: StateFips,
  year: 16 | 20 = 20,
): Promise<ReadonlyMap<string, Tally>> {
  const name = postal[state]
  const path = {
    zip: `elections/Election_Data_${name}.v06.zip`,
    member: new RegExp(`election_data_${name}\\.v\\d+\\.csv$`),
  }
  const rows = await readRecords(sources, path, {
    GEOID20: text({ required: true, pattern: state === '06' ? /^06\d{10}$/ : /^(12|48)\d{3}\S+$/ }),
    democratic: number({ heading: `E_${year}_PRES_Dem`, required: true, min: 0 }),
    republican: number({ heading: `E_${year}_PRES_Rep`, required: true, min: 0 }),
  })
  return new Map(rows.map(({ GEOID20, ...tally }) => [GEOID20, tally]))
}

/** Sums tallies by key prefix: 5 digits for counties, 11 for tracts. */
export function sumByPrefix(tallies: ReadonlyMap<string, Tally>, digits: number): ReadonlyMap<string, Tally> {
  const sums = new Map<string, Tally>()
  for (const [id, tally] of tallies) {
    const sum = sums.get(id.slice(0, digits)) ?? { democratic: 0, republican: 0 }
    sums.set(id.slice(0, digits), {
      democratic: sum.democratic + tally.democratic,
      republican: sum.republican + tally.republican,
    })
  }
  return sums
}

export function getVotes(tally: Tally | undefined): number {
  return tally === undefined ? 0 : tally.democratic + tally.republican
}

/** Returns the Democratic share of the two-party vote, 0-1; NaN without votes. */
export function getShare(tally: Tally | undefined): number {
  return tally === undefined ? Number.NaN : tally.democratic / getVotes(tally)
}

/** Result of the 2020 vote in a city, town, village or census designated place. */
export interface PlaceResult {
  readonly name: string
  readonly state: StateFips
  /** Latitude of a point inside the place, in degrees. */
  readonly lat: number
  /** Longitude of the same point, in degrees. */
  readonly lon: number
  /** Radius in km of a disc with the place's area, plus 0.2 km. */
  readonly radius: number
  /** Log odds of the place's Democratic share of the two-party vote. */
  readonly logOdds: number
}

const SHARES = 'elections/census_places_2020_pres_06_12_48.csv.gz'
const POINTS = 'census/gazetteer/us_places_2024_pcaisse.csv.gz'
const KM2_PER_SQUARE_MILE = 2.59
/** Minimum share of names that must agree between two independent lists of the same places. */
const MIN_JOINED = 0.95

/** Reads places with votes, joined to their points by name and state. */
export async function readPlaces(sources: SourceFolder): Promise<readonly PlaceResult[]> {
  const pointsOf = await readPoints(sources)
  const rows = await readRecords(sources, SHARES, {
    name: text({ required: true }),
    st: text({ required: true, pattern: /^(CA|FL|TX)$/ }),
    stfips: text({ required: true, pattern: /^(06|12|48)$/ }),
    population: number({ required: true, min: 0 }),
    sqmi: number({ required: true, min: 0 }),
    votes_dem: number({ min: 0 }),
    votes_rep: number({ min: 0 }),
  })
  const taken = new Map<string, number>()
  const places: PlaceResult[] = []
  let joined = 0
  // Sorts the places by population, so that places that share a name are in the same order as in the point list, which
  // is also sorted by population.
  for (const row of rows.toSorted((a, b) => b.population - a.population)) {
    const key = `${row.name}, ${row.st}`
    const nth = taken.get(key) ?? 0
    taken.set(key, nth + 1)
    const point = pointsOf.get(key)?.[nth]
    if (point === undefined) continue
    joined++
    const share = row.votes_dem / (row.votes_dem + row.votes_rep)
    if (Number.isNaN(share)) continue
    places.push({
      name: row.name,
      state: row.stfips as StateFips,
      lat: point.lat,
      lon: point.lon,
      radius: Math.sqrt((row.sqmi * KM2_PER_SQUARE_MILE) / Math.PI) + 0.2,
      logOdds: logit(share),
    })
  }
  if (joined < MIN_JOINED * rows.length) {
    const found = `${joined} of ${rows.length} places have a point of the same name in ${POINTS}`
    throw new SourceError({ file: SHARES, found, expectation: `at least ${100 * MIN_JOINED}%` })
  }
  return places
}

async function readPoints(sources: SourceFolder): Promise<ReadonlyMap<string, readonly LatLon[]>> {
  const rows = await readRecords(sources, POINTS, {
    name: text({ required: true }),
    ...coordinates('lat', 'lon'),
  })
  return groupBy(rows, ({ name }) => name)
}

/** Returns the log odds of a share, clipped (by default to 0.02-0.98) so that tiny places do not get extreme values. */
export function logit(share: number, least = 0.02): number {
  const clipped = Math.min(1 - least, Math.max(least, share))
  return Math.log(clipped / (1 - clipped))
}

/** Returns the share that has these log odds. */
export function logistic(logOdds: number): number {
  return 1 / (1 + Math.exp(-logOdds))
}

/** A precinct polygon with the votes of the whole precinct. A precinct with several parts has several polygons. */
export interface PrecinctPolygon {
  readonly id: string
  readonly state: StateFips
  readonly polygon: Polygon
  readonly tally: Tally
}

/** Reads the precinct polygons of Florida and Texas with their votes. */
export async function readPrecincts(
  sources: SourceFolder,
  florida: ReadonlyMap<string, Tally>,
  texas: ReadonlyMap<string, Tally>,
): Promise<readonly PrecinctPolygon[]> {
  return [...(await readFloridaPrecincts(sources, florida)), ...(await readTexasPrecincts(sources, texas))]
}

/** Reads the polygons of the Florida precincts that have votes. The "not defined" precincts at sea are skipped. */
export async function readFloridaPrecincts(
  sources: SourceFolder,
  tallies: ReadonlyMap<string, Tally>,
): Promise<readonly PrecinctPolygon[]> {
  const member = ['tabblock.vtd.geojson.zip', /\.geojson$/] as const
  const layer = await readGeoJson(
    sources,
    { zip: 'elections/Election_Data_FL.v06.zip', member },
    { properties: ['id'] },
  )
  return joined(layer, 'id', '12', tallies).filter(({ id }) => !id.endsWith('ZZZ'))
}

/**
 * Reads the polygons of Texas precincts whose 2016 number still exists in 2020. The other precincts, including all of
 * Tarrant County, are skipped; they cast a tenth of the votes.
 */
async function readTexasPrecincts(
  sources: SourceFolder,
  tallies: ReadonlyMap<string, Tally>,
): Promise<readonly PrecinctPolygon[]> {
  const layer = await readTopoJson(sources, 'elections/tx_vtd2016_simplified_15m.topo.json.gz')
  return joined(layer, 'VTD20', '48', tallies)
}

function joined(
  layer: FeatureLayer,
  key: string,
  state: StateFips,
  tallies: ReadonlyMap<string, Tally>,
): PrecinctPolygon[] {
  return layer.features.flatMap(({ properties, polygons }) => {
    const id = String(properties[key] ?? '')
    const tally = tallies.get(id)
    return tally === undefined ? [] : polygons.map((polygon) => ({ id, state, polygon, tally }))
  })
}

/**
 * Returns a function that finds the index of the precinct polygon that contains a place, or -1. If polygons overlap,
 * the last one wins.
 */
export function precinctFinder(
  precincts: readonly { readonly polygon: Polygon }[],
): (lat: number, lon: number) => number {
  const lastFirst = new EdgeIndex(precincts.map(({ polygon }) => polygon).reverse())
  return (lat, lon) => {
    const precinct = lastFirst.containing(lon, lat)
    return precinct === -1 ? -1 : precincts.length - 1 - precinct
  }
}
