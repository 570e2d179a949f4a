import type { Tool as ListedTool } from '@modelcontextprotocol/server'
import * as z from 'zod'
import { type DimensionId, dimensions } from '../../answers/dimensions/catalog.ts'
import type { Dimension } from '../../answers/dimensions/dimension.ts'
import { ifLoaded } from '../../base/errors.ts'
import type { Parameter } from '../../base/parameters/parameter.ts'
import { throwNotFound } from '../../library/contract/areas.ts'
import { type Endpoint, getCost, getValues, type Library } from '../../library/contract/endpoint.ts'
import { argumentsSchema } from '../../library/contract/parameter-schema.ts'
import { getEndpoints } from '../../library/contract/table.ts'
import { areaTool, findTool, rankTool } from './areas.ts'
import { briefTools } from './brief-list.ts'
import { compareTool } from './compare.ts'
import { fitTool } from './fit.ts'
import { mapTool } from './map-tool.ts'
import { geocode } from './places.ts'
import { schools, withKind } from './schools.ts'
import { dimensionsTool, scoresTool } from './scores.ts'
import { PLACE, parseArguments, refuseOutside, type Tool } from './tool.ts'

/** Name of a tool set. */
export type ToolSet = 'core' | 'all'

/** Tool sets. `core` has few tools that cover everything. `all` has one tool for each endpoint, and `compare`. */
export const toolSets = getToolSets(dimensions)

/**
 * Returns the tool sets for a vicinage with custom dimensions. The tools are the same, but they also accept the custom
 * dimension ids.
 */
export function getToolSets(records: readonly Dimension<DimensionId>[]): Readonly<Record<ToolSet, readonly Tool[]>> {
  const table = getEndpoints(records)
  const ids = records.map(({ id }) => id)
  const layerPaths = new Set(records.flatMap(({ id, group }) => (group === 'layers' ? [`/v1/layers/${id}`] : [])))
  return {
    core: [
      scoresTool(ids),
      compareTool(ids),
      withinCoverage(endpointTool(table, 'explain')),
      geocode,
      schools,
      withKind(
        strict(
          endpointTool(table, 'schools.school', {
            name: 'school',
            advice: 'Needs an `nces_id` from `schools`.',
          }),
        ),
      ),
      withinCoverage(
        endpointTool(table, 'schools.districts', {
          name: 'districts',
          advice: 'Finds the district of a place; its `geoid` is the `lea_id` for `schools`.',
        }),
      ),
      areaTool(ids),
      rankTool(ids),
      findTool(ids),
      fitTool(ids),
      mapTool(ids),
      dimensionsTool(ids),
    ],
    all: [...table.filter(({ path }) => !layerPaths.has(path)).map(getTool), compareTool(ids)],
  }
}

/** Tools of each set in the format of `tools/list`. The `core` list is shortened. */
export const listed = getListed(toolSets)

export function getListed(
  sets: Readonly<Record<ToolSet, readonly Tool[]>>,
): Readonly<Record<ToolSet, readonly ListedTool[]>> {
  return { core: briefTools(sets.core.map(listedTool)), all: sets.all.map(listedTool) }
}

function listedTool({ name, title, description, input, output, page }: Tool): ListedTool {
  return {
    name,
    title,
    description,
    inputSchema: objectSchema(input, 'input'),
    outputSchema: objectSchema(output, 'output'),
    annotations: { readOnlyHint: true, openWorldHint: false },
    ...(page !== undefined && { _meta: { ui: { resourceUri: page } } }),
  }
}

/** Makes a tool refuse unknown arguments. */
function strict(tool: Tool): Tool {
  const prepare: Tool['prepare'] = (vicinage, input) => {
    parseArguments(tool.parameters.map((parameter) => ({ ...parameter, required: false })) as Parameter[], input, PLACE)
    return tool.prepare(vicinage, input)
  }
  return { ...tool, prepare }
}

/** Makes a tool refuse unknown arguments and places outside the coverage area. */
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

/**
 * Turns an endpoint into a tool with a different name and advice. The endpoint's own advice names tools of the set
 * `all`.
 */
function endpointTool(
  endpoints: readonly Endpoint[],
  id: string,
  { name, advice }: { readonly name?: string; readonly advice?: string } = {},
): Tool {
  const endpoint = endpoints.find((endpoint) => endpoint.id === id)!
  return { ...getTool({ ...endpoint, ...(advice && { advice }) }), ...(name && { name }) }
}

function getTool(endpoint: Endpoint): Tool {
  const { id, summary, description, advice, parameters, response } = endpoint
  return {
    name: snakeCase(id),
    title: summary,
    description: advice === undefined ? description : `${description} ${advice}`,
    input: argumentsSchema(parameters),
    output: response,
    parameters,
    prepare: (vicinage, input) => {
      const values = getValues(endpoint, input)
      const answer = () => {
        refuseWithoutSchools(id, vicinage)
        return endpoint.answer(vicinage, values)
      }
      return { cost: getCost(endpoint, values), answer }
    },
  }
}

/**
 * Throws `NotFoundError` if an endpoint needs schools or districts that are not loaded. The endpoints themselves return
 * an empty list or `School not found`, which agents would mistake for a real result.
 */
function refuseWithoutSchools(endpoint: string, { schools }: Library): void {
  if (endpoint === 'schools.districts') ifLoaded(() => schools.districts(ANYWHERE), throwNotFound)
  if (endpoint === 'schools.school') ifLoaded(() => schools.ratingYear(NO_SCHOOL), throwNotFound)
}

const ANYWHERE = { lat: 0, lon: 0 }
const NO_SCHOOL = { nces_id: '000000000000' }

/** Turns `schools.schoolRatings` into `schools_school_ratings`. */
function snakeCase(id: string): string {
  return id.replaceAll('.', '_').replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}

/**
 * Writes JSON Schema 2020-12, the default in MCP for a schema without `$schema`. Draft-07 validators understand it too.
 * It is shorter than zod's output: it omits titles and safe-integer bounds, and lists `null` among the types.
 */
function objectSchema(schema: z.ZodType, io: 'input' | 'output'): ListedTool['inputSchema'] {
  const override = ({ jsonSchema }: { jsonSchema: z.core.JSONSchema.BaseSchema }) => {
    if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
    if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum
    delete jsonSchema.title
    const [value, ...nothing] = jsonSchema.anyOf ?? []
    if (typeof value !== 'object' || typeof value.type !== 'string' || nothing.length !== 1) return
    // Only unions of null and an object are merged; strings and numbers stay as they are.
    if (typeof nothing[0] !== 'object' || nothing[0].type !== 'null') return
    delete jsonSchema.anyOf
    Object.assign(jsonSchema, value, { type: [value.type, 'null'] })
    if (value.enum !== undefined) jsonSchema.enum = [...value.enum, null]
  }
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, override })
  return rest as ListedTool['inputSchema']
}
