import * as z from 'zod'
import { lat, lon } from '../../base/parameters/known-parameters.ts'
import type { Parameter } from '../../base/parameters/parameter.ts'

/**
 * Returns a zod schema of an endpoint's arguments, with descriptions, defaults and examples, for OpenAPI, MCP
 * `inputSchema` and command-line help. The schema accepts what `parse` accepts. Input is only checked by `parse`,
 * because only its errors are worded as in pydantic.
 */
export function argumentsSchema(parameters: readonly Parameter[]): z.ZodObject {
  return z.object(Object.fromEntries(parameters.map((parameter) => [parameter.name, parameterSchema(parameter)])))
}

export function parameterSchema(parameter: Parameter): z.ZodType {
  const schema = describedSchema(parameter)
  if (parameter.required) return schema
  return 'default' in parameter && parameter.default !== undefined
    ? schema.default(parameter.default)
    : schema.optional()
}

function describedSchema(parameter: Parameter): z.ZodType {
  const { description, example } = parameter
  const asList = parameter.kind === 'literals' && parameter.in === 'body'
  return valueSchema(parameter).meta({ description, examples: [asList ? parameter.example.split(',') : example] })
}

function valueSchema(parameter: Parameter): z.ZodType {
  switch (parameter.kind) {
    case 'float':
      return z.number().min(parameter.ge).max(parameter.le)
    case 'integer':
      return z.int().min(parameter.ge).max(parameter.le)
    case 'boolean':
      return z.boolean()
    case 'string': {
      const { minLength, maxLength, pattern } = parameter
      let text = z.string()
      if (minLength !== undefined) text = text.min(minLength)
      if (maxLength !== undefined) text = text.max(maxLength)
      return pattern === undefined ? text : text.regex(new RegExp(pattern, 'u'))
    }
    case 'literal':
      return z.enum(parameter.values)
    case 'literals':
      if (parameter.in === 'body') return z.array(z.enum(parameter.values))
      return z.string().regex(listPattern(parameter.values))
    case 'object':
      return parameter.orText
        ? z.union([z.record(z.string(), z.unknown()), z.string()])
        : z.record(z.string(), z.unknown())
    case 'points':
      return z.array(argumentsSchema([lat, lon]).meta({ id: 'Point' })).max(parameter.maxItems)
  }
}

/** Returns the pattern of a comma-separated list of these values, which consist of letters and hyphens. */
function listPattern(values: readonly string[]): RegExp {
  const choice = `(?:${values.join('|')})`
  return new RegExp(`^${choice}(?:,${choice})*$`)
}
