import type { Box } from '../../../src/geo/box.ts'
import type { View } from '../../context.ts'
import { kmPerDegree, type Place } from '../../geography/center-index.ts'

/** Where energies are wanted. */
export type Points = Pick<View, 'size' | 'lat' | 'lon'>

export const METERS_PER_DEGREE = 1000 * kmPerDegree

/** Whether a place is within reach (meters) of the box. */
export function touches(box: Box, place: Place, reach: number): boolean {
  const high = reach / METERS_PER_DEGREE
  const wide = high / Math.cos((place.lat * Math.PI) / 180)
  return (
    place.lat + high >= box.south &&
    place.lat - high <= box.north &&
    place.lon + wide >= box.west &&
    place.lon - wide <= box.east
  )
}
