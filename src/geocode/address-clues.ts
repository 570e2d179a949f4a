import { coveredStates, stateNames, stateOfZip } from '../states.ts'
import { editDistance, tolerance } from './gazetteer/edit-distance.ts'
import type { Gazetteer } from './gazetteer/gazetteer.ts'
import { normalizeCity } from './parse/city-name.ts'
import type { AddressPart, ParsedAddress } from './parse/parsed-address.ts'

/** What an address says about its location, and what else it says. */
export interface AddressClues {
  readonly zip: string | null
  /** As `normalizeCity` writes it; may be a county's name. */
  readonly city: string | null
  readonly state: string | null
  /** It has a street, a crossing, a box or a place's name. */
  readonly hasDetail: boolean
  /** It has a house number, a street, a crossing or a place's name, not only a box. */
  readonly isHouse: boolean
  /** The city is alone or after a comma: what follows a street without one may be the street's last word. */
  readonly isCitySeparate: boolean
  /** Some words are in no part: "12 King St, TORONTO, Ontario". */
  readonly hasLeftover: boolean
  /** It may be in a layer of single addresses: a house on a street, a crossing, a place's name. */
  readonly isAddress: boolean
  /** It is an address by a place's name alone: "Lincoln School, Austin". */
  readonly isPlaceName: boolean
}

/** Reads the location out of a parsed address, with what only a gazetteer can tell. */
export function addressClues(input: string, parsed: ParsedAddress, gazetteer: Gazetteer): AddressClues {
  const { number, street, crossStreet, place, poBox } = parsed
  const turned = zipInFront(parsed, gazetteer)
  if (turned !== null) return turned
  const zip = parsed.zip?.text ?? null
  let state = parsed.state?.text ?? null
  let city = parsed.city?.text ?? null
  let placeName = place
  if (city !== null && state === null && gazetteer.citiesNamed(city, null).length === 0) {
    const misspelled = misspelledState(city)
    const before = misspelled === null ? null : nameBefore(input, parsed)
    // Alone it may be any word.
    const isState = before !== null || (misspelled !== null && zip !== null)
    const split = isState ? { city: before, state: misspelled } : cityAndState(city, gazetteer)
    if (split !== null) ({ city, state } = split)
    if (isState && street === null) placeName = null
  }
  if (city !== null) city = fullName(city, state ?? (zip === null ? null : stateOfZip(zip)))
  if (city !== null && state !== null && isCountyOnly(city, state, gazetteer)) {
    // "AUSTIN, TRAVIS COUNTY, TX", "1 MAIN ST, AUSTIN, TRAVIS, TX"
    const name = nameBefore(input, parsed)
    if (name !== null && gazetteer.citiesNamed(name, state).length > 0) {
      city = name
      if (street === null) placeName = null
    }
  }
  const isAddress = (number !== null && street !== null) || crossStreet !== null || placeName !== null
  const isHouse = isAddress || street !== null || number !== null
  return {
    zip,
    city,
    state,
    hasDetail: isHouse || poBox !== null,
    isHouse,
    isCitySeparate: !isHouse || BREAK.test(unreadText(input, parsed)),
    hasLeftover: hasLeftover(input, parsed),
    isAddress,
    isPlaceName: isAddress && place !== null && street === null,
  }
}

/** "78701 AUSTIN", "78701 AUSTIN TX": read as a house number, as it would be without a list of gazetteer. */
function zipInFront(
  { number, street, suffix, zip, city, state }: ParsedAddress,
  gazetteer: Gazetteer,
): AddressClues | null {
  if (zip !== null || number === null || number.text.length !== 5 || gazetteer.zip(number.text) < 0) return null
  if (suffix !== null || (street !== null) === (city !== null)) return null
  const name = normalizeCity((street ?? city)!.text)
  const known = gazetteer.citiesNamed(name, state?.text ?? stateOfZip(number.text))
  if (known.length === 0) return null
  const clues = { zip: number.text, city: name, state: state?.text ?? null }
  return {
    ...clues,
    hasDetail: false,
    isHouse: false,
    isCitySeparate: true,
    hasLeftover: false,
    isAddress: false,
    isPlaceName: false,
  }
}

/** The name before the last one: "AUSTIN" of "1 MAIN ST, AUSTIN, TRAVIS", "AUSTIN, TRAVIS"; null where there is none. */
function nameBefore(input: string, parsed: ParsedAddress): string | null {
  const { place, street } = parsed
  return normalizeCity(place && street === null ? place.text : unreadText(input, parsed)) || null
}

/** The covered state that a misspelled word means, which is not a city: TX for "TEXS", FL for "FLORDIA"; null for none. */
function misspelledState(word: string): string | null {
  for (const { postal, name: written } of coveredStates) {
    const name = written.toUpperCase()
    const most = tolerance(name.length)
    if (word[0] === name[0] && editDistance(word, name, most) <= most) return postal
  }
  return null
}

/** "TRAVIS COUNTY TEXAS", where the parser took the state's name for a part of the city's; "TYLER TEXS". */
function cityAndState(city: string, gazetteer: Gazetteer): { readonly city: string; readonly state: string } | null {
  const blank = city.lastIndexOf(' ')
  if (blank < 0) return null
  const word = city.slice(blank + 1)
  const state = STATE_CODES.get(word) ?? misspelledState(word)
  if (state === null) return null
  const name = fullName(city.slice(0, blank), state)
  return gazetteer.citiesNamed(name, state).length + gazetteer.countiesNamed(name, state).length > 0
    ? { city: name, state }
    : null
}

const STATE_CODES: ReadonlyMap<string, string> = new Map(
  stateNames.flatMap(([code, name]) => [[name, code] as const, [code, code] as const]),
)

function isCountyOnly(name: string, state: string, gazetteer: Gazetteer): boolean {
  return gazetteer.citiesNamed(name, state).length === 0 && gazetteer.countiesNamed(name, state).length > 0
}

/** The text between the city and the part before it. */
function unreadText(input: string, parsed: ParsedAddress): string {
  const { city } = parsed
  if (city === null) return ''
  let first = 0
  for (const part of allParts(parsed)) if (part.end <= city.start && part.end > first) first = part.end
  return input.slice(first, city.start)
}

/** Whether there are letters between, before or after the parts. */
function hasLeftover(input: string, parsed: ParsedAddress): boolean {
  const parts = allParts(parsed).sort((a, b) => a.start - b.start)
  let at = 0
  for (const { start, end } of parts) {
    if (start > at && LETTERS.test(input.slice(at, start))) return true
    if (end > at) at = end
  }
  return LETTERS.test(input.slice(at).replace(COUNTRY, ''))
}

const BREAK = /[,;\r\n]/
// Two letters together: not an initial or a sign.
const LETTERS = /\p{L}{2}/u
const COUNTRY = /\b(?:USA?|U\.S\.(?:A\.)?|(?:the )?United States(?: of America)?|America)\b/i

function allParts(parsed: ParsedAddress): AddressPart[] {
  const { crossStreet, number, unit, poBox, place, city, state, zip } = parsed
  return [parsed, crossStreet]
    .flatMap((street) =>
      street === null ? [] : [street.predirectional, street.street, street.suffix, street.postdirectional],
    )
    .concat(number, unit, poBox, place, city, state, zip)
    .filter((part) => part !== null)
}

/** Nicknames of cities, by state. As `normalizeCity` writes it. */
const NICKNAMES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  CA: { LA: 'LOS ANGELES', SF: 'SAN FRANCISCO', 'SAN FRAN': 'SAN FRANCISCO' },
  FL: { JAX: 'JACKSONVILLE', 'SAINT PETE': 'SAINT PETERSBURG', WPB: 'WEST PALM BEACH' },
}

/** The full name for a nickname: LOS ANGELES for "LA" in California; any other name as it is. */
function fullName(city: string, state: string | null): string {
  return (state === null ? undefined : NICKNAMES[state]?.[city]) ?? city
}
