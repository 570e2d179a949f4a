import { hasDigit, isDigits, startsWithDigit } from './numbers.ts'
import { zipFitsState } from './states.ts'
import type { Token } from './tokens.ts'

/** A ZIP in the words `[first, end)`. */
export interface Zip {
  readonly first: number
  readonly end: number
  /** Five digits. */
  readonly zip: string
  /** Four digits, or ''. */
  readonly plus4: string
}

/** What is left of a ZIP after a state's code ("TX 787") is neither street nor city. */
export function withoutDamagedZip(tokens: readonly Token[], end: number): number {
  if (end < 3) return end
  const { text } = tokens[end - 1]
  const state = tokens[end - 2].meaning.state
  const damaged = startsWithDigit(text) && text.length > 2 && isDigits(text.replace('-', '')) && !isZip(text)
  return damaged &&
    tokens[end - 2].text === state &&
    state !== 'NE' &&
    state !== 'CT' &&
    zipBefore(tokens, end) === null &&
    !startsWithDigit(tokens[end - 3].text)
    ? end - 1
    : end
}

/** The ZIP that ends right before the word `end`: five digits, with four more after a hyphen, a blank or nothing. */
export function zipBefore(tokens: readonly Token[], end: number): Zip | null {
  const last = end - 1
  if (last < 0) return null
  const { text } = tokens[last]
  const previous = last > 0 ? tokens[last - 1] : null
  if (previous && text.length === 4 && isDigits(text)) {
    // "94103 1612", and the lost zero of the north-east: "NJ 7102".
    if (last > 1 && previous.text.length === 5 && isDigits(previous.text) && !holdsNumber(tokens[last - 2]))
      return { first: last - 1, end, zip: previous.text, plus4: text }
    const state = previous.meaning.state
    return state !== '' && zipFitsState('0', state) && last > 1
      ? { first: last, end, zip: `0${text}`, plus4: '' }
      : null
  }
  if (!isZip(text)) return null
  if (previous && !tokens[last].apart && previous.meaning.state === '' && holdsNumber(previous))
    if (withoutLabel(tokens, last) === last) return null
  return { first: last, end, zip: text.slice(0, 5), plus4: text.slice(5).slice(-4) }
}

/** The ZIP that stands before the city, of an address that has its house number: "12 ELM ST, 75702 TYLER, TX". */
export function zipBeforeCity(tokens: readonly Token[], end: number, state: string): Zip | null {
  for (let at = end - 1; at > 1 && at > end - 6; at--) {
    const { text, apart, meaning } = tokens[at]
    if (isZip(text)) {
      const isMeant =
        at < end - 1 && apart && startsWithDigit(tokens[0].text) && (state === '' || zipFitsState(text, state))
      return isMeant ? { first: at, end: at + 1, zip: text.slice(0, 5), plus4: text.slice(5).slice(-4) } : null
    }
    if (hasDigit(text) || meaning.endsStreet || (apart && !isZip(tokens[at - 1].text))) return null
  }
  return null
}

/** The first word of the label before a ZIP, or the ZIP's own: "TX ZIP 75702", "TX ZIP CODE: 75702". */
export function withoutLabel(tokens: readonly Token[], zipFirst: number): number {
  const last = zipFirst - 1
  if (last > 1 && tokens[last].text === 'CODE' && tokens[last - 1].text === 'ZIP') return last - 1
  return last > 0 && (tokens[last].text === 'ZIP' || tokens[last].text === 'ZIPCODE') ? last : zipFirst
}

/** Whether a word is a whole ZIP, with or without its four digits more. */
export function isZip(text: string): boolean {
  if (text.length === 5 || text.length === 9) return isDigits(text)
  return text.length === 10 && text[5] === '-' && isDigits(text.slice(0, 5)) && isDigits(text.slice(6))
}

/** Whether a number after this word belongs to it: "# 12345", "BOX 12345", "APT 12345", "HWY 12345". */
function holdsNumber(token: Token): boolean {
  const { text, meaning } = token
  return text === '#' || text === 'BOX' || meaning.unit !== '' || meaning.suffix === 'HWY' || meaning.suffix === 'RTE'
}
