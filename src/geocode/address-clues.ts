import { coveredStates, stateNames, stateOfZip } from '../states.ts'
import { editDistance, tolerance } from './gazetteer/edit-distance.ts'
import type { GazetteerLookup } from './layers.ts'
import { normalizeCity } from './parse/city-name.ts'
import type { AddressPart, ParsedAddress } from './parse/parsed-address.ts'

/** What an address says about where it lies, and what else it says. */
export interface AddressClues {
  readonly zip: string | null
  /** As `normaliseCity` writes it; a county's name, too. */
  readonly city: string | null
  readonly state: string | null
  /** A street, a crossing, a box or a place's name stands in it. */
  readonly hasMore: boolean
  /** A house, a street, a crossing or a name stands in it, not a box alone. */
  readonly isHouse: boolean
  /** The city stands alone or behind a comma: what follows a street without one may be the street's last word. */
  readonly isCityApart: boolean
  /** Words of it are in no part: "12 King St, TORONTO, Ontario". */
  readonly hasUnread: boolean
  /** The address for the layers of single addresses; null where it names none. */
  readonly single: ParsedAddress | null
}

/** Reads out of the parsed address where it lies, with what only a list of places can tell. */
export function addressClues(input: string, parsed: ParsedAddress, places: GazetteerLookup): AddressClues {
  const { number, street, crossStreet, place, poBox } = parsed
  const turned = zipInFront(parsed, places)
  if (turned !== null) return turned
  const zip = parsed.zip?.text ?? null
  let state = parsed.state?.text ?? null
  let city = parsed.city?.text ?? null
  let taken = place
  if (city !== null && state === null && places.citiesNamed(city, null).length === 0) {
    const misspelt = misspeltState(city)
    const before = misspelt === null ? null : nameBefore(input, parsed)
    // Alone it may be any word.
    const isState = before !== null || (misspelt !== null && zip !== null)
    const split = isState ? { city: before, state: misspelt } : cityAndState(city, places)
    if (split !== null) ({ city, state } = split)
    if (isState && street === null) taken = null
  }
  if (city !== null) city = fullName(city, state ?? (zip === null ? null : stateOfZip(zip)))
  if (city !== null && state !== null && isCountyOnly(city, state, places)) {
    // "AUSTIN, TRAVIS COUNTY, TX", "1 MAIN ST, AUSTIN, TRAVIS, TX"
    const name = nameBefore(input, parsed)
    if (name !== null && places.citiesNamed(name, state).length > 0) {
      city = name
      if (street === null) taken = null
    }
  }
  const isSingle = (number !== null && street !== null) || crossStreet !== null || taken !== null
  const isHouse = isSingle || street !== null || number !== null
  return {
    zip,
    city,
    state,
    hasMore: isHouse || poBox !== null,
    isHouse,
    isCityApart: !isHouse || BREAK.test(unreadText(input, parsed)),
    hasUnread: hasUnread(input, parsed),
    single: isSingle ? parsed : null,
  }
}

/** "78701 AUSTIN", "78701 AUSTIN TX": read as a house number, as it would be without a list of places. */
function zipInFront(
  { number, street, suffix, zip, city, state }: ParsedAddress,
  places: GazetteerLookup,
): AddressClues | null {
  if (zip !== null || number === null || number.text.length !== 5 || places.zip(number.text) < 0) return null
  if (suffix !== null || (street !== null) === (city !== null)) return null
  const name = normalizeCity((street ?? city)!.text)
  const known = places.citiesNamed(name, state?.text ?? stateOfZip(number.text))
  if (known.length === 0) return null
  const said = { zip: number.text, city: name, state: state?.text ?? null }
  return { ...said, hasMore: false, isHouse: false, isCityApart: true, hasUnread: false, single: null }
}

/** The name before the last one: "AUSTIN" of "1 MAIN ST, AUSTIN, TRAVIS", "AUSTIN, TRAVIS"; null where there is none. */
function nameBefore(input: string, parsed: ParsedAddress): string | null {
  const { place, street } = parsed
  return normalizeCity(place && street === null ? place.text : unreadText(input, parsed)) || null
}

/** The state of the coverage that a word must be that is no city: TX for "TEXS", FL for "FLORDIA"; null for none. */
function misspeltState(word: string): string | null {
  for (const { postal, name: written } of coveredStates) {
    const name = written.toUpperCase()
    const most = tolerance(name.length)
    if (word[0] === name[0] && editDistance(word, name, most) <= most) return postal
  }
  return null
}

/** "TRAVIS COUNTY TEXAS", where the parser took the state's name for a part of the city's; "TYLER TEXS". */
function cityAndState(city: string, places: GazetteerLookup): { readonly city: string; readonly state: string } | null {
  const blank = city.lastIndexOf(' ')
  if (blank < 0) return null
  const word = city.slice(blank + 1)
  const state = STATE_CODES.get(word) ?? misspeltState(word)
  if (state === null) return null
  const name = fullName(city.slice(0, blank), state)
  return places.citiesNamed(name, state).length + places.countiesNamed(name, state).length > 0
    ? { city: name, state }
    : null
}

const STATE_CODES: ReadonlyMap<string, string> = new Map(
  stateNames.flatMap(([code, name]) => [[name, code] as const, [code, code] as const]),
)

function isCountyOnly(name: string, state: string, places: GazetteerLookup): boolean {
  return places.citiesNamed(name, state).length === 0 && places.countiesNamed(name, state).length > 0
}

/** What stands between the city and the part before it. */
function unreadText(input: string, parsed: ParsedAddress): string {
  const { city } = parsed
  if (city === null) return ''
  let first = 0
  for (const part of allParts(parsed)) if (part.end <= city.start && part.end > first) first = part.end
  return input.slice(first, city.start)
}

/** Whether letters stand between the parts, in front of them or after them. */
function hasUnread(input: string, parsed: ParsedAddress): boolean {
  const parts = allParts(parsed).sort((a, b) => a.start - b.start)
  let at = 0
  for (const { start, end } of parts) {
    if (start > at && LETTERS.test(input.slice(at, start))) return true
    if (end > at) at = end
  }
  return LETTERS.test(input.slice(at).replace(COUNTRY, ''))
}

const BREAK = /[,;\r\n]/
// Two letters together: an initial or a sign is nothing.
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

/** What people call cities, by state. As `normaliseCity` writes it. */
const NICKNAMES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  CA: { LA: 'LOS ANGELES', SF: 'SAN FRANCISCO', 'SAN FRAN': 'SAN FRANCISCO' },
  FL: { JAX: 'JACKSONVILLE', 'SAINT PETE': 'SAINT PETERSBURG', WPB: 'WEST PALM BEACH' },
}

/** The name of the city that a name stands for: LOS ANGELES for "LA" in California, any other as it is. */
function fullName(city: string, state: string | null): string {
  return (state === null ? undefined : NICKNAMES[state]?.[city]) ?? city
}
