import { capitalise } from './text/capitalise.ts'
import { isInCapitals, tidyBlanks } from './text/capitals.ts'
import { isSmallWord } from './text/small-words.ts'
import { cutWords, lettersAt, mergeWords, type Word } from './text/words.ts'

/** Words of a street line that stay in capitals: directions, road systems, box kinds, and whom streets are named for. */
const streetCapitals = new Set(
  'NE NW SE SW PO US FM RM CR SH SR IH RR HC PR PMB AFB NASA LBJ MLK JFK FDR FAU FIU FSU UCF USF UT TX FL CA'.split(
    ' ',
  ),
)
/** Letters that agencies write apart: `F M 967`, `P O BOX`, `S W 6TH ST`. */
const spacedCapitals = new Set(['NE', 'NW', 'SE', 'SW', 'PO', 'FM', 'RM', 'CR', 'IH', 'RR', 'HC', 'SH', 'SR', 'US'])

/**
 * A street line in readable case: `204 S HARRISON ST` becomes `204 S Harrison St`, `P O BOX 427` becomes `PO Box 427`.
 * Other abbreviations stay as the source has them. A line that has small letters is left alone but for its blanks, the
 * commas doubled or at its end, and `P.O. Box`.
 */
export function readableStreet(raw: string): string {
  const street = tidyBlanks(raw)
    .replace(/\bP\.? ?O\.? (?=Box\b)/i, 'PO ')
    .replace(/,(?: ?,)+/g, ',')
    .replace(/[ ,;]+\.?$|[,;]+$/, '')
  return isInCapitals(street) ? recase(street, streetWord) : street
}

/** A city's name in readable case: `MCKINNEY` becomes `McKinney`, `TYNDALL AFB` stays `Tyndall AFB`. */
export function readableCity(raw: string): string {
  const city = tidyBlanks(raw).replace(/[ ,;]+\.?$|[,;]+$/, '')
  return isInCapitals(city) ? recase(city, cityWord) : city
}

/**
 * A ZIP code, `78701`, or with its add-on, `78701-1234`; null for what is none. The add-on may stand in the same text
 * (`78701-1234`, `787011234`) or in a column of its own. Anything but four digits is left out, and so is what only fills
 * the field up: 0000, and 9998 and 9999, which mean the post office itself and never a school's street.
 */
export function readableZip(zip: string, plus4 = ''): string | null {
  const match = /^(\d{5})(?:[\s-]*(\d{4}))?[\s-]*$/.exec(zip.trim())
  if (!match || match[1] === '00000' || match[1] === '99999') return null
  const addOn = match[2] ?? plus4.trim()
  return /^\d{4}$/.test(addOn) && !/^(0000|999[89])$/.test(addOn) ? `${match[1]}-${addOn}` : match[1]
}

function recase(line: string, recased: (words: readonly Word[], at: number) => string): string {
  const cut = cutWords(line.toUpperCase())
  const words = mergeWords(cut.words, spacedLetters)
  return words.map((word, at) => word.before + recased(words, at)).join('') + cut.after
}

function spacedLetters(words: readonly Word[], at: number): { text: string; count: number } | null {
  const next = words[at + 1]
  if (!next) return null
  const text = words[at].text + next.text
  // "MC ALLEN", "FORT MC COY".
  if (words[at].text === 'MC' && next.before === ' ' && /^\p{Lu}{3,}$/u.test(next.text)) return { text, count: 2 }
  if (lettersAt(words, at) === 3 && text + words[at + 2].text === 'AFB') return { text: 'AFB', count: 3 }
  return lettersAt(words, at) === 2 && spacedCapitals.has(text) ? { text, count: 2 } : null
}

function streetWord(words: readonly Word[], at: number): string {
  const { text } = words[at]
  if (streetCapitals.has(text)) return text
  return isSmallWord(words, at) ? text.toLowerCase() : capitalise(text)
}

function cityWord(words: readonly Word[], at: number): string {
  const { text } = words[at]
  if (text === 'AFB' || text === 'DFW' || text === 'TX' || text === 'FL' || text === 'ISD') return text
  return isSmallWord(words, at) ? text.toLowerCase() : capitalise(text)
}
