import { around } from 'geokdbush'
import KDBush from 'kdbush'
import { metersBetween } from '../../src/base/geo/distance.ts'
import type { LatLon } from '../geography/center-index.ts'
import type { Center } from './place-files.ts'

/** Builds an index of points for `nearest`. */
export function indexOf(points: readonly LatLon[]): KDBush {
  const index = new KDBush(points.length)
  for (const { lat, lon } of points) index.add(lon, lat)
  return index.finish()
}

/** Returns the nearest point that satisfies `fits`, or -1 if there is none within `most` meters. */
export function nearest(index: KDBush, at: LatLon, most = Infinity, fits?: (point: number) => boolean): number {
  return around(index, at.lon, at.lat, 1, most / 1000, fits)[0] ?? -1
}

/** Returns the points within a distance in meters, nearest first. */
export function within(index: KDBush, at: LatLon, meters: number): readonly number[] {
  return around(index, at.lon, at.lat, Infinity, meters / 1000)
}

/** Returns the total population of the centers. */
export function getPopulation(centers: readonly Center[]): number {
  return centers.reduce((sum, { people }) => sum + people, 0)
}

/** Returns the population-weighted mean of the centers, or null if no one lives there. */
export function computeMean(centers: readonly Center[]): LatLon | null {
  const people = getPopulation(centers)
  if (people === 0) return null
  const sum = (value: (center: Center) => number) =>
    centers.reduce((all, center) => all + value(center) * center.people, 0)
  return { lat: sum(({ lat }) => lat) / people, lon: sum(({ lon }) => lon) / people }
}

/**
 * Returns the point with the smallest mean distance to the residents (Weiszfeld's method), or null if no one lives
 * there. A remote village shifts this point less than it shifts the mean.
 */
export function computeMedian(members: readonly Center[]): LatLon | null {
  let median = computeMean(members)
  for (let round = 0; median !== null && round < 20; round++) {
    const { lat, lon } = median
    median = computeMean(
      members.map((member) => ({
        ...member,
        people: member.people / Math.max(100, metersBetween(lat, lon, member.lat, member.lon)),
      })),
    )
  }
  return median
}

/**
 * Allowance in meters for the distance between the coordinates of an address in two sources. The median distance is 75
 * m.
 */
const ADDRESS_ERROR = 200

/** Returns the radius in meters around a point that covers the addresses of 90% of the residents. */
export function findReach(homes: readonly Center[], at: LatLon): number {
  return getRadius(homes, at) + ADDRESS_ERROR
}

/** Returns the radius in meters around a point that covers 90% of the residents; 0 if no one lives there. */
export function getRadius(centers: readonly Center[], { lat, lon }: LatLon): number {
  const far = centers.map((center) => ({
    people: center.people,
    meters: metersBetween(lat, lon, center.lat, center.lon),
  }))
  far.sort((a, b) => a.meters - b.meters)
  const most = 0.9 * getPopulation(centers)
  let sum = 0
  for (const { people, meters } of far) {
    sum += people
    if (sum >= most) return meters
  }
  return 0
}

/** Returns the radius in meters of a disc with this area in square meters. */
export function discRadius(area: number): number {
  return Math.sqrt(area / Math.PI)
}

/** Returns the keys sorted by amount, largest first. Amounts below a share of the total are dropped. */
export function heaviest(amounts: ReadonlyMap<string, number>, leastShare: number): readonly string[] {
  const whole = [...amounts.values()].reduce((sum, amount) => sum + amount, 0)
  return [...amounts]
    .filter(([, amount]) => amount > 0 && amount >= leastShare * whole)
    .sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1))
    .map(([key]) => key)
}
