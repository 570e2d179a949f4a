import type * as z from 'zod'
import { catalogOf } from '../../answers/dimensions/catalog-of.ts'
import { NotFoundError, refusedArgument } from '../../base/errors.ts'
import type { Point } from '../../base/geo/place.ts'
import { parse } from '../../base/parameters/check.ts'
import { unknownOption } from '../../base/parameters/options.ts'
import type { Parameter, ValuesOf } from '../../base/parameters/parameter.ts'
import { COVERAGE } from '../../base/states.ts'
import type { Cost, Library } from '../../library/contract/endpoint.ts'

/** One tool of the MCP server. */
export interface Tool {
  readonly name: string
  /** A few words, for lists. */
  readonly title: string
  /** For agents: what the answer means, when to use the tool and when another. */
  readonly description: string
  /** Describes the arguments; they are judged by `prepare` alone. */
  readonly input: z.ZodObject
  /** Describes the body. */
  readonly output: z.ZodType
  /** Those that an error's detail may refer to. */
  readonly parameters: readonly Parameter[]
  /** Address of the page that shows its answers, in clients that have MCP apps. */
  readonly page?: string
  /**
   * What `input` asks, before it is answered.
   *
   * @throws {ValidationError} when an argument is missing or refused
   */
  prepare(vicinage: Library, input: unknown): Call
}

/** A call whose arguments are in order. */
export interface Call {
  readonly cost: Cost
  /**
   * The body.
   *
   * @throws {NotFoundError} when the question is well-formed and has no answer
   */
  answer(): unknown
  /** A picture beside the body, once that is answered. */
  picture?(): Promise<{ readonly type: 'image'; readonly data: string; readonly mimeType: string }>
}

/** What a place of geocode holds beside its coordinate. */
export const PLACE = ['radius', 'label', 'layer']

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
