import * as z from 'zod'
import { validationDetail } from '../../endpoints/answers.ts'
import { parse } from '../../endpoints/check.ts'
import type { Endpoint } from '../../endpoints/endpoint.ts'
import { country, lat, level, limit, ncesId, points, sameDistrict } from '../../endpoints/known-parameters.ts'
import type { Parameter } from '../../endpoints/parameter.ts'
import { type ValidationDetail, ValidationError } from '../../errors.ts'
import { readBody } from '../fields.ts'
import { schemaReference } from './schemas.ts'
import type { HeaderObject, Named, Reference, ResponseObject, ServiceOptions } from './types.ts'

/** The headers of answers, by name. */
export function headers({ auth, limits }: ServiceOptions): Named<HeaderObject> {
  return { ...always, ...(limits ? { ...ofLimits, ...ofRefusal } : {}), ...(auth ? ofChallenge : {}) }
}

const always = {
  'X-Request-Id': {
    description:
      'Names the request in the log of the service. A request may bring its own: 1-64 letters, digits, `_`, `.` and `-`.',
    required: true,
    schema: { type: 'string' },
    example: '0b9f0c3e-4f0e-4d53-9a53-5f0f3a1c2b7d',
  },
} as const

const ofLimits = {
  'RateLimit-Policy': {
    description:
      'The limits of the key: `q` requests in `w` seconds, for its rate and for the calendar month, UTC. A key without limits gets none of these headers.',
    schema: { type: 'string' },
    example: '"rate";q=50;w=60, "month";q=100000;w=2592000',
  },
  RateLimit: {
    description: 'What is left of each limit: `r` requests until, in `t` seconds, requests are given back.',
    schema: { type: 'string' },
    example: '"rate";r=49;t=60, "month";r=87654;t=1209600',
  },
  'X-RateLimit-Limit': {
    description: 'Requests of the limit that is closest to its end.',
    schema: { type: 'integer', minimum: 0 },
    example: 50,
  },
  'X-RateLimit-Remaining': {
    description: 'Requests left of that limit.',
    schema: { type: 'integer', minimum: 0 },
    example: 49,
  },
  'X-RateLimit-Reset': {
    description: 'When requests of that limit are given back, seconds since 1970, UTC.',
    schema: { type: 'integer', minimum: 0 },
    example: 1767225600,
  },
} as const

const ofRefusal = {
  'Retry-After': {
    description: 'Seconds to wait before the next request.',
    required: true,
    schema: { type: 'integer', minimum: 1 },
    example: 30,
  },
} as const

const ofChallenge = {
  'WWW-Authenticate': {
    description: '`Bearer`, with `error="invalid_token"` when a key was sent and is not valid.',
    required: true,
    schema: { type: 'string' },
    example: 'Bearer error="invalid_token"',
  },
} as const

/** The headers of an answer that needs no key. */
export const requestHeaders = references(always)

/** The headers of 401. */
const challengeHeaders = references({ ...ofChallenge, ...always })

/** The headers of 429. */
const retryHeaders = references({ ...ofRefusal, ...always, ...ofLimits })

/** The headers of an answer to somebody who was let in. */
export function answerHeaders({ limits }: ServiceOptions): Named<Reference> {
  return references({ ...always, ...(limits ? ofLimits : {}) })
}

function references(named: Named<HeaderObject>): Named<Reference> {
  return Object.fromEntries(Object.keys(named).map((name) => [name, { $ref: `#/components/headers/${name}` }]))
}

/** An error of every type that parameters of a URL have. */
export const parameterErrorExamples: readonly ValidationDetail[] = [
  errorOf([lat], {}),
  errorOf([lat], { lat: 'north' }),
  errorOf([limit], { limit: '10.5' }),
  { ...errorOf([limit], { limit: '1'.repeat(4301) }), input: '1000… (more than 4300 digits)' },
  errorOf([sameDistrict], { same_district: 'maybe' }),
  errorOf([lat], { lat: '91' }),
  errorOf([lat], { lat: '-91' }),
  errorOf([country], { country: 'U' }),
  errorOf([country], { country: 'USA' }),
  errorOf([ncesId], { nces_id: '4808940' }),
  errorOf([level], { level: 'high,senior' }),
]

/** An error of every type that concerns the whole body or its list of points. */
export const bodyErrorExamples: readonly ValidationDetail[] = [
  errorOf([points], {}),
  errorOf([points], { points: '30.2672,-97.7431' }),
  errorOf([points], { points: Array(points.maxItems + 1).fill(null) }),
  detailOf(() => readBody('{"points":')),
  detailOf(() => readBody('[30.2672,-97.7431]')),
]

function errorOf(parameters: readonly Parameter[], input: unknown): ValidationDetail {
  return detailOf(() => parse(parameters, input))
}

function detailOf(attempt: () => unknown): ValidationDetail {
  try {
    attempt()
  } catch (error) {
    if (error instanceof ValidationError) return error.detail[0]!
    throw error
  }
  throw new Error('An example of an error is valid.')
}

const oneReason = z
  .object({ detail: z.string().describe('The reason as a sentence for people.') })
  .meta({ title: 'Error' })

const manyReasons = z
  .object({ detail: z.array(validationDetail).describe('One entry for each refused parameter, path before query.') })
  .meta({ title: 'ValidationErrors' })

/** The bodies of errors. */
export const errorSchemas = [oneReason, manyReasons] as const

/** The errors that operations share, by name. */
export function errorResponses(endpoints: readonly Endpoint[], options: ServiceOptions): Named<ResponseObject> {
  const { auth, limits } = options
  const admitted = answerHeaders(options)
  return {
    ...(auth ? { NotAuthenticated: error(NOT_AUTHENTICATED, challengeHeaders, keyDetails) } : {}),
    ...Object.fromEntries(
      endpoints.flatMap(({ notFound }) =>
        notFound === undefined
          ? []
          : [[notFound.name, error(notFound.description, admitted, { unknown: notFound.detail })] as const],
      ),
    ),
    BodyTooLarge: error('The body is longer than 2 MiB.', requestHeaders, { tooLarge: 'Request body too large' }),
    ParametersRefused: refusal('A parameter is missing or refused.', admitted, parameterErrorExamples),
    BodyRefused: refusal(
      'The body is missing or refused. A refused point is not such an error.',
      admitted,
      bodyErrorExamples,
    ),
    ...(limits ? { LimitExceeded: error(LIMIT_EXCEEDED, retryHeaders, limitDetails) } : {}),
    InternalServerError: error('Something went wrong inside. The log of the service says more.', admitted, {
      inside: 'Internal Server Error',
    }),
  }
}

const NOT_AUTHENTICATED = 'The key is missing, unknown or expired. Comes before any other error.'
const keyDetails = { missing: 'Not authenticated', unknown: 'Invalid API key', expired: 'API key expired' }

const LIMIT_EXCEEDED = 'The key has used up its rate or its calendar month. `Retry-After` says how long to wait.'
const limitDetails = { rate: 'Rate limit exceeded', month: 'Monthly quota exceeded' }

function error(description: string, headers: Named<Reference>, details: Named<string>): ResponseObject {
  const examples = Object.entries(details).map(([name, detail]) => [name, { value: { detail } }] as const)
  return response(description, headers, oneReason, Object.fromEntries(examples))
}

function refusal(description: string, headers: Named<Reference>, details: readonly ValidationDetail[]): ResponseObject {
  const examples = details.map((detail) => [detail.type, { value: { detail: [detail] } }] as const)
  return response(description, headers, manyReasons, Object.fromEntries(examples))
}

function response(
  description: string,
  headers: Named<Reference>,
  schema: z.ZodType,
  examples: Named<{ readonly value: unknown }>,
): ResponseObject {
  return { description, headers, content: { 'application/json': { schema: schemaReference(schema), examples } } }
}
