import type { BuildContext, FactSpec, SurfaceScorer, View } from '../../context.ts'
import { peopleAround, vibeInputs } from '../vibe-inputs.ts'

const centerFacts: readonly FactSpec[] = [
  { id: 'people_km2', label: 'Residents within about a mile, 2020', ...peopleAround },
  { id: 'day_people_km2', label: 'Daytime population within about a mile', ...peopleAround },
]

/** Quantity that the score ranks. */
const aroundFact = { id: 'around_km2', label: 'People within a few miles, average of day and night', ...peopleAround }

/**
 * Measures how built-up a place is, based on the density of people at scales of two and five kilometers. In towns, the
 * share of people who walk also counts, which distinguishes old centers from new suburbs of the same density.
 */
export const scorer: SurfaceScorer = {
  id: 'urban-rural',
  basis: 'modeled',
  step: 15, // arc-seconds; fine enough because the narrowest kernel is 1 km
  centerFacts,
  surfaceFacts: [],
  scoreFacts: [aroundFact],
  async prepare(context: BuildContext) {
    const inputs = await vibeInputs(context)
    const density = (view: View) => settlement(inputs.ambient(view, 2), inputs.ambient(view, 5))
    const raw = (view: View) => urbanity(density(view), inputs.rank.onFoot(view), inputs.rank.gate(view))
    const atCenters = raw(context.centers)
    const percentile = context.percentile(atCenters.map((x) => -x))
    const densityOf = runningMean(atCenters, density(context.centers))
    return (view) => ({
      score: () => raw(view).map((x) => 1 + 254 * ruralness(x, percentile(-x))),
      facts: {
        people_km2: () => inputs.people(view, 1),
        day_people_km2: () => inputs.day(view, 1),
        around_km2: () => raw(view).map((x) => 10 ** densityOf(x) - 0.1),
      },
    })
  },
}

/**
 * Returns the mean of log10 people per km² at two scales. Adding 0.1 people per km² keeps the value finite on empty
 * land.
 */
export function settlement(near: Float32Array, far: Float32Array): Float32Array {
  return near.map((density, i) => (Math.log10(0.1 + density) + Math.log10(0.1 + far[i])) / 2)
}

/**
 * Weight of the walking rank, which is added to the log10 of the density. With a larger weight, scores agree less with
 * USDA's commuting area codes.
 */
const ON_FOOT = 0.25

/** Adds the walking rank, 0-1, to log densities. `gate` is 0 in empty country and 1 in towns. */
export function urbanity(density: Float32Array, onFoot: Float32Array, gate: Float32Array): Float32Array {
  return density.map((x, i) => x + ON_FOOT * onFoot[i] * gate[i])
}

/** Number of places averaged on each side of a value. */
const BESIDE = 400

/**
 * Returns a function that averages `y` near a value of `x`, so that all places with the same score show the same
 * density.
 */
export function runningMean(x: Float32Array, y: Float32Array): (at: number) => number {
  const order = Uint32Array.from(x.keys()).sort((a, b) => x[a] - x[b])
  const sums = new Float64Array(order.length + 1)
  order.forEach((place, i) => {
    sums[i + 1] = sums[i] + y[place]
  })
  const sorted = Float32Array.from(order, (place) => x[place])
  return (at) => {
    let low = 0
    let high = sorted.length
    while (low < high) {
      const middle = (low + high) >> 1
      if (sorted[middle] < at) low = middle + 1
      else high = middle
    }
    // The same number of places is used on both sides, otherwise the ends of the scale would be pulled toward the
    // middle.
    const beside = Math.min(BESIDE, low, sorted.length - 1 - low)
    const [from, to] = beside < 0 ? [sorted.length - 1, sorted.length] : [low - beside, low + beside + 1]
    return (sums[to] - sums[from]) / (to - from)
  }
}

/**
 * Blends the rank with a fixed scale, on which 10^4.2 people per km² is the densest core and less than one person per
 * km² is wilderness.
 */
export function ruralness(x: number, rankOfSparseness: number): number {
  const fixed = Math.min(1, Math.max(0, (4.2 - x) / 4.7))
  return 0.6 * rankOfSparseness + 0.4 * fixed
}
