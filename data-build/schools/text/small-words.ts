import type { Word } from './words.ts'

const small = new Set('AN AND AT BY DE DEL FOR FROM IN OF ON OR THE THRU TO WITH'.split(' '))
/** Small only after `DE`: `de la Garza`, but `City of La Porte`. */
const afterDe = new Set(['LA', 'LAS', 'LOS'])
/** Places that begin with `Del`, wherever they stand. */
const delPlaces = new Set(['RIO', 'VALLE', 'CITY'])

/** Words that begin a street's name after its number or direction: `1000 The Green Mile`, `S Del Valle Ave`. */
const beginStreets = new Set(['DE', 'DEL', 'THE'])

/**
 * Whether a word is one of the small words that stand in lower case inside a name (`School of the Arts`, `Lorenzo de
 * Zavala`, `Hope-by-the-Sea`): not at the start, nor after a bracket, a slash or a dash, nor in `On-Line`.
 */
export function isSmallWord(words: readonly Word[], at: number): boolean {
  const { before, text } = words[at]
  if (at === 0 || !(small.has(text) || afterDe.has(text))) return false
  const previous = words[at - 1].text
  const next = words[at + 1]
  if (before === '-' || next?.before.startsWith('-')) {
    const inChain = next?.before === '-' && (before === '-' || small.has(previous))
    return small.has(text) && inChain
  }
  if (before !== ' ') return false
  if (afterDe.has(text)) return previous === 'DE'
  if (beginStreets.has(text) && /^([NSEW]|\p{N}+)$/u.test(previous)) return false
  if (text !== 'DE' && text !== 'DEL') return true
  // "of Del Rio": after a small word, the place's own name begins.
  return !small.has(previous) && (text === 'DE' || !delPlaces.has(next?.text ?? ''))
}
