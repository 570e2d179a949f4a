import * as z from 'zod'
import { type DimensionId, dimensions } from '../dimensions/catalog.ts'
import type { Dimension } from '../dimensions/dimension.ts'
import type { Endpoint } from '../endpoints/endpoint.ts'
import { tileParameters } from '../endpoints/endpoint-parameters.ts'
import { groups } from '../endpoints/groups.ts'
import type { Parameter } from '../endpoints/parameter.ts'
import { argumentsSchema, parameterSchema } from '../endpoints/parameter-schema.ts'
import { bodyErrorExamples, manyReasons, oneReason, parameterErrorExamples } from '../endpoints/refusals.ts'
import { endpointsOf } from '../endpoints/table.ts'
import type { ValidationDetail } from '../errors.ts'
import { COVERAGE } from '../states.ts'

export type OpenApiDocument = ReturnType<typeof openApiDocument>

export const TILE_PATH = '/v1/tiles/{dimension}/{z}/{x}/{y}.png'

export interface Operation {
  readonly operationId: string
  readonly tags: readonly string[]
  readonly summary: string
  readonly description: string
  /** Left out: what the document says. */
  readonly security?: readonly object[]
  readonly parameters?: readonly ReturnType<typeof parameterObject>[]
  readonly requestBody?: { readonly required: boolean; readonly content: Named<MediaType> }
  readonly responses: Named<ResponseObject | Reference>
}

/**
 * The OpenAPI 3.1 document of the service, made from the table of endpoints; the same arguments make the same text. `version` is that of the
 * interface; where a key is required, `auth`, there may be limits; `tiles`: whether map tiles are served.
 */
export function openApiDocument(options: {
  readonly version: string
  readonly auth: boolean
  readonly tiles?: boolean
  /** Records of all dimensions, own layers last; the catalog's when left out. */
  readonly records?: readonly Dimension<DimensionId>[]
}) {
  const { version, auth, tiles = false, records = dimensions } = options
  const endpoints = endpointsOf(records)
  const ownTag = records.length > dimensions.length ? { layers: 'Scores by layers of whoever runs the service.' } : {}
  const sent = endpoints.map(requestSchema).filter((schema) => schema !== null)
  const answered = endpoints.map(({ response }) => response)
  return {
    openapi: '3.1.0',
    info: {
      title: 'vicinage',
      version,
      summary: `Neighborhood scores, schools and addresses for ${COVERAGE}`,
      description,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/', description: 'The server that this document comes from.' }],
    tags: Object.entries({ ...groups, ...ownTag, service: 'About the service itself. No key is required.' }).map(
      ([name, description]) => ({ name, description }),
    ),
    /** What every operation asks for unless it says otherwise. */
    security: auth ? [{ bearer: [] }] : [],
    paths: paths(auth, tiles, records),
    components: {
      schemas: schemaComponents(sent, [...answered, oneReason, manyReasons, health]),
      responses: errorResponses(endpoints, auth),
      headers: headers(auth),
      ...(auth ? { securitySchemes: { bearer } } : {}),
    },
  }
}

const description = [
  `Scores from 0 to 255 for any coordinate in ${COVERAGE}, public schools and school districts, and the coordinate of an address. 0 always means that there is no data for the place; 1-255 are on the scale of the dimension.`,
  'A place without data is not an error: it answers 200 with score 0, or with null and a message. Coordinates are decimal degrees, WGS 84. Unknown parameters are ignored; the last of a repeated one counts. A path that does not exist answers 404 `{"detail":"Not Found"}`, another method 405 `{"detail":"Method Not Allowed"}` with the `Allow` header.',
  'The values in the examples are made up.',
].join('\n\n')

const bearer = {
  type: 'http',
  scheme: 'bearer',
  description:
    'A key of this service in the `Authorization` header: `Bearer`, a space and the key. A key in the query string is ignored. Whoever runs the service hands out the keys.',
}

const health = z.object({ status: z.literal('ok').describe('The service answers.') }).meta({ title: 'Health' })

/** One path per endpoint, in the order of the table, then those about the service itself, which need no key and count against no limit. */
function paths(
  auth: boolean,
  tiles: boolean,
  records: readonly Dimension<DimensionId>[],
): Named<{ readonly get?: Operation; readonly post?: Operation }> {
  const ofEndpoints = endpointsOf(records).map((endpoint) => {
    const { path, method } = endpoint
    return [path, { [method.toLowerCase()]: operation(endpoint, auth) }] as const
  })
  const figures =
    'Requests and their durations by method, path and status, in the text format of Prometheus. It holds neither parameters nor keys.'
  const [tileJson, tile] = tiles ? tileOperations(records) : []
  return {
    ...Object.fromEntries(ofEndpoints),
    ...(tileJson && tile && { '/v1/tiles/{dimension}.json': tileJson, [TILE_PATH]: tile }),
    '/health': about('health', 'Whether the service answers', 'For load balancers and monitors.', {
      'application/json': { schema: schemaReference(health), example: { status: 'ok' } },
    }),
    '/metrics': about('metrics', 'Figures for Prometheus', figures, { 'text/plain': { schema: { type: 'string' } } }),
    '/openapi.json': about('openapi', 'This description', 'The description of the service as OpenAPI 3.1.', {
      'application/json': { schema: { type: 'object' } },
    }),
  }
}

function tileOperations(records: readonly Dimension<DimensionId>[]) {
  const parameters = tileParameters(records.map(({ id }) => id)).map(parameterObject)
  const key = 'Needs no key unless the server says so; then the TileJSON needs one, and names signed addresses.'
  const meta = about('tileJson', 'Tiles of a dimension', `TileJSON 3.0.0 with legend and sources. ${key}`, {
    'application/json': { schema: { type: 'object' } },
  })
  const picture = about('tile', 'A map tile', `A PNG of 256 × 256 pixels, XYZ scheme; no data is transparent. ${key}`, {
    'image/png': { schema: { type: 'string', format: 'binary' } },
  })
  return [{ get: { ...meta.get, parameters: parameters.slice(0, 1) } }, { get: { ...picture.get, parameters } }]
}

function about(operationId: string, summary: string, description: string, content: Named<MediaType>) {
  const responses = { 200: { description: 'The answer.', headers: requestHeaders, content } }
  return { get: { operationId, tags: ['service'], summary, description, security: [], responses } }
}

function operation(endpoint: Endpoint, auth: boolean): Operation {
  const { id, summary, description, parameters } = endpoint
  const inUrl = parameters.filter((parameter) => parameter.in !== 'body')
  const body = requestSchema(endpoint)
  const group = id.includes('.') ? id.slice(0, id.indexOf('.')) : 'scores'
  return {
    operationId: id,
    tags: [group],
    summary,
    description,
    ...(inUrl.length === 0 ? {} : { parameters: inUrl.map(parameterObject) }),
    ...(body === null ? {} : { requestBody: { required: true, content: json(body, requestExample(endpoint)) } }),
    responses: responses(endpoint, auth),
  }
}

function parameterObject(parameter: Parameter) {
  const { name, required, description, example } = parameter
  const place = parameter.in === 'path' ? 'path' : 'query'
  return {
    name,
    in: place,
    required,
    description,
    schema: bareSchema(parameterSchema(parameter)),
    example: example as unknown,
  }
}

function responses(endpoint: Endpoint, auth: boolean): Operation['responses'] {
  const { method, response, example, notFound, parameters } = endpoint
  const shared = (name: string) => ({ $ref: `#/components/responses/${name}` })
  return {
    200: { description: 'The answer.', headers: answerHeaders(auth), content: json(response, example) },
    ...(auth ? { 401: shared('NotAuthenticated') } : {}),
    ...(notFound === undefined ? {} : { 404: shared(notFound.name) }),
    ...(method === 'POST' ? { 413: shared('BodyTooLarge') } : {}),
    ...(parameters.length === 0 ? {} : { 422: shared(method === 'POST' ? 'BodyRefused' : 'ParametersRefused') }),
    ...(auth ? { 429: shared('LimitExceeded') } : {}),
    500: shared('InternalServerError'),
  }
}

function json(schema: z.ZodType, example: unknown) {
  return { 'application/json': { schema: schemaReference(schema), example } }
}

/** The JSON object that an endpoint takes, one field per parameter of its body; null without such parameters. */
function requestSchema(endpoint: Endpoint): z.ZodType | null {
  const fields = inBody(endpoint)
  if (fields.length === 0) return null
  const title = `${endpoint.id.replace(/(?:^|\.)./g, (start) => start.slice(-1).toUpperCase())}Request`
  return argumentsSchema(fields).meta({ title })
}

/** Such an object, of the examples of the parameters: that of a list is written as in a query; a body documents an array. */
function requestExample(endpoint: Endpoint): Named<unknown> {
  const exampleOf = (parameter: Parameter) =>
    parameter.kind === 'literals' ? parameter.example.split(',') : parameter.example
  return Object.fromEntries(inBody(endpoint).map((parameter) => [parameter.name, exampleOf(parameter)]))
}

function inBody({ parameters }: Endpoint): readonly Parameter[] {
  return parameters.filter((parameter) => parameter.in === 'body')
}

type Named<T> = Readonly<Record<string, T>>

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

interface Reference {
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
function schemaComponents(sent: readonly z.ZodType[], answered: readonly z.ZodType[]): Named<JsonSchema> {
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
function schemaReference(schema: z.ZodType): JsonSchema {
  return { $ref: `#/components/schemas/${titleOf(schema)}` }
}

/** A schema that stands where it is used: without the text and examples, which have their own places there. */
function bareSchema(schema: z.ZodType): JsonSchema {
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
function headers(auth: boolean) {
  return auth ? { ...always, ...ofLimits, ...ofRefusal, ...ofChallenge } : always
}

/** The headers of an answer that needs no key. */
const requestHeaders = references(always)

/** The headers of an answer to somebody who was let in. */
function answerHeaders(auth: boolean): Named<Reference> {
  return references(auth ? { ...always, ...ofLimits } : always)
}

function references(headers: object): Named<Reference> {
  return Object.fromEntries(Object.keys(headers).map((name) => [name, { $ref: `#/components/headers/${name}` }]))
}

/** The errors that operations share, by name. */
function errorResponses(endpoints: readonly Endpoint[], auth: boolean): Named<ResponseObject> {
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
