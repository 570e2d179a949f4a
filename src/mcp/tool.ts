import type * as z from 'zod'
import type { Library } from '../endpoints/endpoint.ts'
import type { Parameter } from '../parameters/parameter.ts'

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
interface Call {
  /** How many places it asks about: what a quota counts. */
  readonly places: number
  /**
   * The body.
   *
   * @throws {NotFoundError} when the question is well-formed and has no answer
   */
  answer(): unknown
  /** A picture beside the body, once that is answered. */
  picture?(): Promise<{ readonly type: 'image'; readonly data: string; readonly mimeType: string }>
}
