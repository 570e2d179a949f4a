import { catalogOf } from '../dimensions/catalog-of.ts'
import type { Library } from '../endpoints/endpoint.ts'
import { NotFoundError, refusedArgument } from '../errors.ts'
import type { Point } from '../geo/place.ts'
import { parse } from '../parameters/check.ts'
import { unknownOption } from '../parameters/options.ts'
import type { Parameter, ValuesOf } from '../parameters/parameter.ts'
import { COVERAGE } from '../states.ts'

/**
 * The values of a tool's parameters; an argument that there is not is refused with the nearest that there is.
 *
 * @param others arguments that may be there, too
 * @throws {ValidationError}
 */
export function argumentsOf<const P extends readonly Parameter[]>(
  parameters: P,
  input: unknown,
  others: readonly string[] = [],
): ValuesOf<P> {
  const names = Object.fromEntries(
    [...parameters.map(({ name }) => name), ...others].map((name) => [name, true as const]),
  )
  const wrong = unknownOption(input as Readonly<Record<string, unknown>>, names)
  if (wrong !== null) throw refusedArgument(wrong.name, wrong.message, wrong.input, 'option_unknown')
  return parse(parameters, input)
}

/**
 * Refuses a place outside the coverage, where no score, school or district is known: one error instead of many empty
 * answers. Features of own layers may be anywhere.
 *
 * @throws {NotFoundError}
 */
export function refuseOutside(vicinage: Library, { lat, lon }: Point, label?: string): void {
  if (vicinage.place({ lat, lon }) !== null || catalogOf(vicinage).some(({ group }) => group === 'layers')) return
  const place = label === undefined ? `${lat}, ${lon}` : `${label} (${lat}, ${lon})`
  throw new NotFoundError(
    `${place} is outside the coverage: ${COVERAGE}. Ask about a place inside it.`,
    'place_outside',
  )
}
