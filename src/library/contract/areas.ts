import * as z from 'zod'
import type { AreaShape } from '../../answers/areas/area-answer.ts'
import { AREA_NOTATION, areaKinds, getArea, namedArea } from '../../answers/areas/named-area.ts'
import type { DimensionId } from '../../answers/dimensions/catalog.ts'
import {
  ifLoaded,
  NotFoundError,
  type NotLoadedError,
  refusedArgument,
  type ValidationDetail,
  ValidationError,
} from '../../base/errors.ts'
import {
  AREAS_ACCEPTED,
  dimensionAmong,
  dimensionsAmong,
  rankParameters,
} from '../../base/parameters/endpoint-parameters.ts'
import { optional, required } from '../../base/parameters/parameter.ts'
import { COVERAGE } from '../../base/states.ts'
import { areaContribution } from './answers.ts'
import { describeFields } from './describe-fields.ts'
import { type Cost, defineEndpoint, type Endpoint, LONGEST, type NotFound } from './endpoint.ts'

/**
 * Maximum number of vertices of a shape in a request. Together with the maximum body size, this limits how long an
 * answer takes.
 */
const MAX_VERTICES = 100_000
/** Maximum number of polygons of a shape in a request. Limited because every place is checked against every polygon. */
const MAX_POLYGONS = 1000
/**
 * Maximum sum of the north-south extents of all edges of a shape, in degrees of latitude. Limited because every place
 * is checked against every edge at its latitude.
 */
const MAX_DEGREES = 2000
/** Maximum milliseconds that an answer about an area or an edge may take. */
export const TIMEOUT = LONGEST
/**
 * Timeout in milliseconds for a named area. The largest area, a state, takes up to 1.3 s of processor time. On a busy
 * machine, this may exceed `TIMEOUT`, and the client cannot choose a smaller shape instead.
 */
const NAMED_TIMEOUT = 3 * TIMEOUT
export const AREA_COST: Cost = { scores: 10, milliseconds: LONGEST }
export const RANK_COST: Cost = { scores: 5, milliseconds: LONGEST }

/** Returns the timeout in milliseconds for a shape or the name of an area. */
export function getTimeout(shape: AreaShape | string): number {
  const area = typeof shape === 'string' ? getArea(shape) : shape
  const isNamed = area === null || typeof area === 'string' || !('type' in area || 'radius' in area || 'west' in area)
  return isNamed ? NAMED_TIMEOUT : TIMEOUT
}

/** Maximum length of a rejected value that an error response repeats. */
const LONGEST_INPUT = 200

const share = z.number().min(0).max(1)
const meanScore = z.number().min(1).max(255).nullable()

const areaScore = z
  .object(
    describeFields('AreaScore', {
      mean: meanScore,
      p10: meanScore,
      p50: meanScore,
      p90: meanScore,
      without_data: share,
      note: z.object({ code: z.string(), text: z.string() }).nullable(),
      basis: z.object({ measured: share, modeled: share, estimate: share }),
      area_mean: meanScore,
      share_below: share.nullable().optional(),
    }),
  )
  .meta({ id: 'AreaScore' })

const schoolsOfLevel = z.object({
  schools: z.int().min(0).describe('Number of schools that serve the level.'),
  rated: z.int().min(0).describe('Number of these schools that have a rating.'),
  mean_rating: z.number().min(1).max(10).nullable().describe('Mean rating; null if no school has a rating.'),
})

const box = z
  .object(
    describeFields('Box', {
      west: z.number().min(-180).max(180),
      south: z.number().min(-90).max(90),
      east: z.number().min(-180).max(180),
      north: z.number().min(-90).max(90),
    }),
  )
  .describe('Box around the area, for the view of a map, or as the `shape` of another request.')

export const areaResponse = z
  .object(
    describeFields('AreaAnswer', {
      boundary: z.enum(['exact', 'approximate']),
      people: z.int().min(0),
      people_source: z.enum(['census 2020', 'homes']),
      box,
      people_range: z.object({ low: z.int().min(0), high: z.int().min(0) }).nullable(),
      land_km2: z.number().min(0),
      scores: z.record(z.string(), areaScore),
      schools: z
        .object({ elementary: schoolsOfLevel, middle: schoolsOfLevel, high: schoolsOfLevel })
        .nullable()
        .describe('Public schools with a campus inside, by level; null if schools are not loaded.'),
    }),
  )
  .meta({ title: 'AreaResponse' })

const rankedArea = z
  .object(
    describeFields('RankedArea', {
      rank: z.int().min(1),
      kind: z.enum(['city', 'zip', 'county', 'district']),
      id: z.string().nullable(),
      name: z.string(),
      county: z.string().optional(),
      people: z.int().min(0),
      mean: z.number().min(1).max(255),
      without_data: share,
      contributions: z.array(areaContribution).optional(),
    }),
  )
  .meta({ id: 'RankedArea' })

export const rankingResponse = z
  .object(
    describeFields('RankAnswer', {
      boundary: z.enum(['exact', 'approximate']),
      total: z.int().min(0),
      areas: z.array(rankedArea),
    }),
  )
  .meta({ title: 'RankingResponse' })

const shape = required('object', 'shape', 'body', {
  description:
    'A GeoJSON Polygon, MultiPolygon, Feature or FeatureCollection of at most ' +
    `${MAX_VERTICES.toLocaleString('en-US')} vertices, ${MAX_POLYGONS.toLocaleString('en-US')} polygons and ` +
    `${MAX_DEGREES.toLocaleString('en-US')} degrees of latitude along its edges, \`{lat, lon, radius}\` ` +
    '(meters), `{west, south, east, north}`, or a named area: `{zip}`, `{city, state}`, `{county}`, ' +
    '`{tract}`, `{blockGroup}`, `{district}`, `{state}`; or a name: `Austin, TX`, `78704`.',
  orText: true,
  accepts: AREAS_ACCEPTED,
  example: {
    type: 'Polygon',
    coordinates: [
      [
        [-97.78, 30.23],
        [-97.74, 30.23],
        [-97.74, 30.26],
        [-97.78, 30.26],
        [-97.78, 30.23],
      ],
    ],
  },
})

const limits = optional('object', 'below', 'body', {
  description: 'Limits of 0 to 256 by dimension; the answer includes the share of residents below each limit.',
  example: { walkability: 100 },
  accepts: '{"walkability": 100}',
})

export const limitsInQuery = optional('string', 'below', 'query', {
  pattern: '^[a-z0-9-]+=\\d{1,3}(?:,[a-z0-9-]+=\\d{1,3})*$',
  description: 'Limits by dimension, comma-separated; the answer includes the share of residents below each limit.',
  example: 'walkability=100',
})

const kind = required('literal', 'kind', 'path', {
  values: areaKinds,
  description: 'Kind of area.',
  example: 'zip',
})

const id = required('string', 'id', 'path', {
  minLength: 1,
  maxLength: 120,
  description:
    'Code of the area: a ZIP (78704), the FIPS code of a county (48453), tract or block group, the 7 digits of a ' +
    'district, the two letters of a state. For a city, its name and state (`Austin, TX`, percent-encoded), which also ' +
    'works for counties.',
  example: '78704',
})

export const within = optional('string', 'within', 'query', {
  minLength: 2,
  maxLength: 120,
  description: `Only areas inside this area: ${AREA_NOTATION.replaceAll('"', '`')}. Default: the whole coverage.`,
  example: 'TX',
})

export const notFound: NotFound = {
  name: 'AreaNotFound',
  description: 'There is no area with that name or code, or the service was started without the data for it.',
  detail: `There is no ZIP 10001 in ${COVERAGE}.`,
}

const example: z.output<typeof areaResponse> = {
  boundary: 'exact',
  people: 49_197,
  people_source: 'census 2020',
  people_range: null,
  box: { west: -97.799, south: 30.212, east: -97.742, north: 30.267 },
  land_km2: 17.14,
  scores: {
    walkability: {
      mean: 196.5,
      p10: 161,
      p50: 197,
      p90: 229,
      without_data: 0,
      note: null,
      basis: { measured: 0, modeled: 1, estimate: 0 },
      area_mean: 192.6,
      share_below: 0.021,
    },
  },
  schools: {
    elementary: { schools: 8, rated: 8, mean_rating: 5.7 },
    middle: { schools: 5, rated: 5, mean_rating: 7 },
    high: { schools: 6, rated: 4, mean_rating: 6 },
  },
}

/** Endpoints for area summaries and rankings, under `/v1/areas`. */
export function areaEndpoints(ids: readonly DimensionId[]): readonly Endpoint[] {
  return [
    defineEndpoint({
      id: 'areas.shape',
      method: 'POST',
      path: '/v1/areas',
      cost: AREA_COST,
      summary: 'Summary of an area',
      description:
        'Summarizes a polygon, circle, box or named area by its residents. For each dimension, returns ' +
        'their mean score, percentiles, basis, the share of people without data, and the mean over the land area. ' +
        'Also returns population, size and public schools. Rings follow the even-odd rule, whatever their direction.',
      advice: 'For an area with a name, `areas_named` is simpler. For a single place, use `scores`.',
      parameters: [shape, dimensionsAmong(ids, 'body'), limits],
      response: areaResponse,
      example: { ...example, people_source: 'homes', people_range: { low: 46_890, high: 51_504 } },
      notFound,
      answer: (vicinage, { shape, dimensions, below }) => {
        refuseTooLarge(shape)
        return callLibrary('body', () =>
          vicinage.area(shape as unknown as AreaShape, {
            dimensions,
            below: below as Limits | undefined,
            timeout: getTimeout(shape as unknown as AreaShape | string),
          }),
        )
      },
    }),
    defineEndpoint({
      id: 'areas.named',
      method: 'GET',
      path: '/v1/areas/{kind}/{id}',
      cost: AREA_COST,
      summary: 'Summary of a named area',
      description:
        'Summarizes a ZIP, city, county, census tract or block group, school district or state by the people who ' +
        'live there. For each dimension, returns their mean score, percentiles, basis, the share of people without ' +
        'data, and the mean over the land area. Also returns population, size and public schools.',
      advice: 'Use it to learn what a ZIP, city or county is like as a whole. For a single place, use `scores`.',
      parameters: [kind, id, dimensionsAmong(ids, 'query'), limitsInQuery],
      response: areaResponse,
      example,
      notFound,
      answer: (vicinage, { kind, id, dimensions, below }) =>
        callLibrary('path', () =>
          vicinage.area(namedArea(kind, id), { dimensions, below: getLimits(below), timeout: NAMED_TIMEOUT }),
        ),
    }),
    defineEndpoint({
      id: 'areas.rank',
      method: 'GET',
      path: '/v1/rankings/{dimension}',
      cost: RANK_COST,
      summary: 'Areas ranked',
      description:
        'Ranks cities, ZIPs, counties or school districts by the mean score of their residents in one dimension, ' +
        'with the number of people behind each mean. Areas where more than half of the people have no score are ' +
        'left out.',
      advice: 'Use it to find which cities or ZIPs are the quietest, the most walkable and so on.',
      parameters: [dimensionAmong(ids), ...rankParameters, within],
      response: rankingResponse,
      example: {
        boundary: 'exact',
        total: 1473,
        areas: [
          {
            rank: 1,
            kind: 'city',
            id: '4861796',
            name: 'Richardson, TX',
            people: 119_659,
            mean: 182.3,
            without_data: 0,
          },
        ],
      },
      notFound,
      answer: (vicinage, { dimension, of, within, limit, order, min_people: minPeople, postal_cities: postalCities }) =>
        callLibrary('query', () => {
          const area = within === undefined ? undefined : getArea(within)
          if (area === null)
            throw refusedArgument('within', `'${within}' is not a known area; write areas as ${AREA_NOTATION}`, within)
          const options = { of, limit, order, minPeople, postalCities, within: area, timeout: TIMEOUT }
          return vicinage.rank(dimension, options)
        }),
    }),
  ]
}

type Limits = { readonly [Id in DimensionId]?: number }

export function getLimits(below: string | undefined): Limits | undefined {
  if (below === undefined) return undefined
  return Object.fromEntries(
    below.split(',').map((limit) => {
      const [id, score] = limit.split('=')
      return [id, Number(score)]
    }),
  )
}

/** Part of a request that contains the area. */
type RequestPart = 'path' | 'query' | 'body'

/**
 * Calls the library, and rethrows its errors as errors about the HTTP request.
 *
 * @param field name of the field that contains the area
 */
export function callLibrary<Answer>(part: RequestPart, call: () => Answer, field?: string): Answer {
  try {
    return ifLoaded(call, throwNotFound)
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error
    const detail = error.detail.map((problem) => inRequest(problem, part, field))
    throw new ValidationError(detail, undefined, error.code)
  }
}

/** Throws an error that the service answers with status 404. */
export function throwNotFound({ fact, code }: NotLoadedError): never {
  throw new NotFoundError(fact, code)
}

/** Changes the location of an error to the field in the request, and removes a long value, such as a ring. */
function inRequest({ loc, input, ...detail }: ValidationDetail, part: RequestPart, field?: string): ValidationDetail {
  const areaField = [part, field ?? { path: 'id', query: 'within', body: 'shape' }[part]]
  const path = loc[0] === 'below' ? [part === 'body' ? 'body' : 'query', 'below'] : areaField
  const isShort = (JSON.stringify(input) ?? '').length <= LONGEST_INPUT
  return { type: detail.type, loc: path, msg: detail.msg, input: isShort ? input : null, ctx: detail.ctx }
}

/**
 * Rejects a shape that would take too long to process.
 *
 * @throws {ValidationError} when the shape in this field of the body is too large
 */
export function refuseTooLarge(shape: unknown, field = 'shape'): void {
  const size = { vertices: 0, polygons: 0, degrees: 0 }
  measure(shape, size, 0)
  const refuse = (unit: string, max: number, count: number) => {
    const msg = `A shape may have at most ${max.toLocaleString('en-US')} ${unit}, not ${count.toLocaleString('en-US')}`
    const ctx = { max_length: max, actual_length: count }
    throw new ValidationError([{ type: 'too_long', loc: ['body', field], msg, input: null, ctx }])
  }
  if (size.vertices > MAX_VERTICES) refuse('vertices', MAX_VERTICES, size.vertices)
  if (size.polygons > MAX_POLYGONS) refuse('polygons', MAX_POLYGONS, size.polygons)
  if (size.degrees > MAX_DEGREES) refuse('degrees of latitude along its edges', MAX_DEGREES, Math.ceil(size.degrees))
}

/** Maximum nesting depth of objects and arrays. A multipolygon in a feature collection has this depth. */
const DEEPEST = 8

/** Adds the vertices and polygons of a GeoJSON object, and the degrees of latitude along its edges, to `size`. */
function measure(value: unknown, size: { vertices: number; polygons: number; degrees: number }, depth: number): void {
  if (typeof value !== 'object' || value === null || depth > DEEPEST) return
  if (isRing(value)) {
    size.vertices += value.length
    for (let i = 1; i < value.length; i++) size.degrees += Math.abs(value[i]?.[1] - value[i - 1]?.[1]) || 0
    return
  }
  if (Array.isArray(value) && isRing(value[0])) size.polygons++
  for (const inner of Object.values(value)) measure(inner, size, depth + 1)
}

function isRing(value: unknown): value is readonly (readonly number[])[] {
  return Array.isArray(value) && Array.isArray(value[0]) && typeof value[0][0] === 'number'
}
