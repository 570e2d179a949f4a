import type { Answer, AnswerBody, Asked } from './asked.ts'
import { type ApiKey, authenticate, type Refused } from './keys.ts'
import { limitHeaders } from './limits/limit-headers.ts'
import type { Verdict } from './limits/limits.ts'
import { loggedPath, withoutTokens } from './log.ts'
import { nextId } from './request-id.ts'
import type { Service } from './service.ts'

/** An identifier that a caller or a proxy in front may give a request; anything else is replaced by one of our own. */
const REQUEST_ID = /^[\w.-]{1,64}$/

/** Null: go on. */
type Refusal = Answer<string> | null

type Headers = Readonly<Record<string, string>>

const JSON_TYPE: Headers = { 'Content-Type': 'application/json' }

/** One request on its way to its answer. Every answer leaves through `send`, with the same headers, line of log and count. */
export class Exchange {
  readonly asked: Asked
  readonly #service: Service
  readonly #route: string
  readonly #id: string
  readonly #started = performance.now()
  #key: ApiKey | null = null
  #verdict: Verdict | null = null

  /** `route` is the path as a template, under which the request is counted. */
  constructor(asked: Asked, service: Service, route: string) {
    this.asked = asked
    this.#service = service
    this.#route = route
    const given = asked.header('x-request-id')
    this.#id = given !== null && REQUEST_ID.test(given) ? given : nextId()
  }

  /** Asks for the key and counts the request: null to go on, else the answer 401 or 429. */
  admit(): Refusal | Promise<Refusal> {
    const { keys } = this.#service
    if (keys === null) return null
    const found = authenticate(this.asked.header('authorization'), keys, Date.now())
    return found instanceof Promise ? found.then((key) => this.#count(key)) : this.#count(found)
  }

  /** Notes that an answer which was begun has broken off. */
  broken(error: unknown): void {
    this.#note(500, error)
  }

  #note(status: number, error: unknown): void {
    const { metrics, log } = this.#service
    const { method, path, query } = this.asked
    const ms = performance.now() - this.#started
    metrics.count(method, this.#route, status, ms)
    if (log === null) return
    const key = this.#key === null ? null : this.#key.name
    log(
      { id: withoutTokens(this.#id), method, path: loggedPath(path), status, ms: Math.round(ms * 1000) / 1000, key },
      query,
      error,
    )
  }

  #count(key: ApiKey | Refused): Refusal | Promise<Refusal> {
    if ('challenge' in key) return this.refuse(401, key.detail, { 'WWW-Authenticate': key.challenge })
    this.#key = key
    const verdict = this.#service.limits.take(key)
    return verdict instanceof Promise ? verdict.then((late) => this.#judge(late)) : this.#judge(verdict)
  }

  #judge(verdict: Verdict): Refusal {
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
  reply<Json extends string | ReadableStream>(status: number, json: Json): Answer<Json> {
    return this.send(status, json, JSON_TYPE)
  }

  /** `{"detail": …}` with one sentence. */
  refuse(status: number, detail: string, headers?: Headers): Answer<string> {
    return this.send(status, JSON.stringify({ detail }), { ...JSON_TYPE, ...headers })
  }

  /** The answer of another handler, under our headers. */
  pass(response: Response): Answer {
    return this.send(response.status, response.body, Object.fromEntries(response.headers))
  }

  /** 500, with nothing of the inside. `request` where its body was to be read. */
  fail(error: unknown, request?: Request): Answer<string> {
    // The caller left before its body had come: no fault of ours.
    if (request?.signal.aborted === true) return this.refuse(400, 'Bad Request')
    return this.send(500, '{"detail":"Internal Server Error"}', JSON_TYPE, error)
  }

  send<Body extends AnswerBody>(status: number, body: Body, own: Headers, error?: unknown): Answer<Body> {
    this.#note(status, error)
    const headers: Record<string, string> = this.#verdict === null ? {} : limitHeaders(this.#verdict)
    for (const name in own) headers[name] = own[name]
    headers['X-Content-Type-Options'] = 'nosniff'
    headers['X-Request-Id'] = this.#id
    return { status, headers, body }
  }
}
