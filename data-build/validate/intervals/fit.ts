import type { Basis } from '../../../src/answers/dimensions/dimension.ts'
import { CLASSES, endAt, KNOTS } from '../../../src/answers/dimensions/intervals.ts'
import { THIRDS } from '../../../src/data/crowding.ts'
import { groupBy } from '../../statistics.ts'
import { Cases, NO_ERROR } from './cases.ts'
import type { JudgedScore } from './judged.ts'

/** Required share of cases whose truth is inside the interval. */
export const COVERAGE = 0.8
/**
 * Number of cases that a class without cases borrows from each of three groups. Each class is a crowding third of a
 * state, and the groups are the other thirds of its state, the same third of other states, and the remaining classes.
 * The more cases a class has, the fewer it borrows.
 */
const BORROWED = 200
/**
 * Minimum number of cases with a score near a knot that are used to estimate the errors there. Knots are the scores for
 * which intervals are stored.
 */
const ENOUGH = 25
/** Minimum share of the cases near a knot that its interval must contain. */
const MIN_AT_KNOT = 0.7

/** Interval ends at the knots for one basis, per class of places. */
export interface FittedTable {
  readonly basis: Basis
  readonly low: number[][]
  readonly high: number[][]
}

export interface FitOptions {
  /** Returns the class of a block group, as in `crowdingClasses`. */
  readonly classOf: (blockGroup: number) => number
  /** Share of cases to cover per class. Default: `COVERAGE`. */
  readonly wanted?: readonly number[]
  /**
   * Whether the truth is one of a few zones. If so, the interval excludes equally many cases below and above.
   * Otherwise, intervals are as short as possible.
   */
  readonly zones?: boolean
}

/** Fits intervals to evaluated scores, separately for each basis and class of places. */
export function fitIntervals(scores: readonly JudgedScore[], { classOf, wanted, zones = false }: FitOptions) {
  return [...groupBy(scores, ({ basis }) => basis)].map(([basis, judged]): FittedTable => {
    const classes = Array.from({ length: CLASSES }, () => new Cases())
    for (const { blockGroup, score, truth } of judged) classes[classOf(blockGroup)].add(score, truth)
    const ends = classes.map((_, placeClass) => {
      const cases = withBorrowed(classes, placeClass)
      const errors = KNOTS.map((knot) => cases.errorsNear(knot, ENOUGH))
      const endsBy = !zones
        ? byDensity(errors.map(smoothed))
        : basis === 'estimate'
          ? byTails(KNOTS.map((knot) => cases.truthsNear(knot, ENOUGH)))
          : byErrorTails(errors)
      return calibrated(cases, wanted?.[placeClass] ?? COVERAGE, endsBy)
    })
    return { basis, low: ends.map(({ low }) => low), high: ends.map(({ high }) => high) }
  })
}

/** Returns the cases of a class, plus cases borrowed from similar classes. */
function withBorrowed(classes: readonly Cases[], placeClass: number): Cases {
  const others = groupBy(
    classes.flatMap((cases, other) => (other === placeClass ? [] : [{ cases, other }])),
    ({ other }) => likeness(placeClass, other),
  )
  const borrowed = BORROWED ** 2 / (BORROWED + classes[placeClass].count)
  const parts = [...others.values()].flatMap((group) => {
    const count = group.reduce((sum, { cases }) => sum + cases.count, 0)
    const weight = Math.min(1, borrowed / Math.max(1, count))
    return group.map(({ cases }) => [cases, weight] as const)
  })
  return Cases.sum([[classes[placeClass], 1], ...parts])
}

function likeness(a: number, other: number): 'state' | 'third' | 'none' {
  if (Math.floor(a / THIRDS) === Math.floor(other / THIRDS)) return 'state'
  return a % THIRDS === other % THIRDS ? 'third' : 'none'
}

interface KnotEnds {
  readonly low: number[]
  readonly high: number[]
}

/** Returns the ends of intervals that become narrower as a threshold rises from 0 to 1. */
type EndsBy = (threshold: number) => KnotEnds

/** Number of bisection steps in the search for a threshold. */
const HALVINGS = 14

/** Returns the shortest intervals that cover the desired share of cases and always contain the score itself. */
function calibrated(cases: Cases, wanted: number, endsBy: EndsBy): KnotEnds {
  let wide = 0
  let narrow = 1
  for (let halving = 0; halving < HALVINGS; halving++) {
    const middle = (wide + narrow) / 2
    const { low, high } = endsBy(middle)
    const covered = cases.covered(
      (score) => Math.min(score, endAt(low, score)),
      (score) => Math.max(score, endAt(high, score)),
    )
    if (covered >= wanted) wide = middle
    else narrow = middle
  }
  return endsBy(wide)
}

/** Maximum share of cases that the interval of an estimated zone excludes on either side. */
const MAX_TAIL = (1 - COVERAGE) / 2

/**
 * Excludes the same share of truths on either side, at most 10%. Even an unlikely flood zone stays inside the interval
 * if its share of the truths is larger than the share excluded on a side.
 */
function byTails(truths: readonly Float64Array[]): EndsBy {
  return (threshold) => {
    const tail = threshold * MAX_TAIL
    return {
      low: truths.map((shares, knot) => within(Math.min(KNOTS[knot], computeQuantile(shares, tail)))),
      high: truths.map((shares, knot) => within(Math.max(KNOTS[knot], computeQuantile(shares, 1 - tail)))),
    }
  }
}

/** Excludes the same share of errors on either side. */
function byErrorTails(errors: readonly Float64Array[]): EndsBy {
  return (threshold) => ({
    low: errors.map((shares, knot) => within(KNOTS[knot] + Math.min(0, getError(shares, threshold / 2)))),
    high: errors.map((shares, knot) => within(KNOTS[knot] + Math.max(0, getError(shares, 1 - threshold / 2)))),
  })
}

function getError(shares: Float64Array, wanted: number): number {
  return shares.some((share) => share > 0) ? computeQuantile(shares, wanted) - NO_ERROR : 0
}

/** Returns the index of a quantile in a distribution. */
function computeQuantile(shares: Float64Array, wanted: number): number {
  let sum = 0
  for (let at = 0; at < shares.length; at++) {
    sum += shares[at]
    if (sum >= wanted && sum > 0) return at
  }
  return shares.length - 1
}

/** Highest threshold, as a share of cases per point. */
const DENSEST = 0.05

/**
 * Extends intervals from the score while the added points contain, on average, more cases per point than the threshold.
 * No other intervals with the same total coverage are shorter.
 */
function byDensity(errors: readonly Float64Array[]): EndsBy {
  return (threshold) => {
    // Cubing gives small thresholds more resolution, because nearly all relevant densities are small.
    const least = DENSEST * threshold ** 3
    const ends = errors.map((shares) => {
      let below = findReach(shares, least, -1)
      let above = findReach(shares, least, 1)
      let inside = 0
      for (let at = NO_ERROR - below; at <= NO_ERROR + above; at++) inside += shares[at]
      while (inside < MIN_AT_KNOT && (below < NO_ERROR || above < NO_ERROR)) {
        const left = shares[NO_ERROR - below - 1] ?? 0
        const right = shares[NO_ERROR + above + 1] ?? 0
        if ((left >= right && below < NO_ERROR) || above === NO_ERROR) below++
        else above++
        inside += Math.max(0, left >= right ? left : right)
      }
      return [below, above]
    })
    return {
      low: ends.map(([below], knot) => within(KNOTS[knot] - below)),
      high: ends.map(([, above], knot) => within(KNOTS[knot] + above)),
    }
  }
}

/**
 * Returns by how many points to extend an interval in a direction. The extension maximizes the share of cases gained
 * minus `price` for each point.
 */
function findReach(shares: Float64Array, price: number, direction: 1 | -1): number {
  let gain = 0
  let best = 0
  let reach = 0
  for (let points = 1; points <= NO_ERROR; points++) {
    gain += shares[NO_ERROR + direction * points] - price
    if (gain > best) {
      best = gain
      reach = points
    }
  }
  return reach
}

/** Smooths the distribution of errors over a fraction of its own spread. */
function smoothed(shares: Float64Array): Float64Array {
  const sigma = (computeQuantile(shares, 0.9) - computeQuantile(shares, 0.1)) / 16
  if (sigma < 1) return shares
  const reach = Math.floor(3 * sigma)
  const kernel = Array.from({ length: 2 * reach + 1 }, (_, i) => Math.exp(-0.5 * ((i - reach) / sigma) ** 2))
  const total = kernel.reduce((sum, weight) => sum + weight, 0)
  const out = new Float64Array(shares.length)
  for (let at = 0; at < shares.length; at++) {
    if (shares[at] === 0) continue
    for (let i = 0; i < kernel.length; i++) {
      const to = at + i - reach
      if (to >= 0 && to < out.length) out[to] += (shares[at] * kernel[i]) / total
    }
  }
  return out
}

function within(end: number): number {
  return Math.max(1, Math.min(255, Math.round(end)))
}
