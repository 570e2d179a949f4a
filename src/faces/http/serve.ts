import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http'
import { type AddressInfo, isIPv6, Server as NetServer, type Socket } from 'node:net'
import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises'
import { getRequestListener, RequestError } from '@hono/node-server'
import type { ServerRefusal } from './app.ts'
import { type Connection, Connections } from './connections.ts'
import { nextId, sentValues } from './exchange.ts'

export interface ServeOptions {
  /** Address to listen on. */
  readonly host: string
  /** 0: any that is free. */
  readonly port: number
}

export interface Serving {
  /** Where it listens: `http://127.0.0.1:8080`. */
  readonly url: string
  /** Takes no new connections, answers what was sent, then resolves; after `grace` what is left is cut off. */
  stop(): Promise<void>
}

/** Limits of the server. Times are in milliseconds. */
const LIMITS = {
  /** Connections that are open at once; more are closed at once. */
  connections: 2_000,
  /**
   * Connections without a key that one address may have; as many as a proxy in front needs. A further connection has to
   * bring a key with its first request.
   */
  perAddress: 1_000,
  /** Connections that clients without a key cannot take. */
  keptForKeys: 200,
  /** How often connections are looked at: whether bytes move on them, and how fast. */
  look: 1_000,
  /**
   * After which a connection on which nothing moves is closed: longer than the 60 s of proxies, which then close first.
   */
  idle: 62_000,
  /**
   * A reader for whom an answer waits has to take this many bytes per second in each span of this length. Without a
   * reader, the system takes the first megabytes, so that the span starts anew once.
   */
  slow: 30_000,
  bytesPerSecond: 4_096,
  /**
   * How long connections are taken after the call to stop that the system has accepted for us: of our own CPU, for a
   * busy machine gives us little of it, and by the clock no longer than `grace`.
   */
  accept: 2_000,
  /**
   * How long the headers, and the whole of a request, may take to arrive; a connection that is slower is answered 408.
   */
  headers: 10_000,
  request: 30_000,
  /** How often that is checked. */
  check: 5_000,
  /**
   * After the call to stop: idle connections are closed when no request has arrived for so long, and what is left is
   * cut off.
   */
  drain: 500,
  /** One look for requests while it drains. */
  drainStep: 10,
  grace: 10_000,
}

/** Bytes of a request's headers; more are answered 431. */
const HEADER_BYTES = 16_384

/** Connections that the system accepts for a service that is busy, as far as its own limit lets it. */
const BACKLOG = 4_096

/** An app, and who hears of the refusals that it never sees: returns the id of the answer. */
export interface Served {
  readonly app: { fetch(request: Request, env?: unknown): Response | Promise<Response> }
  readonly onRefused?: (refused: ServerRefusal) => string
  /** Returns whether the headers of a request have a valid key. Left out: there are no keys. */
  readonly hasKey?: (rawHeaders: readonly string[]) => boolean | Promise<boolean>
}

/**
 * Serves an app with Node until `stop` is called. Tests lower the limits.
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
  const answer = getRequestListener((request, env) => app.fetch(request, env), {
    // The host of requests without one, as HTTP/1.0 has them.
    hostname: isIPv6(host) ? `[${host}]` : host,
    // A request that has no URL, such as one whose `Host` is not a host.
    errorHandler: (error) => {
      const { status, body, headers } = refusals.note(error instanceof RequestError ? 400 : 500, null)
      return new Response(body, { status, headers })
    },
  })
  const connections = new Connections(all, hasKey !== undefined)
  let stopping = false
  /** Looks in a row at which no request had arrived. */
  let quietLooks = 0
  const server = createServer(
    {
      headersTimeout: headers,
      requestTimeout: request,
      keepAliveTimeout: 0,
      maxHeaderSize: HEADER_BYTES,
      connectionsCheckingInterval: check,
      // Node's own refusal has no body and no id.
      requireHostHeader: false,
    },
    handle,
  )
  // Connections are watched by our own timer: that of Node starts anew with each write, whether somebody reads or not.
  server.timeout = 0
  server.on('connection', (socket: Socket) => connections.take(socket))
  server.on('checkContinue', (request, response) => {
    continueWhenRead(request, response)
    handle(request, response)
  })
  server.on('checkExpectation', (request, response) => refusals.send(request, response, 417))
  // What came before on the same connection is answered first.
  const refuseLate = (error: NodeJS.ErrnoException, socket: Socket) =>
    setImmediate(() => refusals.write(error, socket, connections.get(socket)?.response ?? null))
  server.on('clientError', refuseLate)
  server.on('connect', (_, socket: Socket) => refuseLate(new Error('not a proxy'), socket))

  function handle(request: IncomingMessage, response: ServerResponse): void {
    const connection = connections.get(request.socket)
    if (connection !== undefined) connection.response = response
    if (stopping) {
      response.shouldKeepAlive = false
      quietLooks = 0
    }
    if (!hasOneHost(request)) refusals.send(request, response, 400)
    else if (connection === undefined || hasKey === undefined || connection.hasKey) answer(request, response)
    else if (connection.isOnTrial) void answerOnTrial(request, response, connection)
    else {
      answer(request, response)
      // Once for a connection, because a key is hashed to find it.
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

  /** Returns whether a request has a valid key, and notes it for its connection. */
  async function noteKey({ rawHeaders }: IncomingMessage, connection: Connection): Promise<boolean> {
    try {
      if ((await hasKey?.(rawHeaders)) !== true) return false
    } catch {
      // Keys that cannot be looked up: the app answers as it does for every request.
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
      // Connections that the system has accepted for us are ours, too: until turns of the event loop find no more.
      // Those that come while a turn answers requests are found by the next one, so only short turns count.
      const [late, spent] = [performance.now() + grace, process.cpuUsage()]
      const cpu = () => process.cpuUsage(spent).user / 1000
      for (let quiet = 0, now = performance.now(); quiet < 3 && now < late && cpu() < accept; ) {
        const [before, began] = [connections.taken, now]
        await nextTurn()
        now = performance.now()
        quiet = connections.taken === before && now - began < 1 ? quiet + 1 : 0
      }
      // Stops listening only; `close` of an HTTP server would cut off connections on which a request may be arriving.
      const closed = new Promise<void>((resolve) => NetServer.prototype.close.call(server, () => resolve()))
      const end = setTimeout(() => server.closeAllConnections(), grace)
      // A client that sends a request now is answered with `Connection: close`; connections without one are closed
      // after that. Looks are counted, not milliseconds: on a busy machine a look takes longer, as callers do. What has
      // arrived is read between two.
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

/** RFC 9112, 3.2: none is an error in HTTP/1.1, two are one always: a proxy in front may have looked at the other. */
function hasOneHost({ rawHeaders, httpVersion }: IncomingMessage): boolean {
  const hosts = sentValues(rawHeaders, 'host').length
  return hosts === 1 || (hosts === 0 && httpVersion === '1.0')
}

/**
 * Lets a client that waits for `100 Continue` send its body when somebody begins to read it. An answer without that,
 * such as 401 or 413, is then the first thing that the client sees, and the connection ends with it: whether the body
 * still follows, nobody knows.
 */
function continueWhenRead(request: IncomingMessage, response: ServerResponse): void {
  const { shouldKeepAlive } = response
  const read = request._read
  response.shouldKeepAlive = false
  request._read = (size) => {
    request._read = read
    // What is read after the answer is thrown away.
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

/** What a server refuses before its app has seen anything of it. */
function serverRefusals(onRefused: (refused: ServerRefusal) => string) {
  /** Logs a refusal; returns its answer. */
  function note(status: number, request: IncomingMessage | null) {
    const path = request?.url?.replace(/\?.*/s, '') ?? null
    let id: string
    try {
      id = onRefused({ status, method: request?.method ?? null, path })
    } catch {
      // A log that fails takes no answer with it.
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
   * Bytes that are not HTTP, headers that are too long, requests that never end. `last` is the last answer that was
   * begun.
   */
  function write(error: NodeJS.ErrnoException, socket: Socket, last: ServerResponse | null): void {
    // In the middle of an answer, or before an earlier one, a refusal would be read as part of it.
    const inTurn = !isUnderWay(last) || (last.socket === socket && !last.headersSent)
    if (!socket.writable || error.code === 'ECONNRESET' || !inTurn) {
      socket.destroy()
      return
    }
    const status = error.code === 'HPE_HEADER_OVERFLOW' ? 431 : error.code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 408 : 400
    const { body, ending } = note(status, null)
    const lines = Object.entries(ending).map(([name, value]) => `${name}: ${value}\r\n`)
    socket.write(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`)
    // Not `end`: half of the connection would stay open until the caller closes it.
    socket.destroySoon()
  }

  return { note, send, write }
}
