import type { Note } from '../../base/errors.ts'
import { type AddressPart, joinAddress, meansNothing } from './address-parts.ts'
import { decimalOf } from './decimal.ts'

/** The points of some rows, in their order. Kept and filled again from chunk to chunk: the first `count` count. */
export interface Points {
  count: number
  /** Degrees, WGS 84; NaN where a row has no coordinate. */
  lat: Float64Array
  lon: Float64Array
  /** Addresses of rows without a coordinate, by row. */
  readonly addresses: Map<number, string>
  /** Why a row cannot be answered, by row. */
  readonly errors: Map<number, Note>
}

export function newPoints(room: number): Points {
  return { count: 0, lat: new Float64Array(room), lon: new Float64Array(room), addresses: new Map(), errors: new Map() }
}

/** Room for `count` points; what was there is gone when it grows. */
export function makeRoom(points: Points, count: number): void {
  points.count = count
  points.addresses.clear()
  points.errors.clear()
  if (points.lat.length >= count) return
  points.lat = new Float64Array(count)
  points.lon = new Float64Array(count)
}

/** Values of a record that say where it is, as they were read: texts, numbers, nothing. */
export interface PointValues {
  readonly lat: unknown
  readonly lon: unknown
  /** Parts of one address; none where the records have no address. */
  readonly address: readonly unknown[]
  /** What those parts are. */
  readonly parts?: readonly (AddressPart | null)[] | undefined
}

/**
 * Puts the place of a record into `points`: its coordinate or, where that is empty, its address; or why there is
 * neither. Values that are texts mean what they mean in CSV.
 */
export function putPoint(points: Points, row: number, { lat, lon, address, parts }: PointValues): void {
  points.lat[row] = Number.NaN
  points.lon[row] = Number.NaN
  const y = degrees('latitude', lat)
  const x = degrees('longitude', lon)
  if (y === undefined || x === undefined) {
    points.errors.set(row, y === undefined ? unread('latitude', lat) : unread('longitude', lon))
  } else if (Number.isNaN(y) || Number.isNaN(x)) {
    if (address.length > 0) putAddress(points, row, address, parts)
  } else {
    points.lat[row] = y
    points.lon[row] = x
  }
}

function putAddress(
  points: Points,
  row: number,
  parts: readonly unknown[],
  kinds: readonly (AddressPart | null)[] | undefined,
): void {
  const odd = parts.find((part) => !isEmpty(part) && typeof part !== 'string' && typeof part !== 'number')
  if (odd !== undefined) {
    points.errors.set(row, { code: 'address_not_text', text: 'The address is not a text.' })
    return
  }
  points.addresses.set(
    row,
    joinAddress(
      parts.map((part) => (isEmpty(part) ? '' : String(part))),
      kinds,
    ),
  )
}

function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || (typeof value === 'string' && value.trim() === '')
}

/** NaN where there is none, `undefined` where the value is not a number. */
function degrees(name: Axis, value: unknown): number | undefined {
  if (typeof value === 'number') return value
  if (value === undefined || value === null) return Number.NaN
  return typeof value === 'string' ? degreesOf(value.trim(), false, name) : undefined
}

function unread(name: Axis, value: unknown): Note {
  if (typeof value === 'string') return notDegrees(name, value.trim())
  return { code: 'coordinate_invalid', text: `The ${name} is not a number.` }
}

/** An address out of the texts of its columns; empty where all of them are. */
export function addressOfParts(parts: readonly string[], kinds: readonly (AddressPart | null)[] = []): string {
  return joinAddress(parts, kinds)
}

/** The longest text that is read as a number, characters. */
const LONGEST = 1000

/** Characters of a text that a reason repeats. */
const LONGEST_SHOWN = 40

export type Axis = 'latitude' | 'longitude'

const DIRECTIONS = { latitude: 'NS', longitude: 'EW' }

/** A number with a letter of a direction before or after it: `30.2672°`, `97.7431° W`, `N30.2672`. */
const DEGREES = /^([NSEW]?)\s*(.*?)\s*(?:[°º˚]|deg(?:rees?)?\.?|d)?\s*([NSEW]?)$/is

/** Degrees with minutes, perhaps with seconds: `30°16'02"N`, `30 16 2.5`, `30d16m2s`, `30-16-02 N`, `30:16:02`. */
const SEXAGESIMAL =
  /^([+-]?)(\d{1,3})\s*(?:[°º˚:d-]|deg(?:rees?)?\.?|\s)\s*(\d{1,2}(?:\.\d+)?)\s*(?:['’′´:m-]|min(?:utes?)?\.?|\s|$)\s*(?:(\d{1,2}(?:\.\d+)?)\s*(?:["”″s]|''|’’|′′|sec(?:onds?)?\.?)?)?$/i

const SECONDS = /^[+-]?\d[^a-z]*(?:d|deg\w*)[^a-z]*(?:m|min\w*)[^a-z]*(?:s|sec\w*)\.?$/i

/** Signs that are typed or printed as a minus. */
const MINUS = /[−–‒‐‑﹣－]/g

/**
 * Degrees in a text without white space around it; NaN where it means no value, `undefined` where it is not a number.
 *
 * @param name which directions it may have; all where it is left out
 */
export function degreesOf(text: string, isDecimalComma: boolean, name?: Axis): number | undefined {
  if (meansNothing(text)) return Number.NaN
  if (text.length > LONGEST) return undefined
  const plain = text.replace(MINUS, '-')
  // The "s" of "30d16m02s" is no south.
  if (SECONDS.test(plain)) return sexagesimal(plain, true)
  const [, before, written, after] = DEGREES.exec(
    isDecimalComma && !plain.includes('.') ? plain.replace(',', '.') : plain,
  )!
  const letter = before + after
  const number = decimalOf(written) ?? sexagesimal(written, letter !== '')
  if (letter === '' || number === undefined) return number
  const direction = letter.toUpperCase()
  const isOther = name !== undefined && !DIRECTIONS[name].includes(direction)
  if (letter.length > 1 || isOther || /^[+-]/.test(written)) return undefined
  return direction === 'S' || direction === 'W' ? -number : number
}

/** Degrees of a text in degrees, minutes and seconds; undefined where it is none. Two bare numbers are none. */
function sexagesimal(text: string, hasDirection: boolean): number | undefined {
  const [, sign, degrees, minutes, seconds = '0'] = text.length > 40 ? [] : (SEXAGESIMAL.exec(text) ?? [])
  if (degrees === undefined || Number(minutes) >= 60 || Number(seconds) >= 60) return undefined
  if (!hasDirection && /^[+-]?[\d.]+[\s:-]+[\d.]+$/.test(text)) return undefined
  if (minutes.includes('.') && seconds !== '0') return undefined
  const size = Number(degrees) + Number(minutes) / 60 + Number(seconds) / 3600
  return sign === '-' ? -size : size
}

/** Why a row has no answers whose coordinate is not a number. */
export function notDegrees(name: Axis, text: string): Note {
  const shown = text.length > LONGEST_SHOWN ? `${text.slice(0, LONGEST_SHOWN)}…` : text
  const read = shown.replaceAll(/\s+/g, ' ')
  return { code: 'coordinate_invalid', text: `The ${name} '${read}' is not a number of degrees such as 30.2672.` }
}
