import { coveredStates } from '../../src/base/states.ts'
import { findReach } from '../neighborhoods/reach.ts'
import { readFloridaNames } from '../neighborhoods/read-neighborhoods.ts'
import { coordinates, number, readRecords, text } from '../read/csv.ts'
import { readFacilities } from '../read/faa.ts'
import { readGeoJson } from '../read/geojson.ts'
import { readNationalParks } from '../read/national-parks.ts'
import { SourceError } from '../read/source-error.ts'
import type { SourceFolder } from '../read/source-folder.ts'
import wellKnownAddresses from './well-known-addresses.json' with { type: 'json' }
import wellKnown from './well-known-places.json' with { type: 'json' }

/** A place that people name instead of an address. */
export interface Landmark {
  /** Display name, followed by other names in use. */
  readonly names: readonly string[]
  /** City that contains the landmark or is part of its name; null for a region. */
  readonly city: string | null
  /** Postal code of the state. */
  readonly state: string
  /** Latitude in degrees. */
  readonly lat: number
  /** Longitude in degrees. */
  readonly lon: number
  /** Radius in meters that covers most of the landmark. */
  readonly radius: number
  /** Whether this is a neighborhood or region without a published outline. */
  readonly isArea: boolean
  /**
   * Rank among places with the same name, used if no city is given: 3 for nationally known places, 2 for airports with
   * commercial flights and national parks, 1 for large parks and other airports with a code, 0 for everything else.
   */
  readonly rank: 0 | 1 | 2 | 3
}

/**
 * Reads landmarks: well-known places, airports, national parks, the parks of Florida and Austin, and Florida's islands,
 * beaches and capes.
 *
 * @throws SourceError when a file is missing, damaged or not as expected
 */
export async function readLandmarks(sources: SourceFolder): Promise<readonly Landmark[]> {
  const lists = await Promise.all([
    withAddresses(wellKnownPlaces()),
    readAirports(sources).then(async (served) => [...served, ...(await readAirfields(sources, served))]),
    nationalParks(sources),
    readFloridaParks(sources),
    readAustinParks(sources),
    readFloridaShores(sources),
  ])
  // Anything wider than a campus counts as a region.
  return lists.flat().map((landmark) => (landmark.radius > WIDEST ? { ...landmark, isArea: true } : landmark))
}

/** Maximum radius in meters of a landmark that does not count as a region. */
const WIDEST = 3000

/**
 * Parses the table of well-known places that are not in any available file: parks, universities, sights, districts and
 * regions. The table was written from general knowledge for this project. Each line has latitude, longitude, radius in
 * meters, city, state and the names separated by `=`, display name first. `~` marks a neighborhood or region. The city
 * is empty for a region.
 * @throws SourceError naming the first line in a different format
 */
export function wellKnownPlaces(lines: readonly string[] = wellKnown): Landmark[] {
  return lines.map((line) => {
    const match = /^(-?[\d.]+) (-?[\d.]+) (\d+) (.*?) ([A-Z]{2}): (~?)(.+)$/.exec(line)
    if (!match)
      throw new SourceError({
        file: 'well-known places',
        found: line,
        expectation: 'lat lon radius city state: names',
      })
    const [, lat, lon, radius, city, state, area, names] = match
    return {
      names: names.split(' = '),
      city: city === '' ? null : city,
      state,
      lat: Number(lat),
      lon: Number(lon),
      radius: Number(radius),
      isArea: area !== '',
      rank: 3 as const,
    }
  })
}

/**
 * Adds the addresses of well-known places to their names. The table was written from general knowledge for this
 * project: `Googleplex, Mountain View: 1600 Amphitheatre Pkwy`, with several addresses separated by `=`.
 * @throws SourceError naming the first line that has a different format or an unknown place
 */
export function withAddresses(
  places: readonly Landmark[],
  lines: readonly string[] = wellKnownAddresses,
): readonly Landmark[] {
  const byPlace = new Map<Landmark, readonly string[]>()
  for (const line of lines) {
    const [, name, city, addresses] = /^(.+), ([^,:]+): (\d+ .+)$/.exec(line) ?? []
    const place = places.find((other) => other.city === city && other.names.includes(name))
    if (place === undefined)
      throw new SourceError({
        file: 'addresses of well-known places',
        found: line,
        expectation: '"name, city: address" with a place from the table of well-known places',
      })
    byPlace.set(place, addresses.split(' = '))
  }
  return places.map((place) => ({ ...place, names: [...place.names, ...(byPlace.get(place) ?? [])] }))
}

/** Radius in meters around the center of the runways that includes the terminals. */
const AIRPORT_RADIUS = 2500

/**
 * Reads the airports with commercial flights, with their names, codes and cities. The busiest airport of a city comes
 * first.
 */
async function readAirports(sources: SourceFolder): Promise<Landmark[]> {
  const rows = await readRecords(sources, 'faa/cy18-commercial-service-enplanements.converted.csv', {
    state: text({ heading: 'ST' }),
    code: text({ heading: 'Locid' }),
    city: text({ heading: 'City' }),
    name: text({ heading: 'Airport Name' }),
  })
  const facilities = await readFacilities(sources, 'faa/NfdcFacilities.CA_TX_FL.xls.gz')
  const byId = new Map(facilities.map((facility) => [facility.locationId, facility]))
  const served = new Set<string>()
  const airports: Landmark[] = []
  for (const { state, code, city: listedCity, name } of rows) {
    const facility = byId.get(code)
    if (facility === undefined || facility.state !== state) continue
    // For one airport, the city column contains "San Francisco International Airport".
    const city = listedCity.replace(/ International Airport$/, '')
    const long = `${name.replaceAll('/', ' ').replace(/\s+/g, ' ').trim()} Airport`
    const isFirst = !served.has(city)
    served.add(city)
    airports.push({
      names: [
        long,
        code,
        `${code} Airport`,
        long.replace(/ (International|Regional|Municipal|County)\b/, ''),
        ...(isFirst ? [`${city} Airport`, `${city} International Airport`] : []),
        ...(FURTHER_NAMES[code] ?? []),
      ],
      city,
      state,
      lat: facility.lat,
      lon: facility.lon,
      radius: AIRPORT_RADIUS,
      isArea: false,
      rank: 2,
    })
  }
  return airports
}

/** Reads all other named airfields except heliports. */
async function readAirfields(sources: SourceFolder, served: readonly Landmark[]): Promise<Landmark[]> {
  const path = 'airports/airportsdata_CA_TX_FL.csv.gz'
  if (!sources.has(path)) return []
  const rows = await readRecords(sources, path, {
    iata: text(),
    lid: text(),
    name: text(),
    city: text(),
    subd: text(),
    ...coordinates('lat', 'lon'),
  })
  const listedNames = new Set(served.flatMap(({ names }) => names))
  const airfields: Landmark[] = []
  for (const { iata: code, lid, name: written, city, subd, lat, lon } of rows) {
    const state = coveredStates.find(({ name }) => name === subd)?.postal
    const name = written
      .replace(/\s*\/.*?\/\s*/g, ' ')
      .replaceAll('/', ' ')
      .replace(/\s+/g, ' ')
      .trim()
    const isKnown = [code, lid].some((code) => code !== '' && listedNames.has(code))
    if (isKnown || state === undefined || name === '' || /heli(port|pad|stop)/i.test(name)) continue
    airfields.push({
      names: [name, ...(code === '' ? [] : [code, `${code} Airport`])],
      city: city || null,
      state,
      lat,
      lon,
      radius: AIRPORT_RADIUS,
      isArea: false,
      rank: code === '' ? 0 : 1,
    })
  }
  return airfields
}

const FURTHER_NAMES: Readonly<Record<string, readonly string[]>> = {
  DFW: ['DFW International Airport', 'Dallas Fort Worth Airport', 'Dallas Airport'],
  IAH: ['Bush Airport', 'George Bush Airport', 'Bush Intercontinental', 'Intercontinental Airport'],
  HOU: ['Hobby Airport', 'Houston Hobby'],
  DAL: ['Love Field'],
  SNA: ['John Wayne Airport', 'Orange County Airport'],
  BUR: ['Hollywood Burbank Airport', 'Bob Hope Airport'],
  OAK: ['Oakland International Airport'],
  SJC: ['San Jose International Airport', 'Mineta Airport'],
  FLL: ['Fort Lauderdale-Hollywood International Airport'],
  AUS: ['Bergstrom Airport'],
}

async function nationalParks(sources: SourceFolder): Promise<Landmark[]> {
  const parks = await readNationalParks(sources)
  return parks.map(({ names, state, polygons }) => {
    const [lat, lon] = findMiddle(polygons.map(([outer]) => outer))
    return { names, city: null, state, lat, lon, radius: findReach(polygons, lat, lon), isArea: false, rank: 2 }
  })
}

/**
 * Returns the mean of the vertices of the ring with the most vertices. This is precise enough because park outlines are
 * coarse.
 */
function findMiddle(rings: readonly Float64Array[]): [lat: number, lon: number] {
  const ring = rings.reduce((a, b) => (b.length > a.length ? b : a))
  let lat = 0
  let lon = 0
  for (let i = 0; i < ring.length; i += 2) {
    lon += ring[i]
    lat += ring[i + 1]
  }
  return [(2 * lat) / ring.length, (2 * lon) / ring.length]
}

/** Minimum area in acres of a park to include. */
const MIN_ACRES = 3
/** Minimum area in acres of a large park. */
const LARGE_ACRES = 20
const SQUARE_METERS = 4047

async function readFloridaParks(sources: SourceFolder): Promise<Landmark[]> {
  const rows = await readRecords(sources, 'parks/gc_parks_nov21.csv.gz', {
    NAME: text(),
    CITY: text(),
    TYPE: text(),
    ACRES: number(),
    ...coordinates('Lat', 'Long'),
  })
  const parks: Landmark[] = []
  const keys = new Set<string>()
  for (const { NAME, CITY, TYPE, ACRES: acres, lat, lon } of rows) {
    const name = titled(
      NAME.replace(/\s*[-–(].*$/, '')
        .replace(/\s+/g, ' ')
        .trim(),
    )
    const city = titled(CITY.trim())
    const isState = TYPE === 'STATE PARK ENTRANCES'
    const isKnown = keys.has(`${name}|${city}`) || /UNNAMED|^\W*$|TRAILHEAD/i.test(name)
    if (isKnown || !(acres >= MIN_ACRES || isState)) continue
    keys.add(`${name}|${city}`)
    parks.push({
      names: [name],
      city: city === '' ? null : city,
      state: 'FL',
      lat,
      lon,
      radius: isState ? STATE_PARK_RADIUS : radiusOfAcres(acres),
      isArea: false,
      rank: isState || acres >= LARGE_ACRES ? 1 : 0,
    })
  }
  return parks
}

/** Radius in meters of a state park around its entrance, which is the published point. */
const STATE_PARK_RADIUS = 2500

/** Returns the radius in meters of a park, assuming that it is twice as long as it is wide. */
function radiusOfAcres(acres: number): number {
  return Math.max(150, Math.round(1.4 * Math.sqrt((acres * SQUARE_METERS) / Math.PI)))
}

async function readAustinParks(sources: SourceFolder): Promise<Landmark[]> {
  const path = 'parks/city_of_austin_parks_amfac_counts.geojson.gz'
  const { features } = await readGeoJson(sources, path, { properties: ['PARK_NAME', 'PARK_ACRES'] })
  return features.flatMap(({ properties, polygons }): Landmark[] => {
    const name = String(properties.PARK_NAME ?? '').trim()
    const acres = Number(properties.PARK_ACRES)
    if (polygons.length === 0 || name === '' || !(acres >= MIN_ACRES)) return []
    const [lat, lon] = findMiddle(polygons.map(([outer]) => outer))
    const radius = Math.max(150, findReach(polygons, lat, lon))
    const rank = acres >= LARGE_ACRES ? 1 : 0
    return [{ names: [name], city: 'Austin', state: 'TX', lat, lon, radius, isArea: false, rank }]
  })
}

/** Radius in meters for each kind of place. The source has only a point per place. */
const SHORE_RADIUS: Readonly<Record<string, number>> = { Beach: 1500, Cape: 1500, Island: 2500 }

async function readFloridaShores(sources: SourceFolder): Promise<Landmark[]> {
  return (await readFloridaNames(sources)).flatMap(({ name, kind, lat, lon }): Landmark[] => {
    const radius = SHORE_RADIUS[kind]
    if (radius === undefined) return []
    return [{ names: [name], city: null, state: 'FL', lat, lon, radius, isArea: false, rank: 0 }]
  })
}

/** Converts "GOTHA PARK" to "Gotha Park". */
function titled(name: string): string {
  return name.toLowerCase().replace(/(?<![\p{L}'’])\p{L}/gu, (letter) => letter.toUpperCase())
}
