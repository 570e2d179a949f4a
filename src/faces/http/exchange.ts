import type { Context } from 'hono'
import { piecesIn } from '../../base/bounded-bytes.ts'
import type { Library } from '../../library/contract/endpoint.ts'
import { type ApiKey, bearerToken, isExpired, type Keys } from './keys.ts'
import { type Limits, limitHeaders, type Verdict } from './limits.ts'
import { type Log, loggedPath, withoutTokens } from './log.ts'
import type { Metrics } from './metrics.ts'
import type { BusyError, PoolAnswer, RequestPool } from './pool.ts'
import { CutShortError, declaredLength, LARGEST_BODY, type ReceivedBody, receiveBody } from './request-body.ts'
import type { Turns } from './turns.ts'

/** State shared by all requests of an app. */
export interface Service {
  readonly library: Library
  /** Headers of every response: see `dataHeaders`. */
  readonly headers: Headers
  /** Headers of a JSON response with an empty `X-Request-Id`. Copying this object is faster than building one. */
  readonly jsonHeaders: Headers
  /** Threads for long requests; null if this thread answers everything. */
  readonly pool: RequestPool | null
  readonly turns: Turns
  /** Accepted keys; null if no key is required. */
  readonly keys: Keys | null
  readonly limits: Limits
  readonly metrics: Metrics
  readonly log: Log | null
  /** Returns the headers that let a page of the given origin read a response; null if CORS is not configured. */
  readonly cors: ((origin: string | undefined) => Headers) | null
}

export type Headers = Readonly<Record<string, string>>

/** Format of a valid `X-Request-Id` from a client or a reverse proxy. An invalid id is replaced with a new id. */
const REQUEST_ID = /^[\w.-]{1,64}$/

export const JSON_TYPE: Headers = { 'Content-Type': 'application/json' }

/** A request and its response. Every response gets the same headers, and is logged and counted in the same way. */
export class Exchange {
  /** Query with its question mark but without a fragment; empty if there is no query. */
  readonly query: string
  readonly #id: string
  readonly #started = performance.now()
  #key: ApiKey | null = null
  #verdict: Verdict | null = null
  #cost = 1

  /** @param route path template under which the request is counted */
  constructor(
    private readonly context: Context,
    private readonly service: Service,
    private readonly route: string,
  ) {
    this.query = getQuery(context.req.url)
    const id = getHeader(context, 'x-request-id')
    this.#id = id !== undefined && REQUEST_ID.test(id) ? id : nextId()
  }

  /** Checks the key and counts the request. Returns null to continue, or a 401 or 429 response. */
  async admit(): Promise<Response | null> {
    const { keys, limits } = this.service
    if (keys === null) return null
    const { env, req } = this.context
    const sent: readonly string[] | undefined = env?.incoming?.rawHeaders
    const token = bearerToken(sent ? sentValues(sent, 'authorization').join(', ') : req.header('authorization'))
    const key = await keys.find(token)
    if (key === undefined || isExpired(key, Date.now())) {
      const detail = token === '' ? 'Not authenticated' : key === undefined ? 'Invalid API key' : 'API key expired'
      return this.refuse(401, detail, { 'WWW-Authenticate': token === '' ? 'Bearer' : 'Bearer error="invalid_token"' })
    }
    this.#key = key
    this.#verdict = await limits.take(key)
    return this.#verdict.refused === null ? null : this.refuse(429, this.#verdict.refused)
  }

  /**
   * Counts further scores of an admitted request toward the monthly quota. Returns null to continue, or the message of
   * a 429.
   */
  async admitMore(places: number): Promise<string | null> {
    if (this.#key === null || places <= 0) return null
    this.#verdict = await this.service.limits.takeMore(this.#key, places)
    this.#cost += places
    return this.#verdict.refused
  }

  json(status: number, json: string): Response {
    return this.send(status, json, JSON_TYPE)
  }

  /**
   * Sends a 200 with JSON that is created while it is sent. The request is counted when the response ends or is cut
   * off.
   */
  stream(chunks: Iterable<string>): Response {
    return this.#streamed(200, inTurns(chunks), JSON_TYPE, 1)
  }

  /** Sends the answer from a pool thread. */
  answered({ head, body }: PoolAnswer): Response {
    const headers = head.headers ?? JSON_TYPE
    return body instanceof Uint8Array
      ? this.send(head.status, body, headers)
      : this.#streamed(head.status, body, headers, AHEAD)
  }

  #streamed(status: number, parts: AsyncIterable<Uint8Array<ArrayBuffer>>, headers: Headers, ahead: number): Response {
    const body = getStream(parts, ahead, (error) => this.#note(error === undefined ? status : 500, error))
    return this.#respond(status, body, headers)
  }

  /** Sends `{"detail": …}` with a one-sentence message. */
  refuse(status: number, detail: string, headers?: Headers): Response {
    return this.send(status, JSON.stringify({ detail }), { ...JSON_TYPE, ...headers })
  }

  /**
   * Reads the request body. Stops if the JSON is nested too deeply or has too many keys. Returns null if the body is
   * longer than 2 MiB.
   */
  async body(): Promise<ReceivedBody | null> {
    const { env, req } = this.context
    const declared = declaredLength((name) => getHeader(this.context, name))
    if (declared !== undefined && declared > LARGEST_BODY) return null
    const pieces: (() => AsyncIterable<Uint8Array>) | undefined = env?.pieces
    return receiveBody(pieces === undefined ? piecesIn(req.raw.body) : pieces(), LARGEST_BODY, declared)
  }

  /** Sends a 503 because too much work is waiting. */
  busy({ seconds }: BusyError): Response {
    return this.refuse(503, 'Service busy', { 'Retry-After': `${seconds}` })
  }

  /** Sends the response of another handler with our headers. */
  pass(response: Response): Response {
    return this.send(response.status, response.body, Object.fromEntries(response.headers))
  }

  /** Sends a 500 without internal details. */
  fail(error: unknown): Response {
    // The client disconnected before the request body had arrived, which is not a service error.
    if (error instanceof CutShortError) return this.refuse(400, 'Bad Request')
    if (this.context.req.method !== 'GET' && this.context.req.raw.signal.aborted) return this.refuse(400, 'Bad Request')
    return this.send(500, '{"detail":"Internal Server Error"}', JSON_TYPE, error)
  }

  send(status: number, body: Body, headers: Headers, error?: unknown): Response {
    this.#note(status, error)
    return this.#respond(status, body, headers)
  }

  /**
   * Creates a response. Its headers are a plain object, because `@hono/node-server` writes a plain object without
   * building `Headers`.
   */
  #respond(status: number, body: Body, answerHeaders: Headers): Response {
    const { cors, headers: always, jsonHeaders } = this.service
    const limits = this.#verdict === null ? null : limitHeaders(this.#verdict)
    const headers: Record<string, string> =
      answerHeaders === JSON_TYPE ? { ...jsonHeaders, ...limits } : { ...answerHeaders, ...always, ...limits }
    if (this.#cost > 1 && this.#verdict !== null && this.#verdict.windows.length > 0)
      headers['X-RateLimit-Cost'] = `${this.#cost}`
    headers['X-Request-Id'] = this.#id
    if (cors !== null) {
      const open = cors(this.context.req.header('origin'))
      // The `Vary` header of a preflight response or of another handler's response must not be replaced.
      for (const name in open) headers[name] ??= open[name]
    }
    return new Response(body, { status, headers })
  }

  #note(status: number, error: unknown): void {
    const { metrics, log } = this.service
    const { method, path } = this.context.req
    const ms = performance.now() - this.#started
    metrics.count(method, this.route, status, ms)
    if (log === null) return
    const key = this.#key === null ? null : this.#key.name
    const id = withoutTokens(this.#id)
    log({ id, method, path: loggedPath(path), status, ms: Math.round(ms * 1000) / 1000, key }, this.query, error)
  }
}

type Body = string | Uint8Array<ArrayBuffer> | ReadableStream | null

/** Returns the query of a URL including its question mark, without a fragment. */
function getQuery(url: string): string {
  const start = url.indexOf('?')
  if (start < 0) return ''
  const end = url.indexOf('#')
  return end < 0 ? url.slice(start) : url.slice(start, Math.max(start, end))
}

/** Returns a request header. Uses the headers that Node has already parsed, to avoid building `Headers`. */
function getHeader({ env, req }: Context, name: string): string | undefined {
  const parsed: Readonly<Record<string, string | undefined>> | undefined = env?.incoming?.headers
  return parsed === undefined ? req.header(name) : parsed[name]
}

/** Returns the headers that identify the data behind the answers. They are computed once, not for every request. */
export function dataHeaders({ build, data }: Library): Headers {
  const edition: Headers = data?.version ? { 'X-Vicinage-Data-Version': data.version } : {}
  return { 'X-Content-Type-Options': 'nosniff', 'X-Vicinage-Data': build, ...edition }
}

/**
 * Returns the values of a header from Node's list of raw headers. All other ways of reading a header would add 10% to
 * the time of a request. `name` is lowercase.
 */
export function sentValues(rawHeaders: readonly string[], name: string): string[] {
  const values: string[] = []
  for (let i = 0; i < rawHeaders.length; i += 2)
    if (rawHeaders[i].length === name.length && rawHeaders[i].toLowerCase() === name) values.push(rawHeaders[i + 1])
  return values
}

/**
 * Prefix of generated ids such as `3f2a9c1e-17`, different in each process. Created by the first request, because some
 * serverless platforms do not provide randomness while a module is loading.
 */
let processId: string | undefined
let requestCount = 0

export function nextId(): string {
  processId ??= crypto.randomUUID().slice(0, 8)
  requestCount++
  return `${processId}-${requestCount}`
}

/**
 * Number of bytes to buffer from a thread ahead of the reader. Most bodies are shorter, so their threads never wait.
 */
const AHEAD = 262_144

/**
 * Creates a body from parts that are generated while the client reads, `ahead` bytes in advance. `onEnd` is called
 * once, with the error if one occurred.
 */
function getStream(
  parts: AsyncIterable<Uint8Array>,
  ahead: number,
  onEnd: (error?: unknown) => void,
): ReadableStream<Uint8Array> {
  const reported = reportEnd(parts, onEnd)
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = await reported.next()
        if (done) controller.close()
        else controller.enqueue(value)
      },
      async cancel() {
        await reported.return()
      },
    },
    { highWaterMark: ahead, size: ({ byteLength }) => byteLength },
  )
}

async function* reportEnd(parts: AsyncIterable<Uint8Array>, onEnd: (error?: unknown) => void) {
  let failure: unknown
  try {
    yield* parts
  } catch (error) {
    failure = error
    throw error
  } finally {
    onEnd(failure)
  }
}

/** Encodes chunks that this thread creates. Other requests get their turn between two chunks. */
async function* inTurns(chunks: Iterable<string>): AsyncGenerator<Uint8Array<ArrayBuffer>, void> {
  const encoder = new TextEncoder()
  for (const chunk of chunks) {
    // Timers wait at least a millisecond, so platforms with `setImmediate` use that instead.
    await new Promise((resolve) => (globalThis.setImmediate ?? setTimeout)(resolve))
    yield encoder.encode(chunk)
  }
}
