import type { LatLon } from '../../geo/distance.ts'

/** A place to prefer what is near to, with the kilometers of a degree of longitude there. */
export interface Near extends LatLon {
  readonly east: number
}

/** Kilometers in a degree of latitude. */
const DEGREE = 111.2
/**
 * Kilometers at which a place counts half of what it counts at hand; far off, by the inverse square of the distance.
 */
const HALF = 5

export function nearOf({ lat, lon }: LatLon): Near {
  return { lat, lon, east: DEGREE * Math.cos((lat * Math.PI) / 180) }
}

/** What is left of the weight of a place there: 0-1. */
export function nearness(near: Near, lat: number, lon: number): number {
  const x = (lon - near.lon) * near.east
  const y = (lat - near.lat) * DEGREE
  return 1 / (1 + (x * x + y * y) / (HALF * HALF))
}
