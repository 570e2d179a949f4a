import { cityStart, knownCityStart, lastCity, streetEnd } from './city-start.ts'
import { endOfNumber, type Span } from './spans.ts'
import { directionLength, readStreet, SPANISH, type StreetSpan } from './street.ts'
import { type CityLexicon, cityName, hasDigit, isSign, type Token } from './tokens.ts'

/** Street, place and city as word indices. Missing parts are empty ranges. */
interface Layout {
  numberEnd: number
  street: StreetSpan | null
  crossStreet: StreetSpan | null
  placeEnd: number
  cityFirst: number
  cityEnd: number
}

/** Finds street, place and city around a house number. */
export function layoutWithNumber(words: Words, number: number): Layout {
  const { tokens, end, lexicon, state } = words
  const numberEnd = endOfNumber(tokens, number, end)
  const first = afterUnits(words, numberEnd)
  const layout: Layout = {
    numberEnd,
    street: null,
    crossStreet: null,
    placeEnd: endOfPlace(words, number),
    cityFirst: end,
    cityEnd: end,
  }
  if (first >= end) return layout
  let stop = endOfRun(words, first)
  let close = stop
  const direction = stop > first && stop < end && tokens[stop].apart ? directionAfterComma(words, stop) : 0
  if (direction > 0) {
    stop += direction
    close = stop
    layout.cityFirst = lastRun(words, stop)
  } else if (stop === end) {
    close = cityStart(tokens, first, end, words.expectsCity, { lexicon, state })
    layout.cityFirst = close
  } else {
    close = closeOfRun(tokens, first, stop)
    layout.cityFirst = lastRun(words, stop)
    if (layout.cityFirst === end && close < stop) {
      // In "1 MAIN ST AUSTIN, STE 200, TX", the city is between the street and the unit.
      layout.cityFirst = close
      layout.cityEnd = stop
    }
  }
  const crossing = crossingAfter(tokens, first, close)
  if (first < crossing) layout.street = readStreet(tokens, first, crossing)
  if (crossing < close) layout.crossStreet = readStreet(tokens, crossing + 1, close)
  return layout
}

/** Lays out an address without a house number: a street, an intersection, a box, a place or just a city. */
export function layoutWithoutNumber(words: Words): Layout {
  const { tokens, end, lexicon, state } = words
  const layout: Layout = { numberEnd: 0, street: null, crossStreet: null, placeEnd: 0, cityFirst: end, cityEnd: end }
  if (end === 0 || readCrossing(words, layout)) return layout
  const stop = endOfRun(words, 0)
  if (stop < end) {
    layout.cityFirst = lastRun(words, stop)
    if (stop > 0 && isStreet(tokens, 0, stop)) layout.street = readStreet(tokens, 0, stop)
    else layout.placeEnd = stop
    return layout
  }
  const close = endOfStreet(tokens, end)
  if (close > 0) {
    layout.street = readStreet(tokens, 0, close)
    layout.cityFirst = close
    return layout
  }
  layout.cityFirst = lexicon ? knownCityStart(tokens, 0, end, lexicon, state) : end
  const isCity = layout.cityFirst === end && end <= (words.expectsCity ? 5 : 3) && !hasNumber(tokens, 0, end)
  if (isCity) layout.cityFirst = 0
  else layout.placeEnd = layout.cityFirst
  return layout
}

/**
 * Returns the index after a street at the beginning that can be recognized without a house number ("ELM AVE AUSTIN"),
 * or 0 if there is none.
 */
function endOfStreet(tokens: readonly Token[], end: number): number {
  const close = streetEnd(tokens, 0, end)
  return close > 1 && isStreetLike(tokens, 0, close) ? close : 0
}

/**
 * Checks whether words without a house number are a street: they have a street suffix, a number, or a street type in
 * front.
 */
function isStreet(tokens: readonly Token[], first: number, end: number): boolean {
  return end - first > 1 && streetEnd(tokens, first, end) === end && isStreetLike(tokens, first, end)
}

function isStreetLike(tokens: readonly Token[], first: number, end: number): boolean {
  const { text, meaning } = tokens[end - 1]
  return (
    meaning.endsStreet ||
    meaning.direction !== '' ||
    hasDigit(text) ||
    tokens[first].meaning.endsStreet ||
    SPANISH.has(tokens[first].text)
  )
}

/** Returns the index after a place name that precedes the number: "LINCOLN SCHOOL 100 OAK ST". */
function endOfPlace({ tokens, spans }: Words, number: number): number {
  let at = 0
  while (
    at < number &&
    !(at > 0 && tokens[at].apart) &&
    tokens[at].text !== '#' &&
    (spans.length === 0 || spans[0].first !== at)
  )
    at++
  return at
}

const CROSSINGS = new Set(['&', 'AND', 'AT'])

/** Reads the two streets of an intersection: "5TH & MAIN", "CORNER OF FIRST AND ELM ST". */
function readCrossing(words: Words, layout: Layout): boolean {
  const { tokens, spans, end, lexicon, state } = words
  let at = 0
  while (at < end && !CROSSINGS.has(tokens[at].text)) at++
  if (at === 0 || at > 7 || at + 1 >= end || tokens[at + 1].apart) return false
  let first = at
  while (first > 0 && !tokens[first].apart && tokens[first - 1].text !== 'OF') first--
  if (JUNCTION.has(tokens[first].text)) first++
  const stop = endOfRun(words, at + 1)
  if (first >= at || stop === at + 1 || spans.some((span) => span.first < at)) return false
  const city =
    stop < end
      ? lastRun(words, stop)
      : cityStart(tokens, at + 1, end, words.expectsCity && end - at > 2, { lexicon, state })
  const close = stop < end ? stop : city
  // "HAIGHT AND ASHBURY, SAN FRANCISCO" is an intersection, but "ACADEMY OF ARTS AND SCIENCES, CHICO" is not.
  const isWhole = first === 0 || JUNCTION.has(tokens[first - 1].text) || JUNCTION.has(tokens[first - 2]?.text)
  const isPair = isWhole && tokens[at].text === 'AND' && at - first === 1 && close - at === 2 && close < end
  if (
    tokens[at].text !== '&' &&
    !isPair &&
    !looksLikeStreet(tokens, first, at) &&
    !looksLikeStreet(tokens, at + 1, close)
  )
    return false
  layout.street = readStreet(tokens, first, at)
  layout.crossStreet = readStreet(tokens, at + 1, close)
  layout.cityFirst = city
  return true
}

const JUNCTION = new Set(['CORNER', 'INTERSECTION', 'JCT', 'JUNCTION'])

function looksLikeStreet(tokens: readonly Token[], first: number, end: number): boolean {
  return (
    tokens[end - 1].meaning.endsStreet ||
    hasNumber(tokens, first, end) ||
    tokens[first].meaning.direction !== '' ||
    tokens[end - 1].meaning.direction !== ''
  )
}

/** Returns the index of the word between a street and its cross street ("100 OAK ST AT ELM AVE"), or `end`. */
function crossingAfter(tokens: readonly Token[], first: number, end: number): number {
  for (let at = first + 2; at < end - 1; at++)
    if (CROSSINGS.has(tokens[at].text) && (tokens[at - 1].meaning.endsStreet || hasDigit(tokens[at - 1].text)))
      return at
  return end
}

/** Words between the start of an address and its state and ZIP. */
export interface Words {
  readonly input: string
  readonly tokens: readonly Token[]
  readonly spans: readonly Span[]
  readonly end: number
  readonly lexicon: CityLexicon | undefined
  readonly state: string | null
  /** Whether there is a state or ZIP, so that a city is expected before it. */
  readonly expectsCity: boolean
}

/** Returns the index after the units that immediately follow the number: "12 #4 US 1 SOUTH". */
function afterUnits({ tokens, spans, end }: Words, numberEnd: number): number {
  let at = numberEnd
  for (const span of spans) if (span.first === at && span.end < end && !tokens[span.end].apart) at = span.end
  return at
}

/** Returns the index after a run of words without a comma, unit or box. */
function endOfRun({ tokens, spans, end }: Words, first: number): number {
  let stop = end
  for (const span of spans)
    if (span.first >= first) {
      stop = span.first
      break
    }
  for (let at = first + 1; at < stop; at++) if (tokens[at].apart) return at
  return stop
}

/** Returns the index of the first word of the last run after `first` if the run can be a city, otherwise `end`. */
function lastRun(words: Words, first: number): number {
  const { tokens, spans, end, lexicon, state } = words
  let low = first
  for (const span of spans) low = Math.max(low, span.end)
  let at = end
  // A word with a digit cannot be part of a city: "STE 2 34 AUSTIN".
  while (at > low && !isSign(tokens[at - 1].text) && !hasDigit(tokens[at - 1].text)) {
    at--
    if (tokens[at].text === 'ATTN' || tokens[at].text === 'ATTENTION') return end
    if (tokens[at].apart) break
  }
  if (at < end - 1 && tokens[at].meaning.direction.length === 2 && tokens[at].text.length === 2) at++
  if (at >= end) return end
  const { meaning } = tokens[end - 1]
  const isStreetWord = meaning.endsStreet || (end - at > 1 && meaning.direction !== '')
  // "ELM ST, KEY WEST" ends with a city, and "CITY HALL, ELM ST" with a street.
  const isCity = end - at > 1 && isStreetWord && lexicon?.isCity(cityName(tokens, at, end), state) === true
  if (!words.expectsCity && isStreetWord && !isCity) return end
  if (end - at > 1 && lexicon && !lexicon.isCity(cityName(tokens, at, end), state)) {
    const cityStart = knownCityStart(tokens, at, end, lexicon, state)
    if (cityStart < end) return cityStart
  }
  return end - at > 4 ? lastCity(tokens, at, end) : at
}

/**
 * Counts the words after a comma that are a directional of the street: "ELM RD, NW AUSTIN", "AVE, S, MIAMI", but not
 * "AVE, N MIAMI".
 */
function directionAfterComma(words: Words, at: number): number {
  const { tokens, spans, end } = words
  const length = directionLength(tokens, at, end)
  if (length === 0) return 0
  const next = at + length
  if (length === 2 || (tokens[at].text.length === 2 && tokens[at].meaning.direction.length === 2)) return length
  return (next >= end && !words.expectsCity) ||
    (next < end && tokens[next].apart) ||
    spans.some((span) => span.first === next)
    ? length
    : 0
}

/** Returns the index after a street that ends at a comma or unit: "ELM RD NE | OAK HOUSE, STE 4". */
function closeOfRun(tokens: readonly Token[], first: number, stop: number): number {
  if (stop - first < 3) return stop
  const close = streetEnd(tokens, first, stop)
  if (
    close === 0 ||
    close >= stop ||
    !(tokens[close - 1].meaning.endsStreet || tokens[close - 1].meaning.direction !== '')
  )
    return stop
  // "PARK AVE EXT" is one street.
  return close + 1 === stop && tokens[close].meaning.suffix !== '' ? stop : close
}

/** Checks whether the words `[first, end)` contain a digit, `#` or `&`. */
function hasNumber(tokens: readonly Token[], first: number, end: number): boolean {
  for (let at = first; at < end; at++) if (hasDigit(tokens[at].text) || isSign(tokens[at].text)) return true
  return false
}
