import { zipFitsState } from '../../../base/all-states.ts'
import { stateOfZip } from '../../../base/states.ts'
import { UNITS_ALONE } from './spans.ts'
import { isPretype, routeAt } from './street.ts'
import {
  type CityLexicon,
  cityName,
  hasDigit,
  isDigits,
  isSign,
  isZip,
  numberOfWord,
  opensAddress,
  startsWithDigit,
  type Token,
} from './tokens.ts'

/**
 * Moves the street of "AUSTIN, TX 78701, 12 ELM ST" to the front. Returns null if the address does not begin with a
 * city, a ZIP, or a city and its state.
 */
export function streetInFront(tokens: readonly Token[], lexicon: CityLexicon | undefined): readonly Token[] | null {
  // Do not move a single letter: the N of "N TX, 12 ELM BOX" would become the box number.
  if (tokens.length === 0 || tokens[0].text.length === 1) return null
  const afterCity = cityInFront(tokens, lexicon)
  if (afterCity > 0) return swapped(tokens, afterCity)
  // In "78701 AUSTIN TX, 12 ELM ST", the ZIP comes first.
  const zipFirst = isZip(tokens[0].text) && tokens.length > 4 ? tokens[0].text : ''
  for (let at = zipFirst === '' ? 0 : 1; at < tokens.length - 2; at++) {
    const { text, meaning } = tokens[at]
    const { state } = meaning
    // A number or a unit before the state shows that the text begins with a street, so nothing has to be moved.
    if (hasDigit(text) || isSign(text) || meaning.bareUnit !== '' || UNITS_ALONE.has(meaning.unit)) return null
    if (state === '') continue
    const zip = tokens[at + 1].text
    const end = isZip(zip) && zipFitsState(zip, state) ? at + 2 : at + 1
    if (end > tokens.length - 2 || !tokens[end].apart || !opensAddress(tokens[end].text)) continue
    const street = [{ ...tokens[end], apart: false }, ...tokens.slice(end + 1)]
    if (zipFirst === '') return [...street, { ...tokens[0], apart: true }, ...tokens.slice(1, end)]
    return zipFitsState(zipFirst, state)
      ? [...street, { ...tokens[1], apart: true }, ...tokens.slice(2, end), { ...tokens[0], apart: false }]
      : null
  }
  return null
}

/**
 * Returns the index after a ZIP, a city, or both in front of a house number: "78701, 12 ELM ST", "AUSTIN, 12 ELM ST".
 * Returns 0 if there is neither.
 */
function cityInFront(tokens: readonly Token[], lexicon: CityLexicon | undefined): number {
  let end = 1
  while (end < tokens.length && !tokens[end].apart) end++
  if (end > tokens.length - 2 || !opensAddress(tokens[end].text) || tokens[end + 1].apart) return 0
  const first = isZip(tokens[0].text) ? 1 : 0
  const last = first === 0 && isZip(tokens[end - 1].text) ? end - 1 : end
  const zip = first > 0 ? tokens[0].text : last < end ? tokens[last].text : ''
  if (zip !== '' && stateOfZip(zip.slice(0, 5)) === null) return 0
  const isCity = first === last || lexicon?.isCity(cityName(tokens, first, last), null)
  return isCity && !tokens.slice(first, last).some(({ text }) => hasDigit(text) || isSign(text)) ? end : 0
}

/** Moves the words before `at` to the end. */
function swapped(tokens: readonly Token[], at: number): readonly Token[] {
  const [first, ...others] = tokens.slice(at)
  return [{ ...first, apart: false }, ...others, { ...tokens[0], apart: true }, ...tokens.slice(1, at)]
}

/** Suffixes after which a number is a house number. After HWY or LOOP, a number belongs to the road. */
const BEFORE_NUMBER = new Set('AVE BLVD CIR CT DR LN PKWY PL RD ST TER TRL WAY'.split(' '))

/**
 * Moves the house number of "ELM ST 123, AUSTIN" to the front. Returns null if the address does not begin with a street
 * and house number.
 */
export function numberInFront(
  tokens: readonly Token[],
  end: number,
  state: string | null,
  lexicon: CityLexicon | undefined,
): readonly Token[] | null {
  if (end < 3 || startsWithDigit(tokens[0].text) || isSign(tokens[0].text)) return null
  // Do not move the number of "I STATE ST 1", because the letter would become part of the number.
  if (tokens[0].text.length === 1 && !tokens[0].meaning.direction && !tokens[1].meaning.suffix) return null
  let at = 1
  while (at < end && !isDigits(tokens[at].text) && numberOfWord(tokens[at].text) === null)
    if (isSign(tokens[at++].text)) return null
  if (at < 2 || at >= end || (isDigits(tokens[at].text) && tokens[at].text.length > 5)) return null
  // In "E AVENUE 26", the number is part of the street name Avenue 26, not a house number.
  if (at === 2 && tokens[0].meaning.direction !== '' && isPretype(tokens, 1, end)) return null
  const last = at > 2 && tokens[at - 1].meaning.direction !== '' ? at - 2 : at - 1
  if (!BEFORE_NUMBER.has(tokens[last].meaning.suffix) || tokens.slice(1, at).some(({ apart }) => apart)) return null
  for (let i = 0; i < at; i++) if ((routeAt(tokens, i, end)?.end ?? 0) > at) return null
  let close = at + 1
  while (close < end && !tokens[close].apart) close++
  if (close > at + 1 && !lexicon?.isCity(cityName(tokens, at + 1, close), state)) return null
  const remaining = tokens.slice(at + 1)
  if (remaining.length > 0) remaining[0] = { ...remaining[0], apart: true }
  return [{ ...tokens[at], apart: false }, ...tokens.slice(0, at), ...remaining]
}
