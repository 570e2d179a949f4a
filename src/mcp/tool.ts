import type * as z from 'zod'
import type { Answers } from '../endpoints/endpoint.ts'
import type { Parameter } from '../endpoints/parameter.ts'

/** One tool of the MCP server. */
export interface Tool {
  readonly name: string
  /** A few words, for lists. */
  readonly title: string
  /** For agents: what the answer means, when to use the tool and when another. */
  readonly description: string
  /** Describes the arguments; they are judged by `answer` alone. */
  readonly input: z.ZodObject
  /** Describes the body. */
  readonly output: z.ZodType
  /** How many places the arguments ask about, where that may be more than one: what a quota counts. */
  readonly places?: (input: unknown) => number
  /** Those that an error's detail may refer to. */
  readonly parameters: readonly Parameter[]
  /**
   * The body for `input`.
   *
   * @throws {ValidationError} when an argument is missing or refused
   * @throws {NotFoundError} when the question is well-formed and has no answer
   */
  answer(vicinage: Answers, input: unknown): unknown
}

/** Length of a list among arguments; 0 where there is none. */
export function lengthOf(input: unknown, name: string): number {
  const list = (Object(input) as Readonly<Record<string, unknown>>)[name]
  return Array.isArray(list) ? list.length : 0
}
