import type { StreetName } from '../../src/answers/geocode/parse/street.ts'
import { normalizeCity } from '../../src/answers/geocode/parse/tokens.ts'
import { type NumberKey, numberKey } from '../../src/answers/geocode/streets/street-text.ts'
import { zipFitsState } from '../../src/base/all-states.ts'
import { readBox } from '../../src/base/geo/boxes.ts'
import { metersBetween } from '../../src/base/geo/distance.ts'
import { coveredStates } from '../../src/base/states.ts'
import { type PlaceRecord, readPublicPlaces } from '../geocode/public-places.ts'
import { EdgeIndex } from '../geography/edge-index.ts'
import { number, readRecords, text } from '../read/csv.ts'
import { readGeoJson } from '../read/geojson.ts'
import type { SourceFolder } from '../read/source-folder.ts'
import { cleanStreet, numberAndStreet } from './clean-street.ts'

/** A list of addresses with points, and how well its points agree with other lists. */
export interface AddressList {
  /** Name of the list's file, and ID of its source in the catalog. */
  readonly id: string
  /** Median distance in meters to the same address in other lists. */
  readonly meters: number
  readonly isBrands?: boolean
}

const FOLDER = 'addresses/known-2026'

/** Lists in `addresses/known-2026`. If two lists disagree about an address, the more precise list wins. */
export const addressLists: readonly AddressList[] = [
  { id: 'abag_permits', meters: 8 },
  { id: 'sf_parking_meters', meters: 10 },
  { id: 'sf_permits', meters: 12 },
  { id: 'sonoma_parcel_buildings', meters: 16 },
  { id: 'sanjose_site_addresses', meters: 17 },
  { id: 'sanjose_permits', meters: 20 },
  { id: 'sf_misc', meters: 21 },
  { id: 'sacramento_onstreet_parking', meters: 31 },
  { id: 'austin_permits', meters: 36 },
  { id: 'sanantonio_permits', meters: 43 },
  { id: 'usda_snap', meters: 45 },
  { id: 'la_misc', meters: 46 },
  { id: 'berkeley_police_calls', meters: 46 },
  { id: 'hifld_private_schools', meters: 48 },
  { id: 'sanantonio_saws', meters: 58 },
  { id: 'sandiego_blocks_x_gtfs', meters: 59 },
  { id: 'afdc_fuel_stations', meters: 70 },
  { id: 'hhs_covid_therapeutics', meters: 79 },
  { id: 'ladot_meters', meters: 89 },
  { id: 'imls_museums', meters: 120 },
  { id: 'brand_stores_stiles', meters: 53, isBrands: true },
  { id: 'brand_stores_univaf', meters: 53, isBrands: true },
]

/** Public places: schools and libraries. */
const PUBLIC_PLACES: AddressList = { id: 'public_places', meters: 60 }
/** Licensed child-care centers in Florida. */
const CHILD_CARE: AddressList = { id: 'hifld_child_care', meters: 50 }

/** A parsed and checked address from a list. */
export interface KnownAddress {
  readonly key: NumberKey
  readonly street: StreetName
  /** Five-digit ZIP code. */
  readonly zip: string
  /** City in the spelling of `normalizeCity`, or '' if the list has no city. */
  readonly city: string
  readonly state: string
  /** Latitude and longitude in degrees. */
  readonly lat: number
  readonly lon: number
  readonly list: AddressList
}

/** An address as written in the list. */
interface WrittenAddress {
  readonly number: string
  readonly street: string
  readonly city: string
  readonly zip: string
  readonly state: string
  readonly lat: number
  readonly lon: number
}

/** Reads a list of the folder without checks. Returns an empty list if the file does not exist. */
async function readList(sources: SourceFolder, { id }: AddressList): Promise<WrittenAddress[]> {
  const path = `${FOLDER}/${id}.csv.gz`
  if (!sources.has(path)) return []
  return readRecords(sources, path, {
    number: text(),
    street: text(),
    city: text(),
    zip: text(),
    state: text(),
    lat: number(),
    lon: number(),
  })
}

/** Reads Florida's licensed child-care centers that have a complete address. */
async function readChildCare(sources: SourceFolder): Promise<WrittenAddress[]> {
  const path = 'addresses/known-points/hifld_child_care_centers_FL.part1.csv.gz'
  if (!sources.has(path)) return []
  const rows = await readRecords(sources, path, {
    address: text({ heading: 'ADDRESS' }),
    city: text({ heading: 'CITY' }),
    zip: text({ heading: 'ZIP' }),
    lat: number({ heading: 'LATITUDE' }),
    lon: number({ heading: 'LONGITUDE' }),
  })
  return rows.map(({ address, ...row }) => ({ ...numberAndStreet(address), ...row, state: 'FL' }))
}

/**
 * Maximum distance in meters of a place from the outline of its ZIP. The limit is generous because some ZIPs have been
 * redrawn and the outlines are coarse.
 */
const FAR_FROM_ZIP = 25_000

/** Reads and checks the addresses of all lists in the folder, including the public places. */
export async function readKnownAddresses(
  sources: SourceFolder,
  schools: readonly PlaceRecord[],
): Promise<KnownAddress[]> {
  const checked = await addressChecker(sources)
  const places = (await readPublicPlaces(schools, sources)).flatMap(({ address, ...place }) =>
    address === null
      ? []
      : [
          {
            ...place,
            number: address.number,
            street: [address.predirectional, address.street, address.suffix, address.postdirectional]
              .filter(Boolean)
              .join(' '),
          },
        ],
  )
  const all: KnownAddress[] = []
  const add = (list: AddressList, written: readonly WrittenAddress[]) => {
    for (const row of written) {
      const address = checked(row, list)
      if (address !== null) all.push(address)
    }
  }
  add(PUBLIC_PLACES, places)
  add(CHILD_CARE, await readChildCare(sources))
  for (const list of addressLists) add(list, await readList(sources, list))
  return all
}

/**
 * Creates a function that checks addresses against ZIP outlines. It returns null for a number or street that cannot be
 * parsed, for a place outside every ZIP of the state (in another state, at sea, on unpopulated land), and for a place
 * far from the row's ZIP.
 */
async function addressChecker(sources: SourceFolder) {
  const outlines = new Map<string, Outlines>()
  for (const { postal } of coveredStates) outlines.set(postal, await readOutlines(sources, postal))
  const streets = new Map<string, StreetName | null>()
  const getStreet = (written: string) => {
    const listed = streets.get(written)
    const street = listed === undefined ? cleanStreet(written) : listed
    streets.set(written, street)
    return street
  }
  return (row: WrittenAddress, list: AddressList): KnownAddress | null => {
    const { state, lat, lon } = row
    const key = numberKey(row.number)
    const street = getStreet(row.street)
    const ofState = outlines.get(state)
    const pointZip = ofState?.zipAt(lon, lat)
    if (key === null || key.value === 0 || street === null || !ofState || !pointZip) return null
    const written = row.zip.slice(0, 5)
    const mailZip = /^\d{5}$/.test(written) && zipFitsState(written, state) ? written : pointZip
    const away = mailZip === pointZip ? 0 : ofState.away(mailZip, lat, lon)
    if (away > FAR_FROM_ZIP) return null
    // A ZIP for PO boxes or a single building has no outline. The address then gets the ZIP that contains its point,
    // which is the street's ZIP.
    const zip = Number.isNaN(away) || away > NEAR_ZIP ? pointZip : mailZip
    return { key, street, zip, city: normalizeCity(row.city), state, lat, lon, list }
  }
}

/**
 * Distance in meters from the circle around the bounding box of a ZIP's outline. Up to this distance, the ZIP of a row
 * is trusted.
 */
const NEAR_ZIP = 5000

interface Outlines {
  zipAt(lon: number, lat: number): string | null
  /**
   * Returns the distance in meters from the circle around the bounding box of the ZIP's outline, or NaN if the ZIP has
   * no outline.
   */
  away(zip: string, lat: number, lon: number): number
}

async function readOutlines(sources: SourceFolder, postal: string): Promise<Outlines> {
  const { features } = await readGeoJson(sources, `census/zcta/zcta2020_${postal}.geojson.gz`)
  const zips = features.map(({ properties }) => String(properties.zip))
  const index = new EdgeIndex(features.map(({ polygons }) => polygons.flat()))
  const circles = new Map(
    features.map(({ polygons }, i) => {
      const { west, south, east, north } = readBox(polygons.map(([ring]) => ring))
      const lon = (west + east) / 2
      const lat = (south + north) / 2
      return [zips[i], { lat, lon, radius: metersBetween(lat, lon, north, east) }]
    }),
  )
  return {
    zipAt(lon, lat) {
      const zip = index.containing(lon, lat)
      return zip < 0 ? null : zips[zip]
    },
    away(zip, lat, lon) {
      const circle = circles.get(zip)
      return circle === undefined
        ? Number.NaN
        : Math.max(0, metersBetween(lat, lon, circle.lat, circle.lon) - circle.radius)
    },
  }
}
