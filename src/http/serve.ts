import { createServer, type Server, STATUS_CODES } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
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
  /** Takes no new connections, answers what is under way, then resolves; after `GRACE` what is left is cut off. */
  stop(): Promise<void>
}

/** How long requests may take to arrive, milliseconds; a connection that is slower is answered 408. */
const HEADERS_TIMEOUT = 10_000
const REQUEST_TIMEOUT = 30_000
/** Longer than the 60 s of common proxies, so that it is them who close an idle connection. */
const KEEP_ALIVE_TIMEOUT = 65_000
/** Bytes of a request's headers; more are answered 431. */
const HEADER_BYTES = 16_384
/** After the call to stop: how long answers ask callers to close their connections, and when what is left is cut off. */
const DRAIN = 500
const GRACE = 10_000

/**
 * Serves `app` with Node until `stop` is called.
 *
 * @throws {Error} with the `code` of Node's `listen`, such as `EADDRINUSE`
 */
export async function serve(
  app: { fetch(request: Request): Response | Promise<Response> },
  { host, port }: ServeOptions,
): Promise<Serving> {
  const server = createServer(
    {
      headersTimeout: HEADERS_TIMEOUT,
      requestTimeout: REQUEST_TIMEOUT,
      keepAliveTimeout: KEEP_ALIVE_TIMEOUT,
      maxHeaderSize: HEADER_BYTES,
      connectionsCheckingInterval: 5_000,
    },
    getRequestListener((request) => app.fetch(request), { hostname: host, errorHandler: badRequest }),
  )
  let stopping = false
  server.prependListener('request', (_, response) => {
    if (stopping) response.shouldKeepAlive = false
  })
  server.on('clientError', refuseSocket)
  await listening(server, host, port)
  const { address, family, port: bound } = server.address() as AddressInfo
  const shown = family === 'IPv6' ? `[${address}]` : address
  return {
    url: `http://${shown}:${bound}`,
    async stop() {
      stopping = true
      // Whoever asks now is answered with `Connection: close`; idle connections are closed after that.
      await new Promise((resolve) => setTimeout(resolve, DRAIN))
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      const late = setTimeout(() => server.closeAllConnections(), GRACE)
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

/** A request that has no URL, such as one with a `Host` of no host. */
function badRequest(error: unknown): Response {
  const status = error instanceof RequestError ? 400 : 500
  return new Response(detailOf(status), { status, headers: fixedHeaders() })
}

/** Bytes that are no HTTP, headers that are too long, requests that never end. */
function refuseSocket(error: NodeJS.ErrnoException, socket: Socket): void {
  if (!socket.writable || error.code === 'ECONNRESET') {
    socket.destroy()
    return
  }
  const status = error.code === 'HPE_HEADER_OVERFLOW' ? 431 : error.code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 408 : 400
  const body = detailOf(status)
  const headers = { ...fixedHeaders(), 'Content-Length': body.length, Connection: 'close' }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`)
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
