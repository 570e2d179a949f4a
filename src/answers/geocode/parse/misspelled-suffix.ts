import { editDistance } from '../../../base/geo/edit-distance.ts'
import { once } from '../../../data/bundle/once.ts'
import type { Token } from './tokens.ts'
import { meaningOf } from './vocabulary.ts'

/** Suffixes that are typed often enough to be mistyped; words that are names of streets as often are left out. */
const NAMES =
  'STREET AVENUE BOULEVARD ROAD DRIVE LANE COURT CIRCLE PLACE PARKWAY HIGHWAY TERRACE TRAIL SQUARE FREEWAY EXPRESSWAY TURNPIKE CROSSING CAUSEWAY'.split(
    ' ',
  )

/** Words that are near a suffix and are names. */
const OTHERS = new Set(
  'STREETS STREAM COURSE TRAILS TRAIN BROAD DRIVER LANCE LANES PLAZA PALACE LACE ROAN TOAD COURTS COUNT SQUARES LAND LANG LINE LONE LAKE MAIN ROSE ROADS READ REAL HOAD FORD LUNE LANA LANI DRIVEN STRAIT STRAND STEED STEELE STREEP TERRACES CIRCLES PLACES'.split(
    ' ',
  ),
)

/** Words with a suffix that they are a typing error of; the words that were asked for. */
const known = once(() => new Map<string, string>())

/** The suffix of which a word is a typing error; '' where it is none. */
function suffixMeant(word: string): string {
  if (word.length < 4 || word.length > 12 || !/^[A-Z]+$/.test(word) || OTHERS.has(word)) return ''
  const { suffix, direction, unit, state } = meaningOf(word)
  if (suffix !== '' || direction !== '' || unit !== '' || state !== '') return ''
  const cached = known().get(word)
  if (cached !== undefined) return cached
  let best = ''
  let least = 3
  for (const name of NAMES) {
    const most = name.length > 6 ? 2 : 1
    // First letters are seldom wrong.
    if (name[0] !== word[0] && name[0] !== word[1]) continue
    const edits = editDistance(word, name, most)
    if (edits <= most && edits < least) {
      least = edits
      best = name
    }
  }
  if (known().size < 10_000) known().set(word, best)
  return best
}

/**
 * The words of "900 CONGRESS AVANUE" with the suffix that was meant; null where no word after a house number and a name
 * looks like a mistyped suffix.
 */
export function withSuffixCorrected(tokens: readonly Token[]): readonly Token[] | null {
  for (let at = 2; at < tokens.length; at++) {
    const token = tokens[at]
    if (token.apart) return null
    if (tokens[at - 1].meaning.endsStreet) return null
    const meant = suffixMeant(token.text)
    if (meant === '') continue
    return tokens.with(at, { ...token, text: meant, meaning: meaningOf(meant) })
  }
  return null
}
