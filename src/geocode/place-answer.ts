import type { AddressClues } from './address-clues.ts'
import {
  ambiguousHouseMessage,
  ambiguousPlaceMessage,
  answerOf,
  contradictionMessage,
  farCityMessage,
  type GeocodeAnswer,
  type GeocodeMatch,
  type GeocodeParts,
  MAX_MATCHES,
  nameOnlyMessage,
  noAnswer,
  refusalMessage,
  rounded,
  splitMessage,
  UNSURE,
} from './answer.ts'
import { LAYER_CONFIDENCE, MIN_CONFIDENCE, PENALTY } from './confidence.ts'
import type { Gazetteer, PlaceKind } from './gazetteer/gazetteer.ts'
import type { Layer } from './layers.ts'
import type { Located } from './locate.ts'

/**
 * The answer of the finest of ZIP, city, county and state that is known. The centroid of a ZIP or city that crosses a
 * county line is not an answer about a house: it is one of the alternatives, unless the caller names the layers.
 */
export function placeAnswer(
  clues: AddressClues,
  located: Located,
  parts: GeocodeParts,
  layers: ReadonlySet<Layer> | null,
  gazetteer: Gazetteer,
): GeocodeAnswer {
  if (located.refusal !== null) return noAnswer(parts, refusalMessage(located.refusal, clues))
  const search: Search = { clues, located, parts, layers, gazetteer }
  if (located.zip >= 0 && (layers === null || layers.has('zip'))) return zipAnswer(search)
  return located.city >= 0 ? cityAnswer(search) : countyOrStateAnswer(search)
}

interface Search {
  readonly clues: AddressClues
  readonly located: Located
  readonly parts: GeocodeParts
  readonly layers: ReadonlySet<Layer> | null
  readonly gazetteer: Gazetteer
}

function zipAnswer(search: Search): GeocodeAnswer {
  const { clues, located, parts, layers, gazetteer } = search
  const { zip, city, trust, isCityFar, farCity } = located
  const matches = match(search, 'zip', zip, trust)
  if (!clues.isHouse || layers !== null) return answerOf(matches, parts, isCityFar ? farCityMessage(clues) : null)
  if (isCityFar)
    return noAnswer(parts, contradictionMessage(clues), [...matches, ...match(search, 'city', farCity, trust, 0)])
  const { counties, isZipSure } = countiesOfZip(zip, city, gazetteer)
  if (counties.length < 2) return answerOf(isZipSure ? matches : match(search, 'city', city, trust), parts, null)
  const message = splitMessage(`ZIP ${clues.zip}`, namesOf(counties, gazetteer))
  return noAnswer(parts, message, match(search, 'zip', zip, trust * PENALTY.split, 0))
}

function cityAnswer(search: Search): GeocodeAnswer {
  const { clues, located, parts, layers, gazetteer } = search
  const { city, trust, others, isNameOnly, isAmbiguous } = located
  const isHouse = clues.isHouse && layers === null
  const line = lineOf('city', city, city, gazetteer)
  const counties = isHouse ? countiesOfCity(city, gazetteer) : []
  const isSplit = counties.length > 1
  const matches = matchesWithOthers(search, 'city', city, isSplit ? trust * PENALTY.split : trust)
  if (matches.length === 0) return noAnswer(parts, UNSURE)
  if (isSplit) return noAnswer(parts, splitMessage(line, namesOf(counties, gazetteer)), matches)
  if (isAmbiguous && isHouse) return noAnswer(parts, ambiguousHouseMessage(clues.city!), matches)
  if (isAmbiguous || (isNameOnly && others.length > 0))
    return answerOf(matches, parts, ambiguousPlaceMessage(clues.city!, line))
  return answerOf(matches, parts, isNameOnly ? nameOnlyMessage(line) : null)
}

function countyOrStateAnswer(search: Search): GeocodeAnswer {
  const { clues, located, parts, gazetteer } = search
  const { county, state, trust, others } = located
  const matches =
    county >= 0
      ? matchesWithOthers(search, 'county', county, trust)
      : matchesWithOthers(search, 'state', gazetteer.stateOf(state!), trust)
  if (matches.length === 0) return noAnswer(parts, UNSURE)
  const message = others.length > 0 ? ambiguousPlaceMessage(clues.city!, matches[0].address) : null
  return answerOf(matches, parts, message)
}

/** A place as a match, and the others of its name. */
function matchesWithOthers(search: Search, layer: PlaceKind, index: number, trust: number): GeocodeMatch[] {
  const { others, trust: ofOthers } = search.located
  const matches = match(search, layer, index, trust)
  for (const other of others.slice(0, MAX_MATCHES - 1))
    matches.push(...match(search, layer, other, ofOthers * PENALTY.ambiguous, 0))
  return matches
}

/** A place as a match; none where there is none, or it is not confident enough or of a layer that may not answer. */
function match(
  { layers, located, gazetteer }: Search,
  layer: PlaceKind,
  index: number,
  trust: number,
  least = MIN_CONFIDENCE,
): GeocodeMatch[] {
  const confidence = rounded(LAYER_CONFIDENCE[layer] * trust)
  if (index < 0 || confidence < least || (layers !== null && !layers.has(layer))) return []
  const { lat, lon, radius } = gazetteer.place(layer, index)
  return [{ lat, lon, layer, confidence, radius, address: lineOf(layer, index, located.city, gazetteer) }]
}

function namesOf(counties: readonly number[], gazetteer: Gazetteer): string[] {
  return counties.map((county) => gazetteer.place('county', county).name)
}

/** `Austin, TX 78701`, `Austin, TX`, `Texas` */
function lineOf(kind: PlaceKind, index: number, city: number, gazetteer: Gazetteer): string {
  const { name, state } = gazetteer.place(kind, index)
  if (kind === 'state') return name
  if (kind !== 'zip') return `${name}, ${state}`
  return city >= 0 ? `${gazetteer.place('city', city).name}, ${state} ${name}` : `${state} ${name}`
}

/** Where a house with a ZIP or city may be. */
interface PossibleCounties {
  /** One where it is sure. */
  readonly counties: readonly number[]
  /** Whether the ZIP's own centroid is in that county, mostly. */
  readonly isZipSure: boolean
}

/**
 * The counties that a house may be in by its ZIP and its city, which is -1 where none is known. ZIPs cross county lines,
 * so that one in seven houses of such a ZIP is across the line from its centroid. A city all in one county, its ZIPs with it,
 * decides, but not where the ZIP is its own: then all houses of the ZIP have its name.
 */
function countiesOfZip(zip: number, city: number, gazetteer: Gazetteer): PossibleCounties {
  const ofZip = gazetteer.zipCounties(zip)
  if (ofZip.length < 2) return { counties: ofZip, isZipSure: true }
  const ofCity = city < 0 ? [] : gazetteer.cityCounties(city)
  const isCitySure =
    ofCity.length === 1 &&
    gazetteer.zipCity(zip) !== city &&
    ofZip.includes(ofCity[0]) &&
    countiesOfCity(city, gazetteer).length === 1
  return isCitySure ? { counties: ofCity, isZipSure: ofCity[0] === ofZip[0] } : { counties: ofZip, isZipSure: false }
}

/**
 * Cities with more of their people in other counties are split: the city alone does not say closely enough where a house in Dallas
 * (7 %) or Austin (10 %) is. At 2 % Houston would place 0.2 % of the houses of Texas in a wrong county.
 */
const MAX_ACROSS = 0.012

/** One in seven houses of a ZIP of several counties is across the line from its centroid. */
const ACROSS_THE_LINE = 1 / 7

/** The counties that a house may be in by its city alone, by the people of the ZIPs that are mostly in each. */
function countiesOfCity(city: number, gazetteer: Gazetteer): readonly number[] {
  const known = KNOWN.get(gazetteer) ?? new Map<number, readonly number[]>()
  const counties = known.get(city) ?? estimatedCountiesOfCity(city, gazetteer)
  KNOWN.set(gazetteer, known.set(city, counties))
  return counties
}

/** Houston has more than a hundred ZIPs, too many to go through for every house. */
const KNOWN = new WeakMap<Gazetteer, Map<number, readonly number[]>>()

function estimatedCountiesOfCity(city: number, gazetteer: Gazetteer): readonly number[] {
  const counties = new Set(gazetteer.cityCounties(city))
  const [first] = counties
  let all = 0
  let across = 0
  for (const zip of gazetteer.cityZips(city)) {
    const { people } = gazetteer.place('zip', zip)
    const ofZip = gazetteer.zipCounties(zip)
    all += people
    if (ofZip[0] !== first) across += people
    else if (ofZip.length > 1) across += people * ACROSS_THE_LINE
    for (const county of ofZip) counties.add(county)
  }
  return across > MAX_ACROSS * all ? [...counties] : [...counties].slice(0, 1)
}
