import { expandAbbreviation } from './text/abbreviations.ts'
import { acronyms, shortWords, wholeNames } from './text/acronyms.ts'
import { capitalise } from './text/capitalise.ts'
import { isInCapitals, tidyBlanks } from './text/capitals.ts'
import { isSmallWord } from './text/small-words.ts'
import { mergeSpacedLetters } from './text/spaced-letters.ts'
import { spellings } from './text/spellings.ts'
import { cutWords, type Word } from './text/words.ts'

/**
 * A school's name in readable case: `CAYUGA H S` becomes `Cayuga High School`, `KIPP AUSTIN ACAD` becomes `KIPP Austin
 * Academy`. Abbreviated school words are written out where they can mean one thing only; no other word is added, none is
 * lost, and initials stay as they are (`J F Kennedy`). A name that has small letters is left alone but for its blanks and
 * a full stop behind it.
 * Doing it twice changes nothing more.
 */
export function readableSchoolName(raw: string): string {
  const name = tidyName(raw)
  if (!isInCapitals(name) || wholeNames.has(name)) return name
  const cut = cutWords(name.toUpperCase())
  const words = mergeSpacedLetters(cut.words)
  let out = ''
  let expanded = false
  // The full stop of "ELEM." goes with the abbreviation.
  const unstopped = (between: string) => (expanded && between.startsWith('.') ? between.slice(1) : between)
  words.forEach((word, at) => {
    const full = expandAbbreviation(words, at)
    out += (unstopped(word.before) || (at > 0 ? ' ' : '')) + (full ?? readableWord(words, at))
    expanded = full !== null
  })
  return tidyName(out + unstopped(cut.after))
}

/** A school district's name in readable case, by the same rules: `EL PASO ISD` becomes `El Paso ISD`. */
export function readableDistrictName(raw: string): string {
  return readableSchoolName(raw)
}

/** Blanks around brackets as they are written, and no full stop after a word that is none of the abbreviations. */
function tidyName(raw: string): string {
  return tidyBlanks(raw)
    .replace(/\( +/g, '(')
    .replace(/ +\)/g, ')')
    .replace(/(?<=[\p{L}\p{N}.])\((?!s\))/giu, ' (')
    .replace(/(?<=\b(?:school|academy|center|education))\.+$/i, '')
}

function readableWord(words: readonly Word[], at: number): string {
  const { text, before } = words[at]
  if (isSmallWord(words, at)) return text.toLowerCase()
  if (acronyms.has(text) || isAcronymOfWordsBefore(words, at)) return text
  if (text === 'OP' && before === '-') return 'op'
  if (shortWords.has(text) || spellings.has(text)) return capitalise(text)
  // Two letters that are no word (JP DABBS), and up to five without a vowel (WCSD).
  const isAcronym = /^\p{Lu}{2}$/u.test(text) || /^[BCDFGHJKLMNPQRSTVWXZ]{3,5}$/.test(text)
  return isAcronym ? text : capitalise(text)
}

/** `SPORTS LEADERSHIP AND MANAGEMENT (SLAM)`: the initials of the words before the bracket, small words in or out. */
function isAcronymOfWordsBefore(words: readonly Word[], at: number): boolean {
  const { before, text } = words[at]
  if (text.length < 3 || !before.endsWith('(')) return false
  const initials = (some: readonly Word[]) => some.map((word) => word.text[0]).join('')
  const earlier = words.slice(0, at)
  const large = earlier.filter((_, index) => !isSmallWord(earlier, index))
  return initials(earlier).endsWith(text) || initials(large).endsWith(text)
}
