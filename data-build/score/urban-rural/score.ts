import type { BuildContext, FactSpec, SurfaceScorer, View } from '../../context.ts'
import { peopleAround, vibeInputs } from '../vibe-inputs.ts'

const centerFacts: readonly FactSpec[] = [
  { id: 'people_km2', label: 'Residents within about a mile, 2020', ...peopleAround },
  { id: 'day_people_km2', label: 'Daytime people within about a mile', ...peopleAround },
]

/** Quantity that the score ranks. */
const aroundFact = { id: 'around_km2', label: 'People within some miles, day and night averaged', ...peopleAround }

/** Measures how built-up a place is, at scales of one and five kilometers. */
export const scorer: SurfaceScorer = {
  id: 'urban-rural',
  basis: 'modeled',
  step: 15, // the narrowest kernel is 1 km
  centerFacts,
  surfaceFacts: [],
  scoreFacts: [aroundFact],
  async prepare(context: BuildContext) {
    const inputs = await vibeInputs(context)
    const raw = (view: View) => settlement(inputs.ambient(view, 1), inputs.ambient(view, 5))
    const percentile = context.percentile(raw(context.centers).map((x) => -x))
    return (view) => ({
      score: () => raw(view).map((x) => 1 + 254 * ruralness(x, percentile(-x))),
      facts: {
        people_km2: () => inputs.people(view, 1),
        day_people_km2: () => inputs.day(view, 1),
        around_km2: () => raw(view).map((x) => 10 ** x - 0.1),
      },
    })
  },
}

/** Returns the mean of log10 people per km² at σ 1 and 5 km. A tenth of a person keeps empty country finite. */
export function settlement(near: Float32Array, far: Float32Array): Float32Array {
  return near.map((density, i) => (Math.log10(0.1 + density) + Math.log10(0.1 + far[i])) / 2)
}

/**
 * Blends the rank with a fixed scale, on which 10^4.2 people per km² is the densest core and fewer than one person is
 * wild.
 */
export function ruralness(x: number, rankOfSparseness: number): number {
  const fixed = Math.min(1, Math.max(0, (4.2 - x) / 4.7))
  return 0.6 * rankOfSparseness + 0.4 * fixed
}
