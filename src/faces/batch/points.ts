import type { Note } from '../../base/errors.ts'
import { type AddressPart, joinAddress, meansNothing } from './address-parts.ts'
import { getDecimal } from './decimal.ts'

/** Points of a chunk of rows, in order. Reused for each chunk. Only the first `count` points are valid. */
export interface Points {
  count: number
  /** Latitudes in degrees, WGS 84. NaN for rows without coordinates. */
  lat: Float64Array
  /** Longitudes in degrees, WGS 84. NaN for rows without coordinates. */
  lon: Float64Array
  /** Addresses of rows without coordinates, by row. */
  readonly addresses: Map<number, string>
  /** Reasons why rows cannot be answered, by row. */
  readonly errors: Map<number, Note>
}

export function newPoints(room: number): Points {
  return { count: 0, lat: new Float64Array(room), lon: new Float64Array(room), addresses: new Map(), errors: new Map() }
}

/** Makes room for `count` points. If the arrays grow, their contents are lost. */
export function makeRoom(points: Points, count: number): void {
  points.count = count
  points.addresses.clear()
  points.errors.clear()
  if (points.lat.length >= count) return
  points.lat = new Float64Array(count)
  points.lon = new Float64Array(count)
}

/** Unparsed place values of a record: strings, numbers, or nothing. */
export interface PointValues {
  readonly lat: unknown
  readonly lon: unknown
  /** Address values of the record, in the order in which they are joined. Empty if the records have no address. */
  readonly address: readonly unknown[]
  /** Whether the records have fields for coordinates. */
  readonly hasCoordinates: boolean
  /** Part of the address that each value in `address` contains. */
  readonly parts?: readonly (AddressPart | null)[] | undefined
}

/**
 * Stores the place of a record in `points`: its coordinates, its address if there are no coordinates, or the reason why
 * there is neither. Strings are interpreted as in CSV.
 */
export function putPoint(points: Points, row: number, values: PointValues): void {
  const { lat, lon, address } = values
  points.lat[row] = Number.NaN
  points.lon[row] = Number.NaN
  const y = degrees('latitude', lat)
  const x = degrees('longitude', lon)
  if (y === undefined || x === undefined) {
    points.errors.set(row, y === undefined ? invalidNote('latitude', lat) : invalidNote('longitude', lon))
  } else if (Number.isNaN(y) || Number.isNaN(x)) {
    if (address.length > 0) putAddress(points, row, values)
  } else {
    points.lat[row] = y
    points.lon[row] = x
  }
}

function putAddress(points: Points, row: number, { address, parts, hasCoordinates }: PointValues): void {
  const unreadable = address.find((part) => !isEmpty(part) && typeof part !== 'string' && typeof part !== 'number')
  if (unreadable !== undefined) {
    points.errors.set(row, { code: 'address_not_text', text: 'The address is not a string.' })
    return
  }
  const joined = joinAddress(
    address.map((part) => (isEmpty(part) ? '' : String(part))),
    parts,
  )
  if (joined === '') points.errors.set(row, missingPlaceNote(hasCoordinates))
  else points.addresses.set(row, joined)
}

/** Returns the reason why a row with empty address columns has no place. */
export function missingPlaceNote(hasCoordinates: boolean): Note {
  return hasCoordinates
    ? { code: 'coordinate_missing', text: 'There are neither coordinates nor an address.' }
    : { code: 'address_empty', text: 'The address is empty.' }
}

function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || (typeof value === 'string' && value.trim() === '')
}

/** Parses degrees. Returns NaN if there is no value, and undefined if the value is not a number. */
function degrees(name: Axis, value: unknown): number | undefined {
  if (typeof value === 'number') return value
  if (value === undefined || value === null) return Number.NaN
  return typeof value === 'string' ? getDegrees(value.trim(), false, name) : undefined
}

function invalidNote(name: Axis, value: unknown): Note {
  if (typeof value === 'string') return notDegrees(name, value.trim())
  return { code: 'coordinate_invalid', text: `The ${name} is not a number.` }
}

/** Joins the parts of an address. Returns an empty string if all parts are empty. */
export function addressOfParts(parts: readonly string[], kinds: readonly (AddressPart | null)[] = []): string {
  return joinAddress(parts, kinds)
}

/** Maximum length of a string that is parsed as a number. */
const LONGEST = 1000

/** Maximum length of a string that is quoted in an error. */
const LONGEST_SHOWN = 40

export type Axis = 'latitude' | 'longitude'

const DIRECTIONS = { latitude: 'NS', longitude: 'EW' }

/**
 * A number with an optional degree sign, and an optional compass letter before or after it: `30.2672°`, `97.7431° W`,
 * `N30.2672`.
 */
const DEGREES = /^([NSEW]?)\s*(.*?)\s*(?:[°º˚]|deg(?:rees?)?\.?|d)?\s*([NSEW]?)$/is

/** Degrees and minutes with optional seconds: `30°16'02"N`, `30 16 2.5`, `30d16m2s`, `30-16-02 N`, `30:16:02`. */
const SEXAGESIMAL =
  /^([+-]?)(\d{1,3})\s*(?:[°º˚:d-]|deg(?:rees?)?\.?|\s)\s*(\d{1,2}(?:\.\d+)?)\s*(?:['’′´:m-]|min(?:utes?)?\.?|\s|$)\s*(?:(\d{1,2}(?:\.\d+)?)\s*(?:["”″s]|''|’’|′′|sec(?:onds?)?\.?)?)?$/i

const SECONDS = /^[+-]?\d[^a-z]*(?:d|deg\w*)[^a-z]*(?:m|min\w*)[^a-z]*(?:s|sec\w*)\.?$/i

/** Characters that are typed or printed as a minus. */
const MINUS = /[−–‒‐‑﹣－]/g

/**
 * Parses degrees from a trimmed string. Returns NaN for a missing value, and undefined for anything that is not a
 * number.
 *
 * @param name axis whose compass letters are accepted; without an axis, all are accepted
 */
export function getDegrees(text: string, isDecimalComma: boolean, name?: Axis): number | undefined {
  if (meansNothing(text)) return Number.NaN
  if (text.length > LONGEST) return undefined
  const plain = text.replace(MINUS, '-')
  // The "s" in "30d16m02s" does not mean south.
  if (SECONDS.test(plain)) return sexagesimal(plain, true)
  const [, before, written, after] = DEGREES.exec(
    isDecimalComma && !plain.includes('.') ? plain.replace(',', '.') : plain,
  )!
  const letter = before + after
  const number = getDecimal(written) ?? sexagesimal(written, letter !== '')
  if (letter === '' || number === undefined) return number
  const direction = letter.toUpperCase()
  const isOther = name !== undefined && !DIRECTIONS[name].includes(direction)
  if (letter.length > 1 || isOther || /^[+-]/.test(written)) return undefined
  return direction === 'S' || direction === 'W' ? -number : number
}

/** Parses degrees, minutes and seconds. Returns undefined for any other string, including two plain numbers. */
function sexagesimal(text: string, hasDirection: boolean): number | undefined {
  const [, sign, degrees, minutes, seconds = '0'] = text.length > 40 ? [] : (SEXAGESIMAL.exec(text) ?? [])
  if (degrees === undefined || Number(minutes) >= 60 || Number(seconds) >= 60) return undefined
  if (!hasDirection && /^[+-]?[\d.]+[\s:-]+[\d.]+$/.test(text)) return undefined
  if (minutes.includes('.') && seconds !== '0') return undefined
  const size = Number(degrees) + Number(minutes) / 60 + Number(seconds) / 3600
  return sign === '-' ? -size : size
}

/** Returns the error note for a row whose latitude or longitude is not a number. */
export function notDegrees(name: Axis, text: string): Note {
  const shown = text.length > LONGEST_SHOWN ? `${text.slice(0, LONGEST_SHOWN)}…` : text
  const read = shown.replaceAll(/\s+/g, ' ')
  return { code: 'coordinate_invalid', text: `The ${name} '${read}' is not a number of degrees such as 30.2672.` }
}
