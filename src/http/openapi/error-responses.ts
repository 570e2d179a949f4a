import * as z from 'zod'
import type { Endpoint } from '../../endpoints/endpoint.ts'
import { validationDetail } from '../../endpoints/schemas.ts'
import type { ValidationDetail } from '../../errors.ts'
import type { Named, Reference, ResponseObject } from './document.ts'
import { answerHeaders, challengeHeaders, requestHeaders, retryHeaders } from './headers.ts'
import { bodyRefusals, parameterRefusals } from './refusal-examples.ts'
import { schemaReference } from './schema-components.ts'
import type { ServiceOptions } from './service-options.ts'

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
    ParametersRefused: refusal('A parameter is missing or refused.', admitted, parameterRefusals),
    BodyRefused: refusal('The body is missing or refused. A wrong point is no such error.', admitted, bodyRefusals),
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
