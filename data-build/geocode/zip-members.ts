import { around } from 'geokdbush'
import { metersBetween } from '../../src/geo/distance.ts'
import type { Center, Point, RangeCounts } from './place-files.ts'
import { discRadius, groupBy, indexOf, nearest, populationOf, type Residents } from './population.ts'
import type { ZipSpot } from './zip-areas.ts'

/** A ZIP's people are taken to be spread normally around its center, this much wider than a disc of its land, or than its members are. */
const WIDER = 1.2
/** Of a block group's people; a ZIP with less of them has none. */
const LEAST_SHARE = 0.02
/** Meters, where no ZIP of the county has a known area. */
const USUAL_DISC = 3000

interface Candidate extends Point {
  readonly spot: ZipSpot
  /** Meters, one standard deviation. */
  readonly sigma: number
}

/**
 * The people of each ZIP: a block group belongs to the ZIPs that have streets in its county by the odds that a house there has
 * that ZIP (one round of expectation and maximization of a Gaussian mixture, weighted by street ranges). ZIPs have no outlines that
 * could decide.
 *
 * @param spots ZIPs with a center
 */
export function zipMembers(
  spots: readonly ZipSpot[],
  centers: readonly Center[],
  ranges: RangeCounts,
): ReadonlyMap<ZipSpot, readonly Residents[]> {
  const residents = withSpread(centers)
  const wide = spots.map((spot): Candidate => ({ ...spot.center!, spot, sigma: discSigma(spot, spots) }))
  const first = share(wide, residents, ranges)
  const narrow = wide.map((candidate) => {
    const members = first.get(candidate.spot)!
    return populationOf(members) > 0
      ? { ...candidate, sigma: Math.min(candidate.sigma, WIDER * deviation(members, candidate)) }
      : candidate
  })
  return share(narrow, residents, ranges)
}

/** Block groups with the radius that their people live in, by how far their neighbors are. */
function withSpread(centers: readonly Center[]): Residents[] {
  const index = indexOf(centers)
  return centers.map((center) => {
    const [, ...neighbors] = around(index, center.lon, center.lat, NEIGHBORS + 1)
    const meters = neighbors.map((i) => metersBetween(center.lat, center.lon, centers[i].lat, centers[i].lon))
    const mean = meters.reduce((sum, one) => sum + one, 0) / Math.max(1, meters.length)
    return { ...center, spread: Math.min(MOST_SPREAD, DISC_OF_NEIGHBORS * mean) }
  })
}

const NEIGHBORS = 3
/** Meters: in deserts people live in villages. */
const MOST_SPREAD = 10_000
/**
 * At random places the three nearest are (1/2 + 3/4 + 15/16) / 3 of 1 / √density away, on average, and the disc of one place has a radius
 * of 1 / √π of it. People cluster: they are taken to live in a disc of half of that.
 */
const DISC_OF_NEIGHBORS = 0.5 / Math.sqrt(Math.PI) / ((1 / 2 + 3 / 4 + 15 / 16) / 3)

/** The standard deviation along an axis of a disc is half its radius. */
function discSigma({ land, counties }: ZipSpot, spots: readonly ZipSpot[]): number {
  if (land > 0) return (WIDER * discRadius(land)) / 2
  const discs = spots
    .filter((other) => other.land > 0 && other.counties[0] === counties[0])
    .map((other) => discRadius(other.land))
    .sort((a, b) => a - b)
  return (WIDER * (discs[discs.length >> 1] ?? USUAL_DISC)) / 2
}

function share(
  candidates: readonly Candidate[],
  residents: readonly Residents[],
  ranges: RangeCounts,
): ReadonlyMap<ZipSpot, readonly Residents[]> {
  const members = new Map<ZipSpot, Residents[]>(candidates.map(({ spot }) => [spot, []]))
  const index = indexOf(candidates)
  const ofCounty = groupBy(
    candidates.flatMap((candidate) => candidate.spot.counties.map((county) => ({ candidate, county }))),
    ({ county }) => county,
  )
  for (const resident of residents) {
    const own = ofCounty.get(resident.county) ?? []
    const odds = own.map(({ candidate: { lat, lon, sigma, spot } }) => {
      const away = metersBetween(resident.lat, resident.lon, lat, lon) / sigma
      const streets = ranges.get(spot.zip)?.get(resident.county) ?? 1
      return (streets / sigma ** 2) * Math.exp(-(away ** 2) / 2)
    })
    const all = odds.reduce((sum, one) => sum + one, 0)
    if (all > 0)
      own.forEach(({ candidate }, i) => {
        const part = odds[i] / all
        if (part >= LEAST_SHARE) members.get(candidate.spot)!.push({ ...resident, people: resident.people * part })
      })
    else {
      // Far from all of its county.
      const isOwn = own.length > 0 ? (i: number) => candidates[i].spot.counties.includes(resident.county) : undefined
      const found = nearest(index, resident, Infinity, isOwn)
      if (found >= 0) members.get(candidates[found].spot)!.push(resident)
    }
  }
  return members
}

/** Meters along one axis. */
function deviation(members: readonly Residents[], { lat, lon }: Point): number {
  const squares = members.reduce(
    (sum, one) => sum + one.people * (metersBetween(lat, lon, one.lat, one.lon) ** 2 + one.spread ** 2 / 2),
    0,
  )
  return Math.sqrt(squares / populationOf(members) / 2)
}
