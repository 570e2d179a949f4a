import { Server } from '@modelcontextprotocol/sdk/server/index.js'
import {
  CallToolRequestSchema,
  type CallToolResult,
  ErrorCode,
  ListToolsRequestSchema,
  McpError,
} from '@modelcontextprotocol/sdk/types.js'
import { AjvJsonSchemaValidator } from '@modelcontextprotocol/sdk/validation/ajv'
import { type DimensionId, dimensions } from '../dimensions/catalog.ts'
import { catalogOf } from '../dimensions/catalog-of.ts'
import type { Dimension } from '../dimensions/dimension.ts'
import { detailJson } from '../endpoints/check.ts'
import type { Library } from '../endpoints/endpoint.ts'
import { NotFoundError, NotLoadedError, ValidationError } from '../errors.ts'
import { checkOptions, type OptionNames } from '../options.ts'
import { COVERAGE } from '../states.ts'
import type { Tool } from './tool.ts'
import { listed, listedOf, type ToolSet, toolSets, toolSetsOf } from './tools.ts'

/** What `createMcpServer` takes. */
export interface McpOptions {
  /** Version of the package, which clients are told. */
  readonly version: string
  /** Hears of failures that a caller is told nothing about: a fault of a tool; of transports other than HTTP also a message that is not JSON-RPC. */
  readonly onError?: (error: unknown) => void
  /** Asked before a call about several places. Default: all are let through. */
  readonly admitMore?: AdmitMore
  /**
   * `core`: few tools that cover everything, with answers of at most 100 kB, for models that pay for what they read. `all`: a tool for each
   * endpoint of the service, with its answers. Default `core`.
   */
  readonly tools?: ToolSet
}

const mcpOptions: OptionNames<McpOptions> = { version: true, onError: true, admitMore: true, tools: true }

/** Counts the places beyond the first that a call asks about; a sentence refuses the call. */
export type AdmitMore = (places: number) => Promise<string | null>

/** Bytes of an answer of a `core` tool. */
const MOST = 100_000

// Validates answers of clients, to which no request is ever sent; one for all, because the SDK would make one per server.
const jsonSchemaValidator = new AjvJsonSchemaValidator()

/** Those of every session alike, but where there are own layers. */
function toolsOf(records: readonly Dimension<DimensionId>[]) {
  if (records.length === dimensions.length) return { tools: toolSets, list: listed }
  const tools = toolSetsOf(records)
  return { tools, list: listedOf(tools) }
}

/**
 * An MCP server, to be connected to one transport. It is the SDK's low-level `Server`, because arguments are judged by `parse`, which
 * speaks pydantic, and not by zod.
 */
export function createMcpServer(vicinage: Library, options: McpOptions): Server {
  checkOptions(options, mcpOptions)
  const { tools: set = 'core' } = options
  const { tools, list } = toolsOf(catalogOf(vicinage))
  const server = new Server(
    { name: 'vicinage', title: 'Vicinage: neighborhood scores, schools and addresses', version: options.version },
    { capabilities: { tools: {} }, instructions: instructions(set), jsonSchemaValidator },
  )
  if (options.onError !== undefined) server.onerror = options.onError
  // Answers are made in one go, so a cancellation comes too late or, beside its request in one HTTP body, too early: the SDK would
  // then leave the request without an answer and the connection open.
  server.removeNotificationHandler('notifications/cancelled')
  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: [...list[set]] }))
  server.setRequestHandler(CallToolRequestSchema, ({ params }) => {
    const tool = tools[set].find(({ name }) => name === params.name)
    if (tool === undefined) throw new McpError(ErrorCode.InvalidParams, `Unknown tool: ${params.name}`)
    const answer = callTool(tool, vicinage, params.arguments, options)
    return set === 'core' ? answer.then(limited) : answer
  })
  return server
}

/** What a call answers: the body as structured content and as JSON text, or an error with the body that HTTP would send. */
async function callTool(
  tool: Tool,
  vicinage: Library,
  input: unknown,
  { onError = () => {}, admitMore }: Pick<McpOptions, 'onError' | 'admitMore'>,
): Promise<CallToolResult> {
  try {
    // Judged before it is counted: a wrong call costs no more than any other.
    const question = tool.prepare(vicinage, input)
    const refused = (await admitMore?.(question.places - 1)) ?? null
    if (refused !== null) return failure(JSON.stringify({ detail: refused }))
    const body = question.answer() as Record<string, unknown>
    return { content: [{ type: 'text', text: JSON.stringify(body) }], structuredContent: body }
  } catch (error) {
    if (error instanceof ValidationError) return failure(detailJson(error.detail, tool.parameters))
    if (error instanceof NotFoundError) return failure(JSON.stringify({ detail: error.detail }))
    if (error instanceof NotLoadedError) return failure(JSON.stringify({ detail: error.message }))
    onError(error)
    return failure('{"detail":"Internal Server Error"}')
  }
}

/** An answer that is not too long to be read by a model, else what to do. */
function limited(result: CallToolResult): CallToolResult {
  const bytes = new TextEncoder().encode(JSON.stringify(result)).length
  if (bytes <= MOST) return result
  const detail = result.isError
    ? 'The arguments are refused, and too long to say why: send at most what the description of the tool says.'
    : `The answer would have ${Math.ceil(bytes / 1000)} kB, more than ${MOST / 1000}: ask for fewer places or dimensions, without descriptions.`
  return failure(JSON.stringify({ detail }))
}

function failure(text: string): CallToolResult {
  return { content: [{ type: 'text', text }], isError: true }
}

const order = {
  core: 'when a place is given as an address, call geocode first, which also says what is at a coordinate and how well an address is known; scores, compare, explain, schools and districts want lat and lon (decimal degrees, WGS 84, west is negative). Then scores for one place or up to 100, compare to weigh two to ten against each other, explain for what a score is made from. Where the radius of an address is above 300, pass it on, and tell the band instead of the score. area says what a ZIP, city or county is like, or ranks them; find says where in one several conditions hold. districts gives the geoid that schools takes as lea_id; schools gives the nces_id for school.',
  all: 'when a place is given as an address, call tools_geocode_single first; every other tool wants lat and lon (decimal degrees, WGS 84, west is negative). Then scores for one place, compare for two to ten, scores_batch for more, areas_named for a ZIP or city, areas_find for where in one several conditions hold, a tool of one dimension when nothing else is asked. explain says what a score is made from. schools_districts gives the lea_id for schools_school_by_district; searches give the nces_id for schools_school.',
} satisfies Readonly<Record<ToolSet, string>>

/** What an agent is told about the server as a whole, once, at the start. */
const instructions = (
  set: ToolSet,
) => `Scores, public schools, school districts and address lookup for places in ${COVERAGE}. Nowhere else is covered, and fire is known in California only.

Order: ${order[set]}

Scores are integers from 1 to 255. 0 is not a low score: it means no data, so leave it out of averages and rankings and say that nothing is known. Each dimension has its own scale; high is not always good, and dimensions gives the words. In noise-levels high is quiet; in flood and fire high is safe. A score says how a place ranks; for figures with units, sources and how sure it is, use explain.

Demographic dimensions (insurance-coverage, ideological-lean, population-profile) and the make-up of schools describe areas and groups. Conclude nothing about a person from them, and do not use them to steer somebody to or away from a neighborhood, or to decide about housing, credit, insurance or work: fair housing law forbids it.`
