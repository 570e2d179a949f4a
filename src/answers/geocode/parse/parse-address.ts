import { layoutWithNumber, layoutWithoutNumber, type Words } from './layout.ts'
import { withSuffixCorrected } from './misspelled-suffix.ts'
import { numberInFront, streetInFront } from './order.ts'
import { findSpans, numberText } from './spans.ts'
import type { StreetSpan } from './street.ts'
import { readTail, type Tail } from './tail.ts'
import { type CityLexicon, cityName, startsWithDigit, type Token, tokenize } from './tokens.ts'
import { readTypedForms } from './typed-forms.ts'

/**
 * Parses a United States address from free text. Pure, never throws, and takes time linear in the length.
 *
 * @param input address; only the first 300 characters are read
 * @param lexicon known cities, for addresses without commas; without a lexicon, the parser relies on structure alone
 */
export function parseAddress(input: string, lexicon?: CityLexicon): ParsedAddress {
  return parseTokens(input, readTypedForms(tokenize(input)), lexicon)
}

/**
 * Parses an address whose suffix may be mistyped: "900 Congress Avanue". Returns null if no word looks like a mistyped
 * suffix.
 */
export function parseMisspelled(input: string, lexicon?: CityLexicon): ParsedAddress | null {
  const tokens = withSuffixCorrected(readTypedForms(tokenize(input)))
  return tokens === null ? null : parseTokens(input, tokens, lexicon)
}

function parseTokens(input: string, written: readonly Token[], lexicon?: CityLexicon): ParsedAddress {
  let tokens = written
  let tail = readTail(tokens)
  if (lexicon !== undefined && isCityAlone(tokens, tail, lexicon)) return cityAlone(input, tokens, tail)
  const turned = tail.state === '' && tail.zip === '' ? streetInFront(tokens, lexicon) : null
  if (turned !== null) {
    tokens = turned
    tail = readTail(turned)
  }
  const numberLast = turned === null ? numberInFront(tokens, tail.end, tail.state || null, lexicon) : null
  if (numberLast !== null) tokens = numberLast
  const { spans, number } = findSpans(tokens, tail.end)
  const words: Words = {
    input,
    tokens,
    spans,
    end: tail.end,
    lexicon,
    state: tail.state || null,
    expectsCity: tail.cityFirst === tail.cityEnd && (tail.state !== '' || tail.zip !== ''),
  }
  const layout = number >= 0 ? layoutWithNumber(words, number) : layoutWithoutNumber(words)
  const { numberEnd, street, crossStreet, placeEnd } = layout
  let { cityFirst, cityEnd } = layout
  let { stateFirst, stateEnd } = tail
  if (tail.cityFirst < tail.cityEnd) {
    cityFirst = tail.cityFirst
    cityEnd = tail.cityEnd
  } else if (cityFirst === cityEnd && isStateAndCity(tokens, tail.state, stateFirst, stateEnd)) {
    // "ELM ST, NEW YORK 10013" means the city, not the state.
    cityFirst = stateFirst
    cityEnd = stateEnd
    stateFirst = stateEnd = 0
  }
  const { predirectional, street: name, suffix, postdirectional } = getStreet(words, street)
  return {
    number: number < 0 ? null : getPart(words, number, numberEnd, numberText(tokens, number, numberEnd)),
    predirectional,
    street: name,
    suffix,
    postdirectional,
    crossStreet: crossStreet && getStreet(words, crossStreet),
    unit: spans.length > 0 ? readUnit(words, number) : null,
    poBox: spans.length > 0 ? readBox(words) : null,
    place: placeEnd > 0 ? getPart(words, 0, placeEnd, getText(tokens, 0, placeEnd)) : null,
    city: cityFirst < cityEnd ? getPart(words, cityFirst, cityEnd, cityName(tokens, cityFirst, cityEnd)) : null,
    state: stateFirst < stateEnd ? getPart(words, stateFirst, stateEnd, tail.state) : null,
    zip: tail.zip === '' ? null : getPart(words, tail.zipFirst, tail.zipEnd, tail.zip),
    plus4: tail.plus4 || null,
  }
}

/**
 * Checks whether all words before the state and ZIP are a city or county. Some of these names look like addresses:
 * "Three Rivers, TX", "Brazos Bend, TX", "B and E, TX", "Fort Bend County".
 */
function isCityAlone(tokens: readonly Token[], tail: Tail, lexicon: CityLexicon): boolean {
  const { end, cityFirst, cityEnd, state } = tail
  if (end === 0 || end > MAX_CITY_WORDS || cityFirst < cityEnd || startsWithDigit(tokens[0].text)) return false
  for (let at = 1; at < end; at++) if (tokens[at].apart) return false
  const name = cityName(tokens, 0, end)
  return lexicon.isCity(name, state || null) || lexicon.isCounty?.(name, state || null) === true
}

/** Maximum number of words in a city or county name. */
const MAX_CITY_WORDS = 5

function cityAlone(
  input: string,
  tokens: readonly Token[],
  { end, stateFirst, stateEnd, ...tail }: Tail,
): ParsedAddress {
  const words = { input, tokens }
  return {
    ...NO_STREET,
    number: null,
    crossStreet: null,
    unit: null,
    poBox: null,
    place: null,
    city: getPart(words, 0, end, cityName(tokens, 0, end)),
    state: stateFirst < stateEnd ? getPart(words, stateFirst, stateEnd, tail.state) : null,
    zip: tail.zip === '' ? null : getPart(words, tail.zipFirst, tail.zipEnd, tail.zip),
    plus4: tail.plus4 || null,
  }
}

/**
 * Checks whether the state name is NEW YORK or WASHINGTON, which usually means the city if the address names no other
 * city.
 */
function isStateAndCity(tokens: readonly Token[], state: string, first: number, end: number): boolean {
  return (
    (state === 'NY' && end - first === 2) ||
    (state === 'WA' && end - first === 1 && tokens[first].text === 'WASHINGTON')
  )
}

/** Joins the units after the street. If there are none, joins the units before the number. */
export function readUnit(words: Words, number: number): AddressPart | null {
  const units = words.spans.filter(({ kind }) => kind === 'unit')
  if (units.length === 0) return null
  const first = Math.max(
    0,
    units.findIndex((unit) => unit.first > number),
  )
  let last = first
  let { text } = units[first]
  while (last + 1 < units.length && units[last + 1].first === units[last].end) text += ` ${units[++last].text}`
  return getPart(words, units[first].first, units[last].end, text)
}

/** Returns the first box. */
export function readBox(words: Words): AddressPart | null {
  const box = words.spans.find(({ kind }) => kind === 'box')
  return box ? getPart(words, box.first, box.end, box.text) : null
}

/** Returns the parts of a street. All parts are null if there is no street. */
export function getStreet(words: Words, street: StreetSpan | null): ParsedStreet {
  if (street === null) return NO_STREET
  const { first, name, suffixAt, postdirectionalAt, end } = street
  return {
    predirectional: first < name ? getPart(words, first, name, street.predirectional) : null,
    street: getPart(words, name, suffixAt, street.text),
    suffix: suffixAt < postdirectionalAt ? getPart(words, suffixAt, postdirectionalAt, street.suffix) : null,
    postdirectional: postdirectionalAt < end ? getPart(words, postdirectionalAt, end, street.postdirectional) : null,
  }
}

const NO_STREET: ParsedStreet = { predirectional: null, street: null, suffix: null, postdirectional: null }

/** Returns the words `[first, last)` as a part with its position in the input. The range has at least one word. */
export function getPart(
  { input, tokens }: Pick<Words, 'input' | 'tokens'>,
  first: number,
  last: number,
  text: string,
): AddressPart {
  const start = tokens[first].start
  const end = tokens[last - 1].end
  return { text, given: input.slice(start, end), start, end }
}

/** Joins the words `[first, end)`. */
export function getText(tokens: readonly Token[], first: number, end: number): string {
  let text = tokens[first].text
  for (let at = first + 1; at < end; at++) text += ` ${tokens[at].text}`
  return text
}

/** A part of an address and its position in the input. */
export interface AddressPart {
  /** Normalized text in uppercase, with the standard abbreviations of USPS Publication 28. */
  readonly text: string
  /** Text as written: `input.slice(start, end)`. */
  readonly given: string
  /** Offset in the input at which this part starts, in UTF-16 code units. */
  readonly start: number
  /** Offset after the last UTF-16 code unit. */
  readonly end: number
}

/** Parts of a street. Missing parts are null. */
export interface ParsedStreet {
  /** Direction before the name: `N`, `SW` */
  readonly predirectional: AddressPart | null
  /** Street name alone: `16TH`, `SAINT JOHNS`, `MARTIN LUTHER KING`, `STATE ROAD 7`, `AVENUE E`, `CALLE REAL`. */
  readonly street: AddressPart | null
  /** Street type: `AVE`, `ST` */
  readonly suffix: AddressPart | null
  /** Direction after the name: `N`, `SW` */
  readonly postdirectional: AddressPart | null
}

/** Parts of an address. Missing parts are null. No two parts share a character of the input. */
export interface ParsedAddress extends ParsedStreet {
  /** House number: `123`, `45B`, `123 1/2`, `94-210`. */
  readonly number: AddressPart | null
  /** The second street of an intersection: "5th & Main". */
  readonly crossStreet: ParsedStreet | null
  /** Apartment, suite or other unit: `APT 4`, `STE 200`, `# 12`, `BLDG 3 STE 15`, `FL 37TH`. */
  readonly unit: AddressPart | null
  /** PO box or rural route box: `PO BOX 123`, `RR 4 BOX 28E` */
  readonly poBox: AddressPart | null
  /** Text before or instead of the street: a school, a building, a person's name. */
  readonly place: AddressPart | null
  /** City name, normalized by `normalizeCity`: `SAINT PETERSBURG`, `WEST PALM BEACH`. */
  readonly city: AddressPart | null
  /** Two-letter state code: `CA`. */
  readonly state: AddressPart | null
  /** Five-digit ZIP code. */
  readonly zip: AddressPart | null
  /** Four digits of a ZIP+4. If they are in the same word as the ZIP, the position of `zip` includes them. */
  readonly plus4: string | null
}
