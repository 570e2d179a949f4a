import type { BlockGroups, View } from '../../context.ts'
import { boxOfPoints, CenterIndex, kmPerDegree } from '../../geography/center-index.ts'
import type { RoadLine, TrafficCount } from '../../read/roads.ts'
import { groupBy } from '../../statistics.ts'

/** Distance in km within which people are assumed to use a road. */
const NEIGHBORHOOD = 5
/** Number of people added to the count so that the logarithm exists on empty land. */
const SOME_PEOPLE = 1000
/** Maximum distance in km from a traffic count to a piece of the same route, by state. */
const COUNT_REACH = { CA: 30, TX: 8 } as const

/**
 * Traffic of roads with limited access in cities, as a share of the traffic of an interstate with the same number of
 * people nearby. Like the next two shares, this is the median over the traffic counts in Texas.
 */
const LIMITED_SHARE = 0.6
/**
 * Traffic of roads with limited access outside cities, as a share of the traffic of an interstate with the same number
 * of people nearby. Many of these roads are ordinary highways outside cities.
 */
const OUTSIDE_SHARE = 0.3
const OPEN_SHARE = 0.17
/** Minimum number of people within 5 km for a place to count as a city. */
const CITY = 25_000

/** Vehicles per day on a road segment, and whether they were counted. */
export interface Traffic {
  readonly aadt: number
  readonly counted: boolean
}

/** Returns a function that counts the people within 5 km of a place (degrees). */
export function peopleNearby({ lon, lat, population }: BlockGroups): (lon: number, lat: number) => number {
  const centers = new CenterIndex(lon, lat)
  const high = NEIGHBORHOOD / kmPerDegree
  return (x, y) => {
    let people = 0
    centers.around(x, y, high, (b, east, north) => {
      if (Math.hypot(east, north) <= high) people += population[b]
    })
    return people
  }
}

/** Returns the vehicles per day assumed for an interstate with this many people within 5 km. */
export type AssumedTraffic = (people: number) => number

/**
 * Fits a straight line to the counts on interstates. The line predicts the logarithm of vehicles from the logarithm of
 * people.
 */
export function fitAssumedTraffic(
  counts: readonly { readonly aadt: number; readonly people: number }[],
): AssumedTraffic {
  const x = counts.map(({ people }) => Math.log(SOME_PEOPLE + people))
  const y = counts.map(({ aadt }) => Math.log(aadt))
  const meanX = x.reduce((sum, value) => sum + value, 0) / x.length
  const meanY = y.reduce((sum, value) => sum + value, 0) / y.length
  const covariance = x.reduce((sum, value, i) => sum + (value - meanX) * (y[i] - meanY), 0)
  const variance = x.reduce((sum, value) => sum + (value - meanX) ** 2, 0)
  const slope = variance > 0 ? covariance / variance : 0
  return (people) => Math.exp(meanY + slope * (Math.log(SOME_PEOPLE + people) - meanX))
}

/**
 * Returns California's interstate counts with the number of people around each count. Assumed traffic is fitted to
 * these counts.
 */
export function interstateCounts(
  lines: readonly RoadLine[],
  counts: readonly TrafficCount[],
  nearby: (lon: number, lat: number) => number,
): readonly (TrafficCount & { readonly people: number })[] {
  const interstates = new Set(lines.filter((road) => road.state === 'CA' && road.interstate).map(({ route }) => route))
  return counts
    .filter(({ state, route }) => state === 'CA' && interstates.has(route))
    .map((count) => ({ ...count, people: nearby(count.lon, count.lat) }))
}

/**
 * Returns a function that finds the traffic of a road piece. The traffic is the road's own count, the nearest count of
 * the route, or an assumption.
 */
export function getTraffic(
  counts: readonly TrafficCount[],
  nearby: (lon: number, lat: number) => number,
  assumed: AssumedTraffic,
): (road: RoadLine, lon: number, lat: number) => Traffic {
  const byRoute = groupBy(counts, ({ state, route }) => `${state} ${route}`)
  return (road, lon, lat) => {
    if (road.aadt !== null) return { aadt: road.aadt, counted: true }
    const cos = Math.cos((lat * Math.PI) / 180)
    let nearest = road.state === 'CA' || road.state === 'TX' ? COUNT_REACH[road.state] / kmPerDegree : 0
    let aadt = Number.NaN
    for (const count of byRoute.get(`${road.state} ${road.route}`) ?? []) {
      const distance = Math.hypot((count.lon - lon) * cos, count.lat - lat)
      if (distance >= nearest) continue
      nearest = distance
      aadt = count.aadt
    }
    if (!Number.isNaN(aadt)) return { aadt, counted: true }
    const people = nearby(lon, lat)
    return { aadt: assumed(people) * getShare(road, people), counted: false }
  }
}

function getShare({ interstate, access }: RoadLine, people: number): number {
  if (interstate) return 1
  if (access === 'open') return OPEN_SHARE
  return people >= CITY ? LIMITED_SHARE : OUTSIDE_SHARE
}

/**
 * σ of the kernel in km. Unlike the shared kernel, it is not widened by the block group's size, because streets are
 * where people live.
 */
const SIGMA = 1
/** Distance in km at which the kernel is cut off: 3.3 σ. */
const REACH = 3.3 * SIGMA

/** Returns people per km² around points, from people per block group. */
export function streetPeople(blockGroups: BlockGroups, people: Float64Array): (view: View) => Float64Array {
  const { lat, lon } = blockGroups
  const centers = new CenterIndex(lon, lat)
  return (view) => {
    const density = new Float64Array(view.size)
    if (view.size === 0) return density
    const points = new CenterIndex(view.lon, view.lat)
    const high = REACH / kmPerDegree
    const { west, south, east, north } = boxOfPoints(view)
    const wide = high / Math.cos((Math.max(Math.abs(south), Math.abs(north)) * Math.PI) / 180)
    centers.search(west - wide, south - high, east + wide, north + high, (b) => {
      const peak = people[b] / (2 * Math.PI * SIGMA ** 2)
      points.around(lon[b], lat[b], high, (i, east, north) => {
        const x = east * kmPerDegree
        const y = north * kmPerDegree
        const squared = x * x + y * y
        if (squared < REACH * REACH) density[i] += peak * Math.exp(-squared / (2 * SIGMA ** 2))
      })
    })
    return density
  }
}
