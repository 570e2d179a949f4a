import * as z from 'zod'
import type { Endpoint } from '../../endpoints/endpoint.ts'
import { validationDetail } from '../../endpoints/scores.ts'
import type { ValidationDetail } from '../../errors.ts'
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

/** The headers of an answer that no key was asked for or that is no matter of a key. */
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

/** A refused parameter for every reason that there is. */
export const parameterErrorExamples: readonly ValidationDetail[] = [
  { type: 'missing', loc: ['query', 'lat'], msg: 'Field required', input: null },
  {
    type: 'float_parsing',
    loc: ['query', 'lat'],
    msg: 'Input should be a valid number, unable to parse string as a number',
    input: 'north',
  },
  {
    type: 'int_parsing',
    loc: ['query', 'limit'],
    msg: 'Input should be a valid integer, unable to parse string as an integer',
    input: '10.5',
  },
  {
    type: 'int_parsing_size',
    loc: ['query', 'limit'],
    msg: 'Unable to parse input string as an integer, exceeded maximum size',
    input: '1000… (more than 4300 digits)',
  },
  {
    type: 'bool_parsing',
    loc: ['query', 'same_district'],
    msg: 'Input should be a valid boolean, unable to interpret input',
    input: 'maybe',
  },
  {
    type: 'less_than_equal',
    loc: ['query', 'lat'],
    msg: 'Input should be less than or equal to 90',
    input: '91',
    ctx: { le: 90 },
  },
  {
    type: 'greater_than_equal',
    loc: ['query', 'lat'],
    msg: 'Input should be greater than or equal to -90',
    input: '-91',
    ctx: { ge: -90 },
  },
  {
    type: 'string_too_short',
    loc: ['query', 'country'],
    msg: 'String should have at least 2 characters',
    input: 'U',
    ctx: { min_length: 2 },
  },
  {
    type: 'string_too_long',
    loc: ['query', 'country'],
    msg: 'String should have at most 2 characters',
    input: 'USA',
    ctx: { max_length: 2 },
  },
  {
    type: 'string_pattern_mismatch',
    loc: ['path', 'nces_id'],
    msg: "String should match pattern '^\\d{12}$'",
    input: '4808940',
    ctx: { pattern: '^\\d{12}$' },
  },
  {
    type: 'literal_error',
    loc: ['query', 'level', 1],
    msg: "Input should be 'elementary', 'middle' or 'high'",
    input: 'senior',
    ctx: { expected: "'elementary', 'middle' or 'high'" },
  },
]

/** A refused body for every reason that concerns the whole of it or its list of points. */
export const bodyErrorExamples: readonly ValidationDetail[] = [
  { type: 'missing', loc: ['body', 'points'], msg: 'Field required', input: null },
  { type: 'list_type', loc: ['body', 'points'], msg: 'Input should be a valid list', input: '30.2672,-97.7431' },
  {
    type: 'too_long',
    loc: ['body', 'points'],
    msg: 'List should have at most 10000 items after validation, not 10001',
    input: null,
    ctx: { field_type: 'List', max_length: 10000, actual_length: 10001 },
  },
  {
    type: 'json_invalid',
    loc: ['body'],
    msg: 'JSON decode error',
    input: {},
    ctx: { error: 'Unexpected end of JSON input' },
  },
  {
    type: 'model_attributes_type',
    loc: ['body'],
    msg: 'Input should be a valid dictionary or object to extract fields from',
    input: [30.2672, -97.7431],
  },
]

const oneReason = z
  .object({ detail: z.string().describe('The reason as a sentence for people.') })
  .meta({ title: 'Error' })

const manyReasons = z
  .object({ detail: z.array(validationDetail).describe('One entry for each refused parameter, path before query.') })
  .meta({ title: 'ValidationErrors' })

/** The bodies of errors. */
export const errorSchemas = [oneReason, manyReasons] as const

/** The errors that operations share, by name. */
export function errorResponses(options: ServiceOptions): Named<ResponseObject> {
  const { auth, limits } = options
  const admitted = answerHeaders(options)
  return {
    ...(auth ? { NotAuthenticated: error(NOT_AUTHENTICATED, challengeHeaders, keyDetails) } : {}),
    SchoolNotFound: error('There is no school with this identifier.', admitted, { unknown: 'School not found' }),
    DistrictNotFound: error('There is no school district with this identifier.', admitted, {
      unknown: 'School district not found',
    }),
    BodyTooLarge: error('The body is longer than 2 MiB.', requestHeaders, { tooLarge: 'Request body too large' }),
    ParametersRefused: refusal('A parameter is missing or refused.', admitted, parameterErrorExamples),
    BodyRefused: refusal(
      'The body is missing or refused. A wrong point is no such error.',
      admitted,
      bodyErrorExamples,
    ),
    ...(limits ? { LimitExceeded: error(LIMIT_EXCEEDED, retryHeaders, limitDetails) } : {}),
    InternalServerError: error('Something went wrong inside. The log of the service says more.', admitted, {
      inside: 'Internal Server Error',
    }),
  }
}

/** The name of the 404 of an endpoint; null for one that always has an answer. */
export function notFound({ id }: Endpoint): 'SchoolNotFound' | 'DistrictNotFound' | null {
  if (id === 'schools.school') return 'SchoolNotFound'
  return id === 'schools.schoolByDistrict' ? 'DistrictNotFound' : null
}

const NOT_AUTHENTICATED = 'The key is missing, unknown or expired. Comes before any other error of the question.'
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
