import { refusedArgument } from '../errors.ts'
import type { NamedArea } from './area-answer.ts'

/** Kinds of areas that have a name or a code. */
export const areaKinds = ['zip', 'city', 'county', 'tract', 'block-group', 'district', 'state'] as const
export type AreaKind = (typeof areaKinds)[number]

/**
 * The area of a kind that a text names: `78704`, `Austin, TX`, `48453` or `Travis, TX`, a census code, the LEA id of a district, `TX`.
 *
 * @throws {ValidationError} when a city has no name or no state
 */
export function namedArea(kind: AreaKind, given: string): NamedArea {
  const text = given.trim()
  switch (kind) {
    case 'city': {
      const [city, state] = nameAndState(text)
      if (city === '' || !state)
        throw refusedArgument('shape', 'A city needs its state after a comma, as in Austin, TX', given)
      return { city, state }
    }
    case 'county':
      return countyOf(text)
    case 'block-group':
      return { blockGroup: text }
    default:
      return { [kind]: text } as unknown as NamedArea
  }
}

/** The state or county that a text names: `TX`, `Texas`, `48453`, `Travis, TX`. */
export function stateOrCounty(given: string): { readonly state: string } | ReturnType<typeof countyOf> {
  const text = given.trim()
  return /^\d+$/.test(text) || text.includes(',') ? countyOf(text) : { state: text }
}

function countyOf(text: string): { readonly county: string; readonly state?: string } {
  const [county, state] = nameAndState(text)
  return state ? { county, state } : { county }
}

/** `Austin, TX` at its last comma. */
function nameAndState(text: string): [name: string, state?: string] {
  const comma = text.lastIndexOf(',')
  return comma < 0 ? [text] : [text.slice(0, comma).trim(), text.slice(comma + 1).trim()]
}
