import type { Writable } from 'node:stream'
import type { Logger } from 'pino'
import { endpoints } from '../endpoints/table.ts'
import type { Log, RequestLine } from './service.ts'

/** The paths whose answers are most of a log: as many as there are endpoints, whatever is asked. */
const USUAL: ReadonlySet<RequestLine['path']> = new Set(
  endpoints.filter(({ method }) => method === 'GET').map(({ path }) => path),
)

/** A line of `logger` for each answer; with the query if `queries`. */
export function requestLog(logger: Logger, queries: boolean): Log {
  const usual = usualLoggers(logger)
  return (line, query, error) => {
    if (error !== undefined) logger.error({ ...line, err: error })
    else if (queries) logger.info({ ...line, query: withoutTokens(query) })
    else if (line.status !== 200 || line.method !== 'GET' || !USUAL.has(line.path)) logger.info(line)
    else usual(line).info({ id: line.id, ms: line.ms })
  }
}

/** Loggers that have written already what is the same in every answer of a path to a key: that takes half of the time of a line. */
function usualLoggers(logger: Logger): (line: RequestLine) => Logger {
  const byKey = new Map<RequestLine['key'], Map<RequestLine['path'], Logger>>()
  return ({ method, path, status, key }) => {
    let byPath = byKey.get(key)
    if (byPath === undefined) {
      byPath = new Map()
      byKey.set(key, byPath)
    }
    let child = byPath.get(path)
    if (child === undefined) {
      child = logger.child({ method, path, status, key })
      byPath.set(path, child)
    }
    return child
  }
}

/** Characters of a path that are logged. */
const LONGEST = 200

/** A token of a key, the way it is sent or with percent codes. */
const TOKEN = /vic(?:_|%5f)[\w%-]{20,}/gi
const SHORTEST = 24

/** A path as the log has it. */
export function loggedPath(path: string): string {
  return withoutTokens(path).slice(0, LONGEST)
}

/** What may be logged of a text: somebody may have put a token where none belongs. */
export function withoutTokens(text: string): string {
  return text.length < SHORTEST ? text : text.replace(TOKEN, 'vic_…')
}

/** Characters after which lines are handed on at once, and milliseconds after which they are in any case. */
const ENOUGH = 16_384
const PERIOD = 250

/** How pino begins a line of level info. */
const INFO = '{"level":30,'

/**
 * A destination for pino that hands on many lines at a time: a third of the cost per line of pino's own, which counts the bytes of each.
 * A process that is killed (`kill -9`) loses the lines of its last quarter of a second. Tokens are left out of warnings and errors, which
 * may quote what was sent; of requests they are left out before. What can no longer be written is dropped; `onLost` is called once.
 */
export class LogStream {
  readonly #out: Writable
  #lines = ''
  #timer: ReturnType<typeof setTimeout> | undefined
  #lost = false

  constructor(out: Writable, onLost: (error: NodeJS.ErrnoException) => void) {
    this.#out = out
    out.once('error', (error) => {
      this.#lost = true
      onLost(error)
    })
  }

  write(line: string): void {
    if (this.#lost) return
    this.#lines += line.startsWith(INFO) ? line : withoutTokens(line)
    if (this.#lines.length >= ENOUGH) this.flush()
    else this.#timer ??= setTimeout(() => this.flush(), PERIOD)
  }

  flush(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    if (this.#lines === '') return
    if (!this.#lost) this.#out.write(this.#lines)
    this.#lines = ''
  }
}
