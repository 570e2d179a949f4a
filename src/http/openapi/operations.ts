import type { Endpoint } from '../../endpoints/endpoint.ts'
import type { Parameter } from '../../endpoints/parameter.ts'
import { parameterSchema } from '../../endpoints/parameter-schema.ts'
import { answerExamples } from './answer-examples.ts'
import type { Named, Operation, ParameterObject, PathItem, Reference, ResponseObject } from './document.ts'
import { notFound } from './error-responses.ts'
import { answerHeaders } from './headers.ts'
import { requestExample, requestSchema } from './request-body.ts'
import { bareSchema, schemaReference } from './schema-components.ts'
import type { ServiceOptions } from './service-options.ts'
import { tagOf } from './tags.ts'

/** One path per endpoint, in the order of the table. */
export function operationPaths(endpoints: readonly Endpoint[], options: ServiceOptions): Named<PathItem> {
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
    content: json(endpoint.response, answerExamples[endpoint.id]),
  }
  const missing = notFound(endpoint)
  const refused = endpoint.method === 'POST' ? 'BodyRefused' : 'ParametersRefused'
  return {
    200: answer,
    ...(options.auth ? { 401: shared('NotAuthenticated') } : {}),
    ...(missing === null ? {} : { 404: shared(missing) }),
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
