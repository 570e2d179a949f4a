import type * as z from 'zod'
import { getCatalog } from '../../answers/dimensions/get-catalog.ts'
import { NotFoundError, refusedArgument } from '../../base/errors.ts'
import { type Point, pointText } from '../../base/geo/place.ts'
import { findBay } from '../../base/open-water.ts'
import { parse } from '../../base/parameters/check.ts'
import { unknownOption } from '../../base/parameters/options.ts'
import type { Parameter, ValuesOf } from '../../base/parameters/parameter.ts'
import { COVERAGE } from '../../base/states.ts'
import { type Cost, IGNORED_PLACE_FIELDS, type Library } from '../../library/contract/endpoint.ts'

/** One tool of the MCP server. */
export interface Tool {
  readonly name: string
  /** Short title for lists. */
  readonly title: string
  /** Explanation for agents of what the answer means, and when to use this tool or a different tool. */
  readonly description: string
  /** Schema of the arguments. Only `prepare` validates them. */
  readonly input: z.ZodObject
  /** Schema of the body. */
  readonly output: z.ZodType
  /** Parameters that the details of an error may refer to. */
  readonly parameters: readonly Parameter[]
  /** Address of the page that shows the tool's answers, in clients that support MCP apps. */
  readonly page?: string
  /**
   * Validates `input` and prepares the call.
   *
   * @throws {ValidationError} if an argument is missing or refused
   */
  prepare(vicinage: Library, input: unknown): Call
}

/** A call with valid arguments. */
export interface Call {
  readonly cost: Cost
  /**
   * Returns the body.
   *
   * @throws {NotFoundError} when the arguments are valid but nothing matches them
   */
  answer(): unknown
  /** Draws a picture to go with the body. */
  picture?(): Promise<{ readonly type: 'image'; readonly data: string; readonly mimeType: string }>
}

/** Additional fields of a geocoding answer. They are accepted so that callers can pass on an answer unchanged. */
export const PLACE = ['radius', ...Object.keys(IGNORED_PLACE_FIELDS)]

/**
 * Parses the arguments of a tool. For an unknown argument, the error suggests the most similar known argument.
 *
 * @param others names of other accepted arguments
 * @throws {ValidationError} if an argument is invalid or unknown
 */
export function parseArguments<const P extends readonly Parameter[]>(
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
 * Refuses a place outside the coverage area, where no score, school or district is known. The caller gets a single
 * error instead of many empty answers. With custom dimensions, no place is refused because their features may be
 * anywhere.
 *
 * @throws {NotFoundError} if the place is outside the coverage area
 */
export function refuseOutside(vicinage: Library, { lat, lon }: Point, label?: string): void {
  if (vicinage.place({ lat, lon }) !== null || getCatalog(vicinage).some(({ group }) => group === 'layers')) return
  const point = pointText({ lat, lon })
  const place = label === undefined ? point : `${label} (${point})`
  const bay = findBay(lat, lon)
  const reason =
    bay === null
      ? `is outside the coverage: ${COVERAGE}. Ask about a place inside it.`
      : `is open water, in or near ${bay}. Ask about a place on land.`
  throw new NotFoundError(`${place} ${reason}`, 'place_outside')
}
