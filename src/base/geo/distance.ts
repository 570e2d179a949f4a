/** Meters, the mean radius of the earth (IUGG). */
export const EARTH_RADIUS = 6_371_008.8
/** Meters in a degree of latitude, on that sphere. */
export const METERS_PER_DEGREE = 111_195
/** In a degree. */
export const RADIANS = Math.PI / 180

/** Meters: a place that is known to so much has a score; of a wider one the scores around it are told. */
export const EXACT = 150
/** Meters: the widest circle, as around namesakes in two states; a fourth of the way around the earth. */
export const WIDEST = 10_000_000

/** Meters between two places given in degrees, on the sphere. Allocates nothing. */
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

/** The same between two points. */
export function metersApart(a: LatLon, b: LatLon): number {
  return metersBetween(a.lat, a.lon, b.lat, b.lon)
}
