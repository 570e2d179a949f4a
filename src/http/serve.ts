import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { type AddressInfo, isIPv6, type Socket } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { AnswersOfTurn } from './answers-of-turn.ts'
import type { Asked, Question } from './asked.ts'
import type { ServerRefusal } from './note-refusal.ts'
import { hasOneHost, plainRequest } from './plain-request.ts'
import { isUnderWay, ServerRefusals } from './server-refusals.ts'

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
  /**
   * After which a connection on which nothing moves is closed, between two requests or within an answer that nobody reads. Longer than the
   * 60 s of common proxies, so that it is them who close an idle connection. One time for both: setting Node's own for idle connections
   * anew after every answer costs a twentieth of it.
   */
  idle: 65_000,
  /** After the call to stop: how long answers ask callers to close their connections, and when what is left is cut off. */
  drain: 500,
  grace: 10_000,
}

/** Bytes of a request's headers; more are answered 431. */
const HEADER_BYTES = 16_384

/** The open connections, each with the last answer that was begun on it. */
type Connections = Map<Socket, ServerResponse | null>

/** What is served: an app, and what it needs of a server of Node. */
export interface Served {
  readonly app: { fetch(request: Request): Response | Promise<Response> }
  /** By path: what plain requests are answered with, past the app. */
  readonly questions?: ReadonlyMap<string, Question>
  /** Hears of the refusals that the app never sees. */
  readonly onRefused?: (refused: ServerRefusal) => void
}

/**
 * Serves an app with Node until `stop` is called. Tests shorten the times.
 *
 * @throws {Error} with the `code` of Node's `listen`, such as `EADDRINUSE`
 */
export async function serve(
  { app, questions = new Map(), onRefused = () => {} }: Served,
  { host, port }: ServeOptions,
  times: Partial<typeof TIMES> = {},
): Promise<Serving> {
  const { headers, request, check, idle, drain, grace } = { ...TIMES, ...times }
  // The host stands in for that of requests without one, as HTTP/1.0 has them.
  const hostname = isIPv6(host) ? `[${host}]` : host
  const refusals = new ServerRefusals(onRefused)
  const byApp = getRequestListener((request) => app.fetch(request), {
    hostname,
    errorHandler: (error) => refusals.response(error),
  })
  const answers = new AnswersOfTurn()
  const connections: Connections = new Map()
  let stopping = false
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
    (request, response) => {
      connections.set(request.socket, response)
      if (stopping) response.shouldKeepAlive = false
      answer(request, response)
    },
  )
  server.timeout = idle
  server.on('connection', (socket: Socket) => {
    connections.set(socket, null)
    socket.once('close', () => connections.delete(socket))
  })
  server.on('checkExpectation', (request, response) => refusals.send(request, response, 417))
  // What came before on the same connection is answered first, at the end of this turn.
  const refuseLate = (error: NodeJS.ErrnoException, socket: Socket) =>
    setImmediate(() => refusals.write(error, socket, connections.get(socket) ?? null))
  server.on('clientError', refuseLate)
  server.on('connect', (_, socket: Socket) => refuseLate(new Error('no proxy'), socket))

  function answer(request: IncomingMessage, response: ServerResponse): void {
    const plain = plainRequest(request)
    const question = plain === null ? undefined : questions.get(plain.path)
    if (plain !== null && question !== undefined) answerPlain(plain, question, request, response)
    else if (hasOneHost(request)) byApp(request, response)
    else refusals.send(request, response, 400)
  }

  function answerPlain(asked: Asked, question: Question, request: IncomingMessage, response: ServerResponse): void {
    const fail = () => refusals.send(request, response, 500)
    try {
      const answer = question(asked)
      if (answer instanceof Promise) answer.then((late) => answers.add(response, late), fail)
      else answers.add(response, answer)
    } catch {
      fail()
    }
  }

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
