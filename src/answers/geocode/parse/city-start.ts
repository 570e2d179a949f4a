import { directionLength, endOfSpanish, isNumbered, isPretype, isSaint, routeAt, SPANISH } from './street.ts'
import { type CityLexicon, cityName, hasDigit, isDigits, type Token } from './tokens.ts'
import { CITIES_WITH_DIRECTIONAL } from './vocabulary.ts'

/** Maximum number of words in a city name. */
const MAX_WORDS = 5

/** First words of city names with more than one word. */
const BEGINNINGS = new Set(
  'SAINT ST STE SAINTE SAN SANTA SANTO LOS LAS LA EL LE DEL DES DE NEW OLD FORT FT MOUNT MT PORT LAKE GRAND NORTH SOUTH EAST WEST N S E W UPPER LOWER LITTLE BIG PALM CEDAR COLORADO CORPUS BATON KANSAS OKLAHOMA SALT CAPE GREEN'.split(
    ' ',
  ),
)

/** The cities that an address may name. */
export interface KnownCities {
  readonly lexicon: CityLexicon | undefined
  /** State that the address names. */
  readonly state: string | null
}

/**
 * Returns the index of the first word of the city in the words `[first, end)`, which are a street followed by a city
 * without a separator. Returns `end` if there is no city. If a lexicon is given, it decides. Otherwise, the city begins
 * after the last word that ends a street and after the directional that may follow this word, or at a word that looks
 * like the beginning of a city name.
 *
 * @param expected whether a state or ZIP follows, so that there must be a city
 */
export function cityStart(
  tokens: readonly Token[],
  first: number,
  end: number,
  expected: boolean,
  { lexicon, state }: KnownCities,
): number {
  const close = streetEnd(tokens, first, end)
  if (lexicon) {
    const cityStart = knownCityStart(tokens, nameAt(tokens, first, end), end, lexicon, state)
    if (cityStart < end && (close < end || !tokens[end - 1].meaning.endsStreet || isStreetBefore(tokens, cityStart)))
      return cityStart
  }
  if (close === end) return end
  if (close > 0 && (expected || isSureEnd(tokens, close))) return close
  if (!expected || end - first < 2) return end
  return lastCity(tokens, first, end)
}

/**
 * Checks whether the word before `close` clearly ends a street, even without a state or ZIP: a suffix such as AVE, a
 * directional or a number.
 */
function isSureEnd(tokens: readonly Token[], close: number): boolean {
  const { meaning, text } = tokens[close - 1]
  return meaning.endsStreet || meaning.direction !== '' || hasDigit(text)
}

/**
 * Returns the index of the first word of the city at the end of `[first, end)`, judged only by the words: "ELM | ST
 * LOUIS", "ELM | AUSTIN".
 */
export function lastCity(tokens: readonly Token[], first: number, end: number): number {
  for (let at = Math.max(first + 1, end - 4); at < end - 1; at++)
    if (BEGINNINGS.has(tokens[at].text) && tokens[at].text !== 'OLD') return at
  const { suffix, endsStreet } = tokens[end - 1].meaning
  const isPair = (suffix !== '' && !endsStreet) || PAIRED.has(tokens[end - 1].text)
  return isPair && end - first > 2 ? end - 2 : end - 1
}

/** Last words of city names that are not city names by themselves. Suffixes that end city names also count. */
const PAIRED = new Set(['CITY', 'TOWNSHIP', 'TWP', 'GABLES', 'BOROUGH', 'TOWN', 'RATON', 'GORDA'])

/**
 * Returns the index of the first word of the longest city in the lexicon that ends at `end`. Prefers a city with a
 * complete street before it. Returns `end` if there is no such city.
 */
export function knownCityStart(
  tokens: readonly Token[],
  first: number,
  end: number,
  lexicon: CityLexicon,
  state: string | null,
): number {
  let cityAt = end
  for (let at = Math.max(first + 1, end - MAX_WORDS); at < end; at++) {
    if (!lexicon.isCity(cityName(tokens, at, end), state)) continue
    // In "ELM NORTH EXAMPLE", do not shorten the city North Example to Example.
    const isLonger = cityAt === at - 1 && tokens[cityAt].meaning.direction !== ''
    if (!isLonger && isStreetBefore(tokens, at)) {
      // In "SAM HOUSTON PKWY N HOUSTON", the letter belongs to the street, because Houston is far larger than North
      // Houston.
      const isInitial = tokens[at].text.length === 1 && at + 1 < end
      if (!isInitial || !lexicon.outweighs?.(cityName(tokens, at + 1, end), cityName(tokens, at, end), state)) return at
      continue
    }
    if (cityAt === end) cityAt = at
  }
  return cityAt
}

function isStreetBefore(tokens: readonly Token[], at: number): boolean {
  const { meaning } = tokens[at - 1]
  return meaning.endsStreet || meaning.direction !== '' || isNumbered(tokens[at - 1])
}

/** Returns the index after the street that begins `[first, end)`, or 0 if the end of the street is unclear. */
export function streetEnd(tokens: readonly Token[], first: number, end: number): number {
  const name = nameAt(tokens, first, end)
  const route = routeAt(tokens, name, end)
  if (route !== null) {
    const close = afterDirection(tokens, route.end, end)
    // In "I 10 W SERVICE RD", the side road is part of the street.
    return close + 1 < end && SIDE_ROADS.has(tokens[close].text) ? close + 2 : close
  }
  const last = lastStreetEnd(tokens, name, end, first)
  if (last > 0) return last
  if (isPretype(tokens, name, end)) {
    if (tokens[name + 1].text === 'OF') return Math.min(end, name + (tokens[name + 2]?.text === 'THE' ? 4 : 3))
    return afterDirection(tokens, name + 2, end)
  }
  if (SPANISH.has(tokens[name].text)) return endOfSpanish(tokens, name, end)
  if (isNumbered(tokens[name])) return afterDirection(tokens, afterSuffixes(tokens, name + 1, end), end)
  // In "ELM SE CEDAR PARK", the directional ends the street.
  for (let at = name + 1; at < end; at++) {
    const length = directionLength(tokens, at, end)
    if (length === 2 || (length === 1 && tokens[at].text.length === 2 && tokens[at].meaning.direction.length === 2))
      return at + length
  }
  // A suffix such as BEACH at the end belongs to the city, unless there are no other words for the city: "1000 OAK
  // PARK".
  const stop = end - name > 2 ? end - 1 : end
  for (let at = name + 1; at < stop; at++)
    if (tokens[at].meaning.suffix !== '' && !FRONTS.has(tokens[at].meaning.suffix) && !isSaint(tokens, at, name, end))
      return afterDirection(tokens, afterSuffixes(tokens, at + 1, end), end)
  return 0
}

/** Suffixes that begin city names: "FORT WORTH", "MOUNT VERNON", "LAKE CITY". */
const FRONTS = new Set(['FT', 'MT', 'PRT', 'LK'])

/** Returns the index after the suffixes that begin at `at`, leaving at least one word for the city. */
function afterSuffixes(tokens: readonly Token[], at: number, end: number): number {
  let close = at
  while (
    close < end - 1 &&
    tokens[close].meaning.suffix !== '' &&
    !FRONTS.has(tokens[close].meaning.suffix) &&
    !tokens[close].apart
  )
    close++
  return close
}

/**
 * Returns the index after the last word in `[first, end)` that ends a street, including a directional after that word.
 * Returns 0 if there is no such word.
 */
function lastStreetEnd(tokens: readonly Token[], name: number, end: number, first = name): number {
  for (let last = end - 1; last > name || (last === name && name > first); last--)
    if (endsAt(tokens, last, name, end)) {
      const at = PLAIN.has(tokens[last].meaning.suffix) ? last : plainEndBefore(tokens, last, name, end)
      const route = (at > name ? routeAt(tokens, at - 1, end) : null) ?? routeAt(tokens, at, end)
      return afterDirection(tokens, Math.max(at + 1, route?.end ?? 0), end)
    }
  return 0
}

function endsAt(tokens: readonly Token[], at: number, name: number, end: number): boolean {
  return tokens[at].meaning.endsStreet && !isSaint(tokens, at, name, end) && !isPretype(tokens, at, end)
}

/** Common suffixes. A street with one of these suffixes ends there, even if another suffix follows later. */
const PLAIN = new Set(['AVE', 'BLVD', 'ST', 'RD', 'DR', 'LN', 'HWY', 'PKWY', 'EXPY', 'FWY', 'CT', 'TPKE'])

/**
 * Returns the index of a common suffix that is separated from `last` by other words ("ELM ST GREEN COVE SPRINGS").
 * Returns `last` if there is no such suffix.
 */
function plainEndBefore(tokens: readonly Token[], last: number, name: number, end: number): number {
  if (tokens[last - 1].meaning.endsStreet) return last
  for (let at = last - 2; at > name; at--)
    if (PLAIN.has(tokens[at].meaning.suffix) && endsAt(tokens, at, name, end)) return at
  return last
}

/** Returns the index after a directional that belongs to the street rather than to the following city. */
function afterDirection(tokens: readonly Token[], close: number, end: number): number {
  const at = close < end - 1 && tokens[close].meaning.suffix === 'EXT' ? close + 1 : close
  if (at >= end || tokens[at].apart) return at
  const length = directionLength(tokens, at, end)
  if (length === 0) return at
  const next = at + length
  if (next >= end) return next
  return length === 1 &&
    !isDigits(tokens[at - 1].text) &&
    DIRECTIONAL_STARTS.has(`${tokens[at].meaning.direction} ${tokens[next].text}`)
    ? at
    : next
}

/** Returns the index of the first word of a street name, after the predirectional. */
function nameAt(tokens: readonly Token[], first: number, end: number): number {
  const direction = directionLength(tokens, first, end)
  return direction > 0 && first + direction < end ? first + direction : first
}

const SIDE_ROADS = new Set(['SERVICE', 'SVC', 'FRONTAGE', 'FRNTG', 'FRNTGE', 'ACCESS', 'FEEDER'])

const DIRECTIONAL_STARTS = new Set(
  CITIES_WITH_DIRECTIONAL.split(',').flatMap((line) =>
    line
      .trim()
      .slice(2)
      .split(/\s+/)
      .map((word) => `${line.trim()[0]} ${word}`),
  ),
)
