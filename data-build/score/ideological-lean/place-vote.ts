import type { PlaceResult } from './places.ts'

/** How the places around a point vote, as log odds above those of the point's county. */
export interface PlaceVote {
  /** The smallest place whose disc holds the point, else 0. */
  readonly within: number
  /** Mean over all places, weight (km + 2)^-3; within 80 km. */
  readonly around: number
  /** Gaussians of the places' own size, damped to 0 away from all of them. */
  readonly near: number
}

const KM_PER_DEGREE = 111.195
/** Farther places do not count: a thousandth of the weight of a near one. */
const REACH = 80
/** Keeps a point far from every place at its county's own vote. */
const DAMPING = 0.01

/** The vote around a point in a county of the given log odds; `places` are those of its state. */
export function placeVote(places: readonly PlaceResult[], countyLogOdds: number, lat: number, lon: number): PlaceVote {
  const kmPerDegreeEast = KM_PER_DEGREE * Math.cos((lat * Math.PI) / 180)
  let within = 0
  let smallest = Number.POSITIVE_INFINITY
  let around = 0
  let aroundWeight = 0
  let near = 0
  let nearWeight = DAMPING
  for (const place of places) {
    const dy = (place.lat - lat) * KM_PER_DEGREE
    const dx = (place.lon - lon) * kmPerDegreeEast
    const distance = Math.sqrt(dx * dx + dy * dy)
    if (distance > REACH) continue
    const { radius } = place
    const deviation = place.logOdds - countyLogOdds
    if (distance <= radius && radius < smallest) {
      smallest = radius
      within = deviation
    }
    const w = (distance + 2) ** -3
    around += w * deviation
    aroundWeight += w
    const k = Math.exp(-((distance / radius) ** 2)) / (radius * radius)
    near += k * deviation
    nearWeight += k
  }
  return { within, around: aroundWeight > 0 ? around / aroundWeight : 0, near: near / nearWeight }
}
