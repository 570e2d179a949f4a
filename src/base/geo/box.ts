import { METERS_PER_DEGREE, RADIANS } from './distance.ts'

/** A box of longitudes and latitudes in degrees, WGS 84, edges included; it does not cross the antimeridian. */
export interface Box {
  /** -180 to 180. */
  readonly west: number
  /** -90 to 90. */
  readonly south: number
  /** -180 to 180. */
  readonly east: number
  /** -90 to 90. */
  readonly north: number
}

/** The box that holds every place within so many meters of a box; it ends at the poles and at the antimeridian. */
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

/** The box that holds every place within so many meters of a point. */
export function boxAround(lon: number, lat: number, meters: number): Box {
  return widened({ west: lon, south: lat, east: lon, north: lat }, meters)
}

/** The box around flat rings or lines [lon, lat, lon, lat, …]; west is greater than east where there are none. */
export function boxOf(rings: Iterable<ArrayLike<number>>): Box {
  let [west, south, east, north] = [180, 90, -180, -90]
  for (const ring of rings)
    for (let i = 0; i < ring.length; i += 2) {
      west = Math.min(west, ring[i])
      east = Math.max(east, ring[i])
      south = Math.min(south, ring[i + 1])
      north = Math.max(north, ring[i + 1])
    }
  return { west, south, east, north }
}

/** What two boxes share; west is greater than east, or south than north, where that is nothing. */
export function intersection(a: Box, b: Box): Box {
  return {
    west: Math.max(a.west, b.west),
    south: Math.max(a.south, b.south),
    east: Math.min(a.east, b.east),
    north: Math.min(a.north, b.north),
  }
}

/** Whether every place of a box is in another. */
export function isWithin(box: Box, other: Box): boolean {
  return box.west >= other.west && box.south >= other.south && box.east <= other.east && box.north <= other.north
}
