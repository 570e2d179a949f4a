import { METERS_PER_DEGREE, RADIANS } from './distance.ts'

/** A bounding box in degrees, WGS 84. The edges belong to the box. The box does not cross the antimeridian. */
export interface Box {
  /** Western edge, degrees, -180 to 180. */
  readonly west: number
  /** Southern edge, degrees, -90 to 90. */
  readonly south: number
  /** Eastern edge, degrees, -180 to 180. */
  readonly east: number
  /** Northern edge, degrees, -90 to 90. */
  readonly north: number
}

/**
 * Returns a box that contains every point within `meters` of the given box. The result is cut off at the poles and at
 * the antimeridian.
 */
export function widened({ west, south, east, north }: Box, meters: number): Box {
  const up = meters / METERS_PER_DEGREE
  const farthest = Math.min(89, Math.max(Math.abs(south), Math.abs(north)) + up)
  const across = up / Math.cos(farthest * RADIANS)
  return {
    west: Math.max(-180, west - across),
    south: Math.max(-90, south - up),
    east: Math.min(180, east + across),
    north: Math.min(90, north + up),
  }
}

/** Returns a box that contains every point within `meters` of a point. */
export function boxAround(lon: number, lat: number, meters: number): Box {
  return widened({ west: lon, south: lat, east: lon, north: lat }, meters)
}
