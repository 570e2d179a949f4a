import { hasDigit, startsWithDigit } from './numbers.ts'
import { UNITS_ALONE } from './spans.ts'
import { zipFitsState } from './states.ts'
import { isSign, type Token } from './tokens.ts'
import { isZip } from './zip.ts'

/** The words of "AUSTIN, TX 78701, 12 ELM ST" with the street in front; null where no city with its state begins the address. */
export function streetInFront(tokens: readonly Token[]): readonly Token[] | null {
  // "N TX, 12 ELM BOX": the letter would be the box's.
  if (tokens.length === 0 || tokens[0].text.length === 1) return null
  for (let at = 0; at < tokens.length - 2; at++) {
    const { text, meaning } = tokens[at]
    const { state } = meaning
    // A number or a unit is of a street.
    if (hasDigit(text) || isSign(text) || meaning.bareUnit !== '' || UNITS_ALONE.has(meaning.unit)) return null
    if (state === '') continue
    const zip = tokens[at + 1].text
    const end = isZip(zip) && zipFitsState(zip, state) ? at + 2 : at + 1
    if (end > tokens.length - 2 || !tokens[end].apart || !startsWithDigit(tokens[end].text)) continue
    return [
      { ...tokens[end], apart: false },
      ...tokens.slice(end + 1),
      { ...tokens[0], apart: true },
      ...tokens.slice(1, end),
    ]
  }
  return null
}
