/** Mean radius of the earth in meters (IUGG). */
export const EARTH_RADIUS = 6_371_008.8
/** Meters per degree of latitude on a sphere with the radius `EARTH_RADIUS`. */
export const METERS_PER_DEGREE = 111_195
/** Radians per degree. */
export const RADIANS = Math.PI / 180

/**
 * Largest radius in meters for which a place gets a single score. For a larger radius, answers describe the scores
 * around the place.
 */
export const EXACT = 150
/**
 * Largest radius of a place in meters, a quarter of the way around the earth. A place name that exists in two states
 * needs a large radius.
 */
export const WIDEST = 10_000_000
/** Largest radius of the circle around a site in meters. */
export const WIDEST_SITE = 100_000

/** Returns the distance in meters between two points in degrees, measured on the sphere. Allocates nothing. */
export function metersBetween(latA: number, lonA: number, latB: number, lonB: number): number {
  const north = Math.sin(((latB - latA) * RADIANS) / 2)
  const east = Math.sin(((lonB - lonA) * RADIANS) / 2)
  const half = north * north + Math.cos(latA * RADIANS) * Math.cos(latB * RADIANS) * east * east
  return (2 * Math.asin(Math.min(1, Math.sqrt(half))) * METERS_PER_DEGREE) / RADIANS
}

export interface LatLon {
  readonly lat: number
  readonly lon: number
}

/** Returns the distance in meters between two points. */
export function metersApart(a: LatLon, b: LatLon): number {
  return metersBetween(a.lat, a.lon, b.lat, b.lon)
}
