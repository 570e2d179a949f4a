import { type ErrorCode, type ValidationDetail, ValidationError } from '../../base/errors.ts'
import { didYouMean } from '../../base/parameters/options.ts'
import type { DimensionId } from './catalog.ts'

/** Dimensions about residents. Choosing places by these dimensions may violate fair-housing law. */
export const ABOUT_RESIDENTS: readonly DimensionId[] = ['population-profile', 'ideological-lean', 'insurance-coverage']

/**
 * Checks that a dimension may be used to search, rank or weight places and areas, and returns its ID.
 *
 * @param demographics value of the option `demographics`; null if the request has no such option
 */
export function searchable(
  id: string,
  loc: readonly string[],
  demographics: boolean | null,
  ids: readonly string[],
): string {
  if (!ids.includes(id)) throw refused(loc, noDimension(id, ids), id, 'dimension_unknown')
  if ((ABOUT_RESIDENTS as readonly string[]).includes(id) && !demographics) {
    const law = 'Using it to choose or advertise homes may violate the Fair Housing Act (42 U.S.C. 3604)'
    const advice = demographics === null ? '' : '; set the `demographics` option only if the search has another purpose'
    throw refused(loc, `${id} is about who lives there. ${law}${advice}`, id)
  }
  return id
}

/** Returns an error message without a final period. The message suggests the most similar dimension, or lists all
 * dimensions. */
export function noDimension(id: string, ids: readonly string[]): string {
  return `There is no dimension '${id}'${didYouMean(id, ids) || `; choose from ${ids.join(', ')}`}`
}

/** Creates the error about one field of a request. */
export function refused(
  loc: readonly string[],
  msg: string,
  input: ValidationDetail['input'] = null,
  code?: ErrorCode,
): ValidationError {
  return new ValidationError(
    [{ type: 'value_error', loc: ['body', ...loc], msg, input }],
    msg.endsWith('?') ? msg : `${msg}.`,
    code,
  )
}
