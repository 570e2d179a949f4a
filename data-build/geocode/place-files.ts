import type { LatLon } from '../geography/center-index.ts'
import { readCountyGazetteer } from '../read/county-gazetteer.ts'
import { coordinates, number, readRecords, text } from '../read/csv.ts'
import { readPopulationCenters } from '../read/population-centers.ts'
import { SourceError } from '../read/source-error.ts'
import type { SourceFolder } from '../read/source-folder.ts'
import { groupBy } from '../statistics.ts'

/** The covered states. */
export const placeStates = [
  { code: 'CA', fips: 6, name: 'California' },
  { code: 'FL', fips: 12, name: 'Florida' },
  { code: 'TX', fips: 48, name: 'Texas' },
] as const
export type StateCode = (typeof placeStates)[number]['code']

const GAZETTEER = 'census/gazetteer'
const ZIP_CITIES = `${GAZETTEER}/zip_city_county_CA_TX_FL_zipmonster.csv.gz`
export const ZIP_AREAS = `${GAZETTEER}/2010_Gaz_zcta_national.txt.gz`
const POSTAL = /^(CA|FL|TX)$/

/** A block group's 2020 center of population, with its population. */
export interface Center extends LatLon {
  readonly people: number
  /** Five-digit county FIPS code. */
  readonly county: string
}

export async function readCenters(sources: SourceFolder): Promise<readonly Center[]> {
  const tables = placeStates.map(({ fips }) => readPopulationCenters(sources, 2020, String(fips).padStart(2, '0')))
  return (await Promise.all(tables)).flat().map(({ id, ...center }) => ({ ...center, county: id.slice(0, 5) }))
}

/** A county by its official name, such as "St. Johns County". */
export interface CountyName {
  readonly fips: string
  readonly name: string
  readonly state: StateCode
}

export async function readCountyNames(sources: SourceFolder): Promise<readonly CountyName[]> {
  const { rows } = await readCountyGazetteer(sources, {
    state: text({ heading: 'USPS', required: true, pattern: /^[A-Z]{2}$/ }),
    fips: text({ heading: 'GEOID', required: true, pattern: /^\d{5}$/ }),
    name: text({ heading: 'NAME', required: true }),
  })
  const covered = rows.filter(({ state }) => POSTAL.test(state)) as CountyName[]
  return covered.sort((a, b) => (a.fips < b.fips ? -1 : 1))
}

/** A ZIP as listed by the Postal Service. */
export interface ZipEntry {
  readonly zip: string
  readonly state: StateCode
  readonly city: string
  /** County name without the word "County"; empty if missing. */
  readonly county: string
  /** Mean location of the residents; null for most PO boxes. */
  readonly center: LatLon | null
}

export async function readZipEntries(sources: SourceFolder): Promise<readonly ZipEntry[]> {
  const rows = await readRecords(sources, ZIP_CITIES, {
    zip: text({ required: true, pattern: /^\d{5}$/ }),
    state: text({ heading: 'stateCode', required: true, pattern: POSTAL }),
    city: text({ required: true }),
    county: text(),
    lat: number({ heading: 'latitude', min: 24, max: 43 }),
    lon: number({ heading: 'longitude', min: -125, max: -79 }),
  })
  const listed = new Set<string>()
  const twice = rows.find(({ zip }) => listed.size === listed.add(zip).size)
  if (twice !== undefined)
    throw new SourceError({ file: ZIP_CITIES, found: `ZIP ${twice.zip} twice`, expectation: 'every ZIP once' })
  return rows.map(({ state, lat, lon, ...entry }) => ({
    ...entry,
    state: state as StateCode,
    center: Number.isNaN(lat) || Number.isNaN(lon) ? null : { lat, lon },
  }))
}

/** Street-range counts by ZIP, then by county FIPS code. */
export type RangeCounts = ReadonlyMap<string, ReadonlyMap<string, number>>

export async function readRangeCounts(sources: SourceFolder): Promise<RangeCounts> {
  const path = `${GAZETTEER}/tiger2025_addrfeat_county_zip_nranges_CA_TX_FL.csv.gz`
  const rows = await readRecords(sources, path, {
    county: text({ heading: 'county_fips', required: true, pattern: /^(06|12|48)\d{3}$/ }),
    zip: text({ heading: 'ZIP', required: true, pattern: /^\d{5}$/ }),
    ranges: number({ heading: 'n_ranges', required: true, min: 0, integer: true }),
  })
  const counts = new Map<string, Map<string, number>>()
  for (const { county, zip, ranges } of rows) {
    const counties = counts.get(zip) ?? new Map<string, number>()
    counts.set(zip, counties.set(county, (counties.get(county) ?? 0) + ranges))
  }
  return counts
}

/** A 2010 ZIP Code Tabulation Area. */
export interface ZipArea extends LatLon {
  readonly zip: string
  /** Land area in square meters. */
  readonly land: number
}

/** Reads the ZIP areas, keyed by ZIP, in file order. */
export async function readZipAreas(sources: SourceFolder): Promise<ReadonlyMap<string, ZipArea>> {
  const spec = {
    zip: text({ heading: 'GEOID', pattern: /^\d{5}$/ }),
    land: number({ heading: 'ALAND', min: 0 }),
    ...coordinates('INTPTLAT', 'INTPTLONG', false),
  }
  const rows = await readRecords(sources, ZIP_AREAS, spec, { delimiter: '\t', skipEmptyRows: true })
  return new Map(rows.map((row) => [row.zip, row]))
}

/** A city, town, village or census designated place. */
export interface CensusPlace extends LatLon {
  readonly name: string
  readonly state: StateCode
  /**
   * Population in 2020. If the population table lacks the place, this is the population of the previous place in the
   * list, which is sorted by population.
   */
  readonly people: number
  /** Area in square meters including water; NaN if the population table lacks the place. */
  readonly area: number
}

/**
 * Reads places by descending population, joined with the table of populations and areas. If two places share a name,
 * they are matched in order, because the larger place comes first in both lists.
 */
export async function readCensusPlaces(sources: SourceFolder): Promise<readonly CensusPlace[]> {
  const figures = await readPlaceFigures(sources)
  const rows = await readRecords(sources, `${GAZETTEER}/us_places_2024_pcaisse.csv.gz`, {
    rank: number({ heading: 'rank_by_population', required: true, min: 1, integer: true }),
    name: text({ required: true }),
    ...coordinates('lat', 'lon'),
  })
  const places: CensusPlace[] = []
  let larger = 0
  for (const { name: whole, lat, lon } of rows.sort((a, b) => a.rank - b.rank)) {
    const [, name, state] = /^(.+), (CA|FL|TX)$/.exec(whole) ?? []
    if (name === undefined || name.endsWith(' County')) continue
    const figure = figures.get(whole)?.shift()
    larger = figure?.people ?? larger
    places.push({ name, state: state as StateCode, lat, lon, people: larger, area: figure?.area ?? Number.NaN })
  }
  return places
}

const SQUARE_MILE = 2_589_988

/** Reads populations and areas (square meters) of places by name, such as "Austin, TX", largest first. */
async function readPlaceFigures(sources: SourceFolder): Promise<Map<string, { people: number; area: number }[]>> {
  const rows = await readRecords(sources, 'elections/census_places_2020_pres_06_12_48.csv.gz', {
    name: text({ required: true }),
    state: text({ heading: 'st', required: true, pattern: POSTAL }),
    people: number({ heading: 'population', required: true, min: 0 }),
    miles: number({ heading: 'sqmi', required: true, min: 0 }),
  })
  const figures = rows.map(({ people, miles, ...place }) => ({ place, people, area: miles * SQUARE_MILE }))
  figures.sort((a, b) => b.people - a.people)
  return groupBy(figures, ({ place: { name, state } }) => `${name}, ${state}`)
}
