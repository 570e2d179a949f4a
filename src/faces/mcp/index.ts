import {
  createMcpHandler,
  isLegacyRequest,
  ProtocolErrorCode,
  readRequestBody,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server'
import type { Library } from '../../library/contract/endpoint.ts'
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

/** Bytes of a request. */
const LARGEST = 4_194_304

/**
 * MCP over streamable HTTP as a fetch handler, in the revisions of 2026-07-28 and of 2025. It keeps no session: every
 * POST is answered by itself, with JSON. Other methods get a 405, as the protocol wants of a server that offers neither
 * streams nor sessions. Who may ask (keys, `Host`, `Origin`) is judged before it.
 */
export function mcpHandler(
  vicinage: Library,
  options: McpOptions,
): (request: Request, context?: McpContext) => Promise<Response> {
  createMcpServer(vicinage, options) // throws where an option is wrong
  return async (request, context) => {
    if (request.method !== 'POST') return refusal(405, -32_000, 'Method not allowed.', { Allow: 'POST' })
    const body = await readRequestBody(request.clone(), LARGEST)
    if (body.tooLarge) return refusal(413, -32_000, 'Payload too large')
    const parsedBody = parsed(body.text)
    // Hosts count HTTP requests, not calls; the protocol gave batches up in 2025-06-18.
    if (Array.isArray(parsedBody))
      return refusal(400, ProtocolErrorCode.InvalidRequest, 'Invalid Request: one message at a time, no batch')
    const admitMore = context?.admitMore
    const server = () => createMcpServer(vicinage, admitMore === undefined ? options : { ...options, admitMore })
    if (!(await isLegacyRequest(request, parsedBody)))
      return createMcpHandler(server, { legacy: 'reject' }).fetch(request, { parsedBody })
    const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true })
    const legacy = server()
    // The client is told what is wrong with its message; a host logs the status of the answer.
    legacy.onerror = () => {}
    await legacy.connect(transport)
    return transport.handleRequest(request, parsedBody === undefined ? undefined : { parsedBody })
  }
}

/** The JSON; undefined where it is none, which the protocol layer answers. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function refusal(status: number, code: number, message: string, headers: Record<string, string> = {}): Response {
  return Response.json({ jsonrpc: '2.0', error: { code, message }, id: null }, { status, headers })
}
