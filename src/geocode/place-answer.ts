import { answerOf, type GeocodeAnswer, type GeocodeMatch, type GeocodeParts, noAnswer } from './answer.ts'
import type { Layer } from './candidate.ts'
import { DOUBT, LAYER_CONFIDENCE, THRESHOLD } from './confidence.ts'
import type { PlaceLayer } from './layers.ts'
import type { Located } from './locate.ts'
import {
  ambiguousMessage,
  bareMessage,
  contradictionMessage,
  farMessage,
  openMessage,
  splitMessage,
  UNSURE,
} from './messages.ts'
import type { PlaceKind } from './places.ts'
import type { Said } from './said.ts'
import { countiesOfCity, splitOfZip } from './split.ts'

/** How many matches an answer holds: the best and five alternatives. */
export const MOST_MATCHES = 6

/**
 * The answer of the finest of ZIP, city, county and state that is known. The middle of a ZIP or city that runs over a
 * county line is no answer about a house: it is one of the alternatives, unless the caller names the layers.
 */
export function placeAnswer(
  said: Said,
  located: Located,
  parts: GeocodeParts,
  layers: ReadonlySet<Layer> | null,
  places: PlaceLayer,
): GeocodeAnswer {
  const { zip, city, county, state, trust, others, isFar, isBare, isOpen } = located
  const match = (layer: PlaceKind, index: number, trusted: number, least = THRESHOLD): GeocodeMatch[] => {
    const confidence = rounded(LAYER_CONFIDENCE[layer] * trusted)
    if (index < 0 || confidence < least || (layers !== null && !layers.has(layer))) return []
    const { lat, lon, radius } = places.place(layer, index)
    return [{ lat, lon, layer, confidence, radius, address: lineOf(layer, index, city, places) }]
  }
  if (zip >= 0 && (layers === null || layers.has('zip'))) {
    const ofZip = match('zip', zip, trust)
    if (!said.isHouse || layers !== null) return answerOf(ofZip, parts, isFar ? farMessage(said) : null)
    if (isFar)
      return noAnswer(parts, contradictionMessage(said), [...ofZip, ...match('city', located.farCity, trust, 0)])
    const { counties, isZipSure } = splitOfZip(zip, city, places)
    if (counties.length < 2) return answerOf(isZipSure ? ofZip : match('city', city, trust), parts, null)
    return noAnswer(
      parts,
      splitMessage(`ZIP ${said.zip}`, namesOf(counties, places)),
      match('zip', zip, trust * DOUBT.split, 0),
    )
  }
  if (city >= 0) {
    const line = lineOf('city', city, city, places)
    const counties = said.isHouse && layers === null ? countiesOfCity(city, places) : []
    const found = match('city', city, counties.length > 1 ? trust * DOUBT.split : trust)
    for (const other of others.slice(0, MOST_MATCHES - 1))
      found.push(...match('city', other, trust * DOUBT.ambiguous, 0))
    if (found.length === 0) return noAnswer(parts, UNSURE)
    if (counties.length > 1) return noAnswer(parts, splitMessage(line, namesOf(counties, places)), found)
    if (isOpen && said.isHouse && layers === null) return noAnswer(parts, openMessage(said.city!), found)
    const isSaid = isOpen || (isBare && others.length > 0)
    const message = isSaid ? ambiguousMessage(said.city!, line) : isBare ? bareMessage(line) : null
    return answerOf(found, parts, message)
  }
  const kind = county >= 0 ? 'county' : 'state'
  const found = match(kind, county >= 0 ? county : places.stateOf(state!), trust)
  for (const other of others.slice(0, MOST_MATCHES - 1)) found.push(...match(kind, other, trust * DOUBT.ambiguous, 0))
  if (found.length === 0) return noAnswer(parts, UNSURE)
  return answerOf(found, parts, others.length > 0 ? ambiguousMessage(said.city!, found[0].address) : null)
}

function namesOf(counties: readonly number[], places: PlaceLayer): string[] {
  return counties.map((county) => places.place('county', county).name)
}

/** `Austin, TX 78701`, `Austin, TX`, `Texas` */
function lineOf(kind: PlaceKind, index: number, city: number, places: PlaceLayer): string {
  const { name, state } = places.place(kind, index)
  if (kind === 'state') return name
  if (kind !== 'zip') return `${name}, ${state}`
  return city >= 0 ? `${places.place('city', city).name}, ${state} ${name}` : `${state} ${name}`
}

/** Three digits. */
export function rounded(confidence: number): number {
  return Math.round(confidence * 1000) / 1000
}
