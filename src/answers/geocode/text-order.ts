import type { SuggestedPlace } from '../../base/errors.ts'
import { coveredStates, isStateName } from '../../base/states.ts'
import type { Gazetteer } from './gazetteer/gazetteer.ts'
import { normalizeCity } from './parse/tokens.ts'
import { suggestedCity } from './suggest/similar-places.ts'

/** A covered state at the beginning of a text, and what follows it. */
const STATE_FIRST = new RegExp(
  `^\\s*(?:${coveredStates.map(({ name, postal }) => `(${name}|${postal})`).join('|')})(\\s*,\\s*|\\s+)(.+)$`,
  'i',
)

/** A text that begins with its state, in the usual order. */
interface StateLast {
  readonly text: string
  /** Whether a comma follows the state, so that it is not a part of a name, as in "Texas City". */
  readonly isSeparate: boolean
}

/**
 * Turns "Texas, Longview" and "TX Longview" into "Longview, TX". Null if the text does not begin with a state, or if
 * without a comma no city of the state follows.
 */
export function withStateLast(text: string, gazetteer: Gazetteer): StateLast | null {
  const match = STATE_FIRST.exec(text)
  if (match === null) return null
  const [between, remainder] = match.slice(-2)
  const { postal } = coveredStates[match.slice(1).findIndex((name) => name !== undefined)]
  if (isStateName(remainder.slice(remainder.search(/\S+\s*$/)).trim())) return null
  const isSeparate = between.includes(',')
  if (!isSeparate && gazetteer.citiesNamed(normalizeCity(remainder), postal).length === 0) return null
  const isCity = !isSeparate && gazetteer.citiesNamed(normalizeCity(text), postal).length > 0
  return isCity ? null : { text: `${remainder.trim()}, ${postal}`, isSeparate }
}

/** Maximum number of words in a city's name. */
const MAX_CITY_WORDS = 4
/** Minimum population of a city that a name may begin with. */
const WELL_KNOWN = 20_000

/** A name that begins with a city: "Los Angeles City Hall". */
interface NameInCity {
  readonly name: string
  readonly city: SuggestedPlace
}

/** Splits the name of a place that is not known from the city in front of it. Null if it begins with no city. */
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
