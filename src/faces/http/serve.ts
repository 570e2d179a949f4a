import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http'
import { type AddressInfo, isIPv6, Server as NetServer, type Socket } from 'node:net'
import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises'
import { getRequestListener, RequestError } from '@hono/node-server'
import type { ServerRefusal } from './app.ts'
import { ArrivingBodies } from './arriving-bodies.ts'
import { type Connection, Connections, getClientNetwork } from './connections.ts'
import { nextId, sentValues } from './exchange.ts'
import { PipelinedRequests } from './pipelined.ts'

export interface ServeOptions {
  /** Address to listen on. */
  readonly host: string
  /** Port to listen on; 0 for any free port. */
  readonly port: number
}

export interface Serving {
  /** URL of the server, such as `http://127.0.0.1:8080`. */
  readonly url: string
  /**
   * Stops accepting connections, answers requests that were already sent, then resolves. After `grace`, remaining
   * connections are cut off.
   */
  stop(): Promise<void>
}

/** Server limits. Times are in milliseconds. */
const LIMITS = {
  /** Maximum number of open connections. Additional connections are closed immediately. */
  connections: 2_000,
  /**
   * Maximum number of connections without a key per address, enough for a reverse proxy. Any additional connection must
   * send a key with its first request.
   */
  perAddress: 1_000,
  /** Number of connections reserved for clients with a key. */
  keptForKeys: 200,
  /** Interval at which connections are checked for transferred bytes. */
  look: 1_000,
  /**
   * Time without traffic after which a connection is closed. It is longer than the 60 s of most proxies, so that the
   * proxy closes the connection first.
   */
  idle: 62_000,
  /** Length of the periods over which speed is measured. */
  slow: 30_000,
  /**
   * Minimum average speed, in each period, at which the client must read a response that is waiting. The system buffers
   * the first megabytes even if the client does not read, so a client that never reads is closed after two periods.
   */
  bytesPerSecond: 4_096,
  /**
   * Maximum CPU time during a stop for taking over connections that the operating system has already accepted for this
   * process. CPU time is limited instead of elapsed time, because the process gets little CPU time on a busy machine.
   * The elapsed time never exceeds `grace`.
   */
  accept: 2_000,
  /** Maximum time for the headers to arrive. A slower connection gets a 408. */
  headers: 10_000,
  /** Maximum time for the whole request to arrive. A slower connection gets a 408. */
  request: 30_000,
  /** Interval at which Node checks `headers` and `request`. */
  check: 5_000,
  /** Maximum bytes held in memory for all bodies that are still arriving: enough for 32 bodies of 2 MiB. */
  heldBytes: 64 * 2 ** 20,
  /** Maximum bytes held in memory for the arriving bodies of one address: enough for 16 bodies of 2 MiB. */
  heldBytesPerAddress: 32 * 2 ** 20,
  /** Number of body pieces to read in one turn of the event loop, about 0.5 MB in total. */
  piecesPerTurn: 8,
  /**
   * Number of pipelined requests to start in one turn of the event loop. A connection with this many waiting requests
   * is paused.
   */
  pipelinedPerTurn: 16,
  /** Maximum number of unread body bytes to discard after a response. */
  discarded: 16 * 2 ** 20,
  /**
   * Time without a new request after which idle connections are closed during a stop. All remaining connections are
   * closed after `grace`.
   */
  drain: 500,
  /** Interval at which the server checks for new requests during a stop. */
  drainStep: 10,
  grace: 10_000,
}

/** Maximum size of the request headers in bytes. Larger headers get a 431. */
const HEADER_BYTES = 16_384

/** Number of connections that the system may queue while the service is busy, capped by the system's own limit. */
const BACKLOG = 4_096

/**
 * An app, and a callback for requests that the server refuses before they reach the app. The callback returns the id of
 * the response.
 */
export interface Served {
  readonly app: { fetch(request: Request, env?: unknown): Response | Promise<Response> }
  readonly onRefused?: (refused: ServerRefusal) => string
  /** Whether the headers of a request contain a valid key. Omitted if there are no keys. */
  readonly hasKey?: (rawHeaders: readonly string[]) => boolean | Promise<boolean>
}

/**
 * Serves an app on Node until `stop` is called. Tests lower the limits.
 *
 * @throws {Error} with the `code` of Node's `listen`, such as `EADDRINUSE`
 */
export async function serve(
  { app, onRefused = nextId, hasKey }: Served,
  { host, port }: ServeOptions,
  limits: Partial<typeof LIMITS> = {},
): Promise<Serving> {
  const all = { ...LIMITS, ...limits }
  const { accept, headers, request, check, drain, drainStep, grace } = all
  const refusals = serverRefusals(onRefused)
  const bodies = new ArrivingBodies(all)
  const fetch = (request: Request, env: { readonly incoming: IncomingMessage }) => {
    const { incoming } = env
    const pieces = () => bodies.pieces(incoming, getClientNetwork(incoming.socket.remoteAddress ?? ''))
    return app.fetch(request, { ...env, pieces })
  }
  const answer = getRequestListener((request, env) => fetch(request, env as { incoming: IncomingMessage }), {
    // Bodies that the app does not read are discarded by `bodies`.
    autoCleanupIncoming: false,
    // Host for requests without a Host header, as in HTTP/1.0.
    hostname: isIPv6(host) ? `[${host}]` : host,
    // Handles requests without a valid URL, for example with an invalid `Host`.
    errorHandler: (error) => {
      const { status, body, headers } = refusals.note(error instanceof RequestError ? 400 : 500, null)
      return new Response(body, { status, headers })
    },
  })
  const connections = new Connections(all, hasKey !== undefined)
  const pipelined = new PipelinedRequests(all.pipelinedPerTurn)
  let stopping = false
  /** Number of consecutive checks without a new request. */
  let quietLooks = 0
  const server = createServer(
    {
      headersTimeout: headers,
      requestTimeout: request,
      keepAliveTimeout: 0,
      maxHeaderSize: HEADER_BYTES,
      connectionsCheckingInterval: check,
      // `begin` checks the host instead, because Node's own refusal has no body and no id.
      requireHostHeader: false,
    },
    handle,
  )
  // Connections are checked by a separate timer, because Node's timer restarts with each write, even if the client does
  // not read.
  server.timeout = 0
  server.on('connection', (socket: Socket) => connections.take(socket))
  server.on('checkContinue', (request, response) => {
    continueWhenRead(request, response)
    handle(request, response)
  })
  server.on('checkExpectation', (request, response) => refusals.send(request, response, 417))
  // Earlier requests on the same connection are answered first.
  const refuseLate = (error: NodeJS.ErrnoException, socket: Socket) =>
    setImmediate(() => refusals.write(error, socket, connections.get(socket)?.response ?? null))
  server.on('clientError', refuseLate)
  server.on('connect', (_, socket: Socket) => refuseLate(new Error('not a proxy'), socket))

  function handle(request: IncomingMessage, response: ServerResponse): void {
    const connection = connections.get(request.socket)
    const isPipelined = isUnderWay(connection?.response ?? null)
    if (connection !== undefined) connection.response = response
    if (stopping) {
      response.shouldKeepAlive = false
      quietLooks = 0
    }
    const { headers } = request
    if (headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined) {
      response.once('prefinish', () => void bodies.discard(request))
      // A body longer than `discarded` is not read to its end, so the start of the next request could not be found.
      if (Number(headers['content-length']) > all.discarded) response.shouldKeepAlive = false
    }
    if (isPipelined) pipelined.add(request.socket, () => begin(request, response, connection))
    else begin(request, response, connection)
  }

  function begin(request: IncomingMessage, response: ServerResponse, connection: Connection | undefined): void {
    if (!hasOneHost(request)) refusals.send(request, response, 400)
    else if (connection === undefined || hasKey === undefined || connection.hasKey) answer(request, response)
    else if (connection.isOnTrial) void answerOnTrial(request, response, connection)
    else {
      answer(request, response)
      // Runs once per connection, because a key lookup requires hashing.
      if (request.headers.authorization !== undefined && !connection.isKeyTried) {
        connection.isKeyTried = true
        void noteKey(request, connection)
      }
    }
  }

  async function answerOnTrial(request: IncomingMessage, response: ServerResponse, connection: Connection) {
    if (await noteKey(request, connection)) answer(request, response)
    else refusals.send(request, response, 503)
  }

  /** Checks whether a request has a valid key. If so, marks its connection as a connection with a key. */
  async function noteKey({ rawHeaders }: IncomingMessage, connection: Connection): Promise<boolean> {
    try {
      if ((await hasKey?.(rawHeaders)) !== true) return false
    } catch {
      // If keys cannot be looked up, the app handles the error as it does for every request.
      return false
    }
    connections.noteKey(connection)
    return true
  }

  server.listen({ port, host, backlog: BACKLOG })
  await once(server, 'listening')
  const { address, family, port: bound } = server.address() as AddressInfo
  return {
    url: `http://${family === 'IPv6' ? `[${address}]` : address}:${bound}`,
    async stop() {
      stopping = true
      for (const { response } of connections) if (isUnderWay(response)) response.shouldKeepAlive = false
      // Connections that the system has already accepted must be answered too. Continue until three turns of the event
      // loop in a row find no new connections. Only turns under 1 ms count, because a connection that arrives during a
      // longer turn is not found before the next turn.
      const late = performance.now() + grace
      const spent = process.cpuUsage()
      const cpu = () => process.cpuUsage(spent).user / 1000
      for (let quiet = 0, now = performance.now(); quiet < 3 && now < late && cpu() < accept; ) {
        const before = connections.taken
        const began = now
        await nextTurn()
        now = performance.now()
        quiet = connections.taken === before && now - began < 1 ? quiet + 1 : 0
      }
      // Only stops listening. `close` of an HTTP server would cut off connections on which a request may be arriving.
      const closed = new Promise<void>((resolve) => NetServer.prototype.close.call(server, () => resolve()))
      const end = setTimeout(() => server.closeAllConnections(), grace)
      // A client that sends a request now gets `Connection: close`. After the drain time, connections without a request
      // are closed. The loop counts checks instead of milliseconds, because on a busy machine both the checks and the
      // clients take longer. Data that has arrived is read between two checks.
      while (connections.size > 0 && quietLooks++ < drain / drainStep) {
        await pause(drainStep)
        await nextTurn()
      }
      for (const { socket, response } of connections) {
        if (isUnderWay(response)) response.once('close', () => socket.destroySoon())
        else socket.destroy()
      }
      await closed
      clearTimeout(end)
      connections.close()
      server.close()
    },
  }
}

/**
 * Checks the number of Host headers (RFC 9112, 3.2). In HTTP/1.1, a missing host is an error. Two hosts are always an
 * error, because a reverse proxy may have checked the other host.
 */
function hasOneHost({ rawHeaders, httpVersion }: IncomingMessage): boolean {
  const hosts = sentValues(rawHeaders, 'host').length
  return hosts === 1 || (hosts === 0 && httpVersion === '1.0')
}

/**
 * Sends `100 Continue` when the app starts to read the body, so that a waiting client sends the body. If the app
 * responds before reading, for example with a 401 or 413, that response is the first thing that the client receives.
 * The connection is then closed, because it is unknown whether the body will follow.
 */
function continueWhenRead(request: IncomingMessage, response: ServerResponse): void {
  const { shouldKeepAlive } = response
  const read = request._read
  response.shouldKeepAlive = false
  request._read = (size) => {
    request._read = read
    // Anything read after the response will be discarded, so `100 Continue` is not sent.
    if (!response.headersSent) {
      response.writeContinue()
      response.shouldKeepAlive = shouldKeepAlive
    }
    read.call(request, size)
  }
}

function isUnderWay(response: ServerResponse | null): response is ServerResponse {
  return response !== null && !response.writableFinished && !response.destroyed
}

/** Answers requests that the server refuses before they reach the app. */
function serverRefusals(onRefused: (refused: ServerRefusal) => string) {
  /** Logs a refusal and returns its response. */
  function note(status: number, request: IncomingMessage | null) {
    const path = request?.url?.replace(/\?.*/s, '') ?? null
    let id: string
    try {
      id = onRefused({ status, method: request?.method ?? null, path })
    } catch {
      // A failing log must not prevent the response.
      id = nextId()
    }
    const body = JSON.stringify({ detail: STATUS_CODES[status] })
    const headers = {
      'Content-Type': 'application/json',
      'X-Content-Type-Options': 'nosniff',
      'X-Request-Id': id,
      ...(status === 503 ? { 'Retry-After': '5' } : {}),
    }
    return { status, body, headers, ending: { ...headers, 'Content-Length': body.length, Connection: 'close' } }
  }

  function send(request: IncomingMessage, response: ServerResponse, status: number): void {
    const { body, ending } = note(status, request)
    response.writeHead(status, ending).end(body)
  }

  /**
   * Sends the response that refuses bytes that are not HTTP, headers that are too long, or a request that never ends.
   * `last` is the last response that was started on the connection.
   */
  function write(error: NodeJS.ErrnoException, socket: Socket, last: ServerResponse | null): void {
    // A refusal must not be sent in the middle of a response or before the response to an earlier request. Otherwise
    // the client would mistake the refusal for that response. A request whose body never ends may already have been
    // answered.
    const isAnswered = last?.writableFinished === true && !last.req.complete
    const inTurn = !isAnswered && (!isUnderWay(last) || (last.socket === socket && !last.headersSent))
    if (!socket.writable || error.code === 'ECONNRESET' || !inTurn) {
      socket.destroy()
      return
    }
    const status = error.code === 'HPE_HEADER_OVERFLOW' ? 431 : error.code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 408 : 400
    const { body, ending } = note(status, null)
    const lines = Object.entries(ending).map(([name, value]) => `${name}: ${value}\r\n`)
    socket.write(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`)
    // `end` would keep half of the connection open until the client closes it.
    socket.destroySoon()
  }

  return { note, send, write }
}
