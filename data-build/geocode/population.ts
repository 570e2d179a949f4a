import { around } from 'geokdbush'
import KDBush from 'kdbush'
import { metersBetween } from '../../src/geocode/distance.ts'
import type { Centre, Point } from './place-files.ts'

/** An index of points for `nearest`. */
export function indexOf(points: readonly Point[]): KDBush {
  const index = new KDBush(points.length)
  for (const { lat, lon } of points) index.add(lon, lat)
  return index.finish()
}

/** The number of the nearest point that `fits`; -1 where there is none within `most` metres. */
export function nearest(index: KDBush, at: Point, most = Infinity, fits?: (point: number) => boolean): number {
  return around(index, at.lon, at.lat, 1, most / 1000, fits)[0] ?? -1
}

/** The numbers of the points within so many metres, nearest first. */
export function within(index: KDBush, at: Point, metres: number): readonly number[] {
  return around(index, at.lon, at.lat, Infinity, metres / 1000)
}

/** How many people live at some centres. */
export function populationOf(centres: readonly Centre[]): number {
  return centres.reduce((sum, { people }) => sum + people, 0)
}

/** The mean of some centres by people; null where nobody lives. */
export function meanOf(centres: readonly Centre[]): Point | null {
  const people = populationOf(centres)
  if (people === 0) return null
  const sum = (value: (centre: Centre) => number) =>
    centres.reduce((all, centre) => all + value(centre) * centre.people, 0)
  return { lat: sum(({ lat }) => lat) / people, lon: sum(({ lon }) => lon) / people }
}

/** Metres around a point that hold 90 % of the people at some centres; 0 where nobody lives. */
export function radiusOf(centres: readonly Centre[], { lat, lon }: Point): number {
  const far = centres.map((centre) => ({
    people: centre.people,
    metres: metersBetween(lat, lon, centre.lat, centre.lon),
  }))
  far.sort((a, b) => a.metres - b.metres)
  const most = 0.9 * populationOf(centres)
  let sum = 0
  for (const { people, metres } of far) {
    sum += people
    if (sum >= most) return metres
  }
  return 0
}

/** Half the width of a disc of so many square metres. */
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

/** The members of each group, in their order. */
export function groupBy<T>(members: readonly T[], keyOf: (member: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>()
  for (const member of members) {
    const key = keyOf(member)
    const group = groups.get(key)
    if (group) group.push(member)
    else groups.set(key, [member])
  }
  return groups
}
