import { dimensionOf, dimensions } from '../catalog.ts'
import type { Filter } from '../engine/engine.ts'
import type { Dimension, DimensionId, Group } from '../library.ts'

const names: readonly (readonly [Group, string])[] = [
  ['vibe', 'How it feels'],
  ['environment', 'Environment'],
  ['demographics', 'Who lives there'],
  ['risk', 'Hazards'],
  ['layers', 'Your layers'],
]

/** Returns the dimensions by group, in reading order, without empty groups. */
export function groups(): {
  readonly id: Group
  readonly name: string
  readonly members: readonly Dimension<DimensionId>[]
}[] {
  return names
    .map(([id, name]) => ({ id, name, members: dimensions.filter(({ group }) => group === id) }))
    .filter(({ members }) => members.length > 0)
}

/** Returns the name without its second part: `Urban-rural`. */
export function shortName(dimension: DimensionId): string {
  return dimensionOf(dimension).name.replace(/ \(.*\)$/, '')
}

/** A kind of place that people look for, as conditions. */
export interface Example {
  readonly name: string
  /** Dimension whose colors then tell the places apart. */
  readonly dimension: DimensionId
  readonly only: readonly Filter[]
}

// Each leaves a few percent of a city. Noise level 150 is about 59 dB.
export const examples: readonly Example[] = [
  {
    name: 'Quiet and walkable',
    dimension: 'noise-levels',
    only: [atLeast('walkability', 180), atLeast('noise-levels', 150)],
  },
  {
    // Nowhere in Miami has a low risk: 180 is a chance of one in three to be in FEMA's zone.
    name: 'Quiet, walkable, less flood risk',
    dimension: 'walkability',
    only: [atLeast('walkability', 160), atLeast('noise-levels', 150), atLeast('flood', 180)],
  },
  {
    name: 'Lively, with parks for dogs',
    dimension: 'liveliness',
    only: [atLeast('liveliness', 180), atLeast('dog-friendliness', 160)],
  },
  {
    name: 'Green, roomy, still walkable',
    dimension: 'visual-appeal',
    only: [atLeast('visual-appeal', 170), atLeast('privacy', 110), atLeast('walkability', 128)],
  },
]

function atLeast(dimension: DimensionId, from: number): Filter {
  return { dimension, from, to: 255 }
}
