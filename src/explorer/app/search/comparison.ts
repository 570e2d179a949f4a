import type { Filter } from '../engine/engine.ts'
import { FOUND, kindsIn, tellingWords } from './vocabulary.ts'

/** Places to compare. */
export interface Comparison {
  readonly asks: 'comparison'
  readonly names: readonly string[]
  /** Score that the question is about; null if the question is about all scores. */
  readonly about: Filter['dimension'] | null
  /** Whether the text clearly asks for a comparison. `Miami or Tampa` is a comparison only if both names are places. */
  readonly isSure: boolean
}

/**
 * Splits a text with "vs", "versus" or "compared to" into names: `Austin vs Dallas`. Any other text is returned as a
 * single name. Empty names are dropped.
 */
export function namesIn(text: string): readonly string[] {
  const names = text
    .split(/(?:^|\s+)(?:vs\.?|versus|compared (?:to|with))(?:\s+|$)/i)
    .filter((name) => name.trim() !== '')
  return names.length > 1 ? names : [text]
}

const LEAD =
  /^(?:please )?(?:compare|comparing|(?:what(?:'s| is| are) )?(?:the )?(?:comparison|differences?)(?: of)?|between)(?: between)?[:,]? /i
const AND = /\s+(?:and|with|to|or|against|from|&)\s+/i
/** Matches a comma between two names, but not a comma before a state or ZIP code: `Austin, TX`. */
const COMMA = /,\s+(?!(?:CA|TX|FL|California|Texas|Florida|\d{5})\b)/i
const OR = /,?\s+or\s+/i
/**
 * Matches a question such as "which is quieter" at the beginning or end of a text. In the text, `FOUND` replaces each
 * letter of words such as "quieter".
 */
const WHICH = new RegExp(
  `^(?:which|what)(?: \\p{L}+)? (?:is|are|has|have)(?: the)?(?: more| less| most)? ?${FOUND}+[,:;]?|` +
    `[,:;]? (?:which|what)(?: \\p{L}+)? (?:is|are|has|have)(?: the)?(?: more| less| most)? ?${FOUND}+\\??$`,
  'iu',
)
const THAN = new RegExp(`(?: (?:is|are|more|less|any))* ?${FOUND}+ than `, 'i')

/** Finds the places that a search text compares, or returns null. */
export function comparisonIn(text: string): Comparison | null {
  const named = namesIn(text)
  if (named.length > 1) return { asks: 'comparison', names: named, about: null, isSure: true }
  const { only, rest } = kindsIn(text.toLowerCase())
  const about = only[0]?.dimension ?? null
  // `kindsIn` returns lowercase text. Restores the capital letters of the place names.
  const shown = Array.from(rest, (letter, i) => (letter === FOUND ? FOUND : text[i])).join('')
  const compared = (names: readonly string[], isSure = true): Comparison | null => {
    const clean = names.map((name) =>
      name
        .replace(/^(?:is|are|in|near|either) /i, '')
        .replace(/[\s,;:.!?]+$/, '')
        .trim(),
    )
    return clean.length > 1 && clean.every((name) => tellingWords(name).length > 0)
      ? { asks: 'comparison', names: clean, about, isSure }
      : null
  }
  if (THAN.test(shown)) return compared(shown.split(THAN))
  if (WHICH.test(shown)) return compared(shown.replace(WHICH, ' ').trim().split(OR))
  if (only.length > 0) return null
  if (LEAD.test(text)) {
    const places = text.replace(LEAD, '')
    return compared((/\d/.test(places) ? [places] : places.split(COMMA)).flatMap((part) => part.split(AND)))
  }
  return compared(text.split(OR), false)
}
