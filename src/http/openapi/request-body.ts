import type * as z from 'zod'
import type { Endpoint } from '../../endpoints/endpoint.ts'
import type { Parameter } from '../../endpoints/parameter.ts'
import { argumentsSchema } from '../../endpoints/parameter-schema.ts'

/** The JSON object that an endpoint takes, one field per parameter of its body; null without such parameters. */
export function requestSchema(endpoint: Endpoint): z.ZodType | null {
  const fields = inBody(endpoint)
  if (fields.length === 0) return null
  const title = `${endpoint.id.charAt(0).toUpperCase()}${endpoint.id.slice(1)}Request`
  return argumentsSchema(fields).meta({ title })
}

/** Such an object, of the examples of the parameters. */
export function requestExample(endpoint: Endpoint): Record<string, unknown> {
  return Object.fromEntries(inBody(endpoint).map((parameter) => [parameter.name, exampleOf(parameter)]))
}

function inBody({ parameters }: Endpoint): readonly Parameter[] {
  return parameters.filter((parameter) => parameter.in === 'body')
}

// The example of a list is written as in a query; a body documents an array.
function exampleOf(parameter: Parameter): unknown {
  return parameter.kind === 'literals' ? parameter.example.split(',') : parameter.example
}
