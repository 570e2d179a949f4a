import type { RateLimiterAbstract, RateLimiterRes } from 'rate-limiter-flexible'
import { RefusalError } from '../../base/errors.ts'
import { attempt } from '../../base/parameters/guard.ts'
import type { ApiKey, Rate } from './keys.ts'

/** Counts how much of its rate and monthly quota a key has used. */
export interface Limits {
  /** Counts one request. A request refused by the rate limit does not count toward the month. */
  take(key: ApiKey): Verdict | Promise<Verdict>
  /** Counts further scores of an admitted request, toward the month only. */
  takeMore(key: ApiKey, places: number): Verdict | Promise<Verdict>
  /** Saves counts that must survive a restart, and releases timers and connections. */
  close(): Promise<void>
}

/** Decision on whether a request may proceed. */
export interface Verdict {
  /** Message of the 429 body; null if the request may proceed. */
  readonly refused: 'Rate limit exceeded' | 'Monthly quota exceeded' | null
  /**
   * Remaining requests per time window after this request. The rate comes before the month. Empty for a key without
   * limits.
   */
  readonly windows: readonly Window[]
}

/** Remaining requests of a key in a time window. */
export interface Window {
  /** Whether the window is the key's rate or its month. */
  readonly name: 'rate' | 'month'
  /** Requests per window. */
  readonly limit: number
  /** Length of the window in seconds. */
  readonly seconds: number
  /** Requests left, 0 or more. */
  readonly remaining: number
  /** Whole seconds until requests become available again, at least 1. */
  readonly reset: number
  /** Time at which requests become available again, in whole seconds since 1970, rounded up. */
  readonly resetAt: number
}

/** Thrown for limits that cannot be enforced as configured. The message is one sentence without secrets. */
export class LimitsError extends RefusalError {
  /** The name of the class. */
  override readonly name = 'LimitsError'
  /** `limits_invalid` */
  readonly code = 'limits_invalid'
}

/** Request counts of all keys in a month. */
export interface Usage {
  /** Month in UTC, such as `2026-11`; empty before the first count. */
  month: string
  /** Counts by key id. */
  readonly used: Map<string, number>
  /** Called after each change. */
  changed(): void
  /** Writes pending changes and releases the file. */
  close(): Promise<void>
}

/** Options of `memoryLimits`. */
export interface MemoryLimitsOptions {
  /**
   * Counter of monthly usage, for example from `openUsageFile`. By default, counts are kept in memory and start over
   * after a restart.
   */
  readonly usage?: Usage
}

/**
 * Creates limits that are counted in this process. A key's rate window starts with its first request and resets
 * completely at the end.
 */
export function memoryLimits(options: MemoryLimitsOptions = {}): Limits {
  return attempt('memoryLimits(options?: object)', [options], () => limitsInMemory(options))
}

function limitsInMemory({ usage = memoryUsage() }: MemoryLimitsOptions): Limits {
  const makeLimiter = async ({ requests, seconds }: Rate) => {
    // Imported on demand, because the package loads `node:cluster`, which some workers lack. When bundled, the package
    // only has a `default` export.
    const { default: limiters } = await import('rate-limiter-flexible').catch((cause: unknown) => {
      throw new LimitsError(
        'Rate limits for keys need the package rate-limiter-flexible, which cannot be loaded. Install it with npm install rate-limiter-flexible.',
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
  /** Whether the scores were counted. They are not counted if they would exceed the quota. */
  readonly counted: boolean
}

/** Counts `places` scores toward a key's month if the quota allows them. */
export type CountMonth = (id: string, places: number, quota: number) => MonthCount | Promise<MonthCount>

/** Counts monthly usage in memory. */
export function monthIn(usage: Usage): CountMonth {
  return (id, places, quota) => {
    const month = calendarMonth(Date.now())
    // Start over even if the month is earlier. Otherwise, after the clock is corrected, the counts would stay in a
    // future month.
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
 * Returns the calendar month in UTC that contains a time: its name (`2026-11`), its start in milliseconds since 1970,
 * and the start of the next month.
 */
export function calendarMonth(now: number) {
  if (now >= latest.start && now < latest.end) return latest
  const date = new Date(now)
  const year = date.getUTCFullYear()
  const month = date.getUTCMonth()
  latest = { name: date.toISOString().slice(0, 7), start: Date.UTC(year, month), end: Date.UTC(year, month + 1) }
  return latest
}

/** Cached, because computing the month would add 10% to the time of a request. */
let latest = { name: '', start: 0, end: 0 }

/**
 * Maximum window in seconds. JavaScript timers overflow after 24 days, and the in-memory limiter would then admit every
 * request.
 */
const LONGEST = 86_400

type MakeLimiter = (rate: Rate, name: string) => RateLimiterAbstract | Promise<RateLimiterAbstract>

/**
 * Combines a monthly counter with one limiter per rate. Limiters have names such as `50/60`, for 50 requests in 60
 * seconds.
 */
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
        `The rate ${name} cannot be enforced: use a whole number of requests in a period of 1 to ${LONGEST} whole seconds.`,
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

/**
 * Returns the limiter state if the limiter rejected a request because the rate is exceeded. Rethrows errors of the
 * limiter itself.
 */
function unlessError(reason: RateLimiterRes | Error): RateLimiterRes {
  if (reason instanceof Error) throw reason
  return reason
}

/**
 * Creates the verdict on a request. `left` is the state of the rate limiter, or null if the rate has not been used yet.
 * `count` is the usage of the month, or null if the key has no monthly quota.
 */
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
    windows.push({ name: 'rate', limit, seconds, remaining, ...resetIn(left?.msBeforeNext ?? seconds * 1000) })
  }
  if (monthly !== null && count !== null) {
    const { start, end } = count.month
    // If a quota was reduced during the month, usage may exceed it.
    const remaining = Math.max(monthly - count.used, 0)
    windows.push({
      name: 'month',
      limit: monthly,
      seconds: (end - start) / 1000,
      remaining,
      ...resetIn(end - Date.now()),
    })
  }
  if (isOver) return { refused: 'Rate limit exceeded', windows }
  return { refused: count === null || count.counted ? null : 'Monthly quota exceeded', windows }
}

/**
 * Returns when a window resets, as a duration and as a time. Both are rounded up, so that a client that waits for
 * either is not refused again. Because the time is rounded to seconds, all requests in a window get the same time.
 */
function resetIn(ms: number): Pick<Window, 'reset' | 'resetAt'> {
  return { reset: Math.max(Math.ceil(ms / 1000), 1), resetAt: Math.ceil((Date.now() + ms) / 1000) }
}

/**
 * Returns the rate limit headers of a response. A key without limits has no such headers.
 *
 * - `RateLimit-Policy` and `RateLimit` list all windows, as in draft-ietf-httpapi-ratelimit-headers-11. Their numbers
 *   have at most 15 digits (RFC 9651).
 * - `X-RateLimit-Limit`, `-Remaining` and `-Reset` describe one window: the window that refused the request, otherwise
 *   the window with the smallest remaining share. Reset is a time in whole seconds since 1970,
 *   rounded up, as in GitHub's API.
 * - `Retry-After` is only sent with refusals. Its value is the number of seconds until the window that refused the
 *   request resets.
 */
export function limitHeaders({ refused, windows }: Verdict): Record<string, string> {
  if (windows.length === 0) return {}
  const refusing = refused && (refused === 'Rate limit exceeded' ? 'rate' : 'month')
  // If both windows have the same remaining share, the second window wins because it is longer. Products are compared
  // instead of quotients because a limit may be 0.
  const isTighter = (a: Window, other: Window) => a.remaining * other.limit <= other.remaining * a.limit
  const shown =
    windows.find(({ name }) => name === refusing) ??
    windows.reduce((tightest, window) => (isTighter(window, tightest) ? window : tightest))
  return {
    'RateLimit-Policy': windows.map(({ name, limit, seconds }) => `"${name}";q=${limit};w=${seconds}`).join(', '),
    RateLimit: windows.map(({ name, remaining, reset }) => `"${name}";r=${remaining};t=${reset}`).join(', '),
    'X-RateLimit-Limit': `${shown.limit}`,
    'X-RateLimit-Remaining': `${shown.remaining}`,
    'X-RateLimit-Reset': `${shown.resetAt}`,
    ...(refused === null ? {} : { 'Retry-After': `${shown.reset}` }),
  }
}
