import type { Tool as ListedTool } from '@modelcontextprotocol/server'
import * as z from 'zod'
import { type DimensionId, dimensions } from '../../answers/dimensions/catalog.ts'
import type { Dimension } from '../../answers/dimensions/dimension.ts'
import type { Parameter } from '../../base/parameters/parameter.ts'
import { costOf, type Endpoint, valuesOf } from '../../library/contract/endpoint.ts'
import { argumentsSchema } from '../../library/contract/parameter-schema.ts'
import { endpointsOf } from '../../library/contract/table.ts'
import { areaTool, findTool, rankTool } from './areas.ts'
import { compareTool } from './compare.ts'
import { mapTool } from './map-tool.ts'
import { geocode } from './places.ts'
import { schools } from './schools.ts'
import { dimensionsTool, scoresTool } from './scores.ts'
import { argumentsOf, PLACE, refuseOutside, type Tool } from './tool.ts'

/** Fields of an outline: the names of more tell themselves. */
const LONGEST_OUTLINE = 20

/** The name of a set of tools. */
export type ToolSet = 'core' | 'all'

/**
 * Which tools a server has: `core` are few that cover everything; `all` mirrors the endpoints, one tool each, and has
 * `compare`.
 */
export const toolSets = toolSetsOf(dimensions)

/** The same for a vicinage with own layers: no more tools, but their ids among the dimensions. */
export function toolSetsOf(records: readonly Dimension<DimensionId>[]): Readonly<Record<ToolSet, readonly Tool[]>> {
  const table = endpointsOf(records)
  const ids = records.map(({ id }) => id)
  const own = new Set(records.flatMap(({ id, group }) => (group === 'layers' ? [`/v1/layers/${id}`] : [])))
  return {
    core: [
      scoresTool(ids),
      compareTool(ids),
      withinCoverage(endpointTool(table, 'explain')),
      geocode,
      schools,
      strict(
        endpointTool(table, 'schools.school', {
          name: 'school',
          advice: 'Needs an `nces_id`, which schools answers, also by name.',
        }),
      ),
      withinCoverage(
        endpointTool(table, 'schools.districts', {
          name: 'districts',
          advice: 'Use it for which district serves a place; its `geoid` is the `lea_id` of schools.',
        }),
      ),
      areaTool(ids),
      rankTool(ids),
      findTool(ids),
      mapTool(ids),
      dimensionsTool(ids),
    ],
    all: [...table.filter(({ path }) => !own.has(path)).map(toolOf), compareTool(ids)],
  }
}

/** The tools of each set as `tools/list` answers them; of the answers of `core` an outline only. */
export const listed = listedOf(toolSets)

export function listedOf(
  sets: Readonly<Record<ToolSet, readonly Tool[]>>,
): Readonly<Record<ToolSet, readonly ListedTool[]>> {
  return {
    core: sets.core.map((tool) => listedTool(tool, outline)),
    all: sets.all.map((tool) => listedTool(tool, (schema) => schema)),
  }
}

function listedTool(
  { name, title, description, input, output, page }: Tool,
  outputOf: (schema: ListedTool['inputSchema']) => ListedTool['inputSchema'],
): ListedTool {
  return {
    name,
    title,
    description,
    inputSchema: objectSchema(input, 'input'),
    outputSchema: outputOf(objectSchema(output, 'output')),
    annotations: { readOnlyHint: true, openWorldHint: false },
    ...(page !== undefined && { _meta: { ui: { resourceUri: page } } }),
  }
}

/**
 * The fields of an answer and their types, as far as the first level: agents read the answer itself, and pay for every
 * list of tools.
 */
function outline({ properties = {} }: ListedTool['inputSchema']): ListedTool['inputSchema'] {
  if (Object.keys(properties).length > LONGEST_OUTLINE) return { type: 'object' }
  const types = Object.entries(properties).map(([name, value]) => {
    const { type } = value as { readonly type?: unknown }
    return [name, type === undefined ? {} : { type }]
  })
  return { type: 'object', properties: Object.fromEntries(types) }
}

/** The tool, which refuses arguments that there are not. */
function strict(tool: Tool): Tool {
  const prepare: Tool['prepare'] = (vicinage, input) => {
    argumentsOf(tool.parameters.map((parameter) => ({ ...parameter, required: false })) as Parameter[], input, PLACE)
    return tool.prepare(vicinage, input)
  }
  return { ...tool, prepare }
}

/** The tool, which refuses a place outside the coverage, too. */
function withinCoverage(tool: Tool): Tool {
  const { prepare } = strict(tool)
  return {
    ...tool,
    prepare: (vicinage, input) => {
      const call = prepare(vicinage, input)
      const { lat, lon } = input as { readonly lat: unknown; readonly lon: unknown }
      const answer = () => {
        refuseOutside(vicinage, { lat: Number(lat), lon: Number(lon) })
        return call.answer()
      }
      return { ...call, answer }
    },
  }
}

/** The tool of an endpoint under another name, with other advice: that of the table names the tools of `all`. */
function endpointTool(
  endpoints: readonly Endpoint[],
  id: string,
  { name, advice }: { readonly name?: string; readonly advice?: string } = {},
): Tool {
  const endpoint = endpoints.find((endpoint) => endpoint.id === id)!
  return { ...toolOf({ ...endpoint, ...(advice && { advice }) }), ...(name && { name }) }
}

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
      const values = valuesOf(endpoint, input)
      return { cost: costOf(endpoint, values), answer: () => endpoint.answer(vicinage, values) }
    },
  }
}

/** `schools.schoolRatings` → `schools_school_ratings`. */
function snakeCase(id: string): string {
  return id.replaceAll('.', '_').replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}

/**
 * JSON Schema 2020-12, which is what MCP takes a schema without `$schema` for; validators of draft-07 understand it,
 * too. Shorter than zod writes it: without titles, without the bounds of safe integers, `null` among the types.
 */
function objectSchema(schema: z.ZodType, io: 'input' | 'output'): ListedTool['inputSchema'] {
  const override = ({ jsonSchema }: { jsonSchema: z.core.JSONSchema.BaseSchema }) => {
    if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
    if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum
    delete jsonSchema.title
    const [value, ...nothing] = jsonSchema.anyOf ?? []
    if (typeof value !== 'object' || typeof value.type !== 'string' || nothing.length !== 1) return
    // A text or a number stays what it is.
    if (typeof nothing[0] !== 'object' || nothing[0].type !== 'null') return
    delete jsonSchema.anyOf
    Object.assign(jsonSchema, value, { type: [value.type, 'null'] })
    if (value.enum !== undefined) jsonSchema.enum = [...value.enum, null]
  }
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, override })
  return rest as ListedTool['inputSchema']
}
