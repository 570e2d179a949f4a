import type { Counts, Layer } from '../library.ts'

/** Label of each address tier, most precise first. */
const WORDS: readonly (readonly [Layer, string])[] = [
  ['address_point', 'the address itself'],
  ['street_range', 'a point on its street'],
  ['address', 'the address itself'],
  ['street', 'a point on its street'],
  ['public_place', 'a school or library'],
  ['zip', 'the ZIP centroid'],
  ['city', 'the center of the city'],
  ['county', 'the center of the county'],
  ['state', 'the center of the state'],
]

/** Counts the addresses by the tier at which they were found. */
export function layerCounts(layers: Counts['layers']): readonly { readonly words: string; readonly count: number }[] {
  return WORDS.flatMap(([layer, words]) => (layers[layer] === undefined ? [] : [{ words, count: layers[layer] }]))
}
