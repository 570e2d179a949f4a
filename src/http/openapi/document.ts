import * as z from 'zod'
import type { Endpoint } from '../../endpoints/endpoint.ts'
import { groups } from '../../endpoints/groups.ts'
import type { Parameter } from '../../endpoints/parameter.ts'
import { argumentsSchema, parameterSchema } from '../../endpoints/parameter-schema.ts'
import { manyReasons, oneReason } from '../../endpoints/refusals.ts'
import { endpoints } from '../../endpoints/table.ts'
import { COVERAGE } from '../../states.ts'
import {
  answerHeaders,
  bareSchema,
  errorResponses,
  headers,
  type MediaType,
  type Named,
  type Reference,
  type ResponseObject,
  requestHeaders,
  schemaComponents,
  schemaReference,
} from './components.ts'

export type OpenApiDocument = ReturnType<typeof openApiDocument>

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
 * interface; where a key is required, `auth`, there may be limits.
 */
export function openApiDocument({ version, auth }: { readonly version: string; readonly auth: boolean }) {
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
    tags: Object.entries({ ...groups, service: 'About the service itself. No key is required.' }).map(
      ([name, description]) => ({ name, description }),
    ),
    /** What every operation asks for unless it says otherwise. */
    security: auth ? [{ bearer: [] }] : [],
    paths: paths(auth),
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
function paths(auth: boolean): Named<{ readonly get?: Operation; readonly post?: Operation }> {
  const ofEndpoints = endpoints.map((endpoint) => {
    const { path, method } = endpoint
    return [path, { [method.toLowerCase()]: operation(endpoint, auth) }] as const
  })
  const figures =
    'Requests and their durations by method, path and status, in the text format of Prometheus. It holds neither parameters nor keys.'
  return {
    ...Object.fromEntries(ofEndpoints),
    '/health': about('health', 'Whether the service answers', 'For load balancers and monitors.', {
      'application/json': { schema: schemaReference(health), example: { status: 'ok' } },
    }),
    '/metrics': about('metrics', 'Figures for Prometheus', figures, { 'text/plain': { schema: { type: 'string' } } }),
    '/openapi.json': about('openapi', 'This description', 'The description of the service as OpenAPI 3.1.', {
      'application/json': { schema: { type: 'object' } },
    }),
  }
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
  const title = `${endpoint.id.charAt(0).toUpperCase()}${endpoint.id.slice(1)}Request`
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
