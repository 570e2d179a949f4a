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

/** Rounds a box outward to 6 decimals (about 0.1 m), so that the result contains the original box. */
export function roundedOut({ west, south, east, north }: Box): Box {
  const down = (degrees: number) => Math.floor(degrees * 1e6) / 1e6
  return { west: down(west), south: down(south), east: -down(-east), north: -down(-north) }
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

/**
 * Returns the bounding box of flat rings or lines [lon, lat, lon, lat, …]. If there are no coordinates, west is greater
 * than east.
 */
export function readBox(rings: Iterable<ArrayLike<number>>): Box {
  let west = 180
  let south = 90
  let east = -180
  let north = -90
  for (const ring of rings)
    for (let i = 0; i < ring.length; i += 2) {
      west = Math.min(west, ring[i])
      east = Math.max(east, ring[i])
      south = Math.min(south, ring[i + 1])
      north = Math.max(north, ring[i + 1])
    }
  return { west, south, east, north }
}

/**
 * Returns the overlap of two boxes. If they do not overlap, west is greater than east, or south is greater than north.
 */
export function intersection(a: Box, b: Box): Box {
  return {
    west: Math.max(a.west, b.west),
    south: Math.max(a.south, b.south),
    east: Math.min(a.east, b.east),
    north: Math.min(a.north, b.north),
  }
}

/** Checks whether a box lies entirely within another. */
export function isWithin(box: Box, other: Box): boolean {
  return box.west >= other.west && box.south >= other.south && box.east <= other.east && box.north <= other.north
}
