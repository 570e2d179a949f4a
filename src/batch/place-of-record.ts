import { addressOfParts } from './address-of-parts.ts'
import { degreesOf, noDegrees } from './degrees.ts'
import type { Places } from './places.ts'

/** Values of a record that say where it is, as they were read: texts, numbers, nothing. */
export interface PlaceValues {
  readonly lat: unknown
  readonly lon: unknown
  /** Parts of one address; none where the records have no address. */
  readonly address: readonly unknown[]
}

/**
 * Puts the place of a record into `places`: its coordinate or, where that is empty, its address; or why there is neither. Values that
 * are texts mean what they mean in CSV.
 */
export function putPlace(places: Places, row: number, { lat, lon, address }: PlaceValues): void {
  places.lat[row] = Number.NaN
  places.lon[row] = Number.NaN
  const y = degrees(lat)
  const x = degrees(lon)
  if (y === undefined || x === undefined) {
    places.errors.set(row, y === undefined ? unread('latitude', lat) : unread('longitude', lon))
  } else if (Number.isNaN(y) || Number.isNaN(x)) {
    if (address.length > 0) putAddress(places, row, address)
  } else {
    places.lat[row] = y
    places.lon[row] = x
  }
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

/** NaN where there is none, `undefined` where the value is no number. */
function degrees(value: unknown): number | undefined {
  if (typeof value === 'number') return value
  if (value === undefined || value === null) return Number.NaN
  return typeof value === 'string' ? degreesOf(value.trim(), false) : undefined
}

function unread(name: 'latitude' | 'longitude', value: unknown): string {
  return typeof value === 'string' ? noDegrees(name, value.trim()) : `The ${name} is not a number.`
}
