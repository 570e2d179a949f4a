import { isDigits, isOrdinal, numberOfWord, type Token } from './tokens.ts'
import { getMeaning } from './vocabulary.ts'

/** Checks whether a word that begins with a digit contains punctuation, or a letter in place of a digit. */
export function mayBeJoined(text: string): boolean {
  for (let at = 1; at < text.length; at++) {
    if ('-/.OLIK'.includes(text[at])) return true
  }
  return false
}

/**
 * Rewrites "320-18TH ST" to 320 and 18TH; "1917/2", "1917/A", "1917-BK" and "1917.0" to 1917; "78701.0" to 78701; "9OO"
 * to 900; and "L00" to 100.
 */
export function withoutJoins(tokens: readonly Token[]): readonly Token[] {
  return tokens.flatMap((token, at) => {
    if (beginsWithLetter(token.text, at)) return [renamed(token, withDigits(token.text))]
    if (at === tokens.length - 1 && at > 0 && TYPED_ZIP.test(token.text))
      return [renamed(token, withDigits(token.text))]
    const [, withLetters, ordinal] = WITH_LETTERS.exec(token.text) ?? []
    if (withLetters !== undefined) return [renamed(token, withDigits(withLetters) + (ordinal ?? ''))]
    if (at === 0 && NUMBER_AND_LETTER.test(token.text)) return [renamed(token, token.text.slice(0, -2))]
    if (at === 0 && NUMBER_AND_BLOCK.test(token.text)) return [renamed(token, token.text.replace(/\D+$/, ''))]
    const [, first, mark, second] = /^(\d+)([-/.])(\d+(?:ST|ND|RD|TH)?)$/.exec(token.text) ?? []
    if (first === undefined) return [token]
    // Spreadsheets may write a whole number with ".0".
    if (mark === '.')
      return Number(second) === 0 && (at === 0 || first.length === 5) ? [renamed(token, first)] : [token]
    if (mark === '/') return at === 0 && first.length > 1 && isDigits(second) ? [renamed(token, first)] : [token]
    const next = at + 1 < tokens.length ? tokens[at + 1] : null
    if (next === null || next.apart) return [token]
    const isName = /^[A-Z]{2}/.test(next.text) || next.meaning.direction !== '' || isOrdinal(next.text)
    const isUnitAndNumber = at > 0 && (tokens[at - 1].text === '#' || tokens[at - 1].meaning.unit !== '') && isName
    const isNumberAndStreet = isOrdinal(second) || (next.meaning.endsStreet && second.length < 4)
    if (!isUnitAndNumber && !(at === 0 && isNumberAndStreet)) return [token]
    const cut = token.start + first.length
    return [
      { ...renamed(token, first), end: cut },
      { ...renamed(token, second), start: cut + 1, apart: false },
    ]
  })
}

/**
 * Numbers in which digits after the first are typed as letters: 9OO, 1O1, 1OTH. A number that ends with I or L, such as
 * 90I, does not match, because the letter may be a unit.
 */
const WITH_LETTERS = /^(\d+(?:[OIL]+\d+|O+)+)(ST|ND|RD|TH)?$/
/** ZIPs with letters typed in place of digits: 7870L, 787O1. */
const TYPED_ZIP = /^(?=.*[OIL])\d[\dOIL]{4}$/
/** Ordinals in which a leading 1 is typed as a letter: L0TH, I4TH. */
const ORDINAL_WITH_LETTER = /^[IL]\d+(?:ST|ND|RD|TH)$/
/**
 * House numbers in which a leading 1 is typed as a letter. `beginsWithLetter` rejects words shorter than L00, because
 * L4 may be a lot.
 */
const NUMBER_WITH_LETTER = /^[IL][\dOIL]*\d[\dOIL]*$/
const LETTER_I = 73
const LETTER_L = 76

/**
 * Checks whether a word begins with I or L in place of 1: an ordinal, or a house number at the start of the address.
 */
export function beginsWithLetter(text: string, at: number): boolean {
  const code = text.charCodeAt(0)
  if ((code !== LETTER_I && code !== LETTER_L) || text.length < 3) return false
  return ORDINAL_WITH_LETTER.test(text) || (at === 0 && NUMBER_WITH_LETTER.test(text))
}

/**
 * Replaces the letters O, I and L that were typed in place of digits. The ordinal endings ST, ND, RD and TH contain
 * none of these letters and are kept.
 */
function withDigits(text: string): string {
  return text.replaceAll('O', '0').replaceAll(/[IL]/g, '1')
}

/** House numbers with a unit letter: 1917/A. */
const NUMBER_AND_LETTER = /^\d{2,}\/[A-Z]$/
/**
 * House numbers of a block with BK or BL (abbreviations of BLOCK) attached. The tokenizer already separates longer
 * abbreviations, such as BLK, from the number.
 */
const NUMBER_AND_BLOCK = /^\d{2,}-?B[KL]$/

/** Checks whether the second word may be a second house number, or a word such as TO before it. */
export function mayBeRange(tokens: readonly Token[]): boolean {
  if (tokens.length < 3) return false
  // "51 71 RANCH RD" is not a range but number 51 on 71 Ranch Road. Two numbers are a range only if a comma or at least
  // three characters, such as a hyphen between spaces, separate them.
  const isSeparate = tokens[1].apart || tokens[1].start - tokens[0].end > 2
  return RANGE_WORDS.has(tokens[1].text) || (isSeparate && isDigits(tokens[1].text))
}

/**
 * Rewrites "1100 TO 1102 ELM ST", "1100, 1102 ELM ST" and "1100 - 1102 ELM ST" to 1100 ELM ST. Returns the same array
 * if the first two numbers are not a range on one side of a street.
 */
export function withoutSecondNumber(tokens: readonly Token[]): readonly Token[] {
  const at = tokens.length > 3 && RANGE_WORDS.has(tokens[1].text) ? 2 : 1
  if (tokens.length < at + 2 || tokens[at + 1].apart || tokens[at + 1].meaning.endsStreet) return tokens
  const first = tokens[0].text
  const second = tokens[at].text
  const isRange = isDigits(first) && isDigits(second) && first.length > 1 && first.length === second.length
  return isRange && Math.abs(Number(second) - Number(first)) <= WIDEST_RANGE
    ? [tokens[0], ...tokens.slice(at + 1)]
    : tokens
}

const RANGE_WORDS = new Set(['TO', 'THRU', 'THROUGH'])
/** Maximum difference between two house numbers of the same building. */
const WIDEST_RANGE = 100

/** Rewrites "ONE HUNDRED ELM ST" to 100 ELM ST, "TWELVE HUNDRED ELM ST" to 1200 ELM ST. */
export function withNumberWord(tokens: readonly Token[]): readonly Token[] {
  const [first, scale, name] = tokens
  const number = numberOfWord(first.text)
  if (number === null || scale?.meaning.form !== 'scale' || scale.apart) return tokens
  if (name === undefined || name.apart || name.meaning.form !== '' || name.meaning.endsStreet) return tokens
  const digits = number + (scale.text === 'HUNDRED' ? '00' : '000')
  return [{ ...renamed(first, digits), end: scale.end }, ...tokens.slice(2)]
}

export function renamed(token: Token, text: string): Token {
  return { ...token, text, meaning: getMeaning(text) }
}
