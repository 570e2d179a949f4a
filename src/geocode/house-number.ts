import { hasDigit, isDigits, isOrdinal, numberOfWord, startsWithDigit } from './numbers.ts'
import type { Span } from './spans.ts'
import { isNumbered } from './street.ts'
import type { Token } from './tokens.ts'

/** Whether a word can begin a house number: `123`, `45B`, `94-210`, `N12W34567`, `ONE` before a name. */
export function isHouseNumber(tokens: readonly Token[], at: number, end: number): boolean {
  const { text } = tokens[at]
  const opens = at === 0 || tokens[at].apart || tokens[at - 1].text === '#'
  if (at + 1 >= end || isCrossing(tokens, at - 1)) return false
  // "100 & 102 ELM BLVD", but "5 & 10"; "MILE 12, AUSTIN" is no address.
  if (tokens[at + 1].text === '&' && !(isDigits(text) && at + 3 < end && isDigits(tokens[at + 2].text))) return false
  if (at > 0 && tokens[at + 1].apart) return false
  // "16 AVE" is 16TH AVE.
  if (tokens[at + 1].meaning.endsStreet && isDigits(text) && text.length < 4 && (at + 2 >= end || tokens[at + 2].apart))
    return false
  if (startsWithDigit(text)) return !isOrdinal(text) && text.length < (isDigits(text) ? 8 : 13)
  if (!opens || tokens[at + 1].apart) return false
  if (numberOfWord(text) !== null) return !tokens[at + 1].meaning.endsStreet
  // Grid numbers of Wisconsin and Illinois, and a letter in front.
  return hasDigit(text) && /^[A-Z]{1,2}\d+([NSEW]\d+)?$/.test(text)
}

/** Whether a word joins two streets or two numbers. */
export function isCrossing(tokens: readonly Token[], at: number): boolean {
  return at > 0 && (tokens[at].text === 'AND' || tokens[at].text === '&')
}

/** Whether a later number opens the street, the one before it a building: "1 EXAMPLE PLAZA 500 ELM ST". */
export function isBetterNumber(
  tokens: readonly Token[],
  number: number,
  at: number,
  end: number,
  spans: readonly Span[],
): boolean {
  if (at < number + 3 || !(tokens[at].apart || tokens[at - 1].meaning.suffix !== '' || spans.at(-1)?.end === at))
    return false
  for (let i = number + 1; i < at; i++)
    if (tokens[i].meaning.endsStreet || tokens[i].meaning.direction !== '') return false
  for (let i = at + 1; i < end && !tokens[i].apart; i++)
    if (i > at + 1 ? tokens[i].meaning.endsStreet : isOrdinal(tokens[i].text)) return true
  return numberOfWord(tokens[number].text) !== null && tokens[at].apart
}

/** The word after a house number with its fraction, letter or second number. */
export function endOfNumber(tokens: readonly Token[], number: number, end: number): number {
  const at = number + 1
  if (at >= end || tokens[at].apart) return at
  const { text, meaning } = tokens[at]
  if (isFraction(text)) return at + 1
  const next = at + 1 < end && !tokens[at + 1].apart ? tokens[at + 1] : null
  if (next === null) return at
  // "100 & 102 ELM BLVD"
  if (text === '&' && isDigits(next.text)) return at + 2
  // "W12 N3456", "100 120 E 12TH ST"
  if (isGrid(tokens[number].text) && isGrid(text)) return at + 1
  if (
    isDigits(text) &&
    isDigits(tokens[number].text) &&
    next.meaning.direction !== '' &&
    at + 2 < end &&
    isNumbered(tokens[at + 2])
  ) {
    const step = Number(text) - Number(tokens[number].text)
    return step > 0 && step < 100 ? at + 1 : at
  }
  // "12 C OAK HILL DR", but "12 K ST", "12 L B J FWY", "12 C R 5", "12 N OAK ST", "12 I 49".
  const lettered = text.length === 1 && text >= 'A' && text <= 'Z' && meaning.direction === '' && next.text.length > 1
  return lettered && next.meaning.suffix === '' && !hasDigit(next.text) && next.text !== 'AND' && next.text !== 'AT'
    ? at + 1
    : at
}

export function isFraction(text: string): boolean {
  return text.length === 3 && text[1] === '/'
}

function isGrid(text: string): boolean {
  return (
    text.length > 1 &&
    (text[0] === 'N' || text[0] === 'S' || text[0] === 'E' || text[0] === 'W') &&
    isDigits(text.slice(1))
  )
}

/** A house number as normalised, the words `[first, end)`. */
export function numberText(tokens: readonly Token[], first: number, end: number): string {
  const { text } = tokens[first]
  // "123-1/2"
  if (end - first === 1) return numberOfWord(text) ?? (text.includes('/') ? text.replace('-', ' ') : text)
  const next = tokens[end - 1].text
  return isFraction(next) ? `${text} ${next}` : isDigits(next) ? `${text}-${next}` : text + next
}
