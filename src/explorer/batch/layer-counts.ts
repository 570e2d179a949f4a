import type { Counts } from '../../batch/answer-rows.ts'
import type { Layer } from '../../geocode/layers.ts'

/** Finest first. */
const WORDS: readonly (readonly [Layer, string])[] = [
  ['address_point', 'the very address'],
  ['street_range', 'a place on its street'],
  ['public_place', 'a school or library'],
  ['zip', 'the middle of the ZIP'],
  ['city', 'the middle of the city'],
  ['county', 'the middle of the county'],
  ['state', 'the middle of the state'],
]

/** How many addresses were found as what. */
export function layerCounts(layers: Counts['layers']): readonly { readonly words: string; readonly count: number }[] {
  return WORDS.flatMap(([layer, words]) => (layers[layer] === undefined ? [] : [{ words, count: layers[layer] }]))
}
