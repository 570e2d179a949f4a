import type * as z from 'zod'
import type { AreaAnswer, AreaOptions, AreaShape } from '../areas/area-answer.ts'
import type { Condition } from '../areas/conditions.ts'
import type { EdgeKind } from '../areas/edge.ts'
import type { AreaBeyond } from '../areas/place-members.ts'
import type { RankedArea, RankOptions } from '../areas/rank.ts'
import type { DimensionId } from '../dimensions/catalog.ts'
import type { Units } from '../dimensions/words.ts'
import type { Place } from '../geo/place.ts'
import type { GeocodeAnswer } from '../geocode/answer.ts'
import type { ReverseAnswer } from '../geocode/reverse.ts'
import type { Suggestion } from '../geocode/suggest/place-table.ts'
import type { District, SchoolMethods } from '../schools/answers.ts'
import type { DimensionEntry, Edge, Explanation, Score, Scores, ScoresAround, ToolMethods } from './answers.ts'
import { parse } from './check.ts'
import type { Parameter, ValuesOf } from './parameter.ts'

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
  /**
   * What an answer takes of a quota, in scores; 1 where it is left out. Servers answer what takes more beside the others, on threads of
   * their own.
   */
  readonly cost?: number
  /** The 404 that it may answer; left out where there is always an answer. */
  readonly notFound?: NotFound
  /** The body for parsed values. May throw `NotFoundError`. */
  answer(vicinage: Library, values: ValuesOf<P>): DeepReadonly<z.output<Body>>
  /** For long answers: the same body in chunks, so that a server can answer others in between. */
  stream?(vicinage: Library, values: ValuesOf<P>): JsonStream
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

/** An answer in chunks, each made when it is read. */
export interface JsonStream {
  /** Number of places in the request: what a quota counts. */
  readonly places: number
  /** Joined they are the body. */
  readonly json: Iterable<string>
}

/** A place, WGS 84. */
export interface Point {
  /** Latitude, decimal degrees, -90 to 90. */
  readonly lat: number
  /** Longitude, decimal degrees, -180 to 180. */
  readonly lon: number
}

/** The census areas around a place. */
export interface Surroundings {
  /** Block group of the 2020 census, 12 digits. */
  readonly blockGroup: string
  /** `Travis County` */
  readonly county: string
  /** `Texas` */
  readonly state: string
}

/** How a score is answered. */
export interface ScoreOptions {
  /** False: null instead of the description, which is faster. */
  readonly description?: boolean | undefined
  /** True: where the score stands among those at which people live. */
  readonly percentiles?: boolean | undefined
  /** Units of the description; `us` when left out. */
  readonly units?: Units | undefined
}

/** What `scores` takes beside the place. */
export interface ScoresOptions<Id extends string = DimensionId> extends ScoreOptions {
  /** Ids; all that are loaded when left out. */
  readonly dimensions?: readonly Id[] | undefined
}

/** What `scoresAround` takes. */
export interface ScoresAroundRequest<Id extends string = DimensionId> extends Point {
  /** Meters, 1 to 1,000,000. */
  readonly radius: number
  /** Ids; all when left out. */
  readonly dimensions?: readonly Id[] | undefined
}

/** What `find` takes. */
export interface FindRequest<Id extends string = DimensionId> {
  /** Scores by dimension, all of which hold. */
  readonly where: Readonly<Partial<Record<Id, Condition>>>
  /** What is searched: any area of `area`, up to a state. */
  readonly within: AreaShape
  /** 1-50; default 10. */
  readonly limit?: number | undefined
  /** Which areas come first: those with most people (default), the largest, or those with the highest mean score of a dimension. */
  readonly rankBy?: 'people' | 'size' | Id | undefined
  /** Areas of fewer people are left out; default 0. */
  readonly minPeople?: number | undefined
  /** Whether areas come with their outlines, GeoJSON polygons. Default false. */
  readonly outline?: boolean | undefined
  /** Whether conditions may be about residents. Default false. */
  readonly demographics?: boolean | undefined
  /** Greatest number of cells in the box of the area; default 40,000,000. */
  readonly mostCells?: number | undefined
  /** Milliseconds after which the search ends with an error; default 60,000. */
  readonly timeout?: number | undefined
}

/** An area that was found, with what is at its place; names are null where none is known. */
export interface FoundArea {
  /** The place in one line: `Hyde Park, Austin, TX 78751`. */
  readonly name: string | null
  /** Name of the neighborhood at `lat` and `lon`. */
  readonly neighborhood: string | null
  /** The city that an address there would most likely have. */
  readonly city: string | null
  /** The ZIP that an address there would most likely have, five digits. */
  readonly zip: string | null
  /** `Travis County` */
  readonly county: string | null
  /** People in the area, census of 2020, by where those of block groups are taken to live. */
  readonly people: number
  /** Square kilometers. */
  readonly km2: number
  /** Latitude of a place inside, degrees: the center of the cell that is nearest to the middle of the area. */
  readonly lat: number
  /** Longitude of that place, degrees. */
  readonly lon: number
  /** Mean scores of its cells, to a tenth, by dimension of the conditions. */
  readonly scores: Readonly<Record<string, number>>
  /** GeoJSON, the outline of its cells; only where outlines were requested. */
  readonly outline?: { readonly type: 'Polygon'; readonly coordinates: number[][][] } | undefined
}

/** The areas that `find` found. */
export interface FindAnswer {
  /** Of the area that was searched: `approximate` for cities without an outline of the census. */
  readonly boundary: AreaAnswer['boundary']
  /** How many areas there are, with those beyond the limit. */
  readonly total: number
  /** The first of them, in the order of `rankBy`. */
  readonly areas: readonly FoundArea[]
}

/** What `edge` takes beside the dimension and the point. */
export interface EdgeOptions {
  /** Meters, 1 to 50,000, which is the default: no edge is looked for farther away. */
  readonly maxDistance?: number | undefined
  /** Units of the description; `us` when left out. */
  readonly units?: Units | undefined
}

/** The nearest place with other districts. */
export interface DistrictEdge extends Omit<Edge, 'score' | 'description'> {
  /** The districts there; empty outside all. */
  readonly districts: readonly District[]
}

/** The nearest place in another ZIP or city. */
export interface AreaEdge extends Omit<Edge, 'score' | 'description'> {
  /** The ZIP or city there: its `kind`, `id` (the ZIP, or the 7-digit census code) and `name`; null outside of all. */
  readonly area: AreaBeyond['area']
}

/** What `edge` answers. */
export type AnyEdge = Edge | DistrictEdge | AreaEdge

/** What `suggest` takes. */
export interface SuggestOptions {
  /** Of names that fit alike those near this place come first. */
  readonly near?: Point | undefined
  /** 1-50; default 10. */
  readonly limit?: number | undefined
}

/** What the endpoints ask of an open vicinage. Arguments are checked before. Throws `NotLoadedError` about what is not loaded. */
export interface Library {
  /** Names the build of the data. */
  readonly build: string
  /** The data by edition; older ones have none. */
  readonly data?: { readonly version: string | null }
  /** The score of one dimension at a place. */
  score(dimension: DimensionId, place: Place, options?: ScoreOptions): Score
  /** Scores of several dimensions at a place. */
  scores<const Id extends DimensionId>(place: Place, options?: ScoresOptions<Id>): Scores<Id>
  /** Scores in a circle. */
  scoresAround(request: ScoresAroundRequest): ScoresAround
  /** An area summed up. */
  area(shape: AreaShape, options?: AreaOptions): AreaAnswer
  /** Areas by the mean score of their people. */
  rank(dimension: DimensionId, options: RankOptions): readonly RankedArea[]
  /** How a score came about. */
  explain(dimension: DimensionId, place: Place, options?: Pick<ScoreOptions, 'units'>): Explanation
  /** The census areas around a place; null outside the coverage. */
  place(point: Point): Surroundings | null
  /** The nearest place with another answer; null where there is none. */
  edge(dimension: DimensionId | EdgeKind, place: Place, options?: EdgeOptions): AnyEdge | null
  /** The whole answer about an address. */
  geocode(address: string): GeocodeAnswer
  /** What is at a place. */
  reverse(place: Place): ReverseAnswer
  /** Places whose name a text may be the beginning of. */
  suggest(text: string, options?: SuggestOptions): readonly Suggestion[]
  /** The connected areas that satisfy conditions. */
  find(request: FindRequest): FindAnswer
  /** The catalog. */
  dimensions(): readonly DimensionEntry[]
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
  return endpoint.answer(vicinage, parse(endpoint.parameters, input))
}
