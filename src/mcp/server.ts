import { Server } from '@modelcontextprotocol/sdk/server/index.js'
import {
  CallToolRequestSchema,
  type CallToolResult,
  ErrorCode,
  ListToolsRequestSchema,
  McpError,
} from '@modelcontextprotocol/sdk/types.js'
import { AjvJsonSchemaValidator } from '@modelcontextprotocol/sdk/validation/ajv'
import { detailJson } from '../endpoints/check.ts'
import type { Library } from '../endpoints/endpoint.ts'
import { NotFoundError, ValidationError } from '../errors.ts'
import { COVERAGE } from '../states.ts'
import type { Tool } from './tool.ts'
import { listed, tools } from './tools.ts'

export interface McpOptions {
  /** Version of the package, which clients are told. */
  readonly version: string
  /** Hears of failures that a caller is told nothing about: a fault of a tool; of transports other than HTTP also a message that is not JSON-RPC. */
  readonly onError?: (error: unknown) => void
  readonly admitMore?: AdmitMore
}

/** Counts the places beyond the first that a call asks about; a sentence refuses the call. */
export type AdmitMore = (places: number) => Promise<string | null>

const byName = new Map(tools.map((tool) => [tool.name, tool]))

// Validates answers of clients, to which no request is ever sent; one for all, because the SDK would make one per server.
const jsonSchemaValidator = new AjvJsonSchemaValidator()

/**
 * An MCP server whose tools are the endpoints (one for those of addresses) and `compare`, to be connected to one transport. It is the SDK's low-level `Server`,
 * because arguments are judged by `parse`, which speaks pydantic, and not by zod.
 */
export function createMcpServer(vicinage: Library, options: McpOptions): Server {
  const server = new Server(
    { name: 'vicinage', title: 'Vicinage: neighborhood scores, schools and addresses', version: options.version },
    { capabilities: { tools: {} }, instructions, jsonSchemaValidator },
  )
  if (options.onError !== undefined) server.onerror = options.onError
  // Answers are made in one go, so a cancellation comes too late or, beside its request in one HTTP body, too early: the SDK would
  // then leave the request without an answer and the connection open.
  server.removeNotificationHandler('notifications/cancelled')
  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: [...listed] }))
  server.setRequestHandler(CallToolRequestSchema, ({ params }) => {
    const tool = byName.get(params.name)
    if (tool === undefined) throw new McpError(ErrorCode.InvalidParams, `Unknown tool: ${params.name}`)
    return callTool(tool, vicinage, params.arguments, options)
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
    onError(error)
    return failure('{"detail":"Internal Server Error"}')
  }
}

function failure(text: string): CallToolResult {
  return { content: [{ type: 'text', text }], isError: true }
}

/** What an agent is told about the server as a whole, once, at the start. */
const instructions = `Scores, public schools, school districts and address lookup for places in ${COVERAGE}. Nowhere else is covered, and fire is known in California only.

Order: when a place is given as an address, call tools_geocode_single first, which also says what is at a coordinate; every other tool wants lat and lon (decimal degrees, WGS 84, west is negative). Then scores for one place, compare for two to ten, scores_batch for more, a tool of one dimension when nothing else is asked. explain says what a score is made from. schools_districts gives the lea_id for schools_school_by_district; searches give the nces_id for schools_school.

Scores are integers from 1 to 255. 0 is not a low score: it means no data, so leave it out of averages and rankings and say that nothing is known. Each dimension has its own scale; high is not always good, and a tool's description gives the words. In noise-levels high is quiet; in flood and fire high is safe. A score says how a place ranks; for figures with units, sources and how sure it is, use explain.

Demographic dimensions (insurance-coverage, ideological-lean, population-profile) and the make-up of schools describe areas and groups. Conclude nothing about a person from them, and do not use them to steer somebody to or away from a neighborhood, or to decide about housing, credit, insurance or work: fair housing law forbids it.`
