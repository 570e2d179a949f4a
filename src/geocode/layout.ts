import { cityName } from './city.ts'
import { cityStart, knownCityStart } from './city-start.ts'
import { crossingAfter, readCrossing } from './crossing.ts'
import { endOfNumber } from './house-number.ts'
import { hasDigit } from './numbers.ts'
import { afterUnits, closeOfRun, directionAfterComma, endOfRun, hasNumber, lastRun, type Words } from './runs.ts'
import { readStreet, type StreetSpan } from './street.ts'
import { streetEnd } from './street-end.ts'
import { SPANISH } from './street-name.ts'
import type { Token } from './tokens.ts'

/** Street, place and city as word indices; empty ranges where they are missing. */
export interface Layout {
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
  const found: Layout = {
    numberEnd,
    street: null,
    crossStreet: null,
    placeEnd: endOfPlace(words, number),
    cityFirst: end,
    cityEnd: end,
  }
  if (first >= end) return found
  let stop = endOfRun(words, first)
  let close = stop
  const direction = stop > first && stop < end && tokens[stop].apart ? directionAfterComma(words, stop) : 0
  if (direction > 0) {
    stop += direction
    close = stop
    found.cityFirst = lastRun(words, stop)
  } else if (stop === end) {
    close = cityStart(tokens, first, end, words.expectsCity, lexicon, state)
    found.cityFirst = close
  } else {
    close = closeOfRun(tokens, first, stop)
    found.cityFirst = lastRun(words, stop)
    if (found.cityFirst === end && close < stop) {
      // "1 MAIN ST AUSTIN, STE 200, TX"
      found.cityFirst = close
      found.cityEnd = stop
    }
  }
  const crossing = crossingAfter(tokens, first, close)
  if (first < crossing) found.street = readStreet(tokens, first, crossing)
  if (crossing < close) found.crossStreet = readStreet(tokens, crossing + 1, close)
  return found
}

/** An address without house number: a street, a crossing, a box, a place or a city alone. */
export function layoutWithoutNumber(words: Words): Layout {
  const { tokens, end, lexicon, state } = words
  const found: Layout = { numberEnd: 0, street: null, crossStreet: null, placeEnd: 0, cityFirst: end, cityEnd: end }
  if (end === 0 || readCrossing(words, found)) return found
  const stop = endOfRun(words, 0)
  if (stop < end) {
    found.cityFirst = lastRun(words, stop)
    if (stop > 0 && isStreet(tokens, 0, stop)) found.street = readStreet(tokens, 0, stop)
    else found.placeEnd = stop
    return found
  }
  if (lexicon?.isCity(cityName(tokens, 0, end), state)) {
    found.cityFirst = 0
    return found
  }
  const close = endOfStreet(tokens, end)
  if (close > 0) {
    found.street = readStreet(tokens, 0, close)
    found.cityFirst = close
    return found
  }
  found.cityFirst = lexicon ? knownCityStart(tokens, 0, end, lexicon, state) : end
  const isCity = found.cityFirst === end && end <= (words.expectsCity ? 5 : 3) && !hasNumber(tokens, 0, end)
  if (isCity) found.cityFirst = 0
  else found.placeEnd = found.cityFirst
  return found
}

/** The word after a street that opens the words and needs no house number to be one: "ELM AVE AUSTIN"; 0 for none. */
function endOfStreet(tokens: readonly Token[], end: number): number {
  const close = streetEnd(tokens, 0, end)
  return close > 1 && isStreetLike(tokens, 0, close) ? close : 0
}

/** Whether words without a house number are a street: by a suffix that ends streets, by a number or by a type in front. */
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

/** The word after a place's name that stands before the number: "LINCOLN SCHOOL 100 OAK ST". */
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
