import { refusedArgument } from '../errors.ts'
import { EXACT } from './distance.ts'

/**
 * A place is anything with `lat` and `lon`. Geocoder answers, schools, edges, found areas and your own records are all
 * places. Other fields are ignored, but similar names such as `lng` are rejected if their value differs.
 */
export interface Place {
  /** Latitude, degrees, -90 to 90, WGS 84. */
  readonly lat: number
  /** Longitude, degrees, -180 to 180, WGS 84. */
  readonly lon: number
  /**
   * Radius of uncertainty in meters, 0 or more. The place is within this distance of the point in about 90% of cases.
   * Without a radius, the place is the point itself.
   */
  readonly radius?: number | null | undefined
  /** One-line name of the place, such as `Austin, TX 78701`. */
  readonly label?: string | null | undefined
  /** Kind of place, such as `address_point`, `zip` or `city`. */
  readonly layer?: string | null | undefined
}

/**
 * The answer for input that matched no place. Functions that accept a place also accept this answer, so that
 * `scores(geocode(text))` compiles. They then throw a `ValidationError` with the message of this answer and the code
 * `not_found`.
 */
export interface PlaceNotFound {
  /** False: no place was found. */
  readonly ok: false
  /** Stable code for the reason, such as `place_unknown`. */
  readonly code: string
  /** Sentence with the reason and what to do. */
  readonly message: string
}

/** A place, or the answer for input that matched none. */
export type MaybePlace = Place | PlaceNotFound

/** A point, WGS 84. */
export interface Point {
  /** Latitude, decimal degrees, -90 to 90. */
  readonly lat: number
  /** Longitude, decimal degrees, -180 to 180. */
  readonly lon: number
}

/**
 * Checks whether a place is known only roughly: its radius is more than `EXACT` meters.
 *
 * @throws {ValidationError} if the radius is negative or not a number
 */
export function isWide(place: Place | null | undefined): boolean {
  const radius = place?.radius ?? 0
  if (!(radius >= 0)) throw refusedArgument('radius', 'radius must be at least 0', radius)
  return radius > EXACT
}

/**
 * Throws if a distance is shorter than the radius of a place that is known only roughly, because the answer would be
 * more precise than the location of the place.
 *
 * @param subject subject of the message, such as `The nearest border`
 * @param getDistanceText formats a distance in kilometers for the message: `0.30 miles (480 m)`
 * @throws {ValidationError} `place_too_wide`
 */
export function assertBeyond(
  place: Place,
  meters: number,
  subject: string,
  getDistanceText: (km: number) => string,
): void {
  const radius = place.radius ?? 0
  if (radius > EXACT && meters < radius)
    throw refusedArgument(
      'radius',
      `${subject} is about ${getDistanceText(meters / 1000)} from the center of the place, inside its radius of ${Math.round(radius)} m: use a more exact place`,
      radius,
      'place_too_wide',
    )
}

/** Checks that a latitude and a longitude are in range. The comparisons are written so that NaN fails, too. */
export function isCoordinate(lat: number, lon: number): boolean {
  return lat >= -90 && lat <= 90 && lon >= -180 && lon <= 180
}

/** Returns the coordinates for messages, such as `30.2672, -97.7431`, with at most five decimals (about 1 m). */
export function pointText({ lat, lon }: Pick<Place, 'lat' | 'lon'>): string {
  return [lat, lon].map((degrees) => Math.round(degrees * 1e5) / 1e5).join(', ')
}
