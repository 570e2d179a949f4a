import { dimensionOf } from '../../dimensions/catalog.ts'
import type { Filter } from '../engine/engine.ts'
import { shortName } from './groups.ts'

/** `Walkability 180 or more (towards “pedestrian priority”)`; short without what stands in brackets. */
export function conditionWords({ dimension, from, to }: Filter, isShort = false): string {
  const [low, high] = dimensionOf(dimension).ends
  const name = shortName(dimension)
  const towards = (end: string) => (isShort ? '' : ` (towards “${end}”)`)
  if (from === 1 && to === 255) return `${name} known`
  if (to === 255) return `${name} ${from} or more${towards(high)}`
  if (from === 1) return `${name} ${to} or less${towards(low)}`
  return `${name} from ${from} to ${to}`
}

/** `Only places with Walkability 180 or more and Noise levels 150 or more are coloured.` */
export function sentenceOf(only: readonly Filter[], isShort = false): string {
  const conditions = only.map((condition) => conditionWords(condition, isShort))
  const last = conditions.pop()
  return `Only places with ${conditions.length === 0 ? last : `${conditions.join(', ')} and ${last}`} are coloured.`
}
