import type { BuildContext, FactSpec, SurfaceScorer, View } from '../../context.ts'
import { peopleAround, type VibeInputs, vibeInputs } from '../vibe-inputs.ts'

/** The EPA's walkability index of a tract, 1-20. */
export const walkIndexFact: FactSpec = {
  id: 'walk_index',
  label: 'EPA walkability index 2021, 1-20',
  unit: '',
  offset: 1,
  step: 0.075,
  digits: 1,
  of: 'tract',
}

const centerFacts: readonly FactSpec[] = [
  walkIndexFact,
  {
    id: 'older_homes_pct',
    label: 'Homes built before 1980, 2018-22',
    unit: '%',
    offset: 0,
    step: 0.5,
    digits: 0,
    of: 'tract',
  },
  {
    id: 'schools_within_mile',
    label: 'Public schools within a mile of its center',
    unit: '',
    offset: 0,
    step: 1,
    digits: 0,
  },
]

/** How much is within a walk: people about by day, street pattern, old quarters, schools. */
export const scorer: SurfaceScorer = {
  id: 'walkability',
  basis: 'modeled',
  step: 7.5,
  centerFacts,
  surfaceFacts: [{ id: 'day_people_km2', label: 'Daytime people within about a mile', cell: 60, ...peopleAround }],
  records: (context) => ({ walk_index: context.eji('E_WLKIND'), older_homes_pct: context.eji('E_HOUAGE') }),
  async prepare(context: BuildContext) {
    const inputs = await vibeInputs(context)
    const percentile = context.percentile(walkableRaw(inputs, context.centers))
    return (view, wanted) => ({
      score:
        wanted === 'facts'
          ? new Float32Array(0)
          : walkableRaw(inputs, view).map((value) => 1 + 254 * percentile(value)),
      facts:
        wanted === 'score'
          ? {}
          : { day_people_km2: inputs.day(view, 1), schools_within_mile: inputs.schoolsWithinMile(view) },
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
  const destinations = rank.destinations(view)
  const onFoot = rank.onFoot(view)
  const gate = rank.gate(view)
  return day.map((d, i) =>
    walkable({
      day: d,
      walkIndex: walkIndex[i],
      olderHomes: olderHomes[i],
      schools: schools[i],
      destinations: destinations[i],
      onFoot: onFoot[i],
      gate: gate[i],
    }),
  )
}

/** Ranks of what there is to walk to, and who walks. */
export interface WalkableRanks {
  readonly day: number
  readonly walkIndex: number
  readonly olderHomes: number
  readonly schools: number
  readonly destinations: number
  readonly onFoot: number
  readonly gate: number
}

/**
 * Ranks in, [0, 1] out. The densest places need neither old homes nor schools to be walkable; where stores are, people
 * come.
 */
export function walkable({ day, walkIndex, olderHomes, schools, destinations, onFoot, gate }: WalkableRanks): number {
  const dense = day ** 4
  const people = Math.max(day, destinations) + day
  const quarter = Math.max(olderHomes, dense) + Math.max(schools, dense)
  return (gate * (people + 1.5 * walkIndex + quarter + destinations + onFoot)) / 7.5
}
