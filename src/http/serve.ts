import { createServer, type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http'
import { type AddressInfo, isIPv6, type Socket } from 'node:net'
import { getRequestListener, RequestError } from '@hono/node-server'

export interface ServeOptions {
  /** Address to listen on. */
  readonly host: string
  /** 0: any that is free. */
  readonly port: number
}

export interface Serving {
  /** Where it listens: `http://127.0.0.1:8080`. */
  readonly url: string
  /** Takes no new connections, answers what is under way, then resolves; after `grace` what is left is cut off. */
  stop(): Promise<void>
}

/** Milliseconds. */
const TIMES = {
  /** How long the headers, and the whole of a request, may take to arrive; a connection that is slower is answered 408. */
  headers: 10_000,
  request: 30_000,
  /** How often that is looked at. */
  check: 5_000,
  /** After which a connection on which nothing moves is closed: who does not read an answer holds it for no longer. */
  stall: 60_000,
  /** Longer than the 60 s of common proxies, so that it is them who close an idle connection. */
  keepAlive: 65_000,
  /** After the call to stop: how long answers ask callers to close their connections, and when what is left is cut off. */
  drain: 500,
  grace: 10_000,
}

/** Bytes of a request's headers; more are answered 431. */
const HEADER_BYTES = 16_384

/** The open connections, each with the last answer that was begun on it. */
type Connections = Map<Socket, ServerResponse | null>

/**
 * Serves `app` with Node until `stop` is called. Tests shorten the times.
 *
 * @throws {Error} with the `code` of Node's `listen`, such as `EADDRINUSE`
 */
export async function serve(
  app: { fetch(request: Request): Response | Promise<Response> },
  { host, port }: ServeOptions,
  times: Partial<typeof TIMES> = {},
): Promise<Serving> {
  const { headers, request, check, stall, keepAlive, drain, grace } = { ...TIMES, ...times }
  // The host stands in for that of requests without one, as HTTP/1.0 has them.
  const hostname = isIPv6(host) ? `[${host}]` : host
  const answer = getRequestListener((request) => app.fetch(request), { hostname, errorHandler: badRequest })
  const connections: Connections = new Map()
  let stopping = false
  const server = createServer(
    {
      headersTimeout: headers,
      requestTimeout: request,
      keepAliveTimeout: keepAlive,
      maxHeaderSize: HEADER_BYTES,
      connectionsCheckingInterval: check,
      // Node's own refusal has no body and no id.
      requireHostHeader: false,
    },
    (request, response) => {
      connections.set(request.socket, response)
      if (stopping) response.shouldKeepAlive = false
      if (hasOneHost(request)) answer(request, response)
      else refuse(response, 400)
    },
  )
  server.timeout = stall
  server.on('connection', (socket: Socket) => {
    connections.set(socket, null)
    socket.once('close', () => connections.delete(socket))
  })
  server.on('checkExpectation', (_, response: ServerResponse) => refuse(response, 417))
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) =>
    refuseSocket(error, socket, connections.get(socket) ?? null),
  )
  await listening(server, host, port)
  const { address, family, port: bound } = server.address() as AddressInfo
  const shown = family === 'IPv6' ? `[${address}]` : address
  return {
    url: `http://${shown}:${bound}`,
    async stop() {
      stopping = true
      // Whoever asks now is answered with `Connection: close`; idle connections are closed after that.
      await new Promise((resolve) => setTimeout(resolve, drain))
      // Requests that have arrived meanwhile are read before this turn of the event loop ends.
      await new Promise((resolve) => setImmediate(resolve))
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      closeUnlessAnswering(connections)
      const late = setTimeout(() => server.closeAllConnections(), grace)
      await closed
      clearTimeout(late)
    },
  }
}

function listening(server: Server, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
      server.off('error', reject)
      resolve()
    })
  })
}

/** Node itself leaves open those that never asked, and those whose answer was begun before the call to stop. */
function closeUnlessAnswering(connections: Connections): void {
  for (const [socket, response] of connections) {
    if (isUnderWay(response)) response.once('close', () => socket.destroySoon())
    else socket.destroy()
  }
}

function isUnderWay(response: ServerResponse | null): response is ServerResponse {
  return response !== null && !response.writableFinished && !response.destroyed
}

/** RFC 9112, 3.2: none is an error in HTTP/1.1, two are one always: a proxy in front may have looked at the other. */
function hasOneHost({ rawHeaders, httpVersion }: IncomingMessage): boolean {
  let hosts = 0
  for (let i = 0; i < rawHeaders.length; i += 2)
    if (rawHeaders[i].length === 4 && rawHeaders[i].toLowerCase() === 'host') hosts++
  return hosts === 1 || (hosts === 0 && httpVersion === '1.0')
}

/** A request that has no URL, such as one with a `Host` of no host. */
function badRequest(error: unknown): Response {
  const status = error instanceof RequestError ? 400 : 500
  return new Response(detailOf(status), { status, headers: fixedHeaders() })
}

/** Before the app has seen anything of it. */
function refuse(response: ServerResponse, status: number): void {
  const body = detailOf(status)
  response.writeHead(status, { ...fixedHeaders(), 'Content-Length': body.length, Connection: 'close' }).end(body)
}

/** Bytes that are no HTTP, headers that are too long, requests that never end. */
function refuseSocket(error: NodeJS.ErrnoException, socket: Socket, last: ServerResponse | null): void {
  // In the middle of an answer, or before an earlier one, a refusal would be read as part of it.
  const inTurn = !isUnderWay(last) || (last.socket === socket && !last.headersSent)
  if (!socket.writable || error.code === 'ECONNRESET' || !inTurn) {
    socket.destroy()
    return
  }
  const status = error.code === 'HPE_HEADER_OVERFLOW' ? 431 : error.code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 408 : 400
  const body = detailOf(status)
  const headers = { ...fixedHeaders(), 'Content-Length': body.length, Connection: 'close' }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.write(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`)
  // Not `end`: half of the connection would stay open until the caller closes it.
  socket.destroySoon()
}

function detailOf(status: number): string {
  return JSON.stringify({ detail: STATUS_CODES[status] })
}

function fixedHeaders(): Record<string, string> {
  return {
    'Content-Type': 'application/json',
    'X-Content-Type-Options': 'nosniff',
    'X-Request-Id': crypto.randomUUID(),
  }
}
