import type { RateLimiterAbstract, RateLimiterRes } from 'rate-limiter-flexible'
import { RefusalError } from '../../base/errors.ts'
import { attempt } from '../../base/parameters/guard.ts'
import type { ApiKey, Rate } from './keys.ts'

/** Counts how much of its rate and of its monthly quota a key has used. */
export interface Limits {
  /** Counts one request. A request that the rate refuses does not count for the month. */
  take(key: ApiKey): Verdict | Promise<Verdict>
  /** Counts further places of an admitted request, for the month only. */
  takeMore(key: ApiKey, places: number): Verdict | Promise<Verdict>
  /** Writes counts that must survive the process, and releases timers and connections. */
  close(): Promise<void>
}

/** Whether a request may proceed. */
export interface Verdict {
  /** Sentence of the 429 body; null if the request may proceed. */
  readonly refused: 'Rate limit exceeded' | 'Monthly quota exceeded' | null
  /** Windows of the key after this request, the rate first; empty for a key without limits. */
  readonly windows: readonly Window[]
}

/** Requests that a key has left in a time window. */
export interface Window {
  /** Whether this is the key's rate or its month. */
  readonly name: 'rate' | 'month'
  /** Requests per window. */
  readonly limit: number
  /** Length of the window. */
  readonly seconds: number
  /** Requests left, 0 or more. */
  readonly remaining: number
  /** Whole seconds until requests become available again, at least 1. */
  readonly reset: number
}

/** Thrown for limits that cannot be enforced as configured. The message is one sentence without secrets. */
export class LimitsError extends RefusalError {
  /** The name of the class. */
  override readonly name = 'LimitsError'
  /** `limits_invalid` */
  readonly code = 'limits_invalid'
}

/** Number of requests of each key in a month. */
export interface Usage {
  /** `2026-11`, UTC; empty before the first count. */
  month: string
  /** Keyed by the id of the key. */
  readonly used: Map<string, number>
  /** Called after each change. */
  changed(): void
  /** Writes pending changes and releases the file. */
  close(): Promise<void>
}

/** Options of `memoryLimits`. */
export interface MemoryLimitsOptions {
  /** Counter of monthly usage, such as `openUsageFile`. Default: in memory, so that a restart begins again. */
  readonly usage?: Usage
}

/**
 * Creates limits that this process counts by itself. A key's rate window begins with its first request and resets
 * completely at its end.
 */
export function memoryLimits(options: MemoryLimitsOptions = {}): Limits {
  return attempt('memoryLimits(options?: object)', [options], () => limitsInMemory(options))
}

function limitsInMemory({ usage = memoryUsage() }: MemoryLimitsOptions): Limits {
  const makeLimiter = async ({ requests, seconds }: Rate) => {
    // Imported on demand, because the package loads `node:cluster`, which some workers lack. `default` is its only name
    // when bundled.
    const { default: limiters } = await import('rate-limiter-flexible').catch((cause: unknown) => {
      throw new LimitsError(
        'The rates of keys need the package rate-limiter-flexible, which cannot be loaded: npm install rate-limiter-flexible.',
        { cause },
      )
    })
    return new limiters.RateLimiterMemory({ points: requests, duration: seconds, keyPrefix: '' })
  }
  return getLimits(makeLimiter, monthIn(usage), () => usage.close())
}

export function memoryUsage(): Usage {
  return { month: '', used: new Map(), changed() {}, async close() {} }
}

/** Usage of a key in a month. */
interface MonthCount {
  readonly month: ReturnType<typeof calendarMonth>
  readonly used: number
  /** Whether the places were within the quota and were counted. */
  readonly counted: boolean
}

/** Counts `places` in the month of a key if `quota` allows that many. */
export type CountMonth = (id: string, places: number, quota: number) => MonthCount | Promise<MonthCount>

/** Counts the month in memory. */
export function monthIn(usage: Usage): CountMonth {
  return (id, places, quota) => {
    const month = calendarMonth(Date.now())
    // Starts over even if the month is earlier, because a corrected clock must not leave the counts in a future month.
    if (usage.month !== month.name) {
      usage.month = month.name
      usage.used.clear()
    }
    const before = usage.used.get(id) ?? 0
    const after = before + places
    if (places === 0 || after > quota) return { month, used: before, counted: after <= quota }
    usage.used.set(id, after)
    usage.changed()
    return { month, used: after, counted: true }
  }
}

/**
 * Returns the calendar month of a moment in UTC: its name (`2026-11`), its first millisecond since 1970, and the first
 * of the next.
 */
export function calendarMonth(now: number) {
  if (now >= latest.start && now < latest.end) return latest
  const date = new Date(now)
  const year = date.getUTCFullYear()
  const month = date.getUTCMonth()
  latest = { name: date.toISOString().slice(0, 7), start: Date.UTC(year, month), end: Date.UTC(year, month + 1) }
  return latest
}

/** Cache of the latest month, because computing it takes a tenth of a request. */
let latest = { name: '', start: 0, end: 0 }

/**
 * Maximum window in seconds. JavaScript timers end at 24 days, beyond which the limiter in memory would admit
 * everything.
 */
const LONGEST = 86_400

type MakeLimiter = (rate: Rate, name: string) => RateLimiterAbstract | Promise<RateLimiterAbstract>

/** Combines a limiter for each rate, named `50/60`, with a count of the month. */
export function getLimits(makeLimiter: MakeLimiter, countMonth: CountMonth, close: () => Promise<void>): Limits {
  const limiters = new Map<string, ReturnType<MakeLimiter>>()

  function createLimiter(rate: Rate): ReturnType<MakeLimiter> {
    const { requests, seconds } = rate
    const name = `${requests}/${seconds}`
    const existing = limiters.get(name)
    if (existing !== undefined) return existing
    const isWhole = Number.isSafeInteger(requests) && Number.isInteger(seconds)
    if (!isWhole || requests < 0 || seconds < 1 || seconds > LONGEST)
      throw new LimitsError(
        `The rate ${name} cannot be enforced: use a whole number of requests in 1 to ${LONGEST} whole seconds.`,
      )
    const limiter = makeLimiter(rate, name)
    limiters.set(name, limiter)
    return limiter
  }

  return {
    async take(key) {
      const { id, rate, monthly } = key
      const left = rate === null ? null : await (await createLimiter(rate)).consume(id).catch(unlessError)
      const isOver = left !== null && left.consumedPoints > rate!.requests
      const count = monthly === null ? null : await countMonth(id, isOver ? 0 : 1, monthly)
      return verdict(key, left, count, isOver)
    },
    async takeMore(key, places) {
      const { id, rate, monthly } = key
      const left = rate === null ? null : await (await createLimiter(rate)).get(id)
      return verdict(key, left, monthly === null ? null : await countMonth(id, places, monthly))
    },
    close,
  }
}

/** Returns the state of the rate, with which the limiter rejects a request. Throws if the limiter itself failed. */
function unlessError(reason: RateLimiterRes | Error): RateLimiterRes {
  if (reason instanceof Error) throw reason
  return reason
}

/** `left` is null if the rate has not been used yet. `count` is null if the key has no monthly quota. */
function verdict(
  { rate, monthly }: ApiKey,
  left: RateLimiterRes | null,
  count: MonthCount | null,
  isOver = false,
): Verdict {
  const windows: Window[] = []
  if (rate !== null) {
    const { requests: limit, seconds } = rate
    const remaining = left === null ? limit : Math.max(limit - left.consumedPoints, 0)
    const reset = left === null ? seconds : wholeSeconds(left.msBeforeNext)
    windows.push({ name: 'rate', limit, seconds, remaining, reset })
  }
  if (monthly !== null && count !== null) {
    const { start, end } = count.month
    // If a quota was reduced during the month, usage may exceed it.
    const remaining = Math.max(monthly - count.used, 0)
    const reset = wholeSeconds(end - Date.now())
    windows.push({ name: 'month', limit: monthly, seconds: (end - start) / 1000, remaining, reset })
  }
  if (isOver) return { refused: 'Rate limit exceeded', windows }
  return { refused: count === null || count.counted ? null : 'Monthly quota exceeded', windows }
}

function wholeSeconds(ms: number): number {
  return Math.max(Math.ceil(ms / 1000), 1)
}

/**
 * Returns the headers about limits for a response. A key without limits has none.
 *
 * - `RateLimit-Policy` and `RateLimit` list every window, as in draft-ietf-httpapi-ratelimit-headers-11. Numbers have
 *   at most 15 digits there (RFC 9651).
 * - `X-RateLimit-Limit`, `-Remaining` and `-Reset` describe one window: the one that refused, otherwise the one with
 *   the smallest share left. Reset is a moment in whole seconds since 1970, as GitHub sends it.
 * - `Retry-After` is only sent with refusals: seconds until the window that refused resets.
 */
export function limitHeaders({ refused, windows }: Verdict): Record<string, string> {
  if (windows.length === 0) return {}
  const refusing = refused && (refused === 'Rate limit exceeded' ? 'rate' : 'month')
  // If both windows have the same share left, the second one wins, which is longer. Products are compared instead of
  // quotients because a limit may be 0.
  const isTighter = (a: Window, other: Window) => a.remaining * other.limit <= other.remaining * a.limit
  const shown =
    windows.find(({ name }) => name === refusing) ??
    windows.reduce((tightest, window) => (isTighter(window, tightest) ? window : tightest))
  return {
    'RateLimit-Policy': windows.map(({ name, limit, seconds }) => `"${name}";q=${limit};w=${seconds}`).join(', '),
    RateLimit: windows.map(({ name, remaining, reset }) => `"${name}";r=${remaining};t=${reset}`).join(', '),
    'X-RateLimit-Limit': `${shown.limit}`,
    'X-RateLimit-Remaining': `${shown.remaining}`,
    'X-RateLimit-Reset': `${Math.floor(Date.now() / 1000) + shown.reset}`,
    ...(refused === null ? {} : { 'Retry-After': `${shown.reset}` }),
  }
}
