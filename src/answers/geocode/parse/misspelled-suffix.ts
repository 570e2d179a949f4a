import { editDistance } from '../../../base/geo/edit-distance.ts'
import { once } from '../../../data/bundle/once.ts'
import type { Token } from './tokens.ts'
import { getMeaning } from './vocabulary.ts'

/** Common suffixes, which are often mistyped. Suffixes that are equally common in street names are not included. */
const NAMES =
  'STREET AVENUE BOULEVARD ROAD DRIVE LANE COURT CIRCLE PLACE PARKWAY HIGHWAY TERRACE TRAIL SQUARE FREEWAY EXPRESSWAY TURNPIKE CROSSING CAUSEWAY BLVD PKWY'.split(
    ' ',
  )

/** Words that resemble a suffix but are part of a street name. */
const OTHERS = new Set(
  'STREETS STREAM COURSE TRAILS TRAIN BROAD DRIVER LANCE LANES PLAZA PALACE LACE ROAN TOAD COURTS COUNT SQUARES LAND LANG LINE LONE LAKE MAIN ROSE ROADS READ REAL HOAD FORD LUNE LANA LANI DRIVEN STRAIT STRAND STEED STEELE STREEP TERRACES CIRCLES PLACES'.split(
    ' ',
  ),
)

/** Removes the first doubled letter: AVVE, BLVDD, RDD. */
function withoutDoubledLetter(word: string): string {
  for (let at = 1; at < word.length; at++) if (word[at] === word[at - 1]) return word.slice(0, at) + word.slice(at + 1)
  return word
}

/** Checks whether a word is the standard abbreviation of a common suffix. */
function isShortSuffix(word: string): boolean {
  const { suffix, endsStreet } = getMeaning(word)
  return suffix === word && endsStreet
}

/** Cache that maps each word seen so far to the suffix it means, or ''. */
const misspellings = once(() => new Map<string, string>())

/** Returns the suffix that a mistyped word means, or ''. */
function suffixMeant(word: string): string {
  const single = withoutDoubledLetter(word)
  if (getMeaning(word).suffix === '' && single !== word && isShortSuffix(single)) return single
  if (word.length < 4 || word.length > 12 || !/^[A-Z]+$/.test(word) || OTHERS.has(word)) return ''
  const { suffix, direction, unit, state } = getMeaning(word)
  if (suffix !== '' || direction !== '' || unit !== '' || state !== '') return ''
  const cached = misspellings().get(word)
  if (cached !== undefined) return cached
  let best = ''
  let least = 3
  for (const name of NAMES) {
    const most = name.length > 6 ? 2 : 1
    // Typos in the first letter are rare, so the suffix must begin with the first or second letter of the word.
    if (name[0] !== word[0] && name[0] !== word[1]) continue
    const edits = editDistance(word, name, most)
    if (edits <= most && edits < least) {
      least = edits
      best = name
    }
  }
  if (misspellings().size < 10_000) misspellings().set(word, best)
  return best
}

/**
 * Corrects the suffix of "900 CONGRESS AVANUE". Returns null if no word after a house number and a name looks like a
 * mistyped suffix.
 */
export function withSuffixCorrected(tokens: readonly Token[]): readonly Token[] | null {
  for (let at = 2; at < tokens.length; at++) {
    const token = tokens[at]
    if (token.apart) return null
    if (tokens[at - 1].meaning.endsStreet) return null
    const meant = suffixMeant(token.text)
    if (meant === '') continue
    return tokens.with(at, { ...token, text: meant, meaning: getMeaning(meant) })
  }
  return null
}
