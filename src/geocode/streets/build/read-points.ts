import { normaliseCity } from '../../city.ts'
import { delimitedRows } from './delimited-rows.ts'
import { LAYOUT_NAMES, layoutOf } from './point-layouts.ts'
import type { PointRow } from './shard-builder.ts'
import { StreetFileError } from './street-file-error.ts'

/** The address points of a file, and what had to be done to them. */
export interface PointFile {
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
      city = normaliseCity(written)
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
