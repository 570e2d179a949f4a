import * as z from 'zod'
import type { Endpoint } from '../../endpoints/endpoint.ts'
import { bodyErrorExamples, manyReasons, oneReason, parameterErrorExamples } from '../../endpoints/refusals.ts'
import type { ValidationDetail } from '../../errors.ts'

export type Named<T> = Readonly<Record<string, T>>

/** JSON Schema 2020-12: what is read of it here. */
export interface JsonSchema {
  readonly $ref?: string
  readonly description?: string
  readonly examples?: readonly unknown[]
  readonly items?: JsonSchema
  readonly properties?: Named<JsonSchema>
  readonly required?: readonly string[]
  readonly [keyword: string]: unknown
}

export interface Reference {
  readonly $ref: string
}

export interface MediaType {
  readonly schema: JsonSchema
  readonly example?: unknown
  readonly examples?: Named<{ readonly value: unknown }>
}

export interface ResponseObject {
  readonly description: string
  readonly headers: Named<Reference>
  readonly content: Named<MediaType>
}

/**
 * The shared schemas of a document: each under its title, after the definitions that it refers to. An answer has the fields of its
 * schema and no others; what is sent may have more, which are ignored.
 */
export function schemaComponents(sent: readonly z.ZodType[], answered: readonly z.ZodType[]): Named<JsonSchema> {
  const components: Record<string, JsonSchema> = {}
  const add = (schema: z.ZodType, io: 'input' | 'output') => {
    const { $schema, $defs, ...root } = jsonSchema(schema, io)
    Object.assign(components, $defs, { [titleOf(schema)]: root })
  }
  for (const schema of sent) add(schema, 'input')
  for (const schema of answered) add(schema, 'output')
  return components
}

/** A reference to a shared schema. */
export function schemaReference(schema: z.ZodType): JsonSchema {
  return { $ref: `#/components/schemas/${titleOf(schema)}` }
}

/** A schema that stands where it is used: without the text and examples, which have their own places there. */
export function bareSchema(schema: z.ZodType): JsonSchema {
  const { $schema, description, examples, ...bare } = jsonSchema(schema, 'input')
  return bare
}

function titleOf(schema: z.ZodType): string {
  const title = schema.meta()?.title
  if (title === undefined) throw new Error('A schema of the OpenAPI document has no title; give it one with meta().')
  return title
}

// The dialect is not named in each schema: 3.1 has one for the whole document. Zod bounds every integer by what a double holds.
function jsonSchema(schema: z.ZodType, io: 'input' | 'output') {
  return JSON.parse(JSON.stringify(z.toJSONSchema(schema, { io })), (key, value) => {
    if (key === '$ref') return value.replace('#/$defs/', '#/components/schemas/')
    const unbounded = (key === 'minimum' || key === 'maximum') && Math.abs(value) === Number.MAX_SAFE_INTEGER
    return unbounded ? undefined : value
  })
}

/** A header, with a schema for values such as its example. */
function header(example: string | number, description: string, sure: { readonly required?: true } = {}) {
  const schema = typeof example === 'string' ? { type: 'string' } : { type: 'integer', minimum: 0 }
  return { description, ...sure, schema, example }
}
const sure = { required: true } as const

const always = {
  'X-Request-Id': header(
    '0b9f0c3e-4f0e-4d53-9a53-5f0f3a1c2b7d',
    'Names the request in the log of the service. A request may bring its own: 1-64 letters, digits, `_`, `.` and `-`.',
    sure,
  ),
}

const ofLimits = {
  'RateLimit-Policy': header(
    '"rate";q=50;w=60, "month";q=100000;w=2592000',
    'The limits of the key: `q` requests in `w` seconds, for its rate and for the calendar month, UTC. A key without limits gets none of these headers.',
  ),
  RateLimit: header(
    '"rate";r=49;t=60, "month";r=87654;t=1209600',
    'What is left of each limit: `r` requests until, in `t` seconds, requests are given back.',
  ),
  'X-RateLimit-Limit': header(50, 'Requests of the limit that is closest to its end.'),
  'X-RateLimit-Remaining': header(49, 'Requests left of that limit.'),
  'X-RateLimit-Reset': header(1767225600, 'When requests of that limit are given back, seconds since 1970, UTC.'),
}

const ofRefusal = {
  'Retry-After': {
    ...header(30, 'Seconds to wait before the next request.', sure),
    schema: { type: 'integer', minimum: 1 },
  },
}

const CHALLENGE = '`Bearer`, with `error="invalid_token"` when a key was sent and is not valid.'
const ofChallenge = { 'WWW-Authenticate': header('Bearer error="invalid_token"', CHALLENGE, sure) }

/** The headers of answers, by name. */
export function headers(auth: boolean) {
  return auth ? { ...always, ...ofLimits, ...ofRefusal, ...ofChallenge } : always
}

/** The headers of an answer that needs no key. */
export const requestHeaders = references(always)

/** The headers of an answer to somebody who was let in. */
export function answerHeaders(auth: boolean): Named<Reference> {
  return references(auth ? { ...always, ...ofLimits } : always)
}

function references(headers: object): Named<Reference> {
  return Object.fromEntries(Object.keys(headers).map((name) => [name, { $ref: `#/components/headers/${name}` }]))
}

/** The errors that operations share, by name. */
export function errorResponses(endpoints: readonly Endpoint[], auth: boolean): Named<ResponseObject> {
  const admitted = answerHeaders(auth)
  const challenged = references({ ...ofChallenge, ...always })
  const exhausted = references({ ...ofRefusal, ...always, ...ofLimits })
  const error = (description: string, headers: Named<Reference>, details: Named<string>) =>
    response(description, headers, oneReason, details)
  const refusal = (description: string, details: readonly ValidationDetail[]) =>
    response(description, admitted, manyReasons, Object.fromEntries(details.map((detail) => [detail.type, [detail]])))
  const notFound = endpoints.flatMap(({ notFound: found }) =>
    found === undefined ? [] : [[found.name, error(found.description, admitted, { unknown: found.detail })]],
  )
  return {
    ...(auth ? { NotAuthenticated: error(NOT_AUTHENTICATED, challenged, keyDetails) } : {}),
    ...Object.fromEntries(notFound),
    BodyTooLarge: error('The body is longer than 2 MiB.', requestHeaders, { tooLarge: 'Request body too large' }),
    ParametersRefused: refusal('A parameter is missing or refused.', parameterErrorExamples),
    BodyRefused: refusal(BODY_REFUSED, bodyErrorExamples),
    ...(auth ? { LimitExceeded: error(LIMIT_EXCEEDED, exhausted, limitDetails) } : {}),
    InternalServerError: error(INTERNAL_ERROR, admitted, { inside: 'Internal Server Error' }),
  }
}

const NOT_AUTHENTICATED = 'The key is missing, unknown or expired. Comes before any other error.'
const keyDetails = { missing: 'Not authenticated', unknown: 'Invalid API key', expired: 'API key expired' }

const BODY_REFUSED = 'The body is missing or refused. A refused point is not such an error.'
const LIMIT_EXCEEDED = 'The key has used up its rate or its calendar month. `Retry-After` says how long to wait.'
const limitDetails = { rate: 'Rate limit exceeded', month: 'Monthly quota exceeded' }
const INTERNAL_ERROR = 'Something went wrong inside. The log of the service says more.'

function response(description: string, headers: Named<Reference>, schema: z.ZodType, details: Named<unknown>) {
  const examples = Object.fromEntries(Object.entries(details).map(([name, detail]) => [name, { value: { detail } }]))
  return { description, headers, content: { 'application/json': { schema: schemaReference(schema), examples } } }
}
