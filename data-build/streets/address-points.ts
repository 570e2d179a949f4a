import { isUtf8 } from 'node:buffer'
import { normalizeCity } from '../../src/answers/geocode/parse/tokens.ts'
import { StreetFileError } from '../../src/library/user-data/streets.ts'
import { scanRows } from '../read/csv-rows.ts'
import type { PointRow } from './shard-builder.ts'

/** Address points of a file, with counts of corrected and dropped points. */
interface PointFile {
  /** Name of the layout. */
  readonly layout: string
  /** Points by 5-digit FIPS code. */
  readonly counties: ReadonlyMap<string, CountyPoints>
  /** Number of rows without valid coordinates or outside every county. */
  readonly misplaced: number
}

interface CountyPoints {
  points: readonly PointRow[]
  /** Number of points whose swapped latitude and longitude were corrected. */
  swapped: number
  /** Number of points dropped because they are far from all others. */
  far: number
}

/** Values that the National Address Database uses for a missing city. */
const NO_CITY = /^(|not stated|unincorporated)$/i

/**
 * Maximum distance in degrees of a point from the median of its file. A point farther away is an error because no
 * county in the 48 contiguous states is that wide.
 */
const FAR = 3

/**
 * Reads address points from comma-separated text in the OpenAddresses, NAD or Florida DOR layout, from any list with
 * number, street and coordinates, or from GeoJSON in the OpenAddresses layout.
 * @param countyOf finds the county of a point; it is passed the county that the row names, and returns null if there is
 * no county
 * @throws StreetFileError when the headings do not match a known layout, or the text is incomplete
 */
export function readPoints(
  content: Uint8Array,
  file: string,
  countyOf: (point: PointRow, named: string | undefined) => string | null,
): PointFile {
  const bytes = content[0] === BRACE ? csvOfGeoJson(content, file) : content
  const rows = scanRows(bytes, ',', (row, { found, expectation }) => {
    throw new StreetFileError(`${file}, row ${row}: ${found}, expected ${expectation}.`)
  })
  // Text that is not UTF-8 is assumed to be Windows-1252.
  const decoder = new TextDecoder(isUtf8(bytes) ? 'utf-8' : 'windows-1252')
  const field = (at: number): string => {
    if (at < 0 || at >= rows.fields) return ''
    const text = decoder.decode(bytes.subarray(rows.starts[at], rows.ends[at])).trim()
    return rows.doubled[at] === 0 ? text : text.replaceAll('""', '"')
  }
  const joined = (fields: readonly number[], between: string) => fields.map(field).filter(Boolean).join(between)

  const headings = rows.next() ? Array.from({ length: rows.fields }, (_, at) => field(at).toUpperCase()) : []
  const layout = getLayout(headings)
  if (layout === null)
    throw new StreetFileError(
      `${file} has ${columnsText(headings)}, expected a table of address points (${LAYOUT_NAMES}).`,
    )
  const at = (wanted: readonly string[]) => wanted.map((heading) => headings.indexOf(heading)).filter((i) => i >= 0)
  const numberAt = at(layout.number)
  const streetAt = at(layout.street)
  const cityAt = at(layout.city)
  const zipAt = headings.indexOf(layout.zip)
  const latAt = headings.indexOf(layout.lat)
  const lonAt = headings.indexOf(layout.lon)
  const countyAt = layout.county === null ? -1 : headings.indexOf(layout.county)
  const cities = new Map<string, string>()
  const counties = new Map<string, CountyPoints & { points: PointRow[] }>()
  let misplaced = 0
  while (rows.next()) {
    if (rows.fields === 1 && rows.isEmpty()) continue
    let lat = degrees(field(latAt))
    let lon = degrees(field(lonAt))
    const isSwapped = isNorthAmerica(lon, lat)
    if (isSwapped) [lat, lon] = [lon, lat]
    else if (!isNorthAmerica(lat, lon)) {
      misplaced++
      continue
    }
    const written = cityAt.map(field).find((name) => !NO_CITY.test(name)) ?? ''
    let city = cities.get(written)
    if (city === undefined) {
      city = normalizeCity(written)
      cities.set(written, city)
    }
    const point = {
      street: joined(streetAt, ' '),
      number: joined(numberAt, ''),
      zip: field(zipAt).slice(0, 5),
      city,
      lat: lat * 1e6,
      lon: lon * 1e6,
    }
    const code = field(countyAt)
    // Florida writes only the last three digits of the county code, so the state code 12 is added.
    const county = countyOf(point, code === '' || code.length === 5 ? code || undefined : `12${code.padStart(3, '0')}`)
    if (county === null) {
      misplaced++
      continue
    }
    const listed = counties.get(county) ?? { points: [], swapped: 0, far: 0 }
    counties.set(county, listed)
    listed.points.push(point)
    if (isSwapped) listed.swapped++
  }
  for (const county of counties.values()) {
    const near = withoutFar(county.points)
    county.far = county.points.length - near.length
    county.points = [...near]
  }
  return { layout: layout.name, counties, misplaced }
}

const BRACE = 0x7b

/**
 * Converts GeoJSON points with OpenAddresses properties to a table. Accepts one feature per line or a whole collection.
 */
function csvOfGeoJson(bytes: Uint8Array, file: string): Uint8Array {
  const text = new TextDecoder().decode(bytes).trim()
  const parse = (json: string, line: number): GeoJson => {
    try {
      return JSON.parse(json)
    } catch {
      throw new StreetFileError(
        `${file}, line ${line}: not GeoJSON, expected one feature per line, or a FeatureCollection.`,
      )
    }
  }
  const isLines = /^[^\n]*\}\s*\n\s*\{/.test(text)
  const features = isLines ? text.split('\n').map((line, i) => parse(line, i + 1)) : (parse(text, 1).features ?? [])
  const quoted = (value: unknown) => `"${String(value ?? '').replaceAll('"', '""')}"`
  const rows = features.map(({ geometry, properties: p }) => {
    const [lon, lat] = geometry?.type === 'Point' ? (geometry.coordinates ?? []) : []
    return [lon, lat, p?.number, p?.street, p?.city, p?.postcode].map(quoted).join(',')
  })
  return new TextEncoder().encode(['LON,LAT,NUMBER,STREET,CITY,POSTCODE', ...rows, ''].join('\n'))
}

interface GeoJson {
  readonly features?: readonly GeoJson[]
  readonly geometry?: { readonly type?: unknown; readonly coordinates?: readonly unknown[] } | null
  readonly properties?: Readonly<Record<string, unknown>> | null
}

/** Lists headings for a message. A file that is not text has no headings. */
function columnsText(headings: readonly string[]): string {
  const firstHeadings = headings.slice(0, 8).join(', ')
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters show that the file is not text
  return firstHeadings === '' || /[\0-\x1f\x7f-\x9f]/.test(firstHeadings)
    ? 'no columns'
    : `the columns ${firstHeadings}`
}

function degrees(text: string): number {
  return text !== '' ? Number(text) : Number.NaN
}

/** Checks whether a point is in the bounding box of the fifty states, Puerto Rico and the Virgin Islands. */
function isNorthAmerica(lat: number, lon: number): boolean {
  return lat > 17 && lat < 72 && lon > -180 && lon < -64
}

function withoutFar(points: readonly PointRow[]): readonly PointRow[] {
  if (points.length === 0) return points
  const lat = median(points.map((point) => point.lat))
  const lon = median(points.map((point) => point.lon))
  return points.filter((point) => Math.abs(point.lat - lat) < FAR * 1e6 && Math.abs(point.lon - lon) < FAR * 1e6)
}

function median(values: readonly number[]): number {
  return Float64Array.from(values).sort()[values.length >> 1]
}

/**
 * Columns of an agency's address points, as uppercase headings. If a part of the address is split over several columns,
 * all of them are listed.
 */
interface PointLayout {
  readonly name: string
  readonly number: readonly string[]
  readonly street: readonly string[]
  readonly zip: string
  readonly city: readonly string[]
  readonly lat: string
  readonly lon: string
  /** FIPS code of the county, 3 or 5 digits. */
  readonly county: string | null
}

const LAYOUTS: readonly PointLayout[] = [
  {
    name: 'National Address Database',
    number: ['ADDNUM_PRE', 'ADD_NUMBER', 'ADDNUM_SUF'],
    street: ['ST_PREMOD', 'ST_PREDIR', 'ST_PRETYP', 'ST_PRESEP', 'ST_NAME', 'ST_POSTYP', 'ST_POSDIR', 'ST_POSMOD'],
    zip: 'ZIP_CODE',
    city: ['POST_CITY', 'INC_MUNI'],
    lat: 'LATITUDE',
    lon: 'LONGITUDE',
    county: null,
  },
  {
    name: 'Florida Department of Revenue',
    number: ['NUMBER'],
    street: ['PREDIR', 'STNAME', 'STSUFFIX', 'POSTDIR'],
    zip: 'ZIP',
    city: ['MAILCITY'],
    lat: 'LAT',
    lon: 'LONG',
    county: 'COUNTYID',
  },
  {
    name: 'OpenAddresses',
    number: ['NUMBER'],
    street: ['STREET'],
    zip: 'POSTCODE',
    city: ['CITY'],
    lat: 'LAT',
    lon: 'LON',
    county: null,
  },
]

/**
 * Returns the layout that matches a file's headings, or null. Only the number, name and coordinate columns are
 * required.
 */
function getLayout(headings: readonly string[]): PointLayout | null {
  const upper = new Set(headings.map((heading) => heading.toUpperCase()))
  const needed = ({ number, street, lat, lon }: PointLayout) => [
    number.find((heading) => heading !== 'ADDNUM_PRE') ?? '',
    street.find((heading) => /^(ST_NAME|STNAME|STREET)$/.test(heading)) ?? '',
    lat,
    lon,
  ]
  const layout = LAYOUTS.find((layout) => needed(layout).every((heading) => upper.has(heading)))
  if (layout === undefined) return anyLayout(upper)
  return upper.has(layout.zip) ? layout : { ...layout, zip: anyLayout(upper)?.zip ?? '' }
}

/** Recognizes any list with the usual headings for number, street and coordinates. */
function anyLayout(headings: ReadonlySet<string>): PointLayout | null {
  const first = (names: string) => names.split(' ').find((name) => headings.has(name)) ?? ''
  const number = first('NUMBER HOUSE_NUMBER HOUSENUMBER HOUSE_NO HOUSE_NUM ADDRESS_NUMBER STREET_NUMBER ST_NUM NUM')
  const street = first('STREET STREET_NAME STREETNAME FULL_STREET_NAME FULLNAME ST_NAME STNAME ROAD')
  const lat = first('LAT LATITUDE Y')
  const lon = first('LON LNG LONG LONGITUDE X')
  if ([number, street, lat, lon].includes('')) return null
  const zip = first('ZIP ZIPCODE ZIP_CODE POSTCODE POSTAL_CODE ZIP5')
  const city = [first('CITY POST_CITY POSTAL_CITY MUNICIPALITY TOWN')]
  return { name: 'list of addresses', number: [number], street: [street], zip, city, lat, lon, county: null }
}

/** Layout names for messages. */
const LAYOUT_NAMES = [...LAYOUTS.map(({ name }) => name), 'or any list with NUMBER, STREET, LAT, LON'].join(', ')
