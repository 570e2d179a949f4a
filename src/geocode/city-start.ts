import { type CityLexicon, cityName } from './city.ts'
import { hasDigit } from './numbers.ts'
import { isNumbered } from './street.ts'
import { nameAt, streetEnd } from './street-end.ts'
import type { Token } from './tokens.ts'

/** No city's name is longer. */
const MOST_WORDS = 5

/** Words that begin a city's name of two and more words. */
const BEGINNINGS = new Set(
  'SAINT ST STE SAINTE SAN SANTA SANTO LOS LAS LA EL LE DEL DES DE NEW OLD FORT FT MOUNT MT PORT LAKE GRAND NORTH SOUTH EAST WEST N S E W UPPER LOWER LITTLE BIG PALM CEDAR COLORADO CORPUS BATON KANSAS OKLAHOMA SALT CAPE GREEN'.split(
    ' ',
  ),
)

/**
 * The word at which the city begins in the words `[first, end)` that hold a street and after it, parted by nothing, a
 * city; `end` where there is no city. A lexicon decides; without it the last word that ends streets, the directional
 * after it, or the way cities' names begin. `expected` says whether a state or ZIP follows, so that there is a city.
 */
export function cityStart(
  tokens: readonly Token[],
  first: number,
  end: number,
  expected: boolean,
  lexicon: CityLexicon | undefined,
  state: string | null,
): number {
  const close = streetEnd(tokens, first, end)
  if (lexicon) {
    const known = knownCityStart(tokens, nameAt(tokens, first, end), end, lexicon, state)
    if (known < end && (close < end || !tokens[end - 1].meaning.endsStreet || isStreetBefore(tokens, known)))
      return known
  }
  if (close === end) return end
  if (close > 0 && (expected || isSureEnd(tokens, close))) return close
  if (!expected || end - first < 2) return end
  return lastCity(tokens, first, end)
}

/** Whether a street ends before a word without the help of a state or ZIP: after AVE, a directional or a number. */
function isSureEnd(tokens: readonly Token[], close: number): boolean {
  const { meaning, text } = tokens[close - 1]
  return meaning.endsStreet || meaning.direction !== '' || hasDigit(text)
}

/** The word at which a city begins that ends the words `[first, end)`, by its looks: "ELM | ST LOUIS", "ELM | AUSTIN". */
export function lastCity(tokens: readonly Token[], first: number, end: number): number {
  for (let at = Math.max(first + 1, end - 4); at < end - 1; at++)
    if (BEGINNINGS.has(tokens[at].text) && tokens[at].text !== 'OLD') return at
  const { suffix, endsStreet } = tokens[end - 1].meaning
  const isPair = (suffix !== '' && !endsStreet) || PAIRED.has(tokens[end - 1].text)
  return isPair && end - first > 2 ? end - 2 : end - 1
}

/** Words that are no city alone, besides the suffixes that close cities' names. */
const PAIRED = new Set(['CITY', 'TOWNSHIP', 'TWP', 'GABLES', 'BOROUGH', 'TOWN', 'RATON', 'GORDA'])

/** The longest city of the lexicon that ends the words, best where a street can end before it; `end` for none. */
export function knownCityStart(
  tokens: readonly Token[],
  first: number,
  end: number,
  lexicon: CityLexicon,
  state: string | null,
): number {
  let known = end
  for (let at = Math.max(first + 1, end - MOST_WORDS); at < end; at++) {
    if (!lexicon.isCity(cityName(tokens, at, end), state)) continue
    // "ELM NORTH EXAMPLE": the longer name keeps its directional.
    const isLonger = known === at - 1 && tokens[known].meaning.direction !== ''
    if (!isLonger && isStreetBefore(tokens, at)) return at
    if (known === end) known = at
  }
  return known
}

function isStreetBefore(tokens: readonly Token[], at: number): boolean {
  const { meaning } = tokens[at - 1]
  return meaning.endsStreet || meaning.direction !== '' || isNumbered(tokens[at - 1])
}
