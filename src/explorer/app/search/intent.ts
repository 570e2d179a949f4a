import type { Filter } from '../engine/engine.ts'
import { type LatLon, parseCoordinates } from '../library.ts'
import { type Comparison, comparisonIn } from './comparison.ts'
import { FOUND, kindsIn, tellingWords } from './vocabulary.ts'

/** Meaning of the search text. */
export type Intent =
  /** The text asks for the device's location. */
  { readonly asks: 'here' } | Comparison | Conditions | { readonly asks: 'place'; readonly text: string }

/** Kinds of places near a named place, around the device, or in the current view. */
export interface Conditions {
  readonly asks: 'conditions'
  readonly only: readonly Filter[]
  /** Name of the place; null if the text names no place. */
  readonly near: string | null
  readonly isHere: boolean
  /** Words that were not understood. */
  readonly unknown: readonly string[]
  /**
   * Part of the text that may be a name although it contains conditions, such as `Green Lake`. If a place has this
   * name, the place is the result. Null if no part may be a name.
   */
  readonly perhapsName: string | null
  /** Parts of the text without conditions, one of which may name the place if `near` is null. */
  readonly parts: readonly string[]
}

const HERE_WORDS = /^(?:me|here|my (?:location|place|home|house))$/i
const HERE = /^(?:near(?:by| me)|my location|here|where am i)$/i

/** Common short forms of names. */
const SHORT: Readonly<Record<string, string>> = {
  la: 'Los Angeles, CA',
  sf: 'San Francisco, CA',
  sj: 'San Jose, CA',
  sac: 'Sacramento, CA',
  atx: 'Austin, TX',
  htx: 'Houston, TX',
  jax: 'Jacksonville, FL',
  dfw: 'Dallas/Fort Worth International Airport',
  lax: 'Los Angeles International Airport',
  sfo: 'San Francisco International Airport',
  usc: 'University of Southern California',
}
const NEAR = /(?<=^|[\s,])(?:near|nearby|close to|next to|around|in|within|inside|by|outside(?: of)?|at) +(?=[^\s])/iu

/** Words that mean "near" although they contain "not" and "far". */
const NOT_FAR = /\bnot (?:too |very |so )?far (?:away )?from\b/gi

/** Interprets the search text word by word, in any order: kinds of places, a place, and other words. */
export function getIntent(typed: string): Intent {
  const text = typed.trim().replace(/\s+/g, ' ').replace(NOT_FAR, 'near')
  if (HERE.test(text)) return { asks: 'here' }
  return comparisonIn(text) ?? getSingle(text)
}

/** Interprets a text that is not a comparison. */
export function getSingle(text: string): Conditions | { readonly asks: 'place'; readonly text: string } {
  // A house number at the beginning means that the text is an address.
  if (/^\d/.test(text)) return { asks: 'place', text: expandName(text) }
  const { only, rest } = kindsIn(text.toLowerCase())
  if (only.length === 0) return { asks: 'place', text: expandName(text) }
  const { place, before, between = '', after } = placeIn(text, rest)
  const isHere = HERE_WORDS.test(place ?? '')
  const unknown = [before, between, after].flatMap(tellingWords)
  const parts = place !== null ? [] : [after, before, between].map(trimmed).filter((part) => part !== '')
  const conditionIntent = { asks: 'conditions' as const, only, isHere, parts }
  if (place !== null) {
    const head = text.slice(0, rest.search(NEAR)).trim()
    const perhapsName = only.length === 1 && tellingWords(before).length > 0 ? head : null
    return { ...conditionIntent, near: isHere ? null : expandName(place), unknown, perhapsName }
  }
  const perhapsName = only.length === 1 ? text : null
  // In "walkable Austin", no "near" or "in" precedes the place. If the words that are not conditions are adjacent, they
  // are the place.
  const isTogether = parts.length === 1
  return {
    ...conditionIntent,
    near: isTogether ? expandName(parts[0]) : null,
    unknown: isTogether ? [] : unknown,
    perhapsName,
  }
}

/** Finds the name after "near" or "in", up to the next kind of place, and the text before and after it. */
function placeIn(
  text: string,
  rest: string,
): { readonly place: string | null; readonly before: string; readonly between?: string; readonly after: string } {
  const shown = Array.from(rest, (letter, i) => (letter === FOUND ? FOUND : text[i])).join('')
  for (const match of shown.matchAll(new RegExp(NEAR, 'giu'))) {
    const from = match.index + match[0].length
    const end = endOfPlace(shown, from)
    const after = shown.slice(from, end === -1 ? undefined : end)
    const name = HERE_WORDS.test(after.trim()) ? after.trim() : trimmed(after)
    if (name !== '')
      return { place: name, before: shown.slice(0, match.index), after: end === -1 ? '' : shown.slice(end) }
  }
  const first = shown.indexOf(FOUND)
  const last = shown.lastIndexOf(FOUND)
  const before = trimmed(shown.slice(0, first))
  const after = trimmed(shown.slice(last + 1))
  const between = trimmed(shown.slice(first, last + 1).replaceAll(FOUND, ''))
  return { place: null, before, between, after }
}

/** Returns the end of the name that begins at `from`, or -1 if it extends to the end of the text. */
function endOfPlace(shown: string, from: number): number {
  const end = shown.slice(from).search(new RegExp(`${FOUND}|[:;.!?] |,? (?:where|that|which|with|so) `))
  return end === -1 ? -1 : from + end
}

/** Removes punctuation and meaningless words from both ends. */
export function trimmed(text: string): string {
  const words = text.split(/[\s]+/)
  const tells = (word: string) => tellingWords(word).length > 0
  const first = words.findIndex(tells)
  return first === -1
    ? ''
    : words
        .slice(first, words.findLastIndex(tells) + 1)
        .join(' ')
        .replace(/^[,;:.]+|[,;:.!?]+$/g, '')
}

/** Splits a text at its first "near" or "in". Returns null if neither word is found or no text precedes it. */
export function splitAtNear(text: string): { readonly head: string; readonly place: string } | null {
  const match = NEAR.exec(text)
  if (match === null || text.slice(0, match.index).trim() === '') return null
  return { head: text.slice(0, match.index), place: text.slice(match.index + match[0].length).trim() }
}

/**
 * Returns the words before "near" or "in" that are not part of the result's name: "good" and "schools" for `good
 * schools near Austin`, found as `Austin, TX`.
 */
export function unusedWords(typed: string, label: string): readonly string[] {
  const { head = '' } = splitAtNear(typed) ?? {}
  if (/\d/.test(head)) return []
  const name = label.toLowerCase()
  const words = tellingWords(head)
  return words.some((word) => name.includes(word.toLowerCase().slice(0, 4))) ? [] : words
}

/**
 * Parses coordinates as people write and paste them, or returns null. Latitude comes first, unless letters, values
 * above 90 or minus signs indicate otherwise. In the covered states, latitudes are positive and longitudes negative.
 */
export function coordinatesIn(text: string): LatLon | null {
  const read = parseCoordinates(text)
  if (read === null) return null
  const { first, second, isLatFirst } = read
  const [lat, lon] =
    (isLatFirst ?? (Math.abs(first) <= 90 && !(first < 0 && second > 0))) ? [first, second] : [second, first]
  return Math.abs(lat) <= 90 && Math.abs(lon) <= 180 ? { lat, lon } : null
}

/** Expands a short name, such as `SF`, to the name in the data, and removes the words "ZIP code". */
export function expandName(text: string): string {
  const bare = text.replace(ZIP_WORDS, '$1$2')
  return Object.hasOwn(SHORT, bare.toLowerCase()) ? SHORT[bare.toLowerCase()] : bare
}

const ZIP_WORDS = /^(?:zip|postal)(?: ?codes?)?:? (\d{5}\b.*)$|^(\d{5}) (?:zip|postal)(?: ?code)?$/i
