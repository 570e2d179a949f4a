import { readFloat } from '../endpoints/numbers.ts'
import { addressOfParts } from './address-of-parts.ts'
import type { Places } from './places.ts'

/** Values of a record that say where it is, as they were read: texts, numbers, nothing. */
export interface PlaceValues {
  readonly lat: unknown
  readonly lon: unknown
  /** Parts of one address; none where the records have no address. */
  readonly address: readonly unknown[]
}

/** Puts the place of a record into `places`: its coordinate or, where that is empty, its address; or why there is neither. */
export function putPlace(places: Places, row: number, { lat, lon, address }: PlaceValues): void {
  places.lat[row] = Number.NaN
  places.lon[row] = Number.NaN
  if (isEmpty(lat) || isEmpty(lon)) {
    if (address.length > 0) putAddress(places, row, address)
    return
  }
  const reason = unread('latitude', lat) ?? unread('longitude', lon)
  if (reason !== null) {
    places.errors.set(row, reason)
    return
  }
  places.lat[row] = degrees(lat)!
  places.lon[row] = degrees(lon)!
}

function putAddress(places: Places, row: number, parts: readonly unknown[]): void {
  const odd = parts.find((part) => !isEmpty(part) && typeof part !== 'string' && typeof part !== 'number')
  if (odd !== undefined) {
    places.errors.set(row, 'The address is not a text.')
    return
  }
  places.addresses.set(row, addressOfParts(parts.map((part) => (isEmpty(part) ? '' : String(part)))))
}

function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || (typeof value === 'string' && value.trim() === '')
}

/** Numbers may be written as texts, in the grammar of requests. */
function degrees(value: unknown): number | undefined {
  if (typeof value === 'number') return value
  return typeof value === 'string' ? readFloat(value) : undefined
}

function unread(name: string, value: unknown): string | null {
  if (degrees(value) !== undefined) return null
  if (typeof value !== 'string') return `The ${name} is not a number.`
  return `The ${name} '${value.length > LONGEST_SHOWN ? `${value.slice(0, LONGEST_SHOWN)}…` : value}' is not a number.`
}

const LONGEST_SHOWN = 40 // characters of a value that a reason repeats
