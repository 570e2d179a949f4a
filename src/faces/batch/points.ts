import type { Note } from '../../base/errors.ts'
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
}

/**
 * Puts the place of a record into `points`: its coordinate or, where that is empty, its address; or why there is
 * neither. Values that are texts mean what they mean in CSV.
 */
export function putPoint(points: Points, row: number, { lat, lon, address }: PointValues): void {
  points.lat[row] = Number.NaN
  points.lon[row] = Number.NaN
  const y = degrees('latitude', lat)
  const x = degrees('longitude', lon)
  if (y === undefined || x === undefined) {
    points.errors.set(row, y === undefined ? unread('latitude', lat) : unread('longitude', lon))
  } else if (Number.isNaN(y) || Number.isNaN(x)) {
    if (address.length > 0) putAddress(points, row, address)
  } else {
    points.lat[row] = y
    points.lon[row] = x
  }
}

function putAddress(points: Points, row: number, parts: readonly unknown[]): void {
  const odd = parts.find((part) => !isEmpty(part) && typeof part !== 'string' && typeof part !== 'number')
  if (odd !== undefined) {
    points.errors.set(row, { code: 'address_not_text', text: 'The address is not a text.' })
    return
  }
  points.addresses.set(row, addressOfParts(parts.map((part) => (isEmpty(part) ? '' : String(part)))))
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

/** An address out of the texts of its columns, with commas between them; empty where all of them are. */
export function addressOfParts(parts: readonly string[]): string {
  return parts
    .map((part) => wholeNumber(part.trim()))
    .filter((part) => part !== '')
    .join(', ')
}

/** Programs that read a column of ZIPs with gaps as numbers, as pandas does, write them as `78701.0`. */
function wholeNumber(text: string): string {
  return /^\d+\.0+$/.test(text) ? text.slice(0, text.indexOf('.')) : text
}

/** What means no value in files that databases and statistics programs write. */
const NOTHING = /^(?:null|none|na|n\/a|#n\/a|nan|\\n)?$/i

/** The longest text that is read as a number, characters. */
const LONGEST = 1000

/** Characters of a text that a reason repeats. */
const LONGEST_SHOWN = 40

export type Axis = 'latitude' | 'longitude'

/** A number, perhaps with a degree sign and the letter of a direction: `30.2672`, `30.2672°`, `97.7431° W`. */
const DEGREES = /^(.*?)\s*[°º]?\s*([NSEW]?)$/is

const DIRECTIONS = { latitude: 'NS', longitude: 'EW' }

/**
 * Degrees in a text without white space around it; NaN where it means no value, `undefined` where it is not a number.
 *
 * @param name which directions it may have; all where it is left out
 */
export function degreesOf(text: string, isDecimalComma: boolean, name?: Axis): number | undefined {
  if (NOTHING.test(text)) return Number.NaN
  if (text.length > LONGEST) return undefined
  const [, written, letter] = DEGREES.exec(isDecimalComma && !text.includes('.') ? text.replace(',', '.') : text)!
  const number = decimalOf(written)
  if (letter === '' || number === undefined) return number
  const direction = letter.toUpperCase()
  const isOther = name !== undefined && !DIRECTIONS[name].includes(direction)
  if (isOther || written.startsWith('-') || written.startsWith('+')) return undefined
  return direction === 'S' || direction === 'W' ? -number : number
}

/** Why a row has no answers whose coordinate is not a number. */
export function notDegrees(name: Axis, text: string): Note {
  const shown = text.length > LONGEST_SHOWN ? `${text.slice(0, LONGEST_SHOWN)}…` : text
  const read = shown.replaceAll(/\s+/g, ' ')
  return { code: 'coordinate_invalid', text: `The ${name} '${read}' is not a number of degrees such as 30.2672.` }
}
