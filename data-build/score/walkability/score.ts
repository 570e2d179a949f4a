import type { BuildContext, FactSpec, SurfaceScorer, View } from '../../context.ts'
import { peopleAround, scoresByRank, type VibeInputs, vibeInputs } from '../vibe-inputs.ts'

const index = { unit: '', offset: 1, step: 0.075, digits: 1, of: 'tract' } as const
const percent = { unit: '%', offset: 0, step: 0.5, digits: 0, of: 'tract' } as const
const count = { unit: '', offset: 0, step: 1, digits: 0 } as const
const centerFacts: readonly FactSpec[] = [
  { id: 'walk_index', label: 'EPA walkability index 2021, 1-20', ...index },
  { id: 'older_homes_pct', label: 'Homes built before 1980, 2018-22', ...percent },
  { id: 'schools_within_mile', label: 'Public schools within a mile of the center of the block group', ...count },
]

/** Measures how much is within walking distance: people during the day, street pattern, old neighborhoods, schools. */
export const scorer: SurfaceScorer = {
  id: 'walkability',
  basis: 'modeled',
  step: 7.5,
  centerFacts,
  surfaceFacts: [{ id: 'day_people_km2', label: 'Daytime population within about a mile', cell: 60, ...peopleAround }],
  records: (context) => ({ walk_index: context.eji('E_WLKIND'), older_homes_pct: context.eji('E_HOUAGE') }),
  async prepare(context: BuildContext) {
    const inputs = await vibeInputs(context)
    const scores = scoresByRank(context, (view: View) => walkableRaw(inputs, view))
    return (view) => ({
      score: () => scores(view),
      facts: {
        day_people_km2: () => inputs.day(view, 1),
        schools_within_mile: () => inputs.schoolsWithinMile(view),
      },
    })
  },
}

/** Returns the raw values, 0-1, at the points of a view. */
export function walkableRaw(inputs: VibeInputs, view: View): Float32Array {
  const { rank } = inputs
  const olderHomes = rank.olderHomes(view)
  const schools = rank.schools(view)
  const onFoot = rank.onFoot(view)
  const walkIndex = rank.walkIndex(view)
  const destinations = rank.destinations(view)
  const gate = rank.gate(view)
  // A single object literal is used because spreading two objects is thirty times slower.
  return rank.day(view).map((day, i) =>
    walkable({
      day,
      olderHomes: olderHomes[i],
      schools: schools[i],
      onFoot: onFoot[i],
      walkIndex: walkIndex[i],
      destinations: destinations[i],
      gate: gate[i],
    }),
  )
}

/** Ranks of walking destinations, and of the people who walk. */
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
 * Combines ranks into a value from 0 to 1. In the densest places, density replaces old homes and schools, because such
 * places are walkable without them. Stores can replace the daytime population, because they attract people.
 */
export function walkable({ day, walkIndex, olderHomes, schools, destinations, onFoot, gate }: WalkableRanks): number {
  const dense = day ** 4
  const people = Math.max(day, destinations) + day
  const quarter = Math.max(olderHomes, dense) + Math.max(schools, dense)
  return (gate * (people + 1.5 * walkIndex + quarter + destinations + onFoot)) / 7.5
}
