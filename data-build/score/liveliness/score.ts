import type { BuildContext, SurfaceScorer, View } from '../../context.ts'
import { peopleAround, scoresByRank, type VibeInputs, vibeInputs } from '../vibe-inputs.ts'

/** Measures how many people are nearby during the day: workers, shoppers and residents. */
export const scorer: SurfaceScorer = {
  id: 'liveliness',
  basis: 'modeled',
  step: 7.5,
  centerFacts: [],
  surfaceFacts: [
    { id: 'day_people_km2', label: 'Daytime population within about a mile', cell: 60, ...peopleAround },
    { id: 'inmates_km2', label: 'Inmates and patients within about a mile', cell: 60, ...peopleAround },
    { id: 'people_km2', label: 'Residents within about a mile, 2020', cell: 60, ...peopleAround },
  ],
  async prepare(context: BuildContext) {
    const inputs = await vibeInputs(context)
    const scores = scoresByRank(context, (view: View) => livelyRaw(inputs, view))
    return (view) => ({
      score: () => scores(view),
      facts: {
        day_people_km2: () => inputs.freeDay(view, 1),
        people_km2: () => inputs.freePeople(view, 1),
        inmates_km2: () => inputs.inmates(view, 1),
      },
    })
  },
}

/** Returns the raw values, 0-1, at the points of a view. */
export function livelyRaw(inputs: VibeInputs, view: View): Float32Array {
  const { rank } = inputs
  const people = rank.freePeople(view)
  const dayPerResident = rank.dayPerResident(view)
  const destinations = rank.destinations(view)
  const gate = rank.gate(view)
  return rank.freeDay(view).map((d, i) => lively(d, people[i], dayPerResident[i], destinations[i], gate[i]))
}

/**
 * Combines ranks into a value from 0 to 1. Of the sets of weights whose rank correlation with walkability is below
 * 0.93, 360 were compared on restaurants in Florida and bars in Texas. These weights are among the top five.
 */
export function lively(
  day: number,
  people: number,
  dayPerResident: number,
  destinations: number,
  gate: number,
): number {
  return (gate * (6 * day + 0.75 * people + 2 * dayPerResident + destinations)) / 9.75
}
