import type { BuildContext, FactSpec, SurfaceScorer, View } from '../../context.ts'
import { type VibeInputs, vibeInputs } from '../vibe-inputs.ts'

const centerFacts: readonly FactSpec[] = [
  { id: 'walk_index', label: 'EPA walkability index', unit: '', offset: 1, step: 0.075, digits: 1 },
  {
    id: 'day_people_km2',
    label: 'Day-time people nearby',
    unit: 'people/km²',
    offset: 0,
    step: 0.02,
    log: true,
    digits: 0,
  },
  { id: 'older_homes_pct', label: 'Homes built before 1980', unit: '%', offset: 0, step: 0.5, digits: 0 },
  { id: 'schools_km2', label: 'Public schools', unit: 'schools/km²', offset: 0, step: 0.025, digits: 1 },
]

/** How much is within a walk: people about by day, street pattern, old quarters, schools. */
export const scorer: SurfaceScorer = {
  id: 'walkability',
  basis: 'modelled',
  step: 7.5,
  centerFacts,
  surfaceFacts: [],
  async prepare(context: BuildContext) {
    const inputs = await vibeInputs(context)
    const percentile = context.percentile(walkableRaw(inputs, context.centers))
    return (view, wanted) => ({
      score: walkableRaw(inputs, view).map((value) => 1 + 254 * percentile(value)),
      facts: wanted === 'score' ? {} : factsAt(inputs, view),
    })
  },
}

/** The raw value at the points of a view, [0, 1]. */
export function walkableRaw(inputs: VibeInputs, view: View): Float32Array {
  const { rank } = inputs
  const day = rank.day(view)
  const walkIndex = rank.walkIndex(view)
  const olderHomes = rank.olderHomes(view)
  const schools = rank.schools(view)
  const gate = rank.gate(view)
  return day.map((d, i) => walkable(d, walkIndex[i], olderHomes[i], schools[i], gate[i]))
}

/** Ranks in, [0, 1] out. The densest places need neither old homes nor schools to be walkable. */
export function walkable(day: number, walkIndex: number, olderHomes: number, schools: number, gate: number): number {
  const dense = day ** 4
  return (gate * (2 * day + walkIndex + Math.max(olderHomes, dense) + Math.max(schools, dense))) / 5
}

function factsAt(inputs: VibeInputs, view: View): Readonly<Record<string, Float32Array>> {
  return {
    walk_index: inputs.walkIndex(view),
    day_people_km2: inputs.day(view, 0.5),
    older_homes_pct: inputs.olderHomes(view),
    schools_km2: inputs.schools(view),
  }
}
