import type { Context } from 'hono'
import { authenticate, type Refused } from './authenticate.ts'
import type { ApiKey } from './keys/api-key.ts'
import { limitHeaders } from './limits/limit-headers.ts'
import type { Verdict } from './limits/limits.ts'
import type { Service } from './service.ts'

/** An identifier that a caller or a proxy in front may give a request; anything else is replaced by one of our own. */
const REQUEST_ID = /^[\w.-]{1,64}$/

/** Identifiers of our own: unlike those of other processes, then counted. Made by the first request: workers have no randomness before. */
let here: string | undefined
let requests = 0

function nextId(): string {
  here ??= crypto.randomUUID().slice(0, 8)
  requests++
  return `${here}-${requests}`
}

/** Characters of a path that are logged. */
const LOGGED = 200

type Headers = Readonly<Record<string, string>>

/** One request on its way to its answer. Every answer leaves through `reply`, with the same headers, line of log and count. */
export class Exchange {
  readonly request: Request
  readonly #service: Service
  readonly #route: string
  readonly #path: string
  readonly #id: string
  readonly #started = performance.now()
  #key: ApiKey | null = null
  #verdict: Verdict | null = null

  /** `route` is the path as a template, under which the request is counted. */
  constructor(context: Context, service: Service, route: string) {
    this.request = context.req.raw
    this.#service = service
    this.#route = route
    this.#path = context.req.path
    const given = this.request.headers.get('x-request-id')
    this.#id = given !== null && REQUEST_ID.test(given) ? given : nextId()
  }

  /** Asks for the key and counts the request: null to go on, else the answer 401 or 429. */
  admit(): Response | null | Promise<Response | null> {
    const { keys } = this.#service
    if (keys === null) return null
    const found = authenticate(this.request.headers.get('authorization'), keys, Date.now())
    return found instanceof Promise ? found.then((key) => this.#count(key)) : this.#count(found)
  }

  /** Notes that an answer which was begun has broken off. */
  broken(error: unknown): void {
    this.#note(500, error)
  }

  #note(status: number, error: unknown): void {
    const { metrics, log } = this.#service
    const { method } = this.request
    const ms = performance.now() - this.#started
    metrics.count(method, this.#route, status, ms)
    if (log === null) return
    const path = this.#path.length > LOGGED ? this.#path.slice(0, LOGGED) : this.#path
    const key = this.#key === null ? null : this.#key.name
    log({ id: this.#id, method, path, status, ms: Math.round(ms * 1000) / 1000, key }, this.request, error)
  }

  #count(key: ApiKey | Refused): Response | null | Promise<Response | null> {
    if ('challenge' in key) return this.refuse(401, key.detail, { 'WWW-Authenticate': key.challenge })
    this.#key = key
    const verdict = this.#service.limits.take(key)
    return verdict instanceof Promise ? verdict.then((late) => this.#judge(late)) : this.#judge(verdict)
  }

  #judge(verdict: Verdict): Response | null {
    this.#verdict = verdict
    return verdict.refused === null ? null : this.refuse(429, verdict.refused)
  }

  /** Counts further places of an admitted request: null to go on, else the sentence of a 429. */
  async admitMore(places: number): Promise<string | null> {
    if (this.#key === null || places <= 0) return null
    this.#verdict = await this.#service.limits.takeMore(this.#key, places)
    return this.#verdict.refused
  }

  /** An answer of JSON. */
  reply(status: number, json: string | ReadableStream): Response {
    return this.send(status, json, { 'Content-Type': 'application/json' })
  }

  /** `{"detail": …}` with one sentence. */
  refuse(status: number, detail: string, headers?: Headers): Response {
    return this.send(status, JSON.stringify({ detail }), { 'Content-Type': 'application/json', ...headers })
  }

  /** The answer of another handler, under our headers. */
  pass(response: Response): Response {
    return this.send(response.status, response.body, Object.fromEntries(response.headers))
  }

  /** 500, with nothing of the inside. */
  fail(error: unknown): Response {
    // The caller left before its body had come: no fault of ours.
    if (this.request.signal.aborted) return this.refuse(400, 'Bad Request')
    return this.send(500, '{"detail":"Internal Server Error"}', { 'Content-Type': 'application/json' }, error)
  }

  send(status: number, body: string | Uint8Array | ReadableStream | null, own: Headers, error?: unknown): Response {
    this.#note(status, error)
    // A plain object: the adapter of Node writes it without building `Headers`.
    const headers: Record<string, string> = this.#verdict === null ? {} : limitHeaders(this.#verdict)
    Object.assign(headers, own)
    headers['X-Content-Type-Options'] = 'nosniff'
    headers['X-Request-Id'] = this.#id
    // No bytes of ours are in memory that threads share, which the type alone would allow.
    return new Response(body as BodyInit | null, { status, headers })
  }
}
