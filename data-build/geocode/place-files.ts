import { readCountyGazetteer } from '../read/county-gazetteer.ts'
import { number, readCsv, text } from '../read/csv.ts'
import { SourceError } from '../read/source-error.ts'
import type { SourceFolder } from '../read/source-folder.ts'

/** The states of the coverage. */
export const placeStates = [
  { code: 'CA', fips: 6, name: 'California' },
  { code: 'FL', fips: 12, name: 'Florida' },
  { code: 'TX', fips: 48, name: 'Texas' },
] as const
export type StateCode = (typeof placeStates)[number]['code']

const GAZETTEER = 'census/gazetteer'
const ZIP_CITIES = `${GAZETTEER}/zip_city_county_CA_TX_FL_zipmonster.csv.gz`
const POSTAL = /^(CA|FL|TX)$/

/** Degrees. */
export interface Point {
  readonly lat: number
  readonly lon: number
}

/** People at the center of population of a block group, 2020. */
export interface Center extends Point {
  readonly people: number
  /** Five digits. */
  readonly county: string
}

export async function readCenters(sources: SourceFolder): Promise<readonly Center[]> {
  const tables = placeStates.map(async ({ fips }) => {
    const code = String(fips).padStart(2, '0')
    const { rows, columns } = await readCsv(sources, `census/population/CenPop2020_Mean_BG${code}.txt.gz`, {
      STATEFP: text({ required: true, pattern: new RegExp(`^${code}$`) }),
      COUNTYFP: text({ required: true, pattern: /^\d{3}$/ }),
      POPULATION: number({ required: true, min: 0, max: 100_000 }),
      LATITUDE: number({ required: true, min: 24, max: 43 }),
      LONGITUDE: number({ required: true, min: -125, max: -79 }),
    })
    return Array.from({ length: rows }, (_, i) => ({
      lat: columns.LATITUDE[i],
      lon: columns.LONGITUDE[i],
      people: columns.POPULATION[i],
      county: code + columns.COUNTYFP[i],
    }))
  })
  return (await Promise.all(tables)).flat()
}

/** A county by its official name, "St. Johns County". */
export interface CountyName {
  readonly fips: string
  readonly name: string
  readonly state: StateCode
}

export async function readCountyNames(sources: SourceFolder): Promise<readonly CountyName[]> {
  const { rows, columns } = await readCountyGazetteer(sources, {
    USPS: text({ required: true, pattern: /^[A-Z]{2}$/ }),
    GEOID: text({ required: true, pattern: /^\d{5}$/ }),
    NAME: text({ required: true }),
  })
  const counties: CountyName[] = []
  for (let i = 0; i < rows; i++)
    if (POSTAL.test(columns.USPS[i]))
      counties.push({ fips: columns.GEOID[i], name: columns.NAME[i], state: columns.USPS[i] as StateCode })
  return counties.sort((a, b) => (a.fips < b.fips ? -1 : 1))
}

/** A ZIP as the Postal Service's lists have it. */
export interface ZipEntry {
  readonly zip: string
  readonly state: StateCode
  readonly city: string
  /** Without the word "County"; '' where not given. */
  readonly county: string
  /** Where its people are, on average; null for most post office boxes. */
  readonly center: Point | null
}

export async function readZipEntries(sources: SourceFolder): Promise<readonly ZipEntry[]> {
  const { rows, columns } = await readCsv(sources, ZIP_CITIES, {
    zip: text({ required: true, pattern: /^\d{5}$/ }),
    stateCode: text({ required: true, pattern: POSTAL }),
    city: text({ required: true }),
    county: text(),
    latitude: number({ min: 24, max: 43 }),
    longitude: number({ min: -125, max: -79 }),
  })
  const listed = new Set<string>()
  const twice = columns.zip.find((zip) => listed.size === listed.add(zip).size)
  if (twice !== undefined)
    throw new SourceError({ file: ZIP_CITIES, found: `ZIP ${twice} twice`, expectation: 'every ZIP once' })
  return Array.from({ length: rows }, (_, i) => ({
    zip: columns.zip[i],
    state: columns.stateCode[i] as StateCode,
    city: columns.city[i],
    county: columns.county[i],
    center: pointOf(columns.latitude[i], columns.longitude[i]),
  }))
}

function pointOf(lat: number, lon: number): Point | null {
  return Number.isNaN(lat) || Number.isNaN(lon) ? null : { lat, lon }
}

/** Street ranges of each ZIP by the county's five digits. */
export type RangeCounts = ReadonlyMap<string, ReadonlyMap<string, number>>

export async function readRangeCounts(sources: SourceFolder): Promise<RangeCounts> {
  const path = `${GAZETTEER}/tiger2025_addrfeat_county_zip_nranges_CA_TX_FL.csv.gz`
  const { rows, columns } = await readCsv(sources, path, {
    county_fips: text({ required: true, pattern: /^(06|12|48)\d{3}$/ }),
    ZIP: text({ required: true, pattern: /^\d{5}$/ }),
    n_ranges: number({ required: true, min: 0, integer: true }),
  })
  const counts = new Map<string, Map<string, number>>()
  for (let i = 0; i < rows; i++) {
    const counties = counts.get(columns.ZIP[i]) ?? new Map<string, number>()
    const county = columns.county_fips[i]
    counts.set(columns.ZIP[i], counties.set(county, (counties.get(county) ?? 0) + columns.n_ranges[i]))
  }
  return counts
}

/** A ZIP tabulation area of 2010. */
export interface ZipArea extends Point {
  /** Square meters. */
  readonly land: number
}

export async function readZipAreas(sources: SourceFolder): Promise<ReadonlyMap<string, ZipArea>> {
  const { rows, columns } = await readCsv(
    sources,
    `${GAZETTEER}/2010_Gaz_zcta_national.txt.gz`,
    {
      GEOID: text({ pattern: /^\d{5}$/ }),
      ALAND: number({ min: 0 }),
      INTPTLONG: number({ min: -180, max: 180 }),
      INTPTLAT: number({ min: -90, max: 90 }),
    },
    { delimiter: '\t', skipEmptyRows: true },
  )
  const areas = new Map<string, ZipArea>()
  for (let i = 0; i < rows; i++)
    areas.set(columns.GEOID[i], { lat: columns.INTPTLAT[i], lon: columns.INTPTLONG[i], land: columns.ALAND[i] })
  return areas
}

/** A city, town, village or census designated place. */
export interface CensusPlace extends Point {
  readonly name: string
  readonly state: StateCode
  /** Of 2020; where the other list lacks the place, that of the next larger one. */
  readonly people: number
  /** Square meters with water; NaN where the other list lacks the place. */
  readonly area: number
}

/**
 * Places in order of population, joined with their people and areas. Of two places of one name the one with more people
 * comes first in both lists.
 */
export async function readCensusPlaces(sources: SourceFolder): Promise<readonly CensusPlace[]> {
  const figures = await readPlaceFigures(sources)
  const { rows, columns } = await readCsv(sources, `${GAZETTEER}/us_places_2024_pcaisse.csv.gz`, {
    rank_by_population: number({ required: true, min: 1, integer: true }),
    name: text({ required: true }),
    lat: number({ required: true, min: -90, max: 90 }),
    lon: number({ required: true, min: -180, max: 180 }),
  })
  const order = Array.from({ length: rows }, (_, i) => i)
  order.sort((i, j) => columns.rank_by_population[i] - columns.rank_by_population[j])
  const places: CensusPlace[] = []
  let larger = 0
  for (const i of order) {
    const [, name, state] = /^(.+), (CA|FL|TX)$/.exec(columns.name[i]) ?? []
    if (name === undefined || name.endsWith(' County')) continue
    const figure = figures.get(columns.name[i])?.shift()
    larger = figure?.people ?? larger
    places.push({
      name,
      state: state as StateCode,
      lat: columns.lat[i],
      lon: columns.lon[i],
      people: larger,
      area: figure?.area ?? Number.NaN,
    })
  }
  return places
}

const SQUARE_MILE = 2_589_988

/** People and square meters of the places of a name, "Austin, TX", largest first. */
async function readPlaceFigures(sources: SourceFolder): Promise<Map<string, { people: number; area: number }[]>> {
  const { rows, columns } = await readCsv(sources, 'elections/census_places_2020_pres_06_12_48.csv.gz', {
    name: text({ required: true }),
    st: text({ required: true, pattern: POSTAL }),
    population: number({ required: true, min: 0 }),
    sqmi: number({ required: true, min: 0 }),
  })
  const figures = new Map<string, { people: number; area: number }[]>()
  for (let i = 0; i < rows; i++) {
    const name = `${columns.name[i]}, ${columns.st[i]}`
    const same = figures.get(name) ?? []
    same.push({ people: columns.population[i], area: columns.sqmi[i] * SQUARE_MILE })
    figures.set(name, same)
  }
  for (const same of figures.values()) same.sort((a, b) => b.people - a.people)
  return figures
}
