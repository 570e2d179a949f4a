import { refusedArgument } from '../errors.ts'
import { EXACT } from './distance.ts'

/** A place: what the geocoder and its kin return, and what scores and areas take as it is. */
export interface Place {
  /** Latitude, degrees, -90 to 90, WGS 84. */
  readonly lat: number
  /** Longitude, degrees, -180 to 180, WGS 84. */
  readonly lon: number
  /** Meters around the point within which the place is, 0 or more; left out, it is the point itself. */
  readonly radius?: number | undefined
  /** The place in one line: `Austin, TX 78701`. */
  readonly label?: string | null | undefined
  /** What was located: `address_point`, `zip`, `city` and so on. */
  readonly layer?: string | null | undefined
}

/** A place, WGS 84. */
export interface Point {
  /** Latitude, decimal degrees, -90 to 90. */
  readonly lat: number
  /** Longitude, decimal degrees, -180 to 180. */
  readonly lon: number
}

/**
 * Whether a place is known only roughly.
 *
 * @throws {ValidationError} where its radius is below 0 or no number
 */
export function isWide(place: Place | null | undefined): boolean {
  const radius = place?.radius ?? 0
  if (!(radius >= 0)) throw refusedArgument('radius', 'radius has to be 0 or more', radius)
  return radius > EXACT
}

/**
 * Says nothing finer than a place is known: something has to be farther away than the radius of a wide one.
 * @param what `The nearest edge`
 * @throws {ValidationError} `place_too_wide`
 */
export function assertBeyond({ radius = 0 }: Place, meters: number, what: string): void {
  if (radius > EXACT && meters < radius)
    throw refusedArgument(
      'radius',
      `${what} is nearer than the ${Math.round(radius)} meters to which the place is known: ask for a more exact place`,
      radius,
      'place_too_wide',
    )
}

/** Written so that NaN fails, too. */
export function isCoordinate(lat: number, lon: number): boolean {
  return lat >= -90 && lat <= 90 && lon >= -180 && lon <= 180
}
