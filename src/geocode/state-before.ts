import { hasDigit, isDigits, isOrdinal, ordinalOfWord, startsWithDigit } from './numbers.ts'
import { longStateEndingAt, zipFitsState } from './states.ts'
import type { Token } from './tokens.ts'

/** A state and the first of its words. */
export interface State {
  readonly first: number
  readonly code: string
}

/** The state whose code or name ends right before the word `end`; `zip` is the ZIP after it, or ''. */
export function stateBefore(tokens: readonly Token[], end: number, zip: string): State | null {
  const last = end - 1
  if (last < 0) return null
  const long = longStateEndingAt(tokens, last)
  if (
    long &&
    (zip === '' || zipFitsState(zip, long.code)) &&
    (zip !== '' || long.first === 0 || isLikelyState(tokens, long.first))
  )
    return long
  const { text, meaning, apart } = tokens[last]
  const code = meaning.state
  if (code === '') return null
  if (text === code) {
    if (zip !== '') return isAlsoStreet(text) && !zipFitsState(zip, code) ? null : { first: last, code }
    return isCode(tokens, last) ? { first: last, code } : null
  }
  if (zip !== '') return zipFitsState(zip, code) ? { first: last, code } : null
  return apart || last === 0 || (last > 2 && isLikelyState(tokens, last)) ? { first: last, code } : null
}

/** Whether a state's name closes the address rather than a street: "12 E ELM AUSTIN TEXAS", not "12 N MICHIGAN". */
function isLikelyState(tokens: readonly Token[], first: number): boolean {
  const before = tokens[first - 1]
  if (before === undefined) return false
  return tokens[first].apart || (before.meaning.direction === '' && !isDigits(before.text))
}

function isAlsoStreet(code: string): boolean {
  return code === 'NE' || code === 'CT'
}

/** Whether a state's code that ends the address is the state: it may be a directional, a court or a floor. */
function isCode(tokens: readonly Token[], last: number): boolean {
  const { text, apart } = tokens[last]
  if (last === 0) return true
  const before = tokens[last - 1]
  if (text === 'FL')
    return apart || !(isDigits(before.text) || isOrdinal(before.text) || ordinalOfWord(before.text) !== null)
  if (!isAlsoStreet(text)) return true
  if (text === 'CT' && (apart || !startsWithDigit(tokens[0].text))) return true
  if (before.meaning.endsStreet) return false
  for (let i = 1; i < last - 1; i++) if (tokens[i].meaning.endsStreet) return true
  return false
}

/** "… UNIT 12 CA SAN DIEGO 92101": a state's code with the city after it. */
export function stateBeforeCity(tokens: readonly Token[], end: number, zip: string): State | null {
  for (let i = end - 2; i > 1 && i >= end - 5; i--) {
    const { text, meaning } = tokens[i]
    const before = tokens[i - 1]
    if (text.length !== 2 || text !== meaning.state || isAlsoStreet(text) || !zipFitsState(zip, text)) continue
    if (before.meaning.suffix !== '' || before.meaning.direction !== '' || hasDigit(before.text))
      return { first: i, code: text }
  }
  return null
}
