import * as z from 'zod'
import type { Endpoint } from '../../endpoints/endpoint.ts'
import type { Parameter } from '../../endpoints/parameter.ts'
import { argumentsSchema, parameterSchema } from '../../endpoints/parameter-schema.ts'
import { endpoints } from '../../endpoints/table.ts'
import { COVERAGE } from '../../states.ts'
import { answerHeaders, errorResponses, errorSchemas, headers, requestHeaders } from './responses.ts'
import { bareSchema, schemaComponents, schemaReference } from './schemas.ts'
import type {
  JsonSchema,
  MediaType,
  Named,
  OpenApiDocument,
  Operation,
  ParameterObject,
  PathItem,
  Reference,
  ResponseObject,
  ServiceOptions,
} from './types.ts'

interface OpenApiOptions {
  /** Version of the interface. */
  readonly version: string
  /** Whether a key is required. */
  readonly auth: boolean
  /** Whether keys have limits. Default: as `auth`, because limits are those of a key. */
  readonly limits?: boolean
}

/** The OpenAPI 3.1 document of the service, made from the table of endpoints; the same options make the same text. */
export function openApiDocument({ version, auth, limits = auth }: OpenApiOptions): OpenApiDocument {
  const options = { auth, limits }
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
    tags,
    security: auth ? [{ bearer: [] }] : [],
    paths: { ...operationPaths(endpoints, options), ...servicePaths },
    components: {
      schemas: schemaComponents(
        endpoints.map(requestSchema).filter((schema) => schema !== null),
        [...endpoints.map(({ response }) => response), ...errorSchemas, ...serviceSchemas],
      ),
      responses: errorResponses(endpoints, options),
      headers: headers(options),
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
} as const

/** One path per endpoint, in the order of the table. */
function operationPaths(endpoints: readonly Endpoint[], options: ServiceOptions): Named<PathItem> {
  return Object.fromEntries(
    endpoints.map((endpoint) => [
      endpoint.path,
      endpoint.method === 'GET' ? { get: operation(endpoint, options) } : { post: operation(endpoint, options) },
    ]),
  )
}

function operation(endpoint: Endpoint, options: ServiceOptions): Operation {
  const { id, summary, description, parameters } = endpoint
  const inUrl = parameters.filter((parameter) => parameter.in !== 'body')
  const body = requestSchema(endpoint)
  return {
    operationId: id,
    tags: [tagOf(endpoint)],
    summary,
    description,
    ...(inUrl.length === 0 ? {} : { parameters: inUrl.map(parameterObject) }),
    ...(body === null ? {} : { requestBody: { required: true, content: json(body, requestExample(endpoint)) } }),
    responses: responses(endpoint, options),
  }
}

function parameterObject(parameter: Parameter): ParameterObject {
  const { name, required, description, example } = parameter
  const place = parameter.in === 'path' ? 'path' : 'query'
  return { name, in: place, required, description, schema: bareSchema(parameterSchema(parameter)), example }
}

function responses(endpoint: Endpoint, options: ServiceOptions): Named<ResponseObject | Reference> {
  const answer = {
    description: 'The answer.',
    headers: answerHeaders(options),
    content: json(endpoint.response, endpoint.example),
  }
  const refused = endpoint.method === 'POST' ? 'BodyRefused' : 'ParametersRefused'
  return {
    200: answer,
    ...(options.auth ? { 401: shared('NotAuthenticated') } : {}),
    ...(endpoint.notFound === undefined ? {} : { 404: shared(endpoint.notFound.name) }),
    ...(endpoint.method === 'POST' ? { 413: shared('BodyTooLarge') } : {}),
    ...(endpoint.parameters.length === 0 ? {} : { 422: shared(refused) }),
    ...(options.limits ? { 429: shared('LimitExceeded') } : {}),
    500: shared('InternalServerError'),
  }
}

function json(schema: Parameters<typeof schemaReference>[0], example: unknown) {
  return { 'application/json': { schema: schemaReference(schema), example } }
}

function shared(name: string): Reference {
  return { $ref: `#/components/responses/${name}` }
}

/** The JSON object that an endpoint takes, one field per parameter of its body; null without such parameters. */
function requestSchema(endpoint: Endpoint): z.ZodType | null {
  const fields = inBody(endpoint)
  if (fields.length === 0) return null
  const title = `${endpoint.id.charAt(0).toUpperCase()}${endpoint.id.slice(1)}Request`
  return argumentsSchema(fields).meta({ title })
}

/** Such an object, of the examples of the parameters. */
function requestExample(endpoint: Endpoint): Record<string, unknown> {
  return Object.fromEntries(inBody(endpoint).map((parameter) => [parameter.name, exampleOf(parameter)]))
}

function inBody({ parameters }: Endpoint): readonly Parameter[] {
  return parameters.filter((parameter) => parameter.in === 'body')
}

// The example of a list is written as in a query; a body documents an array.
function exampleOf(parameter: Parameter): unknown {
  return parameter.kind === 'literals' ? parameter.example.split(',') : parameter.example
}

const health = z.object({ status: z.literal('ok').describe('The service answers.') }).meta({ title: 'Health' })

/** The bodies of the paths about the service itself. */
const serviceSchemas = [health] as const

/** The paths about the service itself, which need no key and count against no limit. */
const servicePaths: Named<PathItem> = {
  '/health': servicePath('health', 'Whether the service answers', 'For load balancers and monitors.', {
    'application/json': { schema: schemaReference(health), example: { status: 'ok' } },
  }),
  '/metrics': servicePath(
    'metrics',
    'Figures for Prometheus',
    'Requests and their durations by method, path and status, in the text format of Prometheus. It holds neither parameters nor keys.',
    { 'text/plain': { schema: { type: 'string' } } },
  ),
  '/openapi.json': servicePath('openapi', 'This description', 'The description of the service as OpenAPI 3.1.', {
    'application/json': { schema: { type: 'object' } as JsonSchema },
  }),
}

function servicePath(operationId: string, summary: string, description: string, content: Named<MediaType>): PathItem {
  const answer = { description: 'The answer.', headers: requestHeaders, content }
  return {
    get: { operationId, tags: ['service'], summary, description, security: [], responses: { 200: answer } },
  }
}

/** The groups of operations, in the order of the documentation. */
const tags = [
  {
    name: 'vibe',
    description: 'What it is like to live there: quiet or lively, close or spacious, on foot or by car.',
  },
  { name: 'environment', description: 'Noise, air and industry around a place.' },
  {
    name: 'demographics',
    description:
      'Age, health insurance and votes of the people around a place: figures of an area, which say nothing about any one person or household.',
  },
  {
    name: 'risk',
    description:
      'Flood and fire. Higher is safer. Not a substitute for an official determination of a flood or fire zone.',
  },
  { name: 'scores', description: 'Many scores in one request, the explanation of a score, and the catalog.' },
  { name: 'schools', description: 'Public schools and school districts, kindergarten to grade 12.' },
  { name: 'tools', description: 'From an address to a coordinate.' },
  { name: 'service', description: 'About the service itself. No key is required.' },
] as const

/** The group of an endpoint: what stands before the dot of its identifier. */
function tagOf({ id }: Endpoint): string {
  const dot = id.indexOf('.')
  return dot === -1 ? 'scores' : id.slice(0, dot)
}
