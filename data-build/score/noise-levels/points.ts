import type { View } from '../../context.ts'
import { kmPerDegree } from '../../geography/center-index.ts'

/** Where energies are wanted. */
export type Points = Pick<View, 'size' | 'lat' | 'lon'>

export const METERS_PER_DEGREE = 1000 * kmPerDegree

export interface Box {
  readonly south: number
  readonly north: number
  readonly west: number
  readonly east: number
}

export function boxOf(view: Points): Box {
  let south = 90
  let north = -90
  let west = 180
  let east = -180
  for (let i = 0; i < view.size; i++) {
    if (view.lat[i] < south) south = view.lat[i]
    if (view.lat[i] > north) north = view.lat[i]
    if (view.lon[i] < west) west = view.lon[i]
    if (view.lon[i] > east) east = view.lon[i]
  }
  return { south, north, west, east }
}

/** Whether a place is within reach (meters) of the box. */
export function touches(box: Box, place: { readonly lat: number; readonly lon: number }, reach: number): boolean {
  const high = reach / METERS_PER_DEGREE
  const wide = high / Math.cos((place.lat * Math.PI) / 180)
  return (
    place.lat + high >= box.south &&
    place.lat - high <= box.north &&
    place.lon + wide >= box.west &&
    place.lon - wide <= box.east
  )
}
