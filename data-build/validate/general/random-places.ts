import type { BlockGroups } from '../../context.ts'
import { kmPerDegree } from '../../geography/centre-index.ts'
import { seededRandom } from './seeded-random.ts'

/** West, south, east, north in degrees. */
export type Box = readonly [number, number, number, number]

/** Boxes around the three states. */
export const stateBoxes = {
  '06': [-124.5, 32.5, -114.1, 42.05],
  '12': [-87.65, 24.4, -79.95, 31.05],
  '48': [-106.7, 25.8, -93.5, 36.55],
} as const satisfies Readonly<Record<string, Box>>

/** A place in degrees. */
export interface Place {
  readonly lat: number
  readonly lon: number
}

/** Places spread evenly over the area of a box. */
export function* anywhere([west, south, east, north]: Box, seed: number): Generator<Place> {
  const random = seededRandom(seed)
  const sine = (degrees: number) => Math.sin((degrees * Math.PI) / 180)
  const [low, high] = [sine(south), sine(north)]
  for (;;) {
    const lat = (Math.asin(low + (high - low) * random()) * 180) / Math.PI
    yield { lat, lon: west + (east - west) * random() }
  }
}

/** Places where people live: somewhere in a disc of the area of a block group, which is drawn by its people. */
export function* amongPeople(blockGroups: BlockGroups, state: string, seed: number): Generator<Place> {
  const random = seededRandom(seed)
  const members = blockGroups.id.flatMap((_, b) => (blockGroups.state[b] === state ? [b] : []))
  const upTo = Float64Array.from(members)
  let total = 0
  members.forEach((b, i) => {
    total += blockGroups.population[b]
    upTo[i] = total
  })
  for (;;) {
    const b = members[firstAbove(upTo, random() * total)]
    const radius = Math.sqrt((blockGroups.areaKm2[b] * random()) / Math.PI)
    const angle = 2 * Math.PI * random()
    const lat = blockGroups.lat[b] + (radius * Math.sin(angle)) / kmPerDegree
    const narrow = Math.cos((lat * Math.PI) / 180)
    yield { lat, lon: blockGroups.lon[b] + (radius * Math.cos(angle)) / kmPerDegree / narrow }
  }
}

/** The first `count` places that `choose` gives something for. Gives up, with fewer, after 200 tries for each. */
export function gather<T>(places: Iterable<Place>, count: number, choose: (place: Place) => T | null): T[] {
  const gathered: T[] = []
  let tries = 0
  for (const place of places) {
    const chosen = choose(place)
    if (chosen !== null) gathered.push(chosen)
    tries++
    if (gathered.length === count || tries === 200 * count) break
  }
  return gathered
}

function firstAbove(upTo: Float64Array, value: number): number {
  let low = 0
  let high = upTo.length - 1
  while (low < high) {
    const middle = (low + high) >> 1
    if (upTo[middle] > value) high = middle
    else low = middle + 1
  }
  return low
}
