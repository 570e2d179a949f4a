import {
  createMcpHandler,
  isLegacyRequest,
  ProtocolErrorCode,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server'
import { piecesIn } from '../../base/bounded-bytes.ts'
import { ValidationError } from '../../base/errors.ts'
import { type Cost, type Library, SHORT } from '../../library/contract/endpoint.ts'
import type { RequestPool } from '../http/pool.ts'
import { declaredLength, type ReceivedBody, receiveBody, SHORT_BODY } from '../http/request-body.ts'
import type { McpInput } from './mcp-input.ts'
import { type AdmitMore, callTimes, createMcpServer, getToolSet, type McpOptions } from './server.ts'

export type { ReceivedBody } from '../http/request-body.ts'
export { type AdmitMore, createMcpServer, type McpOptions } from './server.ts'
export type { ToolSet } from './tools.ts'

/** Values that a host may pass along with a request. Other values that servers pass to a fetch handler are ignored. */
export interface McpContext {
  /** Replaces the `admitMore` option for this request. */
  readonly admitMore?: AdmitMore
  /** Replaces the `pool` option for this request. */
  readonly pool?: RequestPool | null
  /** Body of the request, if the host has already read it. By default, the body is read from the request. */
  readonly received?: ReceivedBody | undefined
  /** Other properties that a host passes are ignored. */
  readonly [name: string]: unknown
}

/** Maximum size of a request body in bytes. */
const LARGEST = 4_194_304

/** Estimated duration in milliseconds of a request whose body has not been read. */
const UNREAD = 500

/**
 * Creates a fetch handler for MCP over streamable HTTP, for revision 2026-07-28 and the revisions of 2025. The handler
 * keeps no sessions: every POST is answered separately, with JSON. Other methods get a 405, as the protocol requires
 * for a server without streams and sessions. The caller must check keys, `Host` and `Origin` first. Calls that may take
 * long are answered by the `pool` in the context.
 */
export function mcpHandler(
  vicinage: Library,
  options: McpOptions = {},
): (request: Request, context?: McpContext) => Promise<Response> {
  createMcpServer(vicinage, options) // throws if an option is invalid
  const estimateTime = callTimes(vicinage, options)
  return async (request, context) => {
    if (request.method !== 'POST') return refusal(405, -32_000, 'Method not allowed.', { Allow: 'POST' })
    const body = context?.received ?? (await readBody(request))
    if (body === null) return refusal(413, -32_000, 'Payload too large')
    const { bytes, excess } = body
    if (excess !== null) return refusal(400, ProtocolErrorCode.InvalidRequest, `Invalid Request: ${excess}`)
    const pool = context?.pool ?? options.pool ?? null
    if (pool !== null && bytes.length > SHORT_BODY) return answerInPool(pool, UNREAD)
    const text = new TextDecoder().decode(bytes)
    const parsedBody = parseJson(text)
    // Batches are refused because hosts count HTTP requests, so a batch of many calls would count as one. The protocol
    // dropped batches in revision 2025-06-18.
    if (Array.isArray(parsedBody))
      return refusal(400, ProtocolErrorCode.InvalidRequest, 'Invalid Request: one message at a time, no batch')
    const milliseconds = pool === null ? 0 : estimateTime(parsedBody)
    if (pool !== null && milliseconds > SHORT) return answerInPool(pool, milliseconds)
    const admitMore = context?.admitMore
    const server = () => createMcpServer(vicinage, admitMore === undefined ? options : { ...options, admitMore })
    // If the body is not JSON, the protocol layer reads it again to report the problem, so the request needs a new
    // body.
    const readable = parsedBody === undefined ? withBody(request, text) : request
    if (!(await isLegacyRequest(readable, parsedBody)))
      return createMcpHandler(server, { legacy: 'reject' }).fetch(readable, { parsedBody })
    const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true })
    const legacy = server()
    // Errors are not reported here, because the response informs the client and the host logs the status.
    legacy.onerror = () => {}
    await legacy.connect(transport)
    return transport.handleRequest(withBothTypes(readable), parsedBody === undefined ? undefined : { parsedBody })

    async function answerInPool(pool: RequestPool, milliseconds: number): Promise<Response> {
      const { version, onError, admitMore: admitAlways } = options
      const tools = getToolSet(options)
      const admit = context?.admitMore ?? admitAlways
      const input: McpInput = { url: request.url, headers: [...request.headers], body: bytes, version, tools }
      const charge = async ({ scores }: Cost) => (await admit?.(scores - 1)) ?? null
      try {
        const task = { kind: 'mcp', milliseconds, bytes: bytes.length, input, moved: [bytes.buffer] }
        const { head, body } = await pool.run(task, charge)
        for (const fault of head.faults ?? []) onError?.(new Error(fault))
        return new Response(body as Uint8Array<ArrayBuffer>, { status: head.status, headers: { ...head.headers } })
      } catch (error) {
        if (error instanceof ValidationError) return refusal(422, ProtocolErrorCode.InvalidParams, error.message)
        throw error
      }
    }
  }
}

/** Reads the body of a request if the host has not read it. Returns null if the body is too large. */
async function readBody(request: Request): Promise<ReceivedBody | null> {
  return receiveBody(
    piecesIn(request.body),
    LARGEST,
    declaredLength((name) => request.headers.get(name)),
  )
}

/** Returns a request with a string as its body. */
function withBody({ url, method, headers }: Request, body: string): Request {
  return new Request(url, { method, headers, body })
}

/** Media types that the transport requires in `Accept`, although the response is always JSON. */
const BOTH_TYPES = 'application/json, text/event-stream'

/** Adds both media types to `Accept` if the client accepts JSON, explicitly or with a wildcard. */
function withBothTypes(request: Request): Request {
  const ranges = (request.headers.get('accept') ?? '*/*').split(',').map((range) => range.trim().toLowerCase())
  const isJsonAccepted = ranges.some(
    (range) => /^(\*\/\*|application\/\*|application\/json)(;|\s|$)/.test(range) && !/;\s*q=0(\.0*)?\s*$/.test(range),
  )
  if (!isJsonAccepted) return request
  const { url, method } = request
  const headers = new Headers(request.headers)
  headers.set('accept', BOTH_TYPES)
  return new Request(url, { method, headers })
}

/** Parses JSON. Returns undefined for invalid JSON, which the protocol layer then reports. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function refusal(status: number, code: number, message: string, headers: Record<string, string> = {}): Response {
  return Response.json({ jsonrpc: '2.0', error: { code, message }, id: null }, { status, headers })
}
