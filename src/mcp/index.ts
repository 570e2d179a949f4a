import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js'
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import { ErrorCode, isJSONRPCRequest } from '@modelcontextprotocol/sdk/types.js'
import type { Library } from '../endpoints/endpoint.ts'
import { type AdmitMore, createMcpServer, type McpOptions } from './server.ts'

export { type AdmitMore, createMcpServer, type McpOptions } from './server.ts'
export type { ToolSet } from './tools.ts'

/** What a host may say of a request beside it. Servers that hand other things to a fetch handler are ignored. */
export interface McpContext {
  /** Asked in place of the option of that name. */
  readonly admitMore?: AdmitMore
  /** What else a host says is ignored. */
  readonly [name: string]: unknown
}

/**
 * MCP over streamable HTTP as a fetch handler. It keeps no session: every POST is answered by itself, with JSON. Other methods get a
 * 405, as the protocol wants of a server that offers neither streams nor sessions. Who may ask (keys, `Host`, `Origin`) is judged
 * before it.
 */
export function mcpHandler(
  vicinage: Library,
  options: McpOptions,
): (request: Request, context?: McpContext) => Promise<Response> {
  return async (request, context) => {
    if (request.method !== 'POST') return notAllowed()
    // The SDK wants both anew for each request where there are no sessions: ids of two clients would collide.
    const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true })
    const admitMore = context?.admitMore
    const server = createMcpServer(vicinage, admitMore === undefined ? options : { ...options, admitMore })
    // The client is told what is wrong with its message; a host logs the status of the answer.
    server.onerror = () => {}
    await server.connect(transport as Transport)
    takeOneRequest(transport)
    return transport.handleRequest(request)
  }
}

/** Refuses all but the first request of a batch, which the protocol gave up in 2025-06-18: hosts count HTTP requests, not calls. */
function takeOneRequest(transport: WebStandardStreamableHTTPServerTransport): void {
  const take = transport.onmessage
  let requests = 0
  transport.onmessage = (message, extra) => {
    if (!isJSONRPCRequest(message) || ++requests === 1) return take?.(message, extra)
    const error = { code: ErrorCode.InvalidRequest, message: 'Invalid Request: one request at a time, no batch' }
    // Two requests of one id share an answer: there is nowhere to send the second one.
    transport.send({ jsonrpc: '2.0', id: message.id, error }).catch((reason) => transport.onerror?.(reason))
  }
}

function notAllowed(): Response {
  const error = { code: -32000, message: 'Method not allowed.' }
  return Response.json({ jsonrpc: '2.0', error, id: null }, { status: 405, headers: { Allow: 'POST' } })
}
