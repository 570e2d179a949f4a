import { cityStart } from './city-start.ts'
import type { Layout } from './layout.ts'
import { hasDigit } from './numbers.ts'
import { endOfRun, hasNumber, lastRun, type Words } from './runs.ts'
import { readStreet } from './street.ts'
import type { Token } from './tokens.ts'

const CROSSINGS = new Set(['&', 'AND', 'AT'])

/** Two streets that cross: "5TH & MAIN", "CORNER OF FIRST AND ELM ST". */
export function readCrossing(words: Words, found: Layout): boolean {
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
      : cityStart(tokens, at + 1, end, words.expectsCity && end - at > 2, lexicon, state)
  const close = stop < end ? stop : city
  if (tokens[at].text !== '&' && !looksLikeStreet(tokens, first, at) && !looksLikeStreet(tokens, at + 1, close))
    return false
  found.street = readStreet(tokens, first, at)
  found.crossStreet = readStreet(tokens, at + 1, close)
  found.cityFirst = city
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

/** The word between a street and the one that crosses it: "100 OAK ST AT ELM AVE"; `end` where none does. */
export function crossingAfter(tokens: readonly Token[], first: number, end: number): number {
  for (let at = first + 2; at < end - 1; at++)
    if (CROSSINGS.has(tokens[at].text) && (tokens[at - 1].meaning.endsStreet || hasDigit(tokens[at - 1].text)))
      return at
  return end
}
