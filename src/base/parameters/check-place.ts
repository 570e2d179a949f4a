import { refusedArgument, ValidationError } from '../errors.ts'
import { editDistance } from '../geo/edit-distance.ts'
import type { Place, Point } from '../geo/place.ts'
import { looksSwapped, SWAPPED } from '../open-water.ts'
import { parseBasic } from './check-basic.ts'
import { describe } from './options.ts'
import { lat, lon } from './place-parameters.ts'

/** Names that other libraries use for a field, in lowercase and without underscores. */
const SYNONYMS: ReadonlyMap<string, string> = new Map([
  ...['latitude', 'latitud', 'y'].map((name) => [name, 'lat'] as const),
  ...['lng', 'long', 'longitude', 'longitud', 'x'].map((name) => [name, 'lon'] as const),
  ...['radiusmeters', 'radiusm', 'radiusinmeters', 'radiuskm', 'radiusmiles'].map((name) => [name, 'radius'] as const),
])
/**
 * Synonyms that are also names of unrelated fields. They are treated as the coordinate only if the coordinate is
 * missing.
 */
const AMBIGUOUS: ReadonlySet<string> = new Set(['x', 'y', 'long'])

const NO_OPTIONS: readonly string[] = []

/**
 * Checks the fields of a place. Fields other than `lat`, `lon` and `radius` are ignored, so any record with coordinates
 * is a place. Fields with similar names, such as `lng`, are rejected unless the correct field has the same value.
 *
 * @param options names of options that may be passed in the same object
 * @throws {ValidationError} when a field has a similar name (the message suggests the right name), or the place is not
 *   an object; with code `not_found` when the place is the geocoder's answer for an address that was not found
 */
export function checkPlace(place: unknown, options: readonly string[] = NO_OPTIONS): asserts place is Place {
  if (typeof place !== 'object' || place === null || Array.isArray(place)) throw notAPlace(place)
  const fields = place as Readonly<Record<string, unknown>>
  let hasOthers = false
  for (const name in fields) {
    if (name === 'lat' || name === 'lon' || name === 'radius') continue
    hasOthers = true
    const meant = findSimilarField(name, options)
    if (meant === null || fields[name] === undefined || String(fields[meant]) === String(fields[name])) continue
    if (fields[meant] !== undefined && AMBIGUOUS.has(name)) continue
    // A missing coordinate has its own error, with the detail of a 422 answer.
    if (fields[meant] === undefined && (meant === 'lat' || meant === 'lon')) continue
    const conflict = fields[meant] === undefined ? '' : ' The place has both fields, with different values.'
    throw refusedArgument(
      name,
      options.includes(meant)
        ? `There is no option '${name}': did you mean '${meant}'?`
        : `A place has no field '${name}': did you mean '${meant}'?${conflict}`,
      fields[name],
      'option_unknown',
    )
  }
  if (hasOthers && fields.ok === false && fields.lat === undefined) throw notFound(fields)
}

/**
 * Parses the coordinates of a place.
 *
 * @throws {ValidationError} with the `detail` of a 422 answer, and a message that says what a place is
 */
export function getCoordinate(place: unknown): Point {
  try {
    return parseBasic([lat, lon], place)
  } catch (error) {
    const fields = (place ?? {}) as Readonly<Record<string, unknown>>
    if (fields.ok === false && fields.lat === undefined) throw notFound(fields)
    const isMissing = (name: string) => fields[name] === undefined || fields[name] === null
    if (!(error instanceof ValidationError)) throw error
    if (looksSwapped(Number(fields.lat), Number(fields.lon)))
      throw new ValidationError(error.detail, `${error.message.replace(/\.?$/, '.')}${SWAPPED}`)
    if (!(isMissing('lat') || isMissing('lon'))) throw error
    throw new ValidationError(error.detail, placeMessage(place))
  }
}

function notAPlace(place: unknown): ValidationError {
  try {
    parseBasic([lat, lon], Array.isArray(place) ? {} : place)
  } catch (error) {
    if (error instanceof ValidationError) return new ValidationError(error.detail, placeMessage(place))
    throw error
  }
  return refusedArgument('place', placeMessage(place), null)
}

function placeMessage(place: unknown): string {
  if (typeof place === 'string')
    return `A place is { lat, lon }, not a string; got ${describe(place)}. geocode(text) returns the place of an address.`
  if (typeof place !== 'object' || place === null || Array.isArray(place))
    return `A place is { lat, lon } in degrees; got ${describe(place)}.`
  const names = Object.keys(place)
  const shown = names.slice(0, 6).map((name) => name.slice(0, 24))
  const received = names.length === 0 ? '{}' : `{ ${shown.join(', ')}${names.length > 6 ? ', …' : ''} }`
  const corrections = names.flatMap((name) => {
    const meant = findSimilarField(name, [])
    return (meant === 'lat' || meant === 'lon') && !(meant in place) ? [`'${meant}' for '${name.slice(0, 24)}'`] : []
  })
  const advice = corrections.length > 0 ? `write ${corrections.join(' and ')}` : 'both numbers are needed, in degrees'
  return `A place is { lat, lon }; got ${received}: ${advice}.`
}

function notFound(answer: Readonly<Record<string, unknown>>): ValidationError {
  const msg = `The address was not found, so there is no place: ${String(answer.message ?? '')}`
  // Uses a getter, because reading `answer.suggestions` makes the geocoder search. The search only runs if the
  // suggestions are read.
  const ctx = {
    get suggestions() {
      return answer.suggestions ?? []
    },
  }
  return new ValidationError([{ type: 'value_error', loc: ['place'], msg, input: null, ctx }], msg, 'not_found')
}

/**
 * Returns the field or option with a similar name. Returns null for any other name, because a place may have fields of
 * its own.
 */
function findSimilarField(name: string, options: readonly string[]): string | null {
  const cached = options.length === 0 ? similarFields.get(name) : undefined
  if (cached !== undefined) return cached
  const similar = computeSimilarField(name, options)
  if (options.length === 0 && similarFields.size < MAX_CACHED_NAMES) similarFields.set(name, similar)
  return similar
}

/** Cached results for field names if there are no options. Records of the same kind have the same field names. */
const similarFields = new Map<string, string | null>()
const MAX_CACHED_NAMES = 1000

function computeSimilarField(name: string, options: readonly string[]): string | null {
  if (options.includes(name) || name.length > 64) return null
  const folded = fold(name)
  const synonym = SYNONYMS.get(folded)
  if (synonym !== undefined) return synonym
  if (folded === 'lat' || folded === 'lon') return folded
  return ['radius', ...options].find((option) => isNear(folded, fold(option))) ?? null
}

/**
 * Checks whether two names are equal except for a plural or one typo (two in long names). Short names are never
 * similar.
 */
function isNear(name: string, option: string): boolean {
  if (name === option) return true
  const most = Math.min(name.length, option.length) >= 6 ? 2 : 1
  return option.length >= 5 && name[0] === option[0] && editDistance(name, option, most) <= most
}

/** Makes `same_district` and `sameDistrict` equal. */
function fold(name: string): string {
  return name.replaceAll('_', '').toLowerCase()
}
