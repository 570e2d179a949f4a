import { around } from 'geokdbush'
import KDBush from 'kdbush'
import { metersBetween } from '../../src/base/geo/distance.ts'
import type { LatLon } from '../geography/center-index.ts'
import type { Center } from './place-files.ts'

/** An index of points for `nearest`. */
export function indexOf(points: readonly LatLon[]): KDBush {
  const index = new KDBush(points.length)
  for (const { lat, lon } of points) index.add(lon, lat)
  return index.finish()
}

/** The number of the nearest point that `fits`; -1 where there is none within `most` meters. */
export function nearest(index: KDBush, at: LatLon, most = Infinity, fits?: (point: number) => boolean): number {
  return around(index, at.lon, at.lat, 1, most / 1000, fits)[0] ?? -1
}

/** The numbers of the points within this many meters, nearest first. */
export function within(index: KDBush, at: LatLon, meters: number): readonly number[] {
  return around(index, at.lon, at.lat, Infinity, meters / 1000)
}

/** How many people live at some centers. */
export function populationOf(centers: readonly Center[]): number {
  return centers.reduce((sum, { people }) => sum + people, 0)
}

/** The mean of some centers by people; null where no one lives. */
export function meanOf(centers: readonly Center[]): LatLon | null {
  const people = populationOf(centers)
  if (people === 0) return null
  const sum = (value: (center: Center) => number) =>
    centers.reduce((all, center) => all + value(center) * center.people, 0)
  return { lat: sum(({ lat }) => lat) / people, lon: sum(({ lon }) => lon) / people }
}

/**
 * The point with the least distance to people, on average (Weiszfeld's method); null where no one lives. A village far
 * off moves it less than the mean.
 */
export function medianOf(members: readonly Center[]): LatLon | null {
  let median = meanOf(members)
  for (let round = 0; median !== null && round < 20; round++) {
    const { lat, lon } = median
    median = meanOf(
      members.map((one) => ({ ...one, people: one.people / Math.max(100, metersBetween(lat, lon, one.lat, one.lon)) })),
    )
  }
  return median
}

/** Meters: hardly an address has coordinates that differ more between two sources (75 m is the median). */
const ADDRESS_ERROR = 200

/** Meters around a point that hold the addresses of 90 % of the people at some homes. */
export function reachOf(homes: readonly Center[], at: LatLon): number {
  return radiusOf(homes, at) + ADDRESS_ERROR
}

/** Meters around a point that hold 90 % of the people at some centers; 0 where no one lives. */
export function radiusOf(centers: readonly Center[], { lat, lon }: LatLon): number {
  const far = centers.map((center) => ({
    people: center.people,
    meters: metersBetween(lat, lon, center.lat, center.lon),
  }))
  far.sort((a, b) => a.meters - b.meters)
  const most = 0.9 * populationOf(centers)
  let sum = 0
  for (const { people, meters } of far) {
    sum += people
    if (sum >= most) return meters
  }
  return 0
}

/** Half the width of a disc of this many square meters. */
export function discRadius(area: number): number {
  return Math.sqrt(area / Math.PI)
}

/** Amounts by key, largest first, without those below a share of the whole. */
export function heaviest(amounts: ReadonlyMap<string, number>, leastShare: number): readonly string[] {
  const whole = [...amounts.values()].reduce((sum, amount) => sum + amount, 0)
  return [...amounts]
    .filter(([, amount]) => amount > 0 && amount >= leastShare * whole)
    .sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1))
    .map(([key]) => key)
}
