import { type CityLexicon, cityName } from './city.ts'
import { knownCityStart, lastCity } from './city-start.ts'
import { hasDigit } from './numbers.ts'
import type { Span } from './spans.ts'
import { directionLength } from './street.ts'
import { streetEnd } from './street-end.ts'
import { isSign, type Token } from './tokens.ts'

/** The words between the start of an address and its state and ZIP. */
export interface Words {
  readonly input: string
  readonly tokens: readonly Token[]
  readonly spans: readonly Span[]
  readonly end: number
  readonly lexicon: CityLexicon | undefined
  readonly state: string | null
  /** Whether a state or ZIP says that a city stands before it. */
  readonly expectsCity: boolean
}

/** The word after units that stand right behind the number: "12 #4 US 1 SOUTH". */
export function afterUnits({ tokens, spans, end }: Words, numberEnd: number): number {
  let at = numberEnd
  for (const span of spans) if (span.first === at && span.end < end && !tokens[span.end].apart) at = span.end
  return at
}

/** The word after a run that no comma, unit or box breaks. */
export function endOfRun({ tokens, spans, end }: Words, first: number): number {
  let stop = end
  for (const span of spans)
    if (span.first >= first) {
      stop = span.first
      break
    }
  for (let at = first + 1; at < stop; at++) if (tokens[at].apart) return at
  return stop
}

/** The first word of the run that closes the words after `first`, if it can be a city; `end` where none can. */
export function lastRun(words: Words, first: number): number {
  const { tokens, spans, end, lexicon, state } = words
  let low = first
  for (const span of spans) low = Math.max(low, span.end)
  let at = end
  // Nothing with a digit is a city: "STE 2 34 AUSTIN".
  while (at > low && !isSign(tokens[at - 1].text) && !hasDigit(tokens[at - 1].text)) {
    at--
    if (tokens[at].text === 'ATTN' || tokens[at].text === 'ATTENTION') return end
    if (tokens[at].apart) break
  }
  if (at < end - 1 && tokens[at].meaning.direction.length === 2 && tokens[at].text.length === 2) at++
  if (at >= end) return end
  const { meaning } = tokens[end - 1]
  if (!words.expectsCity && (meaning.endsStreet || (end - at > 1 && meaning.direction !== ''))) return end
  if (end - at > 1 && lexicon && !lexicon.isCity(cityName(tokens, at, end), state)) {
    const known = knownCityStart(tokens, at, end, lexicon, state)
    if (known < end) return known
  }
  return end - at > 4 ? lastCity(tokens, at, end) : at
}

/** How many words after a comma are the street's directional: "ELM RD, NW AUSTIN", "AVE, S, MIAMI", not "AVE, N MIAMI". */
export function directionAfterComma(words: Words, at: number): number {
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

/** The word after a street in words that a comma or unit closes: "ELM RD NE | OAK HOUSE, STE 4". */
export function closeOfRun(tokens: readonly Token[], first: number, stop: number): number {
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

/** Whether a digit, `#` or `&` is among the words `[first, end)`. */
export function hasNumber(tokens: readonly Token[], first: number, end: number): boolean {
  for (let at = first; at < end; at++) if (hasDigit(tokens[at].text) || isSign(tokens[at].text)) return true
  return false
}
