import { metersBetween } from '../../../base/geo/distance.ts'
import { stateOfZip } from '../../../base/states.ts'
import { type AddressClues, cityNickname } from '../address-clues.ts'
import { isGreaterElsewhere } from '../gazetteer/city-names.ts'
import type { Gazetteer, PlaceKind } from '../gazetteer/gazetteer.ts'
import type { ParsedAddress } from '../parse/parse-address.ts'
import { readTail } from '../parse/tail.ts'
import {
  cityName,
  hasDigit,
  normalizeCity,
  numberOfWord,
  ordinalOfWord,
  type Token,
  tokenize,
} from '../parse/tokens.ts'
import { type NamedPlace, type NamedPlaces, placeKey } from './named-places.ts'

/** The place that the text names. */
export interface FoundPlace {
  readonly place: NamedPlace
  /** Other places with the same name that may be meant, best first. */
  readonly others: readonly NamedPlace[]
  /** Whether the text spells the name correctly. */
  readonly isExact: boolean
}

/** Maximum number of words in a place name. A longer text is an address or a sentence. */
const MAX_WORDS = 12
/** Maximum number of words in a city name. */
const MAX_CITY_WORDS = 4
/** Minimum length of a mistyped name. Shorter names resemble too many others. */
const MIN_LETTERS = 6

/**
 * Returns the neighborhood or landmark that the text names. The name may have its city before or after it, and may have
 * a county, state or ZIP: "Hyde Park Austin", "the Mission, SF", "Houston, The Heights", "Disneyland". Returns null if
 * the text names no place.
 *
 * @param isExact whether the name must be spelled correctly; otherwise also finds mistyped names
 */
export function findNamedPlace(
  input: string,
  isExact: boolean,
  names: NamedPlaces,
  gazetteer: Gazetteer,
): FoundPlace | null {
  const tokens = tokenize(input)
  if (tokens.length === 0 || tokens.length > MAX_WORDS) return null
  const tail = readTail(tokens)
  const search: Search = { tokens, isExact, names, gazetteer }
  // Search for the whole text first, because a state name may be part of the place name: "Disneyland California",
  // "University of Texas".
  const whole = tail.zip === '' ? findInArea(search, 0, tokens.length, ANYWHERE) : null
  if (whole !== null || tail.end === 0) return whole
  const state = tail.state || (tail.zip === '' ? null : stateOfZip(tail.zip))
  if (state !== null && gazetteer.stateOf(state) < 0)
    // "Silver Lake, LA" means Los Angeles, because Louisiana has no such place.
    return state === 'LA' && tail.zip === '' ? findInArea(search, 0, tail.end, getArea('LA', 'CA', gazetteer)) : null
  const zip = tail.zip === '' ? -1 : gazetteer.zip(tail.zip)
  const around = zip < 0 ? { ...ANYWHERE, state } : { state, city: '', places: [{ kind: 'zip' as const, index: zip }] }
  // "Chino Airport, CA" is the airport with that name, not the neighborhood Airport near Chino.
  return findInArea(search, 0, tail.end, around) ?? findWithCity(search, tail.end, around)
}

/**
 * Returns the landmark at a house number and street: the Googleplex for "1600 Amphitheatre Pkwy, Mountain View". The
 * landmark must be in the city or near the ZIP of the address, because other towns have streets with the same name.
 */
export function findLandmarkAt(
  parsed: ParsedAddress,
  { city, state, zip }: AddressClues,
  names: NamedPlaces,
  gazetteer: Gazetteer,
): FoundPlace | null {
  for (const index of names.atAddress(parsed)) {
    const place = names.place(index)
    if (state !== null && state !== place.state) continue
    const isInCity = city !== null && place.city !== null && normalizeCity(place.city) === city
    const isOfZip = zip !== null && isNearZip(place, gazetteer.zip(zip), gazetteer)
    if (zip === null ? isInCity : isOfZip) return { place, others: [], isExact: true }
  }
  return null
}

function isNearZip({ lat, lon }: NamedPlace, zip: number, gazetteer: Gazetteer): boolean {
  if (zip < 0) return false
  const center = gazetteer.extent('zip', zip)
  return metersBetween(lat, lon, center.lat, center.lon) <= Math.max(ONE_PLACE, 2 * center.radius)
}

interface Search {
  readonly tokens: readonly Token[]
  readonly isExact: boolean
  readonly names: NamedPlaces
  readonly gazetteer: Gazetteer
}

/** Area in which the place must be. */
interface Area {
  readonly state: string | null
  /** City name, normalized by `normalizeCity`, or '' if there is none. */
  readonly city: string
  /**
   * Places of which at least one must be nearby. If the list is empty, the place must be listed in `city`. If `city` is
   * also empty, the place may be anywhere.
   */
  readonly places: readonly { readonly kind: PlaceKind; readonly index: number }[]
}

const ANYWHERE: Area = { state: null, city: '', places: [] }

/** Finds a name with its city after or before it. */
function findWithCity(search: Search, end: number, { state }: Area): FoundPlace | null {
  const { tokens, gazetteer } = search
  for (let cut = Math.max(1, end - MAX_CITY_WORDS); cut < end; cut++) {
    const area = getArea(cityName(tokens, cut, end), state, gazetteer)
    const close = LINKS.has(tokens[cut - 1].text) && cut > 1 ? cut - 1 : cut
    const place = isKnown(area, search) ? findInArea(search, 0, close, area) : null
    if (place !== null) return place
  }
  for (let cut = Math.min(end - 1, MAX_CITY_WORDS); cut > 0; cut--) {
    const area = getArea(cityName(tokens, 0, cut), state, gazetteer)
    const place = isKnown(area, search) ? findInArea(search, cut, end, area) : null
    if (place !== null) return place
  }
  return null
}

/** Checks whether the city is known. In an exact search, any name may be a city: "Smith Airport, Moffat". */
function isKnown({ city, places }: Area, { isExact }: Search): boolean {
  return places.length > 0 || (isExact && city !== '')
}

/** Words between a place and its city. */
const LINKS = new Set(['IN', 'NEAR', 'OF', 'AT', 'BY', '&'])

/** Returns the cities with a name, or the counties if no city has the name. */
function getArea(name: string, state: string | null, gazetteer: Gazetteer): Area {
  const nickname = cityNickname(name, state)
  const city = nickname?.city ?? name
  const within = nickname?.state ?? state
  const cities = gazetteer.citiesNamed(city, within)
  const places = cities.map((index) => ({ kind: 'city' as const, index }))
  if (places.length > 0 || !city.endsWith(' COUNTY')) return { state: within, city, places }
  return { state, city: '', places: gazetteer.countiesNamed(city, state).map((index) => ({ kind: 'county', index })) }
}

/** Returns the place in an area that the words `[first, end)` name. */
function findInArea(search: Search, first: number, end: number, area: Area): FoundPlace | null {
  if (first >= end) return null
  const { tokens, isExact, names, gazetteer } = search
  const key = placeKey(cityName(tokens, first, end))
  if (key.length < 2 || (!isExact && (key.length < MIN_LETTERS || withoutGenericWords(key) === ''))) return null
  let candidates = selectCandidates(search, isExact ? names.named(key) : names.like(key), key, area)
  // The text may be part of a name: "Oak Park, Sacramento" is North Oak Park or South Oak Park, and "San Francisco
  // State" is a university.
  if (candidates.length === 0 && !isExact && (area.places.length > 0 || key.includes(' ')))
    candidates = selectCandidates(search, names.longer(key), key, area)
  // Different numbers are not typos: 8th Street is not Sixth Street.
  if (!isExact) candidates = candidates.filter(({ names }) => names.some((name) => hasSameNumbers(key, placeKey(name))))
  if (candidates.length === 0) return null
  if (candidates.length > 1)
    for (const candidate of candidates) candidate.people = getPeople(candidate.place, gazetteer)
  candidates.sort((a, b) => b.fit - a.fit || b.place.rank - a.place.rank || b.people - a.people)
  const [{ place, fit }] = candidates
  const others: NamedPlace[] = []
  for (const other of candidates) {
    const isApart = [place, ...others].every((place) => apart(place, other.place) > Math.max(ONE_PLACE, place.radius))
    if (other.fit === fit && other.place.rank >= place.rank && isApart) others.push(other.place)
  }
  return { place, others, isExact }
}

/** Selects the places that may be meant in an area. */
function selectCandidates(
  { isExact, names, gazetteer }: Search,
  places: readonly number[],
  key: string,
  area: Area,
): Candidate[] {
  const isBare = area.places.length === 0 && area.city === ''
  const isInEveryCity = !isBare && IN_EVERY_CITY.test(key)
  const candidates: Candidate[] = []
  for (const index of places) {
    const place = names.place(index)
    if (area.state !== null && place.state !== area.state) continue
    // Without a location, accept a mistyped name or the name of a large city elsewhere only for a well-known place.
    if (isBare && (isExact ? isGreaterElsewhere(key) : area.state === null || place.rank < 1) && place.rank < 2)
      continue
    const fit = isInEveryCity && !isNamedWith(place, area) ? 0 : getFit(place, area, gazetteer)
    if (fit > 0) candidates.push({ place, fit, people: 0, names: isExact ? [] : names.names(index) })
  }
  return candidates
}

/** Checks whether two keys have the same numbers, in digits or in words. */
function hasSameNumbers(a: string, b: string): boolean {
  return numbersIn(a) === numbersIn(b)
}

function numbersIn(key: string): string {
  return key
    .split(' ')
    .flatMap((word) => {
      const number = ordinalOfWord(word) ?? numberOfWord(word) ?? word
      return hasDigit(number) ? [number.replace(/\D/g, '')] : []
    })
    .join(' ')
}

/** Removes words such as AIRPORT and PARK from a key. */
function withoutGenericWords(key: string): string {
  return key
    .split(' ')
    .filter((word) => !GENERIC.has(word))
    .join(' ')
}

const GENERIC = new Set(
  'AIRPORT INTERNATIONAL REGIONAL MUNICIPAL COUNTY CITY FIELD AIRFIELD AIRPARK PARK HOSPITAL MEDICAL CHURCH SCHOOL HIGH ELEMENTARY MIDDLE LIBRARY BEACH LAKE MALL CENTER UNIVERSITY COLLEGE MUSEUM STADIUM STATE NATIONAL COMMUNITY PUBLIC'.split(
    ' ',
  ),
)

interface Candidate {
  readonly place: NamedPlace
  /** All names of the place. Empty if the search is exact. */
  readonly names: readonly string[]
  readonly fit: number
  people: number
}

/** Distance in meters within which two records count as the same place. */
const ONE_PLACE = 3000
/**
 * Distance in meters beyond the city radius that still counts as near. For example, people look for Lake Buena Vista in
 * Orlando, and for San Francisco International Airport in San Francisco.
 */
const BEYOND = 20_000

/**
 * Names that exist in many cities. A search for such a name must match the city exactly: downtown Pflugerville is not
 * downtown Austin, even though Austin is near.
 */
const IN_EVERY_CITY =
  /^(?:DOWNTOWN|MIDTOWN|UPTOWN|OLD TOWN|(?:CITY|TOWN|CIVIC) CENTER|(?:NORTH|SOUTH|EAST|WEST)(?: ?SIDE| END)?)$/

function isNamedWith({ city }: NamedPlace, area: Area): boolean {
  return area.city !== '' && city !== null && normalizeCity(city) === area.city
}

/**
 * Returns 2 if the source lists the place in the given city, 1 if the place is near the city or no location is given,
 * or 0 if the place is elsewhere.
 */
function getFit(place: NamedPlace, area: Area, gazetteer: Gazetteer): number {
  const { places } = area
  if (isNamedWith(place, area)) return 2
  if (places.length === 0) return area.city === '' ? 1 : 0
  return places.some(({ kind, index }) => {
    const { lat, lon, radius, state } = gazetteer.place(kind, index)
    return state === place.state && metersBetween(lat, lon, place.lat, place.lon) <= radius + BEYOND
  })
    ? 1
    : 0
}

function getPeople({ city, state }: NamedPlace, gazetteer: Gazetteer): number {
  const [index = -1] = city === null ? [] : gazetteer.citiesNamed(normalizeCity(city), state)
  return index < 0 ? 0 : gazetteer.place('city', index).people
}

function apart(a: NamedPlace, b: NamedPlace): number {
  return metersBetween(a.lat, a.lon, b.lat, b.lon)
}
