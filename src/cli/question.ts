import type { Parameter, ValuesOf } from '../endpoints/parameter.ts'
import { parse } from '../endpoints/parameters.ts'
import { type ValidationDetail, ValidationError } from '../errors.ts'
import { UsageError } from './usage-error.ts'

/**
 * The values of options, under the names of their parameters, checked before any data is opened.
 *
 * @throws {UsageError} in the words of a 422 answer when one is refused
 */
export function readQuestion<const P extends readonly Parameter[]>(parameters: P, given: unknown): ValuesOf<P> {
  try {
    return parse(parameters, given)
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error
    throw new UsageError(error.detail.map(sentence).join(' '))
  }
}

function sentence({ loc, msg, input }: ValidationDetail): string {
  return `--${loc[1]}: ${msg}, got '${String(input).trim()}'.`
}
