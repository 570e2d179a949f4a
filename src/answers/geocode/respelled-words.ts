import { editDistance, tolerance } from '../../base/geo/edit-distance.ts'
import type { GeocodedPlace } from './answer.ts'

/** Shorter words are abbreviations, or resemble too many others. */
const MIN_LETTERS = 4

/** Code of the note about a name that is spelled differently. */
const RESPELLED = 'name_respelled'

/**
 * Adds to the note which words of the text the answer spells differently, and another ZIP, because a place of a similar
 * name may not be the one that was meant.
 */
export function withRespellings(text: string, answer: GeocodedPlace): GeocodedPlace {
  const { note, label, parsed } = answer
  // The note about a mistyped name already has the right one.
  if (note?.code === RESPELLED) return answer
  const respellings = respelledWords(text, label)
  const zip = parsed.zip === null || label.endsWith(parsed.zip) ? null : ZIP.exec(label)
  if (zip !== null) respellings.push(`${parsed.zip} as ${zip[0]}`)
  if (respellings.length === 0) return answer
  const sentence = `Read ${respellings.join(' and ')}.`
  return {
    ...answer,
    note: note === null ? { code: RESPELLED, text: sentence } : { code: note.code, text: `${note.text} ${sentence}` },
  }
}

const ZIP = /\b\d{5}$/

/** Returns the words that are not in the label but resemble one of its words: `"Austn" as Austin`. */
function respelledWords(text: string, label: string): string[] {
  const words = getWords(text)
  const labelWords = getWords(label)
  return words.flatMap(({ folded, written }) => {
    if (labelWords.some((other) => other.folded === folded)) return []
    const read = labelWords.find(
      (other) => isRespelled(folded, other.folded) && !words.some((typed) => typed.folded === other.folded),
    )
    return read === undefined ? [] : [`"${written}" as ${read.written}`]
  })
}

function isRespelled(word: string, other: string): boolean {
  if (other[0] !== word[0]) return false
  const most = tolerance(word.length)
  return editDistance(word, other, most) <= most
}

interface Word {
  readonly written: string
  /** In upper case, without accents and apostrophes. */
  readonly folded: string
}

/**
 * Returns the longer words. A loop takes a fifth of the time of a regular expression, and this runs on every address.
 */
function getWords(text: string): readonly Word[] {
  const words: Word[] = []
  let start = 0
  let isPlain = true
  for (let end = 0; end <= text.length; end++) {
    const code = end < text.length ? text.charCodeAt(end) : 0
    if ((code >= 65 && code <= 90) || (code >= 97 && code <= 122)) continue
    if (code > 127 || code === APOSTROPHE) {
      isPlain = false
      continue
    }
    if (end - start >= MIN_LETTERS) {
      const written = text.slice(start, end)
      words.push({ written, folded: isPlain ? written.toUpperCase() : withoutMarks(written) })
    }
    start = end + 1
    isPlain = true
  }
  return words
}

const APOSTROPHE = 39

function withoutMarks(word: string): string {
  return word
    .normalize('NFD')
    .replace(/[\p{M}'’]/gu, '')
    .toUpperCase()
}
