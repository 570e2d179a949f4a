import { pageTitle } from './check-file.ts'
import { refuseStatus } from './download.ts'
import { type FetchSession, pause, type Received, request, retryAfter, TransferError } from './request.ts'

export type Query = Readonly<Record<string, string>>

/** Reads the parsed JSON of a response. Throws a `TransferError` if the JSON is not what was requested. */
export type ReadAnswer<T> = (body: unknown) => T

/** Maximum pause, as a multiple of the first pause. Together the pauses outlast an outage of half a minute. */
const LONGEST_PAUSE = 30
/** Maximum number of tries for a small request. */
const TRIES = 8
/** Maximum number of times that a server may delay a request with `Retry-After` or a busy response. */
const MAX_POSTPONED = 30
/** First pause after "too many requests" without `Retry-After`, as a multiple of the pause after other failures. */
const BUSY_PAUSE = 10
/**
 * Maximum time without data while waiting for a page, as a multiple of the idle limit. Some pages take minutes to send
 * their first byte.
 */
const LONGEST_SILENCE = 4
/** Maximum time without data while waiting for a small response, as a multiple of the idle limit. */
const LONGEST_SMALL_SILENCE = 2
/** Maximum size of a page in bytes. A larger page is requested again in parts. */
const MAX_BYTES = 48 * 1024 ** 2

/** Sends requests to one layer of an ArcGIS service, and distinguishes temporary failures from permanent ones. */
export class ServiceClient {
  readonly #url: string
  readonly #session: FetchSession
  readonly #report: (line: string) => void
  #silence = 1
  #silences = 0
  #bytes = 0

  /** @param report called for each pause */
  constructor(url: string, session: FetchSession, report: (line: string) => void) {
    this.#url = url
    this.#session = session
    this.#report = report
  }

  /** Number of bytes received in this run. */
  get bytes(): number {
    return this.#bytes
  }

  /** Number of requests that timed out without data. */
  get silences(): number {
    return this.#silences
  }

  /**
   * Repeats a small request until it is answered.
   * @throws {TransferError} when the failure is permanent, or after the last attempt
   */
  async ask<T>(path: string, query: Query, read: ReadAnswer<T>): Promise<T> {
    for (let [failures, attempts] = [0, 1]; ; attempts++) {
      const answer = await this.try(path, query, read, LONGEST_SMALL_SILENCE)
      if (!(answer instanceof TransferError)) return answer
      failures += answer.silent ? 2 : 1
      if (failures >= TRIES) throw givenUp(answer, attempts)
      await this.pause(answer, attempts)
    }
  }

  /**
   * Sends a request once. Repeats it only if the server says how long to wait.
   *
   * @param longest maximum time without data, as a multiple of the idle limit
   * @returns the response, or the failure if it may be temporary
   * @throws {TransferError} when the failure is permanent
   */
  async try<T>(path: string, query: Query, read: ReadAnswer<T>, longest = LONGEST_SILENCE): Promise<T | TransferError> {
    for (let putOff = 0; ; putOff++) {
      try {
        return await this.#once(path, query, read, Math.min(longest, this.#silence))
      } catch (error) {
        if (!(error instanceof TransferError) || !error.mayRetry) throw error
        if (error.silent) {
          this.#silences++
          this.#silence = Math.min(LONGEST_SILENCE, 2 * this.#silence)
        }
        if (error.waitMs === undefined || putOff >= MAX_POSTPONED) return error
        const { maxWaitMs } = this.#session.settings
        if (error.waitMs > maxWaitMs)
          throw new TransferError(`${error.message}; the server says to wait ${Math.round(error.waitMs / 1000)} s`, {
            cause: error,
          })
        await this.#wait(error, error.waitMs)
      }
    }
  }

  /** Pauses after a failure. The pause grows with the number of failures. */
  async pause(failure: TransferError, failures: number): Promise<void> {
    const { backoffMs } = this.#session.settings
    await this.#wait(failure, backoffMs * Math.min(LONGEST_PAUSE, 2 ** (failures - 1)))
  }

  async #wait(failure: TransferError, ms: number): Promise<void> {
    const { settings, interrupted } = this.#session
    const { hostname, pathname } = new URL(this.#url)
    this.#report(`${hostname}${pathname}: ${failure.message}; retrying in ${(ms / 1000).toFixed(1)} s`)
    await pause(ms, settings, interrupted)
  }

  #once<T>(path: string, query: Query, read: ReadAnswer<T>, silence: number): Promise<T> {
    const { settings } = this.#session
    const session = { ...this.#session, settings: { ...settings, idleMs: settings.idleMs * silence } }
    const url = `${this.#url}${path}?${new URLSearchParams({ ...query, f: 'json' })}`
    const headers = { 'User-Agent': settings.userAgent, Accept: 'application/json' }
    return request(url, headers, session, async (received) => {
      const { response } = received
      // Some servers report a query error with status 400 or 429 and explain the error in the body.
      if (response.status !== 400 && response.status !== 429) refuseStatus(response)
      return read(this.#json(await this.#readBody(received), response))
    })
  }

  async #readBody({ response, watch }: Received): Promise<Uint8Array> {
    const parts: Uint8Array[] = []
    const reader = response.body?.getReader()
    let size = 0
    for (let next = await reader?.read(); next?.value !== undefined; next = await reader?.read()) {
      watch.heard()
      parts.push(next.value)
      size += next.value.length
      if (size > MAX_BYTES)
        throw new TransferError(`a response of more than ${MAX_BYTES / 1024 ** 2} MB`, { mayRetry: true })
    }
    this.#bytes += size
    return Buffer.concat(parts)
  }

  /** Parses a response. The service also reports errors with status 200. */
  #json(bytes: Uint8Array, response: Response): unknown {
    const title = pageTitle(bytes)
    if (title !== undefined) {
      if (response.status !== 200) refuseStatus(response)
      throw damaged(`a web page instead of data${title && ` ("${title}")`}`)
    }
    let body: { error?: ServiceError } | null
    try {
      // TextDecoder drops a byte order mark, which JSON.parse rejects.
      body = JSON.parse(new TextDecoder().decode(bytes))
    } catch {
      if (response.status !== 200) refuseStatus(response)
      throw damaged(bytes.length === 0 ? 'an empty answer' : `${bytes.length} bytes that are not valid JSON`)
    }
    if (typeof body === 'object' && body?.error) throw this.#serviceError(body.error, response)
    refuseStatus(response)
    if (typeof body !== 'object' || body === null) throw damaged('JSON that is not an object')
    return body
  }

  /**
   * Converts an error reported by the service. The fields and the condition of the query are known to be valid, so a
   * 400 error is a server failure that may be temporary. A missing or rejected token is a permanent failure.
   */
  #serviceError({ code = 0, message = 'no message', details = [], ...more }: ServiceError, response: Response) {
    const words = [message, ...(details ?? [])].filter((text) => typeof text === 'string' && text !== '').join(' ')
    const mayRetry = code < 400 || code >= 500 || [400, 408, 425, 429].includes(code)
    const isBusy = code === 429 || response.status === 429
    const waitMs =
      retryAfter(response.headers.get('retry-after'), Date.now()) ??
      waitIn(words, more) ??
      (isBusy ? BUSY_PAUSE * this.#session.settings.backoffMs : undefined)
    const shown = words.replace(/\.+$/, '').slice(0, MAX_WORDS)
    return new TransferError(`the service reported error ${code}: ${shown}`, {
      mayRetry,
      waitMs: mayRetry ? waitMs : undefined,
    })
  }
}

/** Maximum number of characters to show of a service message. */
const MAX_WORDS = 200

interface ServiceError {
  readonly code?: number
  readonly message?: string
  readonly details?: readonly unknown[] | null
  readonly [field: string]: unknown
}

/**
 * Returns the number of milliseconds that an error body asks to wait, either in a field such as `retryAfter` or in its
 * message, such as `Retry-After: 20`.
 */
function waitIn(words: string, fields: Readonly<Record<string, unknown>>): number | undefined {
  const field = Object.entries(fields).find(([name]) => /^retry[-_ ]?after$/i.test(name))?.[1]
  const seconds = field ?? /retry[- ]?(?:after|in)\D{0,4}(\d+)/i.exec(words)?.[1]
  return seconds === undefined ? undefined : retryAfter(String(seconds), Date.now())
}

/** Creates an error for a response that is not what was requested. Another try may return a complete response. */
export function damaged(received: string): TransferError {
  return new TransferError(`received ${received}`, { mayRetry: true })
}

export function givenUp(error: TransferError, tries: number): TransferError {
  return new TransferError(`${error.message} (gave up after ${tries} attempts)`, { cause: error })
}
