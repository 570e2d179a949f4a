import type { AddressClues } from './address-clues.ts'
import {
  ambiguousMessage,
  answerOf,
  bareMessage,
  contradictionMessage,
  farMessage,
  type GeocodeAnswer,
  type GeocodeMatch,
  type GeocodeParts,
  noAnswer,
  openMessage,
  splitMessage,
  UNSURE,
} from './answer.ts'
import { LAYER_CONFIDENCE, MIN_CONFIDENCE, PENALTY } from './confidence.ts'
import type { PlaceKind } from './gazetteer/gazetteer.ts'
import type { GazetteerLookup, Layer } from './layers.ts'
import type { Located } from './locate.ts'

/** How many matches an answer holds: the best and five alternatives. */
export const MAX_MATCHES = 6

/**
 * The answer of the finest of ZIP, city, county and state that is known. The middle of a ZIP or city that runs over a
 * county line is no answer about a house: it is one of the alternatives, unless the caller names the layers.
 */
export function placeAnswer(
  said: AddressClues,
  located: Located,
  parts: GeocodeParts,
  layers: ReadonlySet<Layer> | null,
  places: GazetteerLookup,
): GeocodeAnswer {
  const { zip, city, county, state, trust, others, isFar, isBare, isOpen } = located
  const match = (layer: PlaceKind, index: number, trusted: number, least = MIN_CONFIDENCE): GeocodeMatch[] => {
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
      match('zip', zip, trust * PENALTY.split, 0),
    )
  }
  if (city >= 0) {
    const line = lineOf('city', city, city, places)
    const counties = said.isHouse && layers === null ? countiesOfCity(city, places) : []
    const found = match('city', city, counties.length > 1 ? trust * PENALTY.split : trust)
    for (const other of others.slice(0, MAX_MATCHES - 1))
      found.push(...match('city', other, trust * PENALTY.ambiguous, 0))
    if (found.length === 0) return noAnswer(parts, UNSURE)
    if (counties.length > 1) return noAnswer(parts, splitMessage(line, namesOf(counties, places)), found)
    if (isOpen && said.isHouse && layers === null) return noAnswer(parts, openMessage(said.city!), found)
    const isSaid = isOpen || (isBare && others.length > 0)
    const message = isSaid ? ambiguousMessage(said.city!, line) : isBare ? bareMessage(line) : null
    return answerOf(found, parts, message)
  }
  const kind = county >= 0 ? 'county' : 'state'
  const found = match(kind, county >= 0 ? county : places.stateOf(state!), trust)
  for (const other of others.slice(0, MAX_MATCHES - 1)) found.push(...match(kind, other, trust * PENALTY.ambiguous, 0))
  if (found.length === 0) return noAnswer(parts, UNSURE)
  return answerOf(found, parts, others.length > 0 ? ambiguousMessage(said.city!, found[0].address) : null)
}

function namesOf(counties: readonly number[], places: GazetteerLookup): string[] {
  return counties.map((county) => places.place('county', county).name)
}

/** `Austin, TX 78701`, `Austin, TX`, `Texas` */
function lineOf(kind: PlaceKind, index: number, city: number, places: GazetteerLookup): string {
  const { name, state } = places.place(kind, index)
  if (kind === 'state') return name
  if (kind !== 'zip') return `${name}, ${state}`
  return city >= 0 ? `${places.place('city', city).name}, ${state} ${name}` : `${state} ${name}`
}

/** Three digits. */
export function rounded(confidence: number): number {
  return Math.round(confidence * 1000) / 1000
}

/** Where a house with a ZIP or city lies: in one county that is known, or in one of several. */
interface CountySplit {
  /** The counties that it may lie in; one where that is sure. */
  readonly counties: readonly number[]
  /** Whether the ZIP's own middle lies in that county, mostly. */
  readonly isZipSure: boolean
}

/**
 * The counties that a house may lie in by its ZIP and its city, which is -1 where none is known. ZIPs run over county lines,
 * so that one in seven houses of such a ZIP lies across the line from its middle. A city all in one county, its ZIPs with it,
 * decides, but not where the ZIP is its own: then all houses of the ZIP are called by its name.
 */
function splitOfZip(zip: number, city: number, places: GazetteerLookup): CountySplit {
  const ofZip = places.zipCounties(zip)
  if (ofZip.length < 2) return { counties: ofZip, isZipSure: true }
  const ofCity = city < 0 ? [] : places.cityCounties(city)
  const isCitySure =
    ofCity.length === 1 &&
    places.zipCity(zip) !== city &&
    ofZip.includes(ofCity[0]) &&
    countiesOfCity(city, places).length === 1
  return isCitySure ? { counties: ofCity, isZipSure: ofCity[0] === ofZip[0] } : { counties: ofZip, isZipSure: false }
}

/** Cities with more of their people in other counties are split: of a house in Dallas (7 %) or Austin (10 %) the city alone does not say
 * where it lies closely enough. At 2 % Houston would place 0.2 % of the houses of Texas in a wrong county. */
const MOST_ACROSS = 0.012

/** One in seven houses of a ZIP of several counties lies across the line from its middle. */
const ACROSS_THE_LINE = 1 / 7

/** The counties that a house may lie in by its city alone, by the people of the ZIPs that are mostly in each. */
function countiesOfCity(city: number, places: GazetteerLookup): readonly number[] {
  const known = KNOWN.get(places) ?? new Map<number, readonly number[]>()
  const counties = known.get(city) ?? reckoned(city, places)
  KNOWN.set(places, known.set(city, counties))
  return counties
}

/** Houston has more than a hundred ZIPs, too many to go through for every house. */
const KNOWN = new WeakMap<GazetteerLookup, Map<number, readonly number[]>>()

function reckoned(city: number, places: GazetteerLookup): readonly number[] {
  const counties = new Set(places.cityCounties(city))
  const [first] = counties
  let all = 0
  let across = 0
  for (const zip of places.cityZips(city)) {
    const { people } = places.place('zip', zip)
    const ofZip = places.zipCounties(zip)
    all += people
    if (ofZip[0] !== first) across += people
    else if (ofZip.length > 1) across += people * ACROSS_THE_LINE
    for (const county of ofZip) counties.add(county)
  }
  return across > MOST_ACROSS * all ? [...counties] : [...counties].slice(0, 1)
}
