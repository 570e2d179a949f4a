import { isUtf8 } from 'node:buffer'
import { normalizeCity } from '../../src/geocode/parse/city-name.ts'
import { StreetFileError } from './files.ts'
import type { PointRow } from './shard-builder.ts'

/** The address points of a file, and what had to be done to them. */
interface PointFile {
  /** Name of the layout. */
  readonly layout: string
  readonly points: readonly PointRow[]
  /** Counties that the file names, as it writes them: FIPS codes of 3 or 5 digits. */
  readonly counties: readonly string[]
  /** Latitude and longitude changed places, and were put right. */
  readonly swapped: number
  /** No coordinates, impossible ones, or far from all the others. */
  readonly misplaced: number
}

/** What the National Address Database writes for the city where there is none. */
const NO_CITY = /^(|not stated|unincorporated)$/i

/** Points further from the middle of their file than this are mistakes: no county of the 48 states is as wide, in degrees. */
const FAR = 3

/**
 * The address points of comma-separated text in the OpenAddresses, NAD or Florida DOR layout.
 * @throws StreetFileError when the headings are of no known layout, or the text is not whole
 */
export function readPoints(bytes: Uint8Array, file: string): PointFile {
  const rows = delimitedRows(bytes, file)
  const first = rows.next()
  const headings = first.done ? [] : first.value.map((heading) => heading.replace(/^\uFEFF/, '').toUpperCase())
  const layout = layoutOf(headings)
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
  const counties = new Set<string>()
  const points: PointRow[] = []
  let swapped = 0
  let misplaced = 0
  for (const row of rows) {
    let lat = degrees(row[latAt])
    let lon = degrees(row[lonAt])
    if (isNorthAmerica(lon, lat)) {
      ;[lat, lon] = [lon, lat]
      swapped++
    } else if (!isNorthAmerica(lat, lon)) {
      misplaced++
      continue
    }
    if (countyAt >= 0 && row[countyAt]) counties.add(row[countyAt])
    const written = cityAt.map((i) => row[i] ?? '').find((name) => !NO_CITY.test(name)) ?? ''
    let city = cities.get(written)
    if (city === undefined) {
      city = normalizeCity(written)
      cities.set(written, city)
    }
    points.push({
      street: joined(row, streetAt, ' '),
      number: joined(row, numberAt, ''),
      zip: (row[zipAt] ?? '').slice(0, 5),
      city,
      lat: lat * 1e6,
      lon: lon * 1e6,
    })
  }
  const near = withoutFar(points)
  return {
    layout: layout.name,
    points: near,
    counties: [...counties].sort(),
    swapped,
    misplaced: misplaced + points.length - near.length,
  }
}

/** Headings for a message; a file that is no text has none. */
function columnsText(headings: readonly string[]): string {
  const some = headings.slice(0, 8).join(', ')
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they tell that it is no text
  return some === '' || /[\0-\x1f\x7f-\x9f]/.test(some) ? 'no columns' : `the columns ${some}`
}

function joined(row: readonly string[], fields: readonly number[], between: string): string {
  let text = ''
  for (const field of fields) {
    const part = row[field] ?? ''
    if (part !== '') text += text === '' ? part : between + part
  }
  return text
}

function degrees(text: string | undefined): number {
  return text ? Number(text) : Number.NaN
}

/** The box around the fifty states, Puerto Rico and the Virgin Islands. */
function isNorthAmerica(lat: number, lon: number): boolean {
  return lat > 17 && lat < 72 && lon > -180 && lon < -64
}

function withoutFar(points: readonly PointRow[]): readonly PointRow[] {
  if (points.length === 0) return points
  const lat = middle(points.map((point) => point.lat))
  const lon = middle(points.map((point) => point.lon))
  return points.filter((point) => Math.abs(point.lat - lat) < FAR * 1e6 && Math.abs(point.lon - lon) < FAR * 1e6)
}

function middle(values: readonly number[]): number {
  return Float64Array.from(values).sort()[values.length >> 1]
}

/** Columns of an agency's address points: headings in upper case; several where the parts of one text stand apart. */
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

/** The layout that a file's headings are of; null for none. Columns beside number, name and coordinates may be missing. */
function layoutOf(headings: readonly string[]): PointLayout | null {
  const upper = new Set(headings.map((heading) => heading.toUpperCase()))
  const needed = ({ number, street, lat, lon }: PointLayout) => [
    number.find((heading) => heading !== 'ADDNUM_PRE') ?? '',
    street.find((heading) => /^(ST_NAME|STNAME|STREET)$/.test(heading)) ?? '',
    lat,
    lon,
  ]
  return LAYOUTS.find((layout) => needed(layout).every((heading) => upper.has(heading))) ?? null
}

/** What layouts there are, for messages. */
const LAYOUT_NAMES = LAYOUTS.map(({ name }) => name).join(', ')

/**
 * The rows of comma-separated text, with quotes as RFC 4180 has them. The array is the same one at every row.
 * @throws StreetFileError at the end of a text inside quotes: all rows from there on would be one
 */
function* delimitedRows(bytes: Uint8Array, file: string): Generator<string[]> {
  const row: string[] = []
  let field = ''
  let quoted = false
  let afterQuote = false
  let line = 1
  let quoteLine = 0
  for (const piece of textPieces(bytes)) {
    let from = 0
    for (let at = 0; at < piece.length; at++) {
      const code = piece.charCodeAt(at)
      if (code === LINE_END) line++
      if (quoted) {
        if (code !== QUOTE) continue
        field += piece.slice(from, at)
        from = at + 1
        quoted = false
        afterQuote = true
      } else if (code === QUOTE && (afterQuote || (field === '' && from === at))) {
        // A doubled quote is one, and the field goes on.
        if (afterQuote) field += '"'
        else quoteLine = line
        quoted = true
        from = at + 1
        afterQuote = false
      } else if (code === COMMA || code === LINE_END) {
        row.push((field + piece.slice(from, at)).trim())
        field = ''
        from = at + 1
        afterQuote = false
        if (code === LINE_END) {
          if (row.length > 1 || row[0] !== '') yield row
          row.length = 0
        }
      } else if (code !== RETURN) afterQuote = false
    }
    field += piece.slice(from)
  }
  if (quoted)
    throw new StreetFileError(
      `${file} ends inside the quotes that line ${quoteLine} opens, expected them to be closed.`,
    )
  row.push(field.trim())
  if (row.length > 1 || row[0] !== '') yield row
}

const QUOTE = 34
const COMMA = 44
const LINE_END = 10
const RETURN = 13

/** The text of bytes in pieces, so that no text is longer than a string may be. What is not UTF-8 is that of Windows. */
function* textPieces(bytes: Uint8Array): Generator<string> {
  const decoder = new TextDecoder(isUtf8(bytes) ? 'utf-8' : 'windows-1252')
  for (let at = 0; at < bytes.length; at += PIECE)
    yield decoder.decode(bytes.subarray(at, at + PIECE), { stream: at + PIECE < bytes.length })
}

const PIECE = 1 << 20
