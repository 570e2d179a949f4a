import { isStateName } from '../../base/all-states.ts'
import type { SuggestedPlace } from '../../base/errors.ts'
import { coveredStates } from '../../base/states.ts'
import type { Gazetteer } from './gazetteer/gazetteer.ts'
import { normalizeCity, startsWithDigit } from './parse/tokens.ts'
import { suggestedCity } from './suggest/similar-places.ts'

/** Matches a covered state at the beginning of a text, and the text after it. */
const STATE_FIRST = new RegExp(
  `^\\s*(?:${coveredStates.map(({ name, postal }) => `(${name}|${postal})`).join('|')})(\\s*,\\s*|\\s+)(.+)$`,
  'i',
)

/** Text that began with its state, rewritten in the usual order. */
interface StateLast {
  readonly text: string
  /** Whether a comma follows the state. Otherwise the state may be part of a name, as in "Texas City". */
  readonly isSeparate: boolean
}

/**
 * Converts "Texas, Longview" and "TX Longview" to "Longview, TX". Returns null if the text does not begin with a state,
 * or ends with a state. If no comma follows the state, also returns null if the rest is not a city of the state, or if
 * the whole text is a city, such as "Texas City".
 */
export function withStateLast(text: string, gazetteer: Gazetteer): StateLast | null {
  // Most addresses begin with a digit and need no search.
  const match = startsWithDigit(text) ? null : STATE_FIRST.exec(text)
  if (match === null) return null
  const [between, remainder] = match.slice(-2)
  const { postal } = coveredStates[match.slice(1).findIndex((name) => name !== undefined)]
  if (isStateName(remainder.slice(remainder.search(/\S+\s*$/)).trim())) return null
  const isSeparate = between.includes(',')
  if (!isSeparate && gazetteer.citiesNamed(normalizeCity(remainder), postal).length === 0) return null
  const isCity = !isSeparate && gazetteer.citiesNamed(normalizeCity(text), postal).length > 0
  return isCity ? null : { text: `${remainder.trim()}, ${postal}`, isSeparate }
}

/** Maximum number of words in a city name. */
const MAX_CITY_WORDS = 4
/** Minimum population of a city. `nameInCity` does not split off the names of smaller cities. */
const WELL_KNOWN = 20_000

/** A name that begins with a city: "Los Angeles City Hall". */
interface NameInCity {
  readonly name: string
  readonly city: SuggestedPlace
}

/** Splits an unknown place name from the city in front of it. Returns null if the text does not begin with a city. */
export function nameInCity(text: string, gazetteer: Gazetteer): NameInCity | null {
  const words = text.trim().split(/\s+/)
  if (/[\d,]/.test(text)) return null
  for (let end = Math.min(MAX_CITY_WORDS, words.length - 1); end > 0; end--) {
    const [index = -1] = gazetteer.citiesNamed(normalizeCity(words.slice(0, end).join(' ')), null)
    if (index < 0 || gazetteer.extent('city', index).people < WELL_KNOWN) continue
    return { name: words.slice(end).join(' '), city: suggestedCity(gazetteer, index) }
  }
  return null
}
