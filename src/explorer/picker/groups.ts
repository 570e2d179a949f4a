import { dimensions } from '../../dimensions/catalog.ts'
import type { Dimension, Group } from '../../dimensions/dimension.ts'

const names: readonly (readonly [Group, string])[] = [
  ['vibe', 'How it feels'],
  ['environment', 'Environment'],
  ['demographics', 'Who lives there'],
  ['risk', 'Hazards'],
]

/** The fourteen dimensions by group, as people read them. */
export const groups: readonly { readonly id: Group; readonly name: string; readonly members: readonly Dimension[] }[] =
  names.map(([id, name]) => ({ id, name, members: dimensions.filter(({ group }) => group === id) }))

/** `Urban-rural` without its second name. */
export function shortName(dimension: string): string {
  return dimensions.find(({ id }) => id === dimension)!.name.replace(/ \(.*\)$/, '')
}
