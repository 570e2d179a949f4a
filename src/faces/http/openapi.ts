import * as z from 'zod'
import { type DimensionId, dimensions } from '../../answers/dimensions/catalog.ts'
import type { Dimension } from '../../answers/dimensions/dimension.ts'
import type { ValidationDetail } from '../../base/errors.ts'
import { tileParameters } from '../../base/parameters/endpoint-parameters.ts'
import type { Parameter } from '../../base/parameters/parameter.ts'
import { COVERAGE } from '../../base/states.ts'
import type { Endpoint } from '../../library/contract/endpoint.ts'
import { argumentsSchema, parameterSchema } from '../../library/contract/parameter-schema.ts'
import { bodyErrorExamples, manyReasons, oneReason, parameterErrorExamples } from '../../library/contract/refusals.ts'
import { getEndpoints } from '../../library/contract/table.ts'
import { TOO_LARGE } from './request-body.ts'

export type OpenApiDocument = ReturnType<typeof openApiDocument>

export const TILE_PATH = '/v1/tiles/{dimension}/{z}/{x}/{y}.png'

/**
 * Operation of a path, with its request and responses. Operations about the service itself have no parameters and no
 * body.
 */
export type Operation = ReturnType<typeof operation> & { readonly security?: readonly object[] }

/**
 * Generates the OpenAPI 3.1 document of the service from the endpoint table. The output is deterministic. `version` is
 * the API version, `auth` adds keys and their limits, and `tiles` adds map tiles.
 */
export function openApiDocument(options: {
  readonly version: string
  readonly auth: boolean
  readonly tiles?: boolean
  /** Records of all dimensions, with custom dimensions last. Default: the dimensions of the catalog. */
  readonly records?: readonly Dimension<DimensionId>[]
}) {
  const { version, auth, tiles = false, records = dimensions } = options
  const endpoints = getEndpoints(records)
  const customTag =
    records.length > dimensions.length
      ? { layers: 'Scores of custom dimensions that the operator of the service added.' }
      : {}
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
    // The URL is relative to this document, because a reverse proxy or another app may serve this app under a path
    // prefix.
    servers: [{ url: '.', description: 'The server that this document came from.' }],
    tags: Object.entries({ ...groups, ...customTag, service: 'About the service itself. No key is required.' }).map(
      ([name, description]) => ({ name, description }),
    ),
    /** Applies to every operation that does not declare its own security. */
    security: auth ? [{ bearer: [] }] : [],
    paths: paths(endpoints, auth, tiles ? records : null),
    components: {
      schemas: schemaComponents(sent, [...answered, oneReason, manyReasons, health]),
      responses: errorResponses(endpoints, auth),
      headers: auth ? { ...commonHeaders, ...limitHeaders, ...retryHeaders, ...challengeHeaders } : commonHeaders,
      ...(auth ? { securitySchemes: { bearer } } : {}),
    },
  }
}

const description = [
  `Scores from 0 to 255 for any place in ${COVERAGE}, public schools and school districts, and the coordinates of an address. 0 always means that there is no data for the place; 1-255 are on the scale of the dimension.`,
  'A place without data is not an error: the status is 200, with score 0 or with null and a message. Coordinates are decimal degrees, WGS 84. Unknown parameters are ignored; if a parameter is repeated, its last value is used. The status is 404 with `{"detail":"Not Found"}` for an unknown path, and 405 with `{"detail":"Method Not Allowed"}` and the `Allow` header for an unsupported method.',
  'The values in the examples are made up.',
].join('\n\n')

const bearer = {
  type: 'http',
  scheme: 'bearer',
  description:
    'A key of this service in the `Authorization` header: `Bearer`, a space and the key. Keys in the query string are ignored. The operator of the service issues the keys.',
}

const health = z.object({ status: z.literal('ok').describe('The service is running.') }).meta({ title: 'Health' })

/**
 * Returns the endpoint paths in table order, then the paths about the service itself, which need no key and are not
 * counted. `tiled` contains the records of dimensions with map tiles; null if the service has no tiles.
 */
function paths(
  endpoints: readonly Endpoint[],
  auth: boolean,
  tiled: readonly Dimension<DimensionId>[] | null,
): Named<{ readonly get?: Operation; readonly post?: Operation }> {
  const ofEndpoints: Record<string, { readonly get?: Operation; readonly post?: Operation }> = {}
  for (const endpoint of endpoints) {
    const { path, method } = endpoint
    ofEndpoints[path] = { ...ofEndpoints[path], [method.toLowerCase()]: operation(endpoint, auth) }
  }
  const figures =
    'Requests and their durations by method, path and status, in the Prometheus text format. Contains neither parameters nor keys.'
  return {
    ...ofEndpoints,
    ...(tiled && tilePaths(tiled)),
    '/health': about('health', 'Whether the service is running', 'For load balancers and monitors.', {
      'application/json': { schema: schemaReference(health), example: { status: 'ok' } },
    }),
    '/metrics': about('metrics', 'Metrics for Prometheus', figures, { 'text/plain': { schema: { type: 'string' } } }),
    '/openapi.json': about('openapi', 'This description', 'The description of the service as OpenAPI 3.1.', {
      'application/json': { schema: { type: 'object' } },
    }),
  }
}

function tilePaths(records: readonly Dimension<DimensionId>[]) {
  const parameters = tileParameters(records.map(({ id }) => id)).map(parameterObject)
  const key =
    'Needs no key unless the operator requires one. In that case the TileJSON needs the key and lists signed tile URLs.'
  const meta = about('tileJson', 'Tiles of a dimension', `TileJSON 3.0.0 with legend and sources. ${key}`, {
    'application/json': { schema: { type: 'object' } },
  })
  const picture = about(
    'tile',
    'A map tile',
    `A PNG of 256 × 256 pixels, XYZ scheme; pixels without data are transparent. ${key}`,
    {
      'image/png': { schema: { type: 'string', format: 'binary' } },
    },
  )
  return {
    '/v1/tiles/{dimension}.json': { get: { ...meta.get, parameters: parameters.slice(0, 1) } },
    [TILE_PATH]: { get: { ...picture.get, parameters } },
  }
}

function about(operationId: string, summary: string, description: string, content: Named<MediaType>) {
  const responses = { 200: { description: 'The answer.', headers: requestHeaders, content } }
  return { get: { operationId, tags: ['service'], summary, description, security: [], responses } }
}

function operation(endpoint: Endpoint, auth: boolean) {
  const { id, summary, description, parameters } = endpoint
  const inUrl = parameters.filter((parameter) => parameter.in !== 'body')
  const inBody = parameters.filter((parameter) => parameter.in === 'body')
  const body = requestSchema(endpoint)
  // The example of a list parameter contains commas, as in a query. In a body, a list is an array.
  const getExample = ({ kind, example }: Parameter) => (kind === 'literals' ? `${example}`.split(',') : example)
  const example = Object.fromEntries(inBody.map((parameter) => [parameter.name, getExample(parameter)]))
  return {
    operationId: id,
    tags: [id.includes('.') ? id.slice(0, id.indexOf('.')) : 'scores'],
    summary,
    description,
    ...(inUrl.length === 0 ? {} : { parameters: inUrl.map(parameterObject) }),
    ...(body === null ? {} : { requestBody: { required: true, content: json(body, example) } }),
    responses: responses(endpoint, auth),
  }
}

function parameterObject(parameter: Parameter) {
  const { name, required, description, example } = parameter
  return {
    name,
    in: parameter.in === 'path' ? 'path' : 'query',
    required,
    description,
    schema: bareSchema(parameterSchema(parameter)),
    example: example as unknown,
  }
}

function responses(endpoint: Endpoint, auth: boolean): Named<ResponseObject | { readonly $ref: string }> {
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
    ...(endpoint.cost === undefined ? {} : { 503: shared('ServiceBusy') }),
  }
}

function json(schema: z.ZodType, example: unknown) {
  return { 'application/json': { schema: schemaReference(schema), example } }
}

/**
 * Returns the schema of an endpoint's JSON body, with one field per body parameter. Returns null if there are no body
 * parameters.
 */
function requestSchema({ id, parameters }: Endpoint): z.ZodObject | null {
  const fields = parameters.filter((parameter) => parameter.in === 'body')
  if (fields.length === 0) return null
  const title = `${id.replace(/(?:^|\.)./g, (start) => start.slice(-1).toUpperCase())}Request`
  return argumentsSchema(fields).meta({ title })
}

type Named<T> = Readonly<Record<string, T>>

export type JsonSchema = z.core.JSONSchema.BaseSchema

export interface MediaType {
  readonly schema: JsonSchema
  readonly example?: unknown
  readonly examples?: Named<{ readonly value: unknown }>
}

export interface ResponseObject {
  readonly description: string
  readonly headers: Named<JsonSchema>
  readonly content: Named<MediaType>
}

/**
 * Returns the shared schemas of a document by title, each after the definitions that it refers to. A response has
 * exactly the fields of its schema. A request may have additional fields, which are ignored.
 */
function schemaComponents(sent: readonly z.ZodType[], answered: readonly z.ZodType[]): Named<JsonSchema> {
  const getComponents = (schemas: readonly z.ZodType[], io: 'input' | 'output') =>
    schemas.map((schema) => {
      const { $schema, $defs, ...root } = jsonSchema(schema, io)
      return { ...$defs, [getTitle(schema)]: root }
    })
  return Object.assign({}, ...getComponents(sent, 'input'), ...getComponents(answered, 'output'))
}

function schemaReference(schema: z.ZodType): JsonSchema {
  return { $ref: `#/components/schemas/${getTitle(schema)}` }
}

/**
 * Returns a schema for inline use, without the description and the examples, because OpenAPI places them next to the
 * schema.
 */
function bareSchema(schema: z.ZodType): JsonSchema {
  const { $schema, description, examples, ...bare } = jsonSchema(schema, 'input')
  return bare
}

function getTitle(schema: z.ZodType): string {
  const title = schema.meta()?.title
  if (title === undefined) throw new Error('A schema of the OpenAPI document has no title; give it one with meta().')
  return title
}

// Converts a zod schema to JSON Schema. References point to the shared schemas, and the bounds that zod adds to
// integers are removed.
function jsonSchema(schema: z.ZodType, io: 'input' | 'output') {
  return JSON.parse(JSON.stringify(z.toJSONSchema(schema, { io })), (key, value) => {
    if (key === '$ref') return value.replace('#/$defs/', '#/components/schemas/')
    const unbounded = (key === 'minimum' || key === 'maximum') && Math.abs(value) === Number.MAX_SAFE_INTEGER
    return unbounded ? undefined : value
  })
}

/** Describes a header with a schema derived from its example. */
function header(example: string | number, description: string, more: { readonly required?: true } = {}) {
  const schema = typeof example === 'string' ? { type: 'string' } : { type: 'integer', minimum: 0 }
  return { description, ...more, schema, example }
}

const commonHeaders = {
  'X-Request-Id': header(
    '0b9f0c3e-4f0e-4d53-9a53-5f0f3a1c2b7d',
    'Identifies the request in the log of the service. A request may send its own ID: 1-64 letters, digits, `_`, `.` and `-`.',
    { required: true },
  ),
}

const limitHeaders = {
  'RateLimit-Policy': header(
    '"rate";q=50;w=60, "month";q=100000;w=2592000',
    'The limits of the key: `q` requests in `w` seconds, for its rate and for the calendar month, UTC. Not sent if the key has no limits.',
  ),
  RateLimit: header(
    '"rate";r=49;t=60, "month";r=87654;t=1209600',
    'Requests left in each limit: `r` requests until the limit resets in `t` seconds.',
  ),
  'X-RateLimit-Cost': header(
    20,
    'Number of requests that this request counts as in the monthly quota of the key, if more than 1.',
  ),
  'X-RateLimit-Limit': header(50, 'Requests allowed by the limit with the smallest share left.'),
  'X-RateLimit-Remaining': header(49, 'Requests left in the limit with the smallest share left.'),
  'X-RateLimit-Reset': header(
    1767225600,
    'When the limit with the smallest share left resets, in seconds since 1970 (UTC).',
  ),
}

const retryHeaders = {
  'Retry-After': {
    ...header(30, 'Seconds to wait before the next request.', { required: true }),
    schema: { type: 'integer', minimum: 1 },
  },
}

const CHALLENGE = '`Bearer`, with `error="invalid_token"` if the request had an invalid key.'
const challengeHeaders = { 'WWW-Authenticate': header('Bearer error="invalid_token"', CHALLENGE, { required: true }) }

/** Headers of a response to a request that needs no key. */
const requestHeaders = references(commonHeaders)

/** Headers of a response to an admitted request. */
const answerHeaders = (auth: boolean) => (auth ? references({ ...commonHeaders, ...limitHeaders }) : requestHeaders)

function references(headers: object): Named<{ readonly $ref: string }> {
  return Object.fromEntries(Object.keys(headers).map((name) => [name, { $ref: `#/components/headers/${name}` }]))
}

/** Returns the error responses that operations share, by name, with example details. */
function errorResponses(endpoints: readonly Endpoint[], auth: boolean): Named<ResponseObject> {
  const admitted = answerHeaders(auth)
  const error = (description: string, details: Named<unknown>, headers = admitted, schema: z.ZodType = oneReason) => {
    const examples = Object.fromEntries(Object.entries(details).map(([name, detail]) => [name, { value: { detail } }]))
    return { description, headers, content: { 'application/json': { schema: schemaReference(schema), examples } } }
  }
  const refusal = (description: string, details: readonly ValidationDetail[]) =>
    error(description, Object.fromEntries(details.map((detail) => [detail.type, [detail]])), admitted, manyReasons)
  const notFound = endpoints.flatMap(({ notFound: response }) =>
    response === undefined ? [] : [[response.name, error(response.description, { unknown: response.detail })]],
  )
  const keyDetails = { missing: 'Not authenticated', unknown: 'Invalid API key', expired: 'API key expired' }
  const challenged = references({ ...challengeHeaders, ...commonHeaders })
  const limitDetails = { rate: 'Rate limit exceeded', month: 'Monthly quota exceeded' }
  const exhausted = references({ ...retryHeaders, ...commonHeaders, ...limitHeaders })
  return {
    ...(auth ? { NotAuthenticated: error(NOT_AUTHENTICATED, keyDetails, challenged) } : {}),
    ...Object.fromEntries(notFound),
    BodyTooLarge: error('The body is longer than 2 MiB.', { tooLarge: TOO_LARGE }, requestHeaders),
    ParametersRefused: refusal('A parameter is missing or invalid.', parameterErrorExamples),
    BodyRefused: refusal(
      'The body is missing or invalid. An invalid point among valid ones does not cause this error.',
      bodyErrorExamples,
    ),
    ...(auth ? { LimitExceeded: error(LIMIT_EXCEEDED, limitDetails, exhausted) } : {}),
    ServiceBusy: error(SERVICE_BUSY, { busy: 'Service busy' }, { ...admitted, ...(auth && references(retryHeaders)) }),
    InternalServerError: error(INTERNAL_ERROR, { inside: 'Internal Server Error' }),
  }
}

const NOT_AUTHENTICATED = 'The key is missing, unknown or expired. The key is checked before anything else.'
const LIMIT_EXCEEDED = 'The key has used up its rate limit or its monthly quota. `Retry-After` says how long to wait.'
const SERVICE_BUSY = 'Too many slow requests are waiting. Try again in a second.'
const INTERNAL_ERROR = 'Internal error. The log of the service has the details.'

/**
 * Endpoint groups in the order of the documentation. The group of an endpoint is the part of its id before the dot, or
 * `scores` if there is no dot.
 */
export const groups = {
  vibe: 'What it is like to live at a place: quiet or lively, dense or spacious, on foot or by car.',
  environment: 'Noise, air and industry around a place.',
  demographics:
    'Age, health insurance and voting of the residents around a place. These are area figures, which say nothing about any person or household.',
  risk: 'Flood and fire. Higher is safer. Not a substitute for an official determination of a flood or fire zone.',
  scores: 'Many scores in one request, the explanation of a score, and the catalog.',
  areas: 'Summaries of the residents of areas, and rankings of areas.',
  schools: 'Public schools and school districts, kindergarten to grade 12.',
  tools: 'From an address to coordinates, and back.',
}
