import { type AddressPart, parseAddress } from '../../src/answers/geocode/parse/parse-address.ts'
import { normalizeCity } from '../../src/answers/geocode/parse/tokens.ts'
import { placeName } from '../../src/answers/geocode/public-places/public-places.ts'
import { zipFitsState } from '../../src/base/all-states.ts'
import { metersApart } from '../../src/base/geo/distance.ts'
import { type CsvOptions, coordinates, readRecords, text } from '../read/csv.ts'
import type { SourceFolder } from '../read/source-folder.ts'
import { groupBy } from '../statistics.ts'
import { readZipAreas, ZIP_AREAS, type ZipArea } from './place-files.ts'
import { discRadius } from './population.ts'

/** House number and street as normalized by the address parser. Missing parts are empty strings. */
interface PlaceAddress {
  readonly number: string
  readonly predirectional: string
  readonly street: string
  readonly suffix: string
  readonly postdirectional: string
}

/** A school or library, or several that share an address. */
export interface PublicPlace {
  /** Names as normalized by `placeName`. The list is never empty. */
  readonly names: readonly string[]
  /**
   * Address; null if the files have a PO box or a street without a number. The place can then only be found by name.
   */
  readonly address: PlaceAddress | null
  /** City as normalized by `normalizeCity`. */
  readonly city: string
  /** Postal code of the state. */
  readonly state: string
  /** Five-digit ZIP code. */
  readonly zip: string
  /** Latitude in degrees, WGS 84. */
  readonly lat: number
  /** Longitude in degrees, WGS 84. */
  readonly lon: number
}

/** A place as listed in a file. Every `School` is a `PlaceRecord`. */
export interface PlaceRecord {
  readonly name: string
  readonly street: string | null
  readonly city: string | null
  readonly state: string
  /** ZIP code, `78701` or `78701-1234`. */
  readonly zip: string | null
  readonly lat: number
  readonly lon: number
}

/** Returns the ZIP and the city that contain a point. Each is an empty string if there is none. */
export type AreasAt = (lat: number, lon: number) => { readonly zip: string; readonly city: string }

/**
 * Reads the public places with known coordinates: schools, and the libraries in the folder. If a file has no ZIP or
 * city, uses the ZIP and city at the coordinates. Outside cities, uses the city of another place in the ZIP. Skips
 * places without a ZIP or city, with a ZIP in another state, or far from their ZIP, because the coordinates of charter
 * schools are often those of their district's office. Places with the same address are merged.
 * @throws SourceError for a file with a different layout
 */
export async function readPublicPlaces(
  schools: readonly PlaceRecord[],
  sources: SourceFolder,
  areasAt: AreasAt = () => ({ zip: '', city: '' }),
): Promise<PublicPlace[]> {
  const isFar = await farFromZip(sources)
  const records: PlaceRecord[] = [...schools, ...(await readLibraries(sources))]
  const cityOfZip = new Map(records.flatMap(({ zip, city }) => (zip && city ? [[zip.slice(0, 5), city]] : [])))
  const places: PublicPlace[] = []
  for (const { name, street, city, state, zip: longZip, lat, lon } of records) {
    const areas = longZip && city ? null : areasAt(lat, lon)
    const zip = (longZip || areas!.zip).slice(0, 5)
    const names = [placeName(name)].filter(Boolean)
    const cityName = normalizeCity(city || areas!.city || (cityOfZip.get(zip) ?? ''))
    if (zip === '' || cityName === '' || names.length === 0) continue
    if (!zipFitsState(zip, state) || isFar(zip, lat, lon)) continue
    places.push({ names, address: getAddress(street, cityName, state, zip), city: cityName, state, zip, lat, lon })
  }
  return mergePlaces(places)
}

/** Parses the street as part of the whole address, as in requests, so that the normalized parts match. */
function getAddress(street: string | null, city: string, state: string, zip: string): PlaceAddress | null {
  if (!street) return null
  const parsed = parseAddress(`${street}, ${city}, ${state} ${zip}`)
  if (parsed.number === null || parsed.street === null || parsed.crossStreet || parsed.poBox) return null
  return {
    number: getText(parsed.number),
    predirectional: getText(parsed.predirectional),
    street: getText(parsed.street),
    suffix: getText(parsed.suffix),
    postdirectional: getText(parsed.postdirectional),
  }
}

function getText(part: AddressPart | null): string {
  return part?.text ?? ''
}

/** Maximum distance in meters between records that share an address, about the size of a campus. */
const ONE_CAMPUS = 1000

/**
 * Merges records with the same address into one place with all their names. Many campuses are on file at their
 * district's office, so the records may be too far apart to be one campus. In that case, the address is assigned to the
 * campus with more than half of the records, or to no place. All other places can only be found by name.
 */
function mergePlaces(places: readonly PublicPlace[]): PublicPlace[] {
  const merged = places.filter(({ address }) => address === null)
  const addressed = places.filter(({ address }) => address !== null)
  for (const same of groupBy(addressed, ({ zip, address }) => [zip, ...Object.values(address!)].join('|')).values()) {
    const middle = findMiddle(same)
    const agreed = same.filter((place) => metersApart(place, middle) <= ONE_CAMPUS)
    const isCampus = agreed.length * 2 > same.length
    if (isCampus) merged.push({ ...middle, names: [...new Set(agreed.flatMap(({ names }) => names))].sort() })
    for (const place of same) if (!isCampus || !agreed.includes(place)) merged.push({ ...place, address: null })
  }
  return merged
}

/** Returns the record with the smallest total distance to all other records. */
function findMiddle(places: readonly PublicPlace[]): PublicPlace {
  const distances = places.map((a) => places.reduce((sum, b) => sum + metersApart(a, b), 0))
  return places[distances.indexOf(Math.min(...distances))]
}

const FOLDER = 'addresses/known-points'

/** Codes of central libraries and branches. Bookmobiles and books-by-mail services are not public places. */
const HOUSES = new Set(['CE', 'BR'])

/**
 * Reads the library outlets of the Public Libraries Survey in the folder. Uses the newest national file, which is
 * encoded in Windows-1252, otherwise the files of single states. Returns an empty list if there is no file.
 */
async function readLibraries(sources: SourceFolder): Promise<PlaceRecord[]> {
  if (!sources.has(FOLDER)) return []
  const files = sources.list(FOLDER)
  const national = files.findLast((path) => /\/pls_fy\d{2}_outlet_pud\d{2}i\.csv(?:\.gz)?$/.test(path))
  if (national !== undefined) return readOutlets(sources, national, { encoding: 'cp1252' })
  const ofStates = files.filter((path) => /\/imls_library_outlets_[A-Z]{2}\.csv(?:\.gz)?$/.test(path))
  return (await Promise.all(ofStates.map((path) => readOutlets(sources, path)))).flat()
}

async function readOutlets(sources: SourceFolder, path: string, options?: CsvOptions): Promise<PlaceRecord[]> {
  const spec = {
    state: text({ heading: 'STABR', pattern: /^[A-Z]{2}$/, required: true }),
    name: text({ heading: 'LIBNAME', required: true }),
    street: text({ heading: 'ADDRESS', null: 'M' }),
    city: text({ heading: 'CITY', null: 'M' }),
    zip: text({ heading: 'ZIP', pattern: /^\d{5}$/, null: ['M', '-3'] }),
    type: text({ heading: 'C_OUT_TY' }),
    ...coordinates('LATITUDE', 'LONGITUD', false),
  }
  // Skips outlets whose location is unknown. Their coordinates are missing or 0, 0.
  return (await readRecords(sources, path, spec, options))
    .filter(({ type, lat, lon }) => HOUSES.has(type) && Math.abs(lat) > 0 && Math.abs(lon) > 0)
    .map(({ type: _, name, street, city, zip, ...place }) => ({
      ...place,
      name: withKind(name),
      street: street || null,
      city: city || null,
      zip: zip || null,
    }))
}

/**
 * Adds "Library" to names that the survey shortens, such as "BIG PINE KEY BRANCH" for "Big Pine Key Branch Library".
 */
function withKind(name: string): string {
  return /\bLIB/i.test(name) ? name : `${name} Library`
}

/** Maximum distance in meters from a place to the centroid of a small ZIP. */
const NEAR = 15_000

/**
 * Maximum distance from a place to the centroid of a large ZIP, as a multiple of the radius of a circle with the ZIP's
 * area. Some ZIPs in the West are 100 km across.
 */
const NEAR_RADII = 2

/**
 * Creates a function that checks whether a place is too far from the center of its ZIP area to be in the ZIP. Returns
 * false for a ZIP without a census area, or if the file is missing.
 */
async function farFromZip(sources: SourceFolder): Promise<(zip: string, lat: number, lon: number) => boolean> {
  const areas = sources.has(ZIP_AREAS) ? await readZipAreas(sources) : new Map<string, ZipArea>()
  return (zip, lat, lon) => {
    const area = areas.get(zip)
    if (area === undefined) return false
    return metersApart(area, { lat, lon }) > Math.max(NEAR, NEAR_RADII * discRadius(area.land))
  }
}
