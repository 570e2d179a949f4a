import type { BuildContext, FactSpec, SurfaceScorer, View } from '../../context.ts'
import { type VibeInputs, vibeInputs } from '../vibe-inputs.ts'

const perKm2 = { unit: 'people/km²', offset: 0, step: 0.02, log: true, digits: 0 } as const

const centerFacts: readonly FactSpec[] = [
  { id: 'day_people_km2', label: 'Day-time people nearby', ...perKm2 },
  { id: 'people_km2', label: 'Residents nearby', ...perKm2 },
  { id: 'walk_index', label: 'EPA walkability index', unit: '', offset: 1, step: 0.075, digits: 1 },
]

/** How much goes on: people by day and night, the mix of uses, and more people by day than live there. */
export const scorer: SurfaceScorer = {
  id: 'liveliness',
  basis: 'modelled',
  step: 7.5,
  centerFacts,
  surfaceFacts: [],
  async prepare(context: BuildContext) {
    const inputs = await vibeInputs(context)
    const percentile = context.percentile(livelyRaw(inputs, context.centers))
    return (view, wanted) => ({
      score: livelyRaw(inputs, view).map((value) => 1 + 254 * percentile(value)),
      facts: wanted === 'score' ? {} : factsAt(inputs, view),
    })
  },
}

/** The raw value at the points of a view, [0, 1]. */
export function livelyRaw(inputs: VibeInputs, view: View): Float32Array {
  const { rank } = inputs
  const walkIndex = rank.walkIndex(view)
  const people = rank.people(view)
  const dayPerResident = rank.dayPerResident(view)
  const gate = rank.gate(view)
  return rank.day(view).map((d, i) => lively(d, walkIndex[i], people[i], dayPerResident[i], gate[i]))
}

/** Ranks in, [0, 1] out. */
export function lively(day: number, walkIndex: number, people: number, dayPerResident: number, gate: number): number {
  return (gate * (4 * day + 2 * walkIndex + people + dayPerResident)) / 8
}

function factsAt(inputs: VibeInputs, view: View): Readonly<Record<string, Float32Array>> {
  return {
    day_people_km2: inputs.day(view, 0.5),
    people_km2: inputs.people(view, 0.5),
    walk_index: inputs.walkIndex(view),
  }
}
