import { editDistance, tolerance } from '../../base/geo/edit-distance.ts'
import { coveredStates, stateNames, stateOfZip } from '../../base/states.ts'
import { isCountry, isGreaterElsewhere } from './gazetteer/city-names.ts'
import type { Gazetteer } from './gazetteer/gazetteer.ts'
import type { AddressPart, ParsedAddress } from './parse/parse-address.ts'
import { normalizeCity } from './parse/tokens.ts'

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
  /** The city with the unread words right before it: "12 Elm St, FORT SAM HOUSTON"; null where there are none. */
  readonly longerCity: string | null
  /** It may be in a layer of single addresses: a house on a street, a crossing, a place's name. */
  readonly isAddress: boolean
  /** It is an address by a place's name alone: "Lincoln School, Austin". */
  readonly isPlaceName: boolean
  /** The city is not as written: "SAN FRANSISCO" without a state. */
  readonly isRespelled: boolean
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
  let respelled: string | null = null
  if (city !== null && state === null && gazetteer.citiesNamed(city, null).length === 0) {
    const misspelled = misspelledState(city)
    const before = misspelled === null ? null : nameBefore(input, parsed)
    // Alone it may be any word.
    const isState = before !== null || (misspelled !== null && zip !== null)
    const split = isState ? { city: before, state: misspelled } : cityAndState(city, gazetteer)
    if (split !== null) ({ city, state } = split)
    if (isState && street === null) placeName = null
  }
  if (city !== null) {
    const nickname = cityNickname(city, state ?? (zip === null ? null : stateOfZip(zip)))
    if (nickname !== null) ({ city, state } = nickname)
    else if (state === null && zip === null) respelled = respelledCity(city, gazetteer)
    city = respelled ?? city
  } else if (state === 'LA' && zip === null) {
    // "Sunset Blvd, LA" is not about Louisiana, of which a city would be named.
    ;({ city, state } = cityNickname('LA', 'CA')!)
  }
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
  const parts = allParts(parsed)
  const unread = unreadText(input, parsed.city, parts)
  return {
    zip,
    city,
    state,
    hasDetail: isHouse || poBox !== null,
    isHouse,
    isCitySeparate: !isHouse || BREAK.test(unread),
    hasLeftover: hasLeftover(input, parts, crossStreet !== null),
    longerCity: longerCity(unread, parsed),
    isAddress,
    isPlaceName: isAddress && place !== null && street === null,
    isRespelled: respelled !== null,
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
  return {
    zip: number.text,
    city: name,
    state: state?.text ?? null,
    hasDetail: false,
    isHouse: false,
    isCitySeparate: true,
    hasLeftover: false,
    longerCity: null,
    isAddress: false,
    isPlaceName: false,
    isRespelled: false,
  }
}

/**
 * The name before the last one: "AUSTIN" of "1 MAIN ST, AUSTIN, TRAVIS", "AUSTIN, TRAVIS"; null where there is none.
 */
function nameBefore(input: string, parsed: ParsedAddress): string | null {
  const { place, street } = parsed
  return normalizeCity(place && street === null ? place.text : unreadText(input, parsed.city, allParts(parsed))) || null
}

/**
 * The covered state that a misspelled word means, which is not a city: TX for "TEXS", FL for "FLORDIA"; null for none.
 */
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
  const name = cityNickname(city.slice(0, blank), state)?.city ?? city.slice(0, blank)
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
function unreadText(input: string, city: AddressPart | null, parts: readonly AddressPart[]): string {
  if (city === null) return ''
  let first = 0
  for (const part of parts) if (part.end <= city.start && part.end > first) first = part.end
  return input.slice(first, city.start)
}

/** Words that stand right before the city, without a comma, and are in no part, with the city. */
function longerCity(unread: string, parsed: ParsedAddress): string | null {
  if (parsed.street === null || !isWritten(unread, 0, unread.length)) return null
  const words = /[^,;\r\n]*$/.exec(unread)?.[0].trim() ?? ''
  return LETTERS.test(words) ? `${words} ${parsed.city!.given}` : null
}

/** Whether there are letters between, before or after the parts. */
function hasLeftover(input: string, parts: AddressPart[], isCrossing: boolean): boolean {
  let at = 0
  for (const { start, end } of parts.sort((a, b) => a.start - b.start)) {
    if (isWritten(input, at, start)) {
      const between = input.slice(at, start)
      if (LETTERS.test(isCrossing ? between.replace(JOINTS, '') : between)) return true
    }
    if (end > at) at = end
  }
  return isWritten(input, at, input.length) && LETTERS.test(input.slice(at).replace(COUNTRY, ''))
}

/** Whether more than blanks, signs and digits may be between two places of a text. */
function isWritten(input: string, first: number, end: number): boolean {
  for (let at = first; at < end; at++) if (input.charCodeAt(at) > 64) return true
  return false
}

const BREAK = /[,;\r\n]/
// Two letters together: not an initial or a sign.
const LETTERS = /\p{L}{2}/u
/** Words of crossings that are in no part. */
const JOINTS = /\b(?:and|at|(?:the )?(?:corner|intersection|junction|jct) of)\b/gi
const COUNTRY = /\b(?:USA?|U\.S\.(?:A\.)?|(?:the )?United States(?: of America)?|America)\b/i

function allParts(parsed: ParsedAddress): AddressPart[] {
  const { crossStreet, number, unit, poBox, place, city, state, zip } = parsed
  const parts = [number, parsed.predirectional, parsed.street, parsed.suffix, parsed.postdirectional]
  if (crossStreet !== null)
    parts.push(crossStreet.predirectional, crossStreet.street, crossStreet.suffix, crossStreet.postdirectional)
  parts.push(unit, poBox, place, city, state, zip)
  return parts.filter((part) => part !== null)
}

/** Nicknames of cities, by state; as `normalizeCity` writes them. */
const NICKNAMES: ReadonlyMap<string, ReadonlyMap<string, string>> = new Map(
  Object.entries({
    CA: `L A, LA: LOS ANGELES; SF, S F, SAN FRAN, FRISCO: SAN FRANCISCO; MOUNT VIEW: MOUNTAIN VIEW; SAC, SACTO: SACRAMENTO;
      SAN BERDOO: SAN BERNARDINO; SLO: SAN LUIS OBISPO; BERZERKELEY: BERKELEY; CDM: CORONA DEL MAR; BEV HILLS: BEVERLY HILLS`,
    TX: `ATX: AUSTIN; HTX, HTOWN, H TOWN: HOUSTON; DTX, BIG D: DALLAS; FTW, FW: FORT WORTH; SAN ANTONE, SATX: SAN ANTONIO;
      CORPUS: CORPUS CHRISTI`,
    FL: `JAX: JACKSONVILLE; SAINT PETE, SAINT PETES: SAINT PETERSBURG; WPB: WEST PALM BEACH;
      FORT LAUDY, LAUDERDALE: FORT LAUDERDALE; TALLY: TALLAHASSEE; THE 305: MIAMI; PCB: PANAMA CITY BEACH;
      SAINT AUG: SAINT AUGUSTINE`,
  }).map(([state, lines]) => [state, nicknames(lines)]),
)

function nicknames(lines: string): ReadonlyMap<string, string> {
  const pairs = lines.split(/;\s+/).flatMap((line) => {
    const [names, city] = line.split(': ')
    return names.split(', ').map((name) => [name, city] as const)
  })
  return new Map(pairs)
}

/** Nicknames that are common words, or another city, where no state is beside them. */
const WITH_STATE_ONLY: ReadonlySet<string> = new Set(['LA', 'FRISCO', 'SAC', 'FW', 'LAUDERDALE', 'CDM'])

/**
 * The city and state that a nickname means: Los Angeles for "LA" in California, Jacksonville for "Jax" anywhere; null
 * for another name.
 */
export function cityNickname(
  name: string,
  state: string | null,
): { readonly city: string; readonly state: string } | null {
  if (state !== null) {
    const city = NICKNAMES.get(state)?.get(name)
    return city === undefined ? null : { city, state }
  }
  if (WITH_STATE_ONLY.has(name)) return null
  for (const [code, names] of NICKNAMES) {
    const city = names.get(name)
    if (city !== undefined) return { city, state: code }
  }
  return null
}

/** People that a city must have to be meant by a misspelled name alone. */
const PEOPLE_MISSPELLED = 20_000
/** With this many times the people of the next one as near, a city is the one that is meant. */
const FAR_GREATER = 5
/** Shorter names have too many neighbors. */
const LEAST_LETTERS = 5

/**
 * The one well-known city that a misspelled name without a state means: SAN FRANCISCO for "SAN FRANSISCO"; null where
 * none or several.
 */
function respelledCity(name: string, gazetteer: Gazetteer): string | null {
  if (name.length < LEAST_LETTERS || isGreaterElsewhere(name) || isCountry(name)) return null
  if (gazetteer.citiesNamed(name, null).length > 0 || name.endsWith(' COUNTY')) return null
  // "Daytona", "Pompano", "Redwood"
  for (const last of ['BEACH', 'CITY']) {
    const [longer = -1] = gazetteer.citiesNamed(`${name} ${last}`, null)
    if (longer >= 0 && gazetteer.place('city', longer).people >= PEOPLE_MISSPELLED) return `${name} ${last}`
  }
  const near = gazetteer
    .similarCities(name, null)
    .filter(({ edits }) => edits <= tolerance(name.length))
    .map(({ city, edits }) => ({ ...gazetteer.place('city', city), edits }))
    .filter(({ name: other }) => startsAlike(name, normalizeCity(other)))
  const [best, ...rest] = near.sort((a, b) => a.edits - b.edits || b.people - a.people)
  if (best === undefined || best.people < PEOPLE_MISSPELLED) return null
  const isClear = rest.every(({ edits, people }) => edits > best.edits || people * FAR_GREATER < best.people)
  return isClear ? normalizeCity(best.name) : null
}

/** Whether both start with the same letter, or with their first two letters swapped. */
export function startsAlike(a: string, b: string): boolean {
  return a[0] === b[0] || (a[0] === b[1] && a[1] === b[0])
}
