import { dimensions, getDimension } from '../catalog.ts'
import type { Filter } from '../engine/engine.ts'
import { type Dimension, type DimensionId, type Group, HAZARD_NAMES } from '../library.ts'

const names: readonly (readonly [Group, string])[] = [
  ['risk', 'Hazards'],
  ['vibe', 'How it feels'],
  ['environment', 'Environment'],
  ['demographics', 'Who lives there'],
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

/**
 * Returns the name without the part in parentheses: `Urban-rural`. For a hazard, returns the name of the danger
 * (`Flood risk`), because the hazard's labels and colors describe the danger.
 */
export function shortName(dimension: DimensionId): string {
  return HAZARD_NAMES[dimension] ?? scoreName(dimension)
}

/** Returns the name that matches the direction of the scale: `Flood safety`, because 255 is the safest score. */
export function scoreName(dimension: DimensionId): string {
  return getDimension(dimension).name.replace(/ \(.*\)$/, '')
}

/** A kind of place that people look for, as conditions. */
export interface Example {
  readonly name: string
  /** Dimension whose colors best distinguish these places. */
  readonly dimension: DimensionId
  readonly only: readonly Filter[]
}

// Each range begins at the start of a class, so that the class labels are true for all shown places. The noise
// condition is moderate, because hardly any walkable place in a large city is "quiet".
export const examples: readonly Example[] = [
  {
    name: 'Walkable, moderate noise',
    dimension: 'noise-levels',
    only: [atLeast('walkability', 128), atLeast('noise-levels', 153)],
  },
  {
    // The limit is not "low risk", because no place in Miami has a low risk.
    name: 'Walkable, moderate noise, less flood risk',
    dimension: 'walkability',
    only: [atLeast('walkability', 128), atLeast('noise-levels', 153), atLeast('flood', 100)],
  },
  {
    name: 'Lively, with parks for dogs',
    dimension: 'liveliness',
    only: [atLeast('liveliness', 180), atLeast('dog-friendliness', 104)],
  },
  {
    name: 'Green, roomy, still walkable',
    dimension: 'visual-appeal',
    only: [atLeast('visual-appeal', 154), atLeast('privacy', 100), atLeast('walkability', 128)],
  },
]

function atLeast(dimension: DimensionId, from: number): Filter {
  return { dimension, from, to: 255 }
}
