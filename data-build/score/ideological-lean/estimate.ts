import type { BuildContext } from '../../context.ts'
import { kmPerDegree } from '../../geography/center-index.ts'
import { groupBy, weightedMean } from '../../statistics.ts'
import { getShare, logistic, logit, type PlaceResult, type Tally } from './votes.ts'

/**
 * Model inputs for a block group, relative to its county: how far the vote of the surrounding places is above the
 * county's vote, and how far the block group's other figures are above the county's means.
 */
export interface Predictors {
  readonly within: number
  readonly around: number
  readonly near: number
  /** log10(1 + people/km²), with a kernel of 1.5 km. */
  readonly density: number
  /** Percentage of the tract's homes that are rented. */
  readonly renters: number
  /** Percentage of the tract's residents over 65. */
  readonly over65: number
  readonly under18: number
}

/** Predictors of the vote. The two age groups only predict turnout. */
export type Predictor = Exclude<keyof Predictors, 'over65' | 'under18'>
export type Coefficients = Readonly<Record<Predictor, number>>

/**
 * Coefficients for the log odds relative to the county, fitted by least squares on the measured block groups of Texas,
 * the only state where they are used. `validate.ts` fits them again without the counties that it judges.
 */
export const texasCoefficients: Coefficients = {
  within: 0.3633,
  around: 0.8456,
  near: 0.1045,
  density: 0.1032,
  renters: 0.0065,
}

/** Block groups of one county with the predictors of each. */
export interface CountyPredictors {
  readonly county: string
  /** Democratic share of the whole county, 0-1. */
  readonly share: number
  /** Indexes of block groups. */
  readonly members: readonly number[]
  readonly people: readonly number[]
  readonly predictors: readonly Predictors[]
}

/**
 * Returns the Democratic share 0-1 of the block groups of the wanted counties, NaN elsewhere. The shares are computed
 * from the votes of places and adjusted to the totals of a newer election.
 */
export function estimateShares(
  context: BuildContext,
  places: readonly PlaceResult[],
  counties: ReadonlyMap<string, Tally>,
  wanted: ReadonlySet<string>,
  newer: ReadonlyMap<string, Tally>,
): Float64Array {
  const shares = new Float64Array(context.blockGroups.count).fill(Number.NaN)
  for (const county of countyPredictors(context, places, counties, wanted)) {
    const estimated = estimateCounty(county, texasCoefficients, getShare(newer.get(county.county)))
    for (let i = 0; i < estimated.length; i++) shares[county.members[i]] = estimated[i]
  }
  return shares
}

/**
 * Returns the shares of one county's block groups, such that the votes they would cast add up to the county's share.
 */
export function estimateCounty(
  county: CountyPredictors,
  coefficients: Coefficients,
  share = county.share,
): Float64Array {
  const logOdds = Float64Array.from(county.predictors, (p) => logit(county.share) + deviation(p, coefficients))
  const votes = Float64Array.from(county.predictors, (p, i) => county.people[i] * relativeTurnout(p))
  const shift = shiftTo(share, logOdds, votes)
  return logOdds.map((value) => logistic(value + shift))
}

function deviation(p: Predictors, c: Coefficients): number {
  return c.within * p.within + c.around * p.around + c.near * p.near + c.density * p.density + c.renters * p.renters
}

/**
 * Returns votes per resident relative to the county, fitted on Texas. Weighting by residents alone would make every
 * estimate 1.2 points too Republican, because places with higher turnout are more Republican than the rest of their
 * county.
 */
function relativeTurnout(p: Predictors): number {
  return Math.exp(0.0164 * p.over65 - 0.0049 * p.renters - 0.0102 * p.under18)
}

/**
 * Returns the predictors of all block groups of the wanted counties, in the order of the counties' first block groups.
 */
export function countyPredictors(
  context: BuildContext,
  places: readonly PlaceResult[],
  counties: ReadonlyMap<string, Tally>,
  wanted: ReadonlySet<string>,
): readonly CountyPredictors[] {
  const { lat, lon, population, county: countyOf, state } = context.blockGroups
  const density = Float64Array.from(context.centers.kernel(population, 1.5), (perKm2) => Math.log10(1 + perKm2))
  const renters = context.eji('E_RENTER')
  const over65 = context.eji('E_AGE65')
  const under18 = context.eji('E_AGE17')
  const counted: CountyPredictors[] = []
  for (const [county, members] of getMembers(countyOf, wanted)) {
    const share = getShare(counties.get(county))
    if (Number.isNaN(share)) continue
    const nearby = places.filter((place) => place.state === state[members[0]])
    const aboveMean = (column: Float64Array) => relativeToMean(column, members, population)
    const relative = [density, renters, over65, under18].map(aboveMean)
    const predictors = members.map((b, i) => {
      const [density, renters, over65, under18] = relative.map((values) => values[i])
      return { ...placeVote(nearby, logit(share), lat[b], lon[b]), density, renters, over65, under18 }
    })
    counted.push({ county, share, members, people: members.map((b) => population[b]), predictors })
  }
  return counted
}

function getMembers(county: readonly string[], wanted: ReadonlySet<string>): ReadonlyMap<string, number[]> {
  const members = [...county.keys()].filter((b) => wanted.has(county[b]))
  return groupBy(members, (b) => county[b])
}

/** Subtracts the population-weighted mean of the members. A missing value counts as the mean. */
function relativeToMean(column: Float64Array, members: readonly number[], population: Float64Array): Float64Array {
  const ofMembers = (values: Float64Array) => members.map((b) => values[b])
  const mean = weightedMean(ofMembers(column), ofMembers(population)) || 0
  return Float64Array.from(members, (b) => (Number.isNaN(column[b]) ? 0 : column[b] - mean))
}

/** Returns the amount to add to all log odds so that their weighted mean share equals `share`, by bisection. */
export function shiftTo(share: number, logOdds: ArrayLike<number>, weights: ArrayLike<number>): number {
  let low = -20
  let high = 20
  for (let step = 0; step < 60; step++) {
    const middle = (low + high) / 2
    if (meanShare(logOdds, weights, middle) < share) low = middle
    else high = middle
  }
  return (low + high) / 2
}

function meanShare(logOdds: ArrayLike<number>, weights: ArrayLike<number>, shift: number): number {
  let sum = 0
  let total = 0
  for (let i = 0; i < logOdds.length; i++) {
    sum += weights[i] * logistic(logOdds[i] + shift)
    total += weights[i]
  }
  return sum / total
}

/**
 * Distance in km beyond which places are ignored, because their weight is less than a thousandth of the weight of a
 * nearby place.
 */
const REACH = 80
/** Damping of the `near` mean. Far from every place, it lets the mean approach 0, which is the vote of the county. */
const DAMPING = 0.01

/**
 * Returns the vote of the places around a point as log odds above the county, in three forms: `within` is the vote of
 * the smallest place whose disc contains the point, otherwise 0; `around` is the mean over all `places` of the state
 * within 80 km with weight (km + 2)^-3; `near` is a mean with Gaussians of each place's own size, damped to 0 far from
 * all places.
 */
export function placeVote(places: readonly PlaceResult[], countyLogOdds: number, lat: number, lon: number) {
  const kmPerDegreeEast = kmPerDegree * Math.cos((lat * Math.PI) / 180)
  let within = 0
  let smallest = Number.POSITIVE_INFINITY
  let around = 0
  let aroundWeight = 0
  let near = 0
  let nearWeight = DAMPING
  for (const place of places) {
    const dy = (place.lat - lat) * kmPerDegree
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
