import { Server } from '@modelcontextprotocol/sdk/server/index.js'
import { CallToolRequestSchema, ErrorCode, ListToolsRequestSchema, McpError } from '@modelcontextprotocol/sdk/types.js'
import { AjvJsonSchemaValidator } from '@modelcontextprotocol/sdk/validation/ajv'
import type { Answers } from '../endpoints/endpoint.ts'
import { callTool } from './call-tool.ts'
import { instructions } from './instructions.ts'
import { listed, tools } from './tools.ts'

export interface McpOptions {
  /** Version of the package, which clients are told. */
  readonly version: string
  /** Hears of failures that a caller is told nothing about: a fault of a tool, a message that is no JSON-RPC. */
  readonly onError?: (error: unknown) => void
  readonly admitMore?: AdmitMore
}

/** Counts the places beyond the first that a call asks about; a sentence refuses the call. */
export type AdmitMore = (places: number) => Promise<string | null>

const byName = new Map(tools.map((tool) => [tool.name, tool]))

// Judges answers of clients, which are never asked anything; one for all, because the SDK would make one per server.
const jsonSchemaValidator = new AjvJsonSchemaValidator()

/**
 * An MCP server whose tools are the endpoints and `compare`, to be connected to one transport. It is the SDK's low-level `Server`,
 * because arguments are judged by `parse`, which speaks pydantic, and not by zod.
 */
export function createMcpServer(vicinage: Answers, options: McpOptions): Server {
  const server = new Server(
    { name: 'vicinage', title: 'Vicinage: neighbourhood scores, schools and addresses', version: options.version },
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
