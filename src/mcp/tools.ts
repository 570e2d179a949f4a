import type { Tool as ListedTool } from '@modelcontextprotocol/sdk/types.js'
import * as z from 'zod'
import { parse } from '../endpoints/check.ts'
import type { Endpoint } from '../endpoints/endpoint.ts'
import { geocodeEndpoints } from '../endpoints/geocode.ts'
import { argumentsSchema } from '../endpoints/parameter-schema.ts'
import { endpoints } from '../endpoints/table.ts'
import { compare } from './compare.ts'
import { geocode } from './geocode.ts'
import type { Tool } from './tool.ts'

/** Every tool: one per endpoint, in the order of the table, but one for all about addresses; then `compare`. */
export const tools: readonly Tool[] = [
  ...endpoints.filter((endpoint) => !geocodeEndpoints.includes(endpoint)).map(toolOf),
  geocode,
  compare,
]

/** The tools as `tools/list` answers them. */
export const listed: readonly ListedTool[] = tools.map(({ name, title, description, input, output }) => ({
  name,
  title,
  description,
  inputSchema: objectSchema(input, 'input'),
  outputSchema: objectSchema(output, 'output'),
  annotations: { title, readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
}))

function toolOf(endpoint: Endpoint): Tool {
  const { id, summary, description, advice, parameters, response } = endpoint
  return {
    name: snakeCase(id),
    title: summary,
    description: advice === undefined ? description : `${description} ${advice}`,
    input: argumentsSchema(parameters),
    output: response,
    parameters,
    prepare: (vicinage, input) => {
      const values = parse(parameters, input)
      const places = endpoint.stream?.(vicinage, values).places ?? 1
      return { places, answer: () => endpoint.answer(vicinage, values) }
    },
  }
}

/** `schools.schoolRatings` → `schools_school_ratings`. */
function snakeCase(id: string): string {
  return id.replaceAll('.', '_').replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}

/** JSON Schema 2020-12, which is what MCP takes a schema without `$schema` for; validators of draft-07 understand it, too. */
function objectSchema(schema: z.ZodType, io: 'input' | 'output'): ListedTool['inputSchema'] {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io })
  return rest as ListedTool['inputSchema']
}
