import type * as z from 'zod'
import type { AreaAnswer, AreaOptions, AreaShape } from '../../answers/areas/area-answer.ts'
import type { FindAnswer } from '../../answers/areas/area-functions.ts'
import type { RankedArea, RankOptions } from '../../answers/areas/rank.ts'
import type { FindRequest } from '../../answers/areas/requests.ts'
import type { AddressFunctions, ToolMethods } from '../../answers/geocode/geocode-methods.ts'
import type { SchoolMethods } from '../../answers/schools/answers.ts'
import type {
  AnyEdge,
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

/** One operation of the service, from which every face of it (HTTP, OpenAPI, MCP, command line) is generated. */
export interface Endpoint<P extends readonly Parameter[] = readonly Parameter[], Body extends z.ZodType = z.ZodType> {
  /** The library's name of it: `environment.noiseLevels`. */
  readonly id: string
  /** GET takes its parameters from path and query, POST from the fields of a JSON object as well. */
  readonly method: 'GET' | 'POST'
  /** From the root, path parameters in braces: `/v1/explain/{dimension}`. */
  readonly path: string
  /** A few words, for lists. */
  readonly summary: string
  /** Sentences for people and for agents: what the answer means. */
  readonly description: string
  readonly parameters: P
  /** When an agent should use it, and when another tool; left out where the description says so. */
  readonly advice?: string
  /** The body of a 200 answer. */
  readonly response: Body
  /** Such a body, made up, for the examples of the parameters. */
  readonly example: z.output<Body>
  /** The service has it as well, and ignores what it does not know; others refuse parameters that do not exist. */
  readonly mirrored?: true
  /** Cost of an answer, or a function of the values that returns it. Left out, it is that of one score. */
  readonly cost?: Cost | ((values: ValuesOf<P>) => Cost)
  /** The 404 that it may answer; left out where there is always an answer. */
  readonly notFound?: NotFound
  /** The body for parsed values. May throw `NotFoundError`. */
  answer(vicinage: Library, values: ValuesOf<P>): DeepReadonly<z.output<Body>>
  /**
   * Makes a long body in chunks, each when it is read, so that a server can answer others in between. Joined they are
   * the JSON of what `answer` returns.
   */
  stream?(vicinage: Library, values: ValuesOf<P>): Iterable<string>
}

/** What an operation costs, whichever face it is asked through. */
export interface Cost {
  /** Scores that a quota counts, 1 and more. */
  readonly scores: number
  /** Milliseconds of CPU that it may take on a usual machine. */
  readonly milliseconds: number
}

/** Cost of one score at an exact place. */
export const ONE_SCORE: Cost = { scores: 1, milliseconds: 1 }

/** Milliseconds above which a server answers on another thread, so that others do not wait. */
export const SHORT = 5

/** Milliseconds that one operation may take in all. The limits on arguments and the deadlines are set by it. */
export const LONGEST = 3000

/** Returns what the answer to these values costs. */
export function costOf({ cost = ONE_SCORE }: Endpoint, values: ValuesOf<readonly Parameter[]>): Cost {
  return typeof cost === 'function' ? cost(values) : cost
}

type DeepReadonly<Value> = Value extends readonly (infer Item)[]
  ? readonly DeepReadonly<Item>[]
  : Value extends object
    ? { readonly [Key in keyof Value]: DeepReadonly<Value[Key]> }
    : Value

/** A 404, as OpenAPI lists it. */
export interface NotFound {
  readonly name: string
  readonly description: string
  /** The sentence of its body. */
  readonly detail: string
}

/**
 * What the endpoints ask of an open vicinage: the functions of its rooms that answer one question. Arguments are
 * checked before. Throws `NotLoadedError` about what is not loaded.
 */
export interface Library extends Pick<ScoreFunctions, 'place' | 'dimensions'>, AddressFunctions {
  // By any id, whatever is loaded: what they throw about the rest is the answer.
  /** Of one dimension, as `vicinage.score`. */
  score(dimension: string, place: Place, options?: ScoreOptions): Score<boolean>
  /** As `vicinage.scores`. */
  scores(place: Place, options?: ScoresOptions<string>): Readonly<Record<string, Score<boolean>>>
  /** As `vicinage.explain`. */
  explain(dimension: string, place: Place, options?: Pick<ScoreOptions, 'units'>): Explanation
  /** As `vicinage.edge`. */
  edge(dimension: string, place: Place, options?: EdgeOptions): AnyEdge | null
  /** As `vicinage.scoresAround`. */
  scoresAround(request: ScoresAroundRequest<string>): ScoresAround<string>
  /** As `vicinage.area`. */
  area(shape: AreaShape, options?: AreaOptions<string>): AreaAnswer
  /** As `vicinage.rank`. */
  rank(dimension: string, options: RankOptions): readonly RankedArea[]
  /** As `vicinage.find`. */
  find(request: FindRequest<string>): FindAnswer
  /** Names the build of the data. */
  readonly build: string
  /** The data by edition; older ones have none. */
  readonly data?: { readonly version: string | null }
  /** Schools and school districts. */
  readonly schools: SchoolMethods
  /** The coordinate of an address, as over HTTP. */
  readonly tools: ToolMethods
}

/** An entry of the table; ties the values that `answer` gets to the parameters, and what it returns to the response. */
export function defineEndpoint<const P extends readonly Parameter[], Body extends z.ZodType>(
  endpoint: Endpoint<P, Body>,
): Endpoint {
  return endpoint
}

/**
 * The body of `endpoint` for the fields of `input`, texts or JavaScript values, path and query together.
 *
 * @throws {ValidationError} when a parameter is missing or refused
 * @throws {NotFoundError} when the question is well-formed and has no answer
 */
export function callEndpoint(endpoint: Endpoint, vicinage: Library, input: unknown): unknown {
  return endpoint.answer(vicinage, valuesOf(endpoint, input))
}

/** What a place may hold that no endpoint asks for: the whole answer of the geocoder may be sent. */
const OF_PLACES = { label: true, layer: true, confidence: true } as const

/**
 * The values of an endpoint's parameters out of texts or JavaScript values.
 *
 * @throws {ValidationError} when one is missing, refused, or does not exist
 */
export function valuesOf({ parameters, mirrored }: Endpoint, input: unknown): ValuesOf<readonly Parameter[]> {
  if (mirrored || typeof input !== 'object' || input === null || Array.isArray(input)) return parse(parameters, input)
  const names = Object.fromEntries(parameters.map(({ name }) => [name, true as const]))
  const wrong = unknownOption<object>(input, names, 'lat' in names ? OF_PLACES : {})
  if (wrong === null) return parse(parameters, input)
  const place = parameters.some((parameter) => parameter.in === 'body') ? 'body' : 'query'
  const detail = { type: 'extra_forbidden', loc: [place, wrong.name], msg: wrong.message, input: wrong.input }
  try {
    parse(parameters, input)
  } catch (error) {
    if (!(error instanceof ValidationError) || !wrong.near) throw error
    throw new ValidationError([...error.detail, detail])
  }
  throw new ValidationError([detail], wrong.message, 'option_unknown')
}
