import { stateNames } from '../../base/all-states.ts'
import { editDistance, tolerance } from '../../base/geo/edit-distance.ts'
import { sortFew } from '../../base/sort-few.ts'
import { coveredStates, stateOfZip } from '../../base/states.ts'
import { isCountry, isGreaterElsewhere } from './gazetteer/city-names.ts'
import type { Gazetteer } from './gazetteer/gazetteer.ts'
import type { NamedPlace } from './names/named-places.ts'
import type { AddressPart, ParsedAddress, ParsedStreet } from './parse/parse-address.ts'
import { normalizeCity } from './parse/tokens.ts'
import { formWords } from './parse/vocabulary.ts'

/** Location parts found in an address: city, state, ZIP and street. */
export interface AddressClues {
  readonly zip: string | null
  /** City or county name, normalized by `normalizeCity`. */
  readonly city: string | null
  readonly state: string | null
  /** Whether the address has a street, an intersection, a PO box or a place name. */
  readonly hasDetail: boolean
  /**
   * Whether the address has a house number, a street, an intersection or a place name. A PO box alone does not count.
   */
  readonly isHouse: boolean
  /**
   * Whether the city stands alone or follows a comma. If not, the first word of the city may actually be the last word
   * of the street name.
   */
  readonly isCitySeparate: boolean
  /** Whether some words do not belong to any part, such as "TORONTO" in "12 King St, TORONTO, Ontario". */
  readonly hasLeftover: boolean
  /**
   * City with the unparsed words right before it, such as "FORT SAM HOUSTON" in "12 Elm St, FORT SAM HOUSTON". Null if
   * there are no such words.
   */
  readonly longerCity: string | null
  /** Whether an address layer could contain the address: a house on a street, an intersection or a named place. */
  readonly isAddress: boolean
  /** Whether the address is only a place name: "Lincoln School, Austin". */
  readonly isPlaceName: boolean
  /** Whether the spelling of the city was corrected, as for "SAN FRANSISCO" without a state. */
  readonly isRespelled: boolean
  /** County beside the city, as in "LAKESIDE, TARRANT COUNTY, TX". Null if there is none. */
  readonly county: string | null
  /**
   * Neighborhood between street and city, such as HOLLYWOOD in "6500 Hollywood Blvd, HOLLYWOOD, Los Angeles". Its words
   * do not count as leftover. Null if there is none, or if the geocoder has not looked for one yet.
   */
  readonly neighborhood: WrittenNeighborhood | null
}

/** A neighborhood in an address, and the places with that name in the city. */
export interface WrittenNeighborhood {
  readonly words: string
  readonly places: readonly NamedPlace[]
}

/** Last word of a school or library name. */
const SCHOOL = / (?:ELEMENTARY|ELEM|MIDDLE|HIGH|SCHOOL|ACADEMY|LIBRARY|ES|MS|HS)$/

/** Collects the clues from a parsed address, including those that need the gazetteer. */
export function addressClues(input: string, parsed: ParsedAddress, gazetteer: Gazetteer): AddressClues {
  const { number, street, crossStreet, place, poBox } = parsed
  const zipFirst = cluesWithZipFirst(parsed, gazetteer)
  if (zipFirst !== null) return zipFirst
  const zip = parsed.zip?.text ?? null
  let state = parsed.state?.text ?? null
  let city = parsed.city?.text ?? null
  let placeName = place
  let respelled: string | null = null
  let county: string | null = null
  if (city !== null && state === null && gazetteer.citiesNamed(city, null).length === 0) {
    const misspelled = misspelledState(city)
    const before = misspelled === null ? null : nameBefore(input, parsed)
    // A word that only resembles a state counts as a state if a city precedes it or a ZIP follows it.
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
    // "Sunset Blvd, LA" means Los Angeles: an address in Louisiana would name a city.
    ;({ city, state } = cityNickname('LA', 'CA')!)
  }
  if (city !== null && state !== null && isCountyOnly(city, state, gazetteer)) {
    // The county follows the city in "AUSTIN, TRAVIS COUNTY, TX" and "1 MAIN ST, AUSTIN, TRAVIS, TX".
    const name = nameBefore(input, parsed)
    if (name !== null && gazetteer.citiesNamed(name, state).length > 0) {
      county = city
      city = name
      if (street === null) placeName = null
    }
  }
  const isAddress =
    (number !== null && street !== null) ||
    crossStreet !== null ||
    placeName !== null ||
    // In "Lowell High School, CA 94132", the school name is where a city would be.
    (street === null && city !== null && SCHOOL.test(city) && gazetteer.citiesNamed(city, state).length === 0)
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
    county,
    neighborhood: null,
  }
}

/**
 * Reads "78701 AUSTIN" and "78701 AUSTIN TX", where the parser reads the ZIP as a house number. Returns null for any
 * other text.
 */
function cluesWithZipFirst(
  { number, street, suffix, zip, city, state }: ParsedAddress,
  gazetteer: Gazetteer,
): AddressClues | null {
  if (zip !== null || number === null || number.text.length !== 5 || gazetteer.zip(number.text) < 0) return null
  if ((street !== null) === (city !== null)) return null
  // If there is no city, join the street and its suffix, because the parser reads BEVERLY HILLS as a street with the
  // suffix HILLS.
  const name = normalizeCity(city?.text ?? `${street!.text} ${suffix?.text ?? ''}`)
  const cities = gazetteer.citiesNamed(name, state?.text ?? stateOfZip(number.text))
  if (cities.length === 0) return null
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
    county: null,
    neighborhood: null,
  }
}

/**
 * Returns the second-to-last name: "AUSTIN" in "1 MAIN ST, AUSTIN, TRAVIS" and "AUSTIN, TRAVIS". Returns null if there
 * is only one name.
 */
function nameBefore(input: string, parsed: ParsedAddress): string | null {
  const { place, street } = parsed
  return normalizeCity(place && street === null ? place.text : unreadText(input, parsed.city, allParts(parsed))) || null
}

/**
 * Returns the covered state that a misspelled word stands for (TX for "TEXS", FL for "FLORDIA"), or null. Does not
 * check whether the word is a city name.
 */
function misspelledState(word: string): string | null {
  for (const { postal, name: written } of coveredStates) {
    const name = written.toUpperCase()
    const most = tolerance(name.length)
    if (word[0] === name[0] && editDistance(word, name, most) <= most) return postal
    // "CAA" and "TXX" are state codes with one letter typed twice.
    if (word.length === 3 && (word === postal[0] + postal || word === postal + postal[1])) return postal
  }
  return null
}

/** Splits off a state that the parser read as part of the city name: "TRAVIS COUNTY TEXAS", "TYLER TEXS". */
function cityAndState(city: string, gazetteer: Gazetteer): { readonly city: string; readonly state: string } | null {
  const blank = city.lastIndexOf(' ')
  if (blank < 0) return null
  const word = city.slice(blank + 1)
  const state = STATE_CODES.get(word) ?? misspelledState(word)
  if (state === null) return null
  const name = cityNickname(city.slice(0, blank), state)?.city ?? city.slice(0, blank)
  const isKnown = gazetteer.citiesNamed(name, state).length + gazetteer.countiesNamed(name, state).length > 0
  return isKnown || (word !== state && isMisspelledCity(name, state, gazetteer)) ? { city: name, state } : null
}

/** Checks whether the name is a misspelled city of the state: "GEORGTOWN" in Texas. */
function isMisspelledCity(name: string, state: string, gazetteer: Gazetteer): boolean {
  return gazetteer
    .similarCities(name, state)
    .some(({ city, edits }) => edits <= tolerance(name.length) && startsAlike(name, gazetteer.cityKey(city)))
}

const STATE_CODES: ReadonlyMap<string, string> = new Map(
  stateNames.flatMap(([code, name]) => [[name, code] as const, [code, code] as const]),
)

function isCountyOnly(name: string, state: string, gazetteer: Gazetteer): boolean {
  return gazetteer.citiesNamed(name, state).length === 0 && gazetteer.countiesNamed(name, state).length > 0
}

/**
 * Returns the words between street and city, and the text without these words. Returns null if there are no such words.
 */
export function wordsBeforeCity(
  input: string,
  parsed: ParsedAddress,
): { readonly words: string; readonly remainder: string } | null {
  const { street, city } = parsed
  if (street === null || city === null || street.start > city.start) return null
  const unread = unreadText(input, city, allParts(parsed))
  const words = unread.replace(/^[\s,;]+|[\s,;]+$/g, '')
  return LETTERS.test(words)
    ? { words, remainder: `${input.slice(0, city.start - unread.length)}, ${input.slice(city.start)}` }
    : null
}

/** Returns the text between the city and the part before it. */
function unreadText(input: string, city: AddressPart | null, parts: readonly AddressPart[]): string {
  if (city === null) return ''
  let first = 0
  for (const part of parts) if (part.end <= city.start && part.end > first) first = part.end
  return input.slice(first, city.start)
}

/** Returns the city with the unparsed words right before it, if no comma separates them. */
function longerCity(unread: string, parsed: ParsedAddress): string | null {
  if (parsed.street === null || !isWritten(unread, 0, unread.length)) return null
  const words = /[^,;\r\n]*$/.exec(unread)?.[0].trim() ?? ''
  return LETTERS.test(words) ? `${words} ${parsed.city!.given}` : null
}

/** Checks whether there are unparsed words between, before or after the parts. */
function hasLeftover(input: string, parts: AddressPart[], isCrossing: boolean): boolean {
  // Words such as "near" and "900 block of" are not part of an address component, but the parser handles them
  // (`parse/typed-forms.ts`), so they do not count as unread.
  const joints = !isCrossing ? null : BETWEEN.test(input) ? SECOND_CROSSING : JOINTS
  const isUnread = (text: string) => {
    const remainder = text.replace(HINTS, '').replace(BLOCKS, '')
    return LETTERS.test(joints === null ? remainder : remainder.replace(joints, ''))
  }
  let at = 0
  for (const { start, end } of sortFew(parts, (a, b) => a.start - b.start)) {
    if (isWritten(input, at, start) && isUnread(input.slice(at, start))) return true
    if (end > at) at = end
  }
  return isWritten(input, at, input.length) && isUnread(input.slice(at).replace(COUNTRY, ''))
}

/** Checks whether the text between two positions contains more than spaces, punctuation and digits. */
function isWritten(input: string, first: number, end: number): boolean {
  for (let at = first; at < end; at++) if (input.charCodeAt(at) > 64) return true
  return false
}

const BREAK = /[,;\r\n]/
// Two letters in a row, so that initials and symbols do not match.
const LETTERS = /\p{L}{2}/u
const [BLOCK_WORDS, NEAR_WORDS, BETWEEN_WORDS] = (['block', 'near', 'between'] as const).map((form) =>
  formWords(form).join('|'),
)
/** Matches "block of" in "900 block of", "hundred" and "block" in "12 hundred block", and "of" in "block 900 of". */
const BLOCKS = new RegExp(String.raw`\b(?:hundred|${BLOCK_WORDS})\b(?:\s+of\b)?|^\s*of\s*$`, 'gi')
const BETWEEN = new RegExp(String.raw`\b(?:${BETWEEN_WORDS})\b`, 'i')
/** Text that only hints at a location: "near Oak Ave", "between 3rd and 4th". */
const HINTS = new RegExp(String.raw`\b(?:${NEAR_WORDS}|${BETWEEN_WORDS})\b[^,;\r\n]*`, 'gi')
/** Words after the first cross street in "between 3rd and 4th on Elm St". */
const SECOND_CROSSING = /(?:\band\b|&)[^,;\r\n]*/gi
/** Words that connect the streets of an intersection. They belong to no part but are not leftover. */
const JOINTS = /\b(?:and|at|(?:the )?(?:corner|intersection|junction|jct) of)\b/gi
const COUNTRY = /\b(?:USA?|U\.S\.(?:A\.)?|(?:the )?United States(?: of America)?|America)\b/i

function allParts(parsed: ParsedAddress): AddressPart[] {
  const { crossStreet, number, unit, poBox, place, city, state, zip } = parsed
  const parts: AddressPart[] = []
  const add = (part: AddressPart | null) => {
    if (part !== null) parts.push(part)
  }
  const addStreet = ({ predirectional, street, suffix, postdirectional }: ParsedStreet) => {
    add(predirectional)
    add(street)
    add(suffix)
    add(postdirectional)
  }
  add(number)
  addStreet(parsed)
  if (crossStreet !== null) addStreet(crossStreet)
  add(unit)
  add(poBox)
  add(place)
  add(city)
  add(state)
  add(zip)
  return parts
}

/** City nicknames by state, normalized by `normalizeCity`. */
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

/** Nicknames that require a state, because they are also common words or names of other cities. */
const WITH_STATE_ONLY: ReadonlySet<string> = new Set(['LA', 'FRISCO', 'SAC', 'FW', 'LAUDERDALE', 'CDM'])

/**
 * Returns the city and state that a nickname means: Los Angeles for "LA" in California, Jacksonville for "Jax"
 * anywhere. Returns null for any other name.
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

/** Minimum population of a city that a misspelled name without a state can mean. */
const PEOPLE_MISSPELLED = 20_000
/** Population ratio above which a city is chosen over the next equally similar city. */
const FAR_GREATER = 5
/** Minimum length of a misspelled name. Shorter names resemble too many others. */
const MIN_LETTERS = 5

/**
 * Returns the well-known city that a misspelled name without a state means, such as SAN FRANCISCO for "SAN FRANSISCO".
 * Returns null if no city or several cities qualify.
 */
function respelledCity(name: string, gazetteer: Gazetteer): string | null {
  if (name.length < MIN_LETTERS || isGreaterElsewhere(name) || isCountry(name)) return null
  if (gazetteer.citiesNamed(name, null).length > 0 || name.endsWith(' COUNTY')) return null
  // "Daytona", "Pompano" and "Redwood" are short for cities that end with BEACH or CITY.
  for (const last of ['BEACH', 'CITY']) {
    const [longer = -1] = gazetteer.citiesNamed(`${name} ${last}`, null)
    if (longer >= 0 && gazetteer.place('city', longer).people >= PEOPLE_MISSPELLED) return `${name} ${last}`
  }
  const near = gazetteer
    .similarCities(name, null)
    .filter(({ edits }) => edits <= tolerance(name.length))
    .map(({ city, edits }) => ({ ...gazetteer.place('city', city), edits }))
    .filter(({ name: other }) => startsAlike(name, normalizeCity(other)))
  const [best, ...others] = near.sort((a, b) => a.edits - b.edits || b.people - a.people)
  if (best === undefined || best.people < PEOPLE_MISSPELLED) return null
  const isClear = others.every(({ edits, people }) => edits > best.edits || people * FAR_GREATER < best.people)
  return isClear ? normalizeCity(best.name) : null
}

/** Checks whether two names start with the same letter, or with the same two letters swapped. */
export function startsAlike(a: string, b: string): boolean {
  return a[0] === b[0] || (a[0] === b[1] && a[1] === b[0])
}
