import { stateOfZip } from '../states.ts'
import type { AddressClues } from './address-clues.ts'
import { PENALTY } from './confidence.ts'
import { isGreaterElsewhere } from './gazetteer/city-names.ts'
import { editDistance, tolerance } from './gazetteer/edit-distance.ts'
import type { Gazetteer } from './gazetteer/gazetteer.ts'
import { normalizeCity } from './parse/city-name.ts'

/** Where an address is, as far as ZIP, city, county and state say and agree. Indices are -1 where there is none. */
export interface Located {
  /** Rows of the gazetteer. */
  readonly zip: number
  readonly city: number
  readonly county: number
  readonly state: string | null
  /** How certain that is: 0-1. */
  readonly trust: number
  /** Other cities, or counties, of the name, most people first. */
  readonly others: readonly number[]
  /** The city that the address names is far from its ZIP. */
  readonly isCityFar: boolean
  /** That city, -1 where there is none. */
  readonly farCity: number
  /** The address has neither state nor ZIP. */
  readonly isNameOnly: boolean
  /** One of `others` has so many people that it may as well be meant. */
  readonly isAmbiguous: boolean
  /** Why there is no answer, unless a layer of single addresses has one; null where a place answers. */
  readonly refusal: Refusal | null
}

export type Refusal =
  | 'outside'
  | 'no place'
  | 'unknown'
  | 'leftover'
  | 'state only'
  | 'namesake'
  | 'contradiction'
  | 'unknown name'
  | 'ZIP only'

/** People that a city without state and ZIP must have: beside other words, and alone. */
const PEOPLE_BESIDE = 20_000
const PEOPLE_ALONE = 5_000

/** Decides between ZIP, city and state, which may be wrong or contradict each other. A wrong state never wins. */
export function locate(clues: AddressClues, gazetteer: Gazetteer): Located {
  const zipState = clues.zip === null ? null : stateOfZip(clues.zip)
  if (clues.state !== null && gazetteer.stateOf(clues.state) < 0) return refused('outside')
  if (clues.zip !== null && clues.state === null && zipState === null) return refused('outside')
  const state = clues.state ?? zipState
  const zip = clues.zip === null ? -1 : gazetteer.zip(clues.zip)
  if (zip >= 0 && gazetteer.stateCode('zip', zip) === state) return atZip(clues, zip, state, gazetteer)
  if (clues.city === null) {
    if (clues.zip !== null) return refused(zipState === state ? 'unknown' : 'contradiction')
    if (state === null) return refused('no place')
    return clues.hasDetail ? { ...NOWHERE, state, refusal: 'state only' } : { ...NOWHERE, state, trust: 1 }
  }
  const doubt = clues.zip === null ? PENALTY.oneOfTwo : zipState === state ? PENALTY.unknownZip : PENALTY.wrongZip
  // Five digits that are not a known ZIP say little: "12 VIA ROMA, 90133 PALERMO".
  if (clues.state === null) return atNameOnly(clues, state, gazetteer)
  const located = inState(clues.city, clues.isHouse, clues.state, doubt, gazetteer)
  return located.refusal !== null && clues.zip !== null && zipState !== state ? refused('contradiction') : located
}

const NOWHERE: Located = {
  zip: -1,
  city: -1,
  county: -1,
  state: null,
  trust: 0,
  others: [],
  isCityFar: false,
  farCity: -1,
  isNameOnly: false,
  isAmbiguous: false,
  refusal: null,
}

function refused(refusal: Refusal): Located {
  return { ...NOWHERE, refusal }
}

function atZip(
  { city, state: given, isCitySeparate }: AddressClues,
  zip: number,
  state: string | null,
  gazetteer: Gazetteer,
): Located {
  const found = { ...NOWHERE, zip, state }
  if (city === null) return { ...found, trust: PENALTY.oneOfTwo }
  const named = gazetteer.citiesNamed(city, state)
  const near = nearest(named, zip, gazetteer)
  if (near >= 0) return { ...found, city: near, trust: 1 }
  const respaced = nearest(gazetteer.citiesRespaced(city, state), zip, gazetteer)
  if (respaced >= 0) return { ...found, city: respaced, trust: 1 }
  const like = named.length > 0 ? -1 : nearest(gazetteer.citiesLike(city, state), zip, gazetteer)
  if (like >= 0) return { ...found, city: like, trust: PENALTY.oneOfTwo }
  const sounding = named.length > 0 ? -1 : nearest(gazetteer.citiesSoundingLike(city, state), zip, gazetteer)
  if (sounding >= 0) return { ...found, city: sounding, trust: PENALTY.unknownCity }
  if (gazetteer.countiesNamed(city, state).some((county) => gazetteer.zipCounties(zip).includes(county)))
    return { ...found, trust: PENALTY.oneOfTwo }
  // "75001 PARIS", "90402 NÜRNBERG": five digits are a ZIP by what is beside them.
  if (given === null && isCitySeparate) return refused('ZIP only')
  if (named.length > 0) return { ...found, trust: PENALTY.farZip, isCityFar: true, farCity: named[0] }
  // "DALLAS, CA 90001": a well-known city of another state.
  const [elsewhere = -1] = gazetteer.citiesNamed(city, null)
  const isCityFar = elsewhere >= 0 && isWellKnown(elsewhere, gazetteer)
  return {
    ...found,
    trust: isCityFar ? PENALTY.farZip : PENALTY.unknownCity,
    isCityFar,
    farCity: isCityFar ? elsewhere : -1,
  }
}

/** Of several cities the nearest one that is a neighbor of the ZIP, or -1. */
function nearest(cities: readonly number[], zip: number, gazetteer: Gazetteer): number {
  if (cities.length === 0) return -1
  const { radius } = gazetteer.place('zip', zip)
  let best = -1
  let least = Number.POSITIVE_INFINITY
  for (const city of cities) {
    const away = gazetteer.distance('zip', zip, 'city', city) - radius - gazetteer.place('city', city).radius
    if (away < NEIGHBORS && away < least) {
      best = city
      least = away
    }
  }
  return best
}

function inState(city: string, isHouse: boolean, state: string, doubt: number, gazetteer: Gazetteer): Located {
  const named = gazetteer.citiesNamed(city, state)
  if (named.length > 0) {
    const both = withRespaced(named, city, state, gazetteer)
    return atFirst('city', both, state, doubt, gazetteer, both.length > named.length)
  }
  // "3 EAST BAY DR, HOLMES": a house's city may be missing from the list; the county of its name is elsewhere.
  const counties = isHouse && !city.endsWith(' COUNTY') ? [] : gazetteer.countiesNamed(city, state)
  if (counties.length > 0) return atFirst('county', counties, state, doubt / PENALTY.oneOfTwo, gazetteer)
  const like = gazetteer.citiesLike(city, state)
  if (isGreaterElsewhere(city) || gazetteer.citiesNamed(city, null).some((other) => isWellKnown(other, gazetteer))) {
    // "TAMPA, TX" is not a misspelled Talpa, though "PITTSBURGH, CA" is Pittsburg: one letter, and as well known.
    const [best = -1] = mostLike(city, like, gazetteer, 1)
    return best >= 0 && isWellKnown(best, gazetteer)
      ? atFirst('city', [best], state, doubt * PENALTY.typo, gazetteer)
      : refused('unknown')
  }
  const best = mostLike(city, like, gazetteer)
  if (best.length > 0) return atFirst('city', best, state, doubt * PENALTY.typo, gazetteer)
  // By its sound alone, where no name is near by its letters.
  const sounding = like.length > 0 ? [] : together(gazetteer.citiesSoundingLike(city, state), gazetteer)
  return sounding.length > 0 ? atFirst('city', sounding, state, doubt * PENALTY.sound, gazetteer) : refused('unknown')
}

function isWellKnown(city: number, gazetteer: Gazetteer): boolean {
  return gazetteer.place('city', city).people >= PEOPLE_BESIDE
}

/** The first of places that have a name in common. */
function atFirst(
  kind: 'city' | 'county',
  [first, ...rest]: readonly number[],
  state: string,
  trust: number,
  gazetteer: Gazetteer,
  /** Any of them may be meant, whatever its people. */
  isAny = false,
): Located {
  const { people, radius } = gazetteer.place(kind, first)
  // One place may be listed twice.
  const others = rest.filter((other) => gazetteer.distance(kind, first, kind, other) > radius)
  const isAmbiguous = others.length > 0 && (isAny || gazetteer.place(kind, others[0]).people * FAR_GREATER > people)
  return {
    ...NOWHERE,
    [kind]: first,
    state,
    trust: isAmbiguous ? trust * PENALTY.ambiguous : trust,
    others,
    isAmbiguous,
  }
}

/** A city or county without state and ZIP: exactly as written, and known well enough to be meant. */
function atNameOnly(
  { city, hasDetail, hasLeftover, isPlaceName }: AddressClues,
  stateOfZip: string | null,
  gazetteer: Gazetteer,
): Located {
  if (city === null || city.length < 3) return refused('unknown')
  const named = gazetteer.citiesNamed(city, stateOfZip)
  const kind = named.length > 0 ? 'city' : 'county'
  const found = named.length > 0 || !city.endsWith(' COUNTY') ? named : gazetteer.countiesNamed(city, stateOfZip)
  if (found.length === 0) return refused('unknown')
  const { people, state } = gazetteer.place(kind, found[0])
  // "12 KING ST, TORONTO, ONTARIO"
  if (hasLeftover) return refused('leftover')
  if (kind === 'city' && (isGreaterElsewhere(city) || people < (hasDetail ? PEOPLE_BESIDE : PEOPLE_ALONE)))
    return refused('namesake')
  const located = { ...atFirst(kind, found, state, PENALTY.nameOnly, gazetteer), isNameOnly: true }
  // "SYDNEY, MELBOURNE": a place's name that is not known in that city shows that another one is meant.
  return isPlaceName ? { ...located, refusal: 'unknown name' } : located
}

/** Meters: the post offices of one ZIP and its neighbors. */
const NEIGHBORS = 30_000
/** With this many times the people of the next one, a place is the one that is meant. */
const FAR_GREATER = 10

/**
 * The cities of a name, and those that differ by a blank where they may as well be meant, most people first: Springhill is a
 * village, Spring Hill a town.
 */
function withRespaced(named: readonly number[], name: string, state: string, gazetteer: Gazetteer): readonly number[] {
  const peopleOf = (city: number) => gazetteer.place('city', city).people
  const respaced = gazetteer.citiesRespaced(name, state)
  return respaced.some((other) => peopleOf(other) * FAR_GREATER > peopleOf(named[0]))
    ? [...named, ...respaced].sort((a, b) => peopleOf(b) - peopleOf(a))
    : named
}

/**
 * Of the cities that a mistyped name is like, the nearest one by its letters; none where two of them are far apart. First
 * letters are seldom wrong: "MAYPORT" is not Bayport.
 */
function mostLike(
  name: string,
  like: readonly number[],
  gazetteer: Gazetteer,
  most: number = tolerance(name.length),
): readonly number[] {
  const near = like.flatMap((city) => {
    const other = normalizeCity(gazetteer.place('city', city).name)
    const edits = startsAlike(name, other) ? editDistance(name, other, most) : most + 1
    return edits <= most ? [{ city, edits }] : []
  })
  const least = Math.min(...near.map(({ edits }) => edits))
  return together(
    near.flatMap(({ city, edits }) => (edits === least ? [city] : [])),
    gazetteer,
  )
}

/** The first of several cities that are in one place; none where two of them are far apart. */
function together(cities: readonly number[], gazetteer: Gazetteer): readonly number[] {
  const areApart = cities.some((city) => gazetteer.distance('city', cities[0], 'city', city) > NEIGHBORS)
  return areApart ? [] : cities.slice(0, 1)
}

/** Whether both start with the same letter, or with their first two letters swapped. */
function startsAlike(a: string, b: string): boolean {
  return a[0] === b[0] || (a[0] === b[1] && a[1] === b[0])
}
