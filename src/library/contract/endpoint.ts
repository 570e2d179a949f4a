import type * as z from 'zod'
import type { AreaAnswer, AreaOptions, AreaShape } from '../../answers/areas/area-answer.ts'
import type { FindAnswer } from '../../answers/areas/area-functions.ts'
import type { RankedKind } from '../../answers/areas/members.ts'
import type { RankAnswer, RankOptions } from '../../answers/areas/rank.ts'
import type { FindRequest } from '../../answers/areas/requests.ts'
import type { Fit, FitRequest } from '../../answers/fit/answers.ts'
import type { AddressFunctions, ToolMethods } from '../../answers/geocode/geocode-methods.ts'
import type { SchoolMethods } from '../../answers/schools/answers.ts'
import type {
  AnyEdge,
  DimensionEntry,
  EdgeOptions,
  Explanation,
  Score,
  ScoreOptions,
  ScoresAround,
  ScoresAroundRequest,
  ScoresOptions,
} from '../../answers/scores/answers.ts'
import type { ScoreFunctions } from '../../answers/scores/score-functions.ts'
import { ValidationError } from '../../base/errors.ts'
import type { Place } from '../../base/geo/place.ts'
import { parse } from '../../base/parameters/check.ts'
import { unknownOption } from '../../base/parameters/options.ts'
import type { Parameter, ValuesOf } from '../../base/parameters/parameter.ts'

/** An operation of the service, from which its HTTP route, OpenAPI entry, MCP tool and command are generated. */
export interface Endpoint<P extends readonly Parameter[] = readonly Parameter[], Body extends z.ZodType = z.ZodType> {
  /** Name in the library: `environment.noiseLevels`. */
  readonly id: string
  /** HTTP method. GET reads its parameters from the path and the query, POST also from the fields of a JSON object. */
  readonly method: 'GET' | 'POST'
  /** Path from the root, with path parameters in braces: `/v1/explain/{dimension}`. */
  readonly path: string
  /** Title in lists of operations: `Schools near a coordinate`. */
  readonly summary: string
  /** Meaning of the answer, in sentences for people and agents. */
  readonly description: string
  readonly parameters: P
  /** Advice on when an agent should use this tool or another tool. Omitted if the description contains this advice. */
  readonly advice?: string
  /** Body of a 200 response. */
  readonly response: Body
  /** Sample body that fits the examples of the parameters. */
  readonly example: z.output<Body>
  /**
   * Whether the hosted service has this endpoint too. Hosted endpoints ignore unknown parameters; all others reject
   * them.
   */
  readonly mirrored?: true
  /** Cost of an answer, or a function that computes it from the values. Default: the cost of one score. */
  readonly cost?: Cost | ((values: ValuesOf<P>) => Cost)
  /** The 404 response, if a valid request can have no answer. */
  readonly notFound?: NotFound
  /** Returns the body for parsed values. May throw `NotFoundError`. */
  answer(vicinage: Library, values: ValuesOf<P>): DeepReadonly<z.output<Body>>
  /**
   * Yields the JSON of the answer in chunks. A chunk is only computed when it is read, so that a server can answer
   * other requests in between.
   */
  stream?(vicinage: Library, values: ValuesOf<P>): Iterable<string>
}

/** Cost of an operation, the same for HTTP, MCP and all other callers. */
export interface Cost {
  /** Number of scores that the operation counts against a quota, at least 1. */
  readonly scores: number
  /** Maximum milliseconds of CPU time on a typical machine. */
  readonly milliseconds: number
}

/** Cost of one score at an exact place. */
export const ONE_SCORE: Cost = { scores: 1, milliseconds: 1 }

/**
 * Maximum milliseconds of an answer on the main thread. Longer answers are computed on other threads, so that other
 * requests do not wait.
 */
export const SHORT = 5

/** Maximum milliseconds of any operation. The limits on arguments and the timeouts are derived from this number. */
export const LONGEST = 3000

export function getCost({ cost = ONE_SCORE }: Endpoint, values: ValuesOf<readonly Parameter[]>): Cost {
  return typeof cost === 'function' ? cost(values) : cost
}

type DeepReadonly<Value> = Value extends readonly (infer Item)[]
  ? readonly DeepReadonly<Item>[]
  : Value extends object
    ? { readonly [Key in keyof Value]: DeepReadonly<Value[Key]> }
    : Value

/** A 404 response, as OpenAPI lists it. */
export interface NotFound {
  readonly name: string
  readonly description: string
  /** Example sentence of the response body. */
  readonly detail: string
}

/**
 * Functions of an open vicinage that the endpoints call, with arguments that are already checked. They throw
 * `NotLoadedError` for data that is not loaded.
 */
export interface Library extends Pick<ScoreFunctions, 'place'>, AddressFunctions {
  /** Like `vicinage.dimensions`. */
  dimensions(): readonly DimensionEntry[]
  // These functions accept the ID of any dimension, and throw if the dimension is not loaded.
  /** Like `vicinage.score`. */
  score(dimension: string, place: Place, options?: ScoreOptions): Score<boolean, boolean>
  /** Like `vicinage.scores`. */
  scores(place: Place, options?: ScoresOptions<string>): Readonly<Record<string, Score<boolean, boolean>>>
  /** Like `vicinage.explain`. */
  explain(dimension: string, place: Place, options?: Pick<ScoreOptions, 'units' | 'interval'>): Explanation
  /** Like `vicinage.edge`. */
  edge(dimension: string, place: Place, options?: EdgeOptions): AnyEdge | null
  /** Like `vicinage.fit`. */
  fit(place: Place, request: FitRequest<string>): Fit<string>
  /** Like `vicinage.scoresAround`. */
  scoresAround(request: ScoresAroundRequest<string>): ScoresAround<string>
  /** Like `vicinage.area`. */
  area(shape: AreaShape | string, options?: AreaOptions<string>): AreaAnswer
  /** Like `vicinage.rank`. */
  rank(by: string | FitRequest<string>, options: RankOptions): RankAnswer<RankedKind, string>
  /** Like `vicinage.find`. */
  find(request: FindRequest<string>): FindAnswer
  /** Name of the build of the data. */
  readonly build: string
  /** Like `vicinage.data`. */
  readonly data?: { readonly version: string | null }
  /** Like `vicinage.schools`. */
  readonly schools: SchoolMethods
  /** Like `vicinage.tools`. */
  readonly tools: ToolMethods
}

/** Returns the endpoint unchanged. Makes the compiler check `answer` against the parameters and the response. */
export function defineEndpoint<const P extends readonly Parameter[], Body extends z.ZodType>(
  endpoint: Endpoint<P, Body>,
): Endpoint {
  return endpoint
}

/**
 * Returns the body that `endpoint` answers with.
 *
 * @param input parameters from path, query and body, by name, as strings or JavaScript values
 * @throws {ValidationError} when a parameter is missing or refused
 * @throws {NotFoundError} when a valid request has no answer
 */
export function callEndpoint(endpoint: Endpoint, vicinage: Library, input: unknown): unknown {
  return endpoint.answer(vicinage, getValues(endpoint, input))
}

/**
 * Fields of geocoder answers that no endpoint needs. They are accepted and ignored, so that a client can send a
 * geocoder answer as a place.
 */
export const IGNORED_PLACE_FIELDS = {
  label: true,
  layer: true,
  confidence: true,
  ok: true,
  note: true,
  place: true,
  parsed: true,
  alternatives: true,
} as const

/**
 * Parses the parameters of an endpoint from strings or JavaScript values.
 *
 * @throws {ValidationError} when a parameter is missing, refused or unknown
 */
export function getValues({ parameters, mirrored }: Endpoint, input: unknown): ValuesOf<readonly Parameter[]> {
  if (mirrored || typeof input !== 'object' || input === null || Array.isArray(input)) return parse(parameters, input)
  const names = Object.fromEntries(parameters.map(({ name }) => [name, true as const]))
  const unknown = unknownOption<object>(input, names, 'lat' in names ? IGNORED_PLACE_FIELDS : {})
  if (unknown === null) return parse(parameters, input)
  const part = parameters.some((parameter) => parameter.in === 'body') ? 'body' : 'query'
  const detail = { type: 'extra_forbidden', loc: [part, unknown.name], msg: unknown.message, input: unknown.input }
  try {
    parse(parameters, input)
  } catch (error) {
    if (!(error instanceof ValidationError) || !unknown.near) throw error
    throw new ValidationError([detail, ...error.detail], undefined, 'option_unknown')
  }
  throw new ValidationError([detail], unknown.message, 'option_unknown')
}
