import { dimensions } from '../../dimensions/catalogue.ts'
import type { Dimension, Group } from '../../dimensions/dimension.ts'

const titles: readonly (readonly [Group, string])[] = [
  ['vibe', 'Vibe'],
  ['environment', 'Environment'],
  ['demographics', 'Demographics'],
  ['risk', 'Risk'],
]

/** The dimensions under the titles of their groups. */
export const groups: readonly { readonly title: string; readonly dimensions: readonly Dimension[] }[] = titles.map(
  ([group, title]) => ({ title, dimensions: dimensions.filter((dimension) => dimension.group === group) }),
)
