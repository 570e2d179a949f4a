import { readStreet } from './street.ts'
import { tokenise } from './tokens.ts'

/** The parts of a street's name, normalised as in `ParsedAddress`; '' where a part is missing. */
export interface StreetName {
  readonly predirectional: string
  readonly street: string
  readonly suffix: string
  readonly postdirectional: string
}

/**
 * The parts of a street's name alone, as street files write it (`FULLNAME` of TIGER/Line): an index of streets is written
 * with this function, so that it has the wording of `parseAddress`. Pure, never throws.
 */
export function parseStreet(name: string): StreetName {
  const tokens = tokenise(name)
  if (tokens.length === 0) return { predirectional: '', street: '', suffix: '', postdirectional: '' }
  const { predirectional, text, suffix, postdirectional } = readStreet(tokens, 0, tokens.length)
  return { predirectional, street: text, suffix, postdirectional }
}
