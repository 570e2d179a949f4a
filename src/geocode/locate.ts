import { stateOfZip } from '../states.ts'
import type { AddressClues } from './address-clues.ts'
import { PENALTY } from './confidence.ts'
import { isGreaterElsewhere } from './gazetteer/city-names.ts'
import { editDistance, tolerance } from './gazetteer/edit-distance.ts'
import type { GazetteerLookup } from './layers.ts'
import { normalizeCity } from './parse/city-name.ts'

/** Where an address lies, as far as ZIP, city, county and state say and agree. Indices are -1 where there is none. */
export interface Located {
  /** What is believed, in the places that are known. */
  readonly zip: number
  readonly city: number
  readonly county: number
  readonly state: string | null
  /** How far it is believed: 0-1. */
  readonly trust: number
  /** Other cities, or counties, of the name, most people first. */
  readonly others: readonly number[]
  /** The city that the address names lies far from its ZIP. */
  readonly isFar: boolean
  /** That city, -1 where there is none. */
  readonly farCity: number
  /** Neither state nor ZIP stand in the address. */
  readonly isBare: boolean
  /** One of `others` has so many people that it may as well be meant. */
  readonly isOpen: boolean
  /** Why there is no answer, unless a layer of single addresses has one; null where a place answers. */
  readonly refusal: Refusal | null
}

export type Refusal =
  | 'outside'
  | 'nothing said'
  | 'unknown'
  | 'unread'
  | 'state alone'
  | 'namesake'
  | 'contradiction'
  | 'unknown name'
  | 'ZIP alone'

/** A city without state and ZIP beside other words, and alone, must have so many people. */
const PEOPLE_BESIDE = 20_000
const PEOPLE_ALONE = 5_000

/** Decides between ZIP, city and state, which may be wrong or contradict each other. A wrong state never wins. */
export function locate(said: AddressClues, places: GazetteerLookup): Located {
  const zipState = said.zip === null ? null : stateOfZip(said.zip)
  if (said.state !== null && places.stateOf(said.state) < 0) return refused('outside')
  if (said.zip !== null && said.state === null && zipState === null) return refused('outside')
  const state = said.state ?? zipState
  const zip = said.zip === null ? -1 : places.zip(said.zip)
  if (zip >= 0 && places.stateCode('zip', zip) === state) return atZip(said, zip, state, places)
  if (said.city === null) {
    if (said.zip !== null) return refused(zipState === state ? 'unknown' : 'contradiction')
    if (state === null) return refused('nothing said')
    return said.hasMore ? { ...NOWHERE, state, refusal: 'state alone' } : { ...NOWHERE, state, trust: 1 }
  }
  const doubt = said.zip === null ? PENALTY.oneOfTwo : zipState === state ? PENALTY.unknownZip : PENALTY.wrongZip
  // Five digits that are no known ZIP say little: "12 VIA ROMA, 90133 PALERMO".
  if (said.state === null) return atBareName(said, state, places)
  const located = inState(said.city, said.isHouse, said.state, doubt, places)
  return located.refusal !== null && said.zip !== null && zipState !== state ? refused('contradiction') : located
}

const NOWHERE: Located = {
  zip: -1,
  city: -1,
  county: -1,
  state: null,
  trust: 0,
  others: [],
  isFar: false,
  farCity: -1,
  isBare: false,
  isOpen: false,
  refusal: null,
}

function refused(refusal: Refusal): Located {
  return { ...NOWHERE, refusal }
}

function atZip(
  { city, state: given, isCityApart }: AddressClues,
  zip: number,
  state: string | null,
  places: GazetteerLookup,
): Located {
  const found = { ...NOWHERE, zip, state }
  if (city === null) return { ...found, trust: PENALTY.oneOfTwo }
  const named = places.citiesNamed(city, state)
  const near = nearest(named, zip, places)
  if (near >= 0) return { ...found, city: near, trust: 1 }
  const respaced = nearest(places.citiesRespaced(city, state), zip, places)
  if (respaced >= 0) return { ...found, city: respaced, trust: 1 }
  const like = named.length > 0 ? -1 : nearest(places.citiesLike(city, state), zip, places)
  if (like >= 0) return { ...found, city: like, trust: PENALTY.oneOfTwo }
  const sounding = named.length > 0 ? -1 : nearest(places.citiesSounding(city, state), zip, places)
  if (sounding >= 0) return { ...found, city: sounding, trust: PENALTY.unknownCity }
  if (places.countiesNamed(city, state).some((county) => places.zipCounties(zip).includes(county)))
    return { ...found, trust: PENALTY.oneOfTwo }
  // "75001 PARIS", "90402 NÜRNBERG": five digits are a ZIP by what stands beside them.
  if (given === null && isCityApart) return refused('ZIP alone')
  if (named.length > 0) return { ...found, trust: PENALTY.farZip, isFar: true, farCity: named[0] }
  // "DALLAS, CA 90001": a city that everybody knows, of another state.
  const [elsewhere = -1] = places.citiesNamed(city, null)
  const isFar = elsewhere >= 0 && isWellKnown(elsewhere, places)
  return { ...found, trust: isFar ? PENALTY.farZip : PENALTY.unknownCity, isFar, farCity: isFar ? elsewhere : -1 }
}

/** The city of some that is a neighbour of the ZIP, or -1. */
function nearest(cities: readonly number[], zip: number, places: GazetteerLookup): number {
  if (cities.length === 0) return -1
  const { radius } = places.place('zip', zip)
  let best = -1
  let least = Number.POSITIVE_INFINITY
  for (const city of cities) {
    const away = places.distance('zip', zip, 'city', city) - radius - places.place('city', city).radius
    if (away < NEIGHBOURS && away < least) {
      best = city
      least = away
    }
  }
  return best
}

function inState(city: string, isHouse: boolean, state: string, doubt: number, places: GazetteerLookup): Located {
  const named = places.citiesNamed(city, state)
  if (named.length > 0) {
    const both = withRespaced(named, city, state, places)
    return atFirst('city', both, state, doubt, places, both.length > named.length)
  }
  // "3 EAST BAY DR, HOLMES": a house's city may be missing from the list; the county of its name is elsewhere.
  const counties = isHouse && !city.endsWith(' COUNTY') ? [] : places.countiesNamed(city, state)
  if (counties.length > 0) return atFirst('county', counties, state, doubt / PENALTY.oneOfTwo, places)
  const like = places.citiesLike(city, state)
  if (isGreaterElsewhere(city) || places.citiesNamed(city, null).some((other) => isWellKnown(other, places))) {
    // "TAMPA, TX" is no misspelt Talpa, though "PITTSBURGH, CA" is Pittsburg: one letter, and as well known.
    const [best = -1] = mostLike(city, like, places, 1)
    return best >= 0 && isWellKnown(best, places)
      ? atFirst('city', [best], state, doubt * PENALTY.typo, places)
      : refused('unknown')
  }
  const best = mostLike(city, like, places)
  if (best.length > 0) return atFirst('city', best, state, doubt * PENALTY.typo, places)
  // By its sound alone where it is near to none by its letters.
  const sounding = like.length > 0 ? [] : together(places.citiesSounding(city, state), places)
  return sounding.length > 0 ? atFirst('city', sounding, state, doubt * PENALTY.sound, places) : refused('unknown')
}

function isWellKnown(city: number, places: GazetteerLookup): boolean {
  return places.place('city', city).people >= PEOPLE_BESIDE
}

/** The first of places that have a name in common. */
function atFirst(
  kind: 'city' | 'county',
  [first, ...rest]: readonly number[],
  state: string,
  trust: number,
  places: GazetteerLookup,
  /** Any of them may be meant, whatever its people. */
  isAny = false,
): Located {
  const { people, radius } = places.place(kind, first)
  // One place may be listed twice.
  const others = rest.filter((other) => places.distance(kind, first, kind, other) > radius)
  const isOpen = others.length > 0 && (isAny || places.place(kind, others[0]).people * FAR_GREATER > people)
  return { ...NOWHERE, [kind]: first, state, trust: isOpen ? trust * PENALTY.ambiguous : trust, others, isOpen }
}

/** A city or county without state and ZIP: exactly as written, and known well enough to be meant. */
function atBareName(
  { city, hasMore, hasUnread, single }: AddressClues,
  stateOfZip: string | null,
  places: GazetteerLookup,
): Located {
  if (city === null || city.length < 3) return refused('unknown')
  const named = places.citiesNamed(city, stateOfZip)
  const kind = named.length > 0 ? 'city' : 'county'
  const found = named.length > 0 || !city.endsWith(' COUNTY') ? named : places.countiesNamed(city, stateOfZip)
  if (found.length === 0) return refused('unknown')
  const { people, state } = places.place(kind, found[0])
  // "12 KING ST, TORONTO, ONTARIO"
  if (hasUnread) return refused('unread')
  if (kind === 'city' && (isGreaterElsewhere(city) || people < (hasMore ? PEOPLE_BESIDE : PEOPLE_ALONE)))
    return refused('namesake')
  const located = { ...atFirst(kind, found, state, PENALTY.bare, places), isBare: true }
  // "SYDNEY, MELBOURNE": a name that is not known in a city of that name tells that another is meant.
  return single?.place && single.street === null ? { ...located, refusal: 'unknown name' } : located
}

/** Metres: the post offices of one ZIP and its neighbours. */
const NEIGHBOURS = 30_000
/** With so many times the people of the next one, a place is the one that is meant. */
const FAR_GREATER = 10

/**
 * The cities of a name, and those that a blank parts from it where they may as well be meant, most people first: Springhill is a
 * village, Spring Hill a town.
 */
function withRespaced(
  named: readonly number[],
  name: string,
  state: string,
  places: GazetteerLookup,
): readonly number[] {
  const peopleOf = (city: number) => places.place('city', city).people
  const respaced = places.citiesRespaced(name, state)
  return respaced.some((other) => peopleOf(other) * FAR_GREATER > peopleOf(named[0]))
    ? [...named, ...respaced].sort((a, b) => peopleOf(b) - peopleOf(a))
    : named
}

/**
 * Of the cities that a mistyped name is like the one that is nearest by its letters; none where two of them lie far apart. First
 * letters are seldom wrong: "MAYPORT" is not Bayport.
 */
function mostLike(
  name: string,
  like: readonly number[],
  places: GazetteerLookup,
  most: number = tolerance(name.length),
): readonly number[] {
  const near = like.flatMap((city) => {
    const other = normalizeCity(places.place('city', city).name)
    const edits = isFirstAlike(name, other) ? editDistance(name, other, most) : most + 1
    return edits <= most ? [{ city, edits }] : []
  })
  const least = Math.min(...near.map(({ edits }) => edits))
  return together(
    near.flatMap(({ city, edits }) => (edits === least ? [city] : [])),
    places,
  )
}

/** The first of cities that lie in one place; none where two of them lie far apart. */
function together(cities: readonly number[], places: GazetteerLookup): readonly number[] {
  const areApart = cities.some((city) => places.distance('city', cities[0], 'city', city) > NEIGHBOURS)
  return areApart ? [] : cities.slice(0, 1)
}

/** Whether both begin alike, or with their first two letters swapped. */
function isFirstAlike(a: string, b: string): boolean {
  return a[0] === b[0] || (a[0] === b[1] && a[1] === b[0])
}
