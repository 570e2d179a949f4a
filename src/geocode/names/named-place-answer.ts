import type { Note } from '../../errors.ts'
import type { AddressClues } from '../address-clues.ts'
import { answerOf, type GeocodeAnswer, type GeocodeMatch, type GeocodeParts, MAX_MATCHES, rounded } from '../answer.ts'
import { LAYER_CONFIDENCE, PENALTY } from '../confidence.ts'
import type { Layer } from '../layers.ts'
import type { FoundPlace } from './find-named-place.ts'
import type { NamedPlace } from './named-places.ts'

/**
 * The answer of a neighborhood or landmark, with those of the same name as alternatives; null where it is in no
 * requested layer.
 */
export function namedPlaceAnswer(
  { place, others, isExact }: FoundPlace,
  { zip, state }: AddressClues,
  parts: GeocodeParts,
  layers: ReadonlySet<Layer> | null,
): GeocodeAnswer | null {
  const trust = (isExact ? 1 : PENALTY.typo) * (others.length > 0 ? PENALTY.ambiguous : 1)
  const matches = [place, ...others.slice(0, MAX_MATCHES - 1)]
    .filter(({ layer }) => layers === null || layers.has(layer))
    .map((one) => matchOf(one, trust))
  if (matches.length === 0) return null
  const own: GeocodeParts = { ...parts, zip, state: state === 'LA' ? null : state }
  return answerOf(matches, own, noteOf(place, others.length > 0, isExact))
}

function noteOf(place: NamedPlace, isAmbiguous: boolean, isExact: boolean): Note | null {
  if (isAmbiguous)
    return {
      code: 'place_ambiguous',
      text: `Several places are named ${place.name}: ${lineOf(place)} is the best known; add the city, or see the alternatives.`,
    }
  return isExact ? null : { code: 'name_respelled', text: `No place is spelled so: this is ${lineOf(place)}.` }
}

function matchOf(place: NamedPlace, trust: number): GeocodeMatch {
  const { lat, lon, layer, radius } = place
  return { lat, lon, layer, confidence: rounded(LAYER_CONFIDENCE[layer] * trust), radius, label: lineOf(place) }
}

/** `Golden Gate Park, San Francisco, CA` */
function lineOf({ name, city, state }: NamedPlace): string {
  return city === null ? `${name}, ${state}` : `${name}, ${city}, ${state}`
}
