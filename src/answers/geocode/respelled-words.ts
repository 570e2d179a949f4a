import type { Note } from '../../base/errors.ts'
import { editDistance, tolerance } from '../../base/geo/edit-distance.ts'
import { type AddressNote, type GeocodedPlace, joinNotes } from './answer.ts'
import type { Layer } from './layers.ts'
import { getMeaning } from './parse/vocabulary.ts'
import { hasDirection } from './same-house.ts'
import { titled, titledStreet } from './streets/street-text.ts'

/** Minimum length of a word to check. Shorter words are abbreviations or resemble too many others. */
const MIN_LETTERS = 4

/** Code of the note about a name that is spelled differently. */
const RESPELLED = 'name_respelled'

/**
 * Adds a note that lists the words that the answer spells differently, and the ZIP if it differs, because a place with
 * a similar name may not be the intended place.
 */
export function withRespellings(text: string, answer: GeocodedPlace): GeocodedPlace {
  const { note, label, parsed } = answer
  // The note about a mistyped name already contains the correct name.
  if (note?.code === RESPELLED) return answer
  const respellings = respelledWords(text, label)
  if (respellings.length === 0 && isOtherStreet(text, answer)) respellings.push(getStreets(answer))
  const zip = getOtherZip(answer)
  if (respellings.length === 0 && zip === null) return answer
  const notes: (Note | AddressNote)[] = note === null ? [] : [note]
  if (respellings.length > 0) notes.push({ code: RESPELLED, text: `Read ${respellings.join(' and ')}.` })
  if (zip !== null)
    notes.push({ code: 'zip_differs', text: `The place is listed in ZIP ${zip}, not in ${parsed.zip}.` })
  return { ...answer, note: joinNotes(notes) }
}

/** Returns the ZIP in the label if it differs from the ZIP in the text and no note mentions this. */
function getOtherZip({ label, note, parsed }: GeocodedPlace): string | null {
  if (parsed.zip === null || label.endsWith(parsed.zip)) return null
  if (note?.codes.some((code) => code === 'zip_differs' || code === 'zip_unknown')) return null
  return ZIP.exec(label)?.[0] ?? null
}

const ZIP = /\b\d{5}$/

/** Checks whether the answer is on a street whose suffix or direction differs from the text. */
function isOtherStreet(text: string, { layer, label, parsed, note }: GeocodedPlace): boolean {
  if (!STREET_LAYERS.has(layer)) return false
  const { number, predirectional, street, suffix, postdirectional } = parsed
  if (isMissing(label, suffix) || isMissing(label, predirectional) || isMissing(label, postdirectional)) return true
  // The note about an ambiguous address already names the street.
  if (note?.code === 'address_ambiguous' || street === null) return false
  if (street.includes(' & ')) return hasAddedDirection(text, label)
  const isUndirected = predirectional === null && postdirectional === null
  if (isUndirected && hasDirection(label, number === null ? 0 : label.indexOf(' ') + 1)) return true
  return suffix === null && !endsAlike(street, label)
}

/** Checks whether one of the streets of an intersection has a direction that the text does not contain. */
function hasAddedDirection(text: string, label: string): boolean {
  const words = text.toUpperCase().split(/[^A-Z0-9]+/)
  return label
    .slice(0, label.indexOf(', '))
    .split(' ')
    .some((word) => {
      const { direction, directionName } = getMeaning(word.toUpperCase())
      return direction === word && !words.includes(direction) && !words.includes(directionName)
    })
}

/** Checks whether the street in a label, ignoring directions, ends with the last word of a street without a suffix. */
function endsAlike(street: string, label: string): boolean {
  const line = label.slice(0, label.indexOf(', ')).replace(/ [NSEW]{1,2}$/, '')
  return line.toUpperCase().endsWith(street.slice(street.lastIndexOf(' ') + 1))
}

const STREET_LAYERS: ReadonlySet<Layer> = new Set(['address_point', 'street_range', 'address', 'street'])

function isMissing(label: string, word: string | null): boolean {
  return word !== null && !hasWord(label, word)
}

/** Formats both streets of an answer: `"Centennial Dr" as Centennial Rd`. */
function getStreets({ label, parsed }: GeocodedPlace): string {
  const { number, predirectional, street, suffix, postdirectional } = parsed
  // The suffix and directions of an intersection are those of its first street.
  const written = street?.includes(' & ')
    ? titled(street)
    : titledStreet(predirectional ?? '', street ?? '', suffix ?? '', postdirectional ?? '')
  const line = label.slice(0, label.indexOf(','))
  return `"${written}" as ${number === null ? line : line.replace(/^\d\S* /, '')}`
}

/** Returns the words that are not in the label but resemble a word of the label: `"Austn" as Austin`. */
function respelledWords(text: string, label: string): string[] {
  if (hasEveryWord(label, text)) return []
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
  /** Word in uppercase, without accents and apostrophes. */
  readonly folded: string
}

/**
 * Checks whether a label contains all words of a text that have at least `MIN_LETTERS` letters, which is true of nearly
 * all answers. Allocates nothing, because it runs on every address. Returns false for text with apostrophes or
 * non-ASCII letters.
 */
function hasEveryWord(label: string, text: string): boolean {
  let start = 0
  let labelAt = 0 // end of the last word in the label; the next word usually follows
  for (let end = 0; end <= text.length; end++) {
    const code = end < text.length ? text.charCodeAt(end) : 0
    if (isLetter(code)) continue
    if (code > 127 || code === APOSTROPHE) return false
    if (end - start >= MIN_LETTERS) {
      const next = endOfWord(label, labelAt, text, start, end)
      labelAt = next >= 0 || labelAt === 0 ? next : endOfWord(label, 0, text, start, end)
      if (labelAt < 0) return false
    }
    start = end + 1
  }
  return true
}

/** Checks whether a label contains a word, ignoring case. */
function hasWord(label: string, word: string): boolean {
  return endOfWord(label, 0, word, 0, word.length) >= 0
}

/**
 * Finds the first word of a label that equals the word `[start, end)` of a text, ignoring case, and returns its end.
 * Returns -1 if no word is equal.
 *
 * @param from offset in the label between two words
 */
function endOfWord(label: string, from: number, text: string, start: number, end: number): number {
  const length = end - start
  let matched = 0 // number of letters matched in the current word of the label, or -1 if the word differs
  for (let i = from; i <= label.length; i++) {
    const code = i < label.length ? label.charCodeAt(i) : 0
    if (code > 127 || code === APOSTROPHE) matched = -1
    else if (!isLetter(code)) {
      if (matched === length) return i
      matched = 0
    } else if (matched >= 0)
      matched = matched < length && (code | 32) === (text.charCodeAt(start + matched) | 32) ? matched + 1 : -1
  }
  return -1
}

function isLetter(code: number): boolean {
  return (code >= 65 && code <= 90) || (code >= 97 && code <= 122)
}

/** Returns the words of a text or a label that have at least `MIN_LETTERS` letters. */
function getWords(text: string): readonly Word[] {
  const words: Word[] = []
  let start = 0
  let isPlain = true
  for (let end = 0; end <= text.length; end++) {
    const code = end < text.length ? text.charCodeAt(end) : 0
    if (isLetter(code)) continue
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
