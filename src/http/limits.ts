import type { RateLimiterAbstract, RateLimiterRes } from 'rate-limiter-flexible'
import type { ApiKey, Rate } from './keys.ts'

/** Counts what a key has used of its rate and of its month. */
export interface Limits {
  /** Counts one request. A request that the rate refuses costs nothing of the month. */
  take(key: ApiKey): Verdict | Promise<Verdict>
  /** Counts further places of a request that was let through, in the month only. */
  takeMore(key: ApiKey, places: number): Verdict | Promise<Verdict>
  /** Writes down what must outlive the process, and lets go of timers and connections. */
  close(): Promise<void>
}

export interface Verdict {
  /** The sentence of the 429 body; null: go on. */
  readonly refused: 'Rate limit exceeded' | 'Monthly quota exceeded' | null
  /** The windows of the key after this request, the rate first; none for a key without limits. */
  readonly windows: readonly Window[]
}

export interface Window {
  readonly name: 'rate' | 'month'
  readonly limit: number
  /** Length of the window. */
  readonly seconds: number
  /** Requests left, 0 or more. */
  readonly remaining: number
  /** Whole seconds until requests are given back, 1 or more. */
  readonly reset: number
}

/** Limits that cannot be kept as configured. The message is one sentence, without anything secret. */
export class LimitsError extends Error {
  override readonly name = 'LimitsError'
}

/** A calendar month, UTC, and what a key has used of it. */
export interface MonthCount {
  readonly month: CalendarMonth
  readonly used: number
  /** Whether the places were within the quota, and are counted. */
  readonly counted: boolean
}

/** Counts `places` in the month of a key if as many are left of `quota`. */
export type CountMonth = (id: string, places: number, quota: number) => MonthCount | Promise<MonthCount>

/** Seconds. Timers of JavaScript end at 24 days: the limiter in memory would let everything through beyond. */
const LONGEST = 86_400

const UNLIMITED: Verdict = Object.freeze({ refused: null, windows: Object.freeze([]) })

/** Limits of a limiter for each rate, named `50/60`, and a count of the month. */
export function limitsOf(
  makeLimiter: (rate: Rate, name: string) => RateLimiterAbstract | Promise<RateLimiterAbstract>,
  countMonth: CountMonth,
): Pick<Limits, 'take' | 'takeMore'> {
  const limiters = new Map<string, RateLimiterAbstract | Promise<RateLimiterAbstract>>()
  // Keys that are read again have new rates of the same names.
  const known = new WeakMap<Rate, RateLimiterAbstract | Promise<RateLimiterAbstract>>()

  function limiterOf(rate: Rate) {
    const before = known.get(rate)
    if (before !== undefined) return before
    const name = `${rate.requests}/${rate.seconds}`
    const limiter = limiters.get(name) ?? makeLimiter(possible(rate, name), name)
    limiters.set(name, limiter)
    known.set(rate, limiter)
    return limiter
  }

  async function take(key: ApiKey): Promise<Verdict> {
    const { id, rate, monthly } = key
    if (rate === null && monthly === null) return UNLIMITED
    const left = rate === null ? null : await consume(await limiterOf(rate), id)
    const isOver = left !== null && left.consumedPoints > rate!.requests
    const count = monthly === null ? null : await countMonth(id, isOver ? 0 : 1, monthly)
    return isOver ? verdict('Rate limit exceeded', key, left, count) : ofMonth(key, left, count)
  }

  async function takeMore(key: ApiKey, places: number): Promise<Verdict> {
    const { id, rate, monthly } = key
    if (rate === null && monthly === null) return UNLIMITED
    const left = rate === null ? null : await (await limiterOf(rate)).get(id)
    return ofMonth(key, left, monthly === null ? null : await countMonth(id, places, monthly))
  }

  return { take, takeMore }
}

/** A refusal comes as a rejection. */
async function consume(limiter: RateLimiterAbstract, id: string): Promise<RateLimiterRes> {
  try {
    return await limiter.consume(id)
  } catch (reason) {
    if (reason instanceof Error) throw reason
    return reason as RateLimiterRes
  }
}

function possible(rate: Rate, name: string): Rate {
  const { requests, seconds } = rate
  const isWhole = Number.isSafeInteger(requests) && Number.isInteger(seconds)
  if (isWhole && requests >= 0 && seconds >= 1 && seconds <= LONGEST) return rate
  throw new LimitsError(`The rate ${name} cannot be kept: give whole requests in 1 to ${LONGEST} whole seconds.`)
}

function ofMonth(key: ApiKey, left: RateLimiterRes | null, count: MonthCount | null): Verdict {
  return verdict(count === null || count.counted ? null : 'Monthly quota exceeded', key, left, count)
}

/** Null: a rate that is untouched, a month without quota. */
function verdict(
  refused: Verdict['refused'],
  { rate, monthly }: ApiKey,
  left: RateLimiterRes | null,
  count: MonthCount | null,
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
    // A quota that was made smaller during the month may be less than what is used.
    const remaining = Math.max(monthly - count.used, 0)
    const reset = wholeSeconds(end - Date.now())
    windows.push({ name: 'month', limit: monthly, seconds: (end - start) / 1000, remaining, reset })
  }
  return { refused, windows }
}

function wholeSeconds(ms: number): number {
  return Math.max(Math.ceil(ms / 1000), 1)
}

/**
 * The headers of an answer to a key with limits; none for a key without.
 *
 * - `RateLimit-Policy` and `RateLimit` list every window, as in draft-ietf-httpapi-ratelimit-headers-11. Numbers have
 *   at most 15 digits there (RFC 9651).
 * - `X-RateLimit-Limit`, `-Remaining` and `-Reset` tell of one window: the one that refused, else the one with the
 *   smallest part left. Reset is a moment in whole seconds since 1970, as GitHub sends it.
 * - `Retry-After`, on refusal only: seconds until the window that refused gives back.
 */
export function limitHeaders({ refused, windows }: Verdict): Record<string, string> {
  if (windows.length === 0) return {}
  let policy = ''
  let limits = ''
  let shown = windows[0]
  for (const window of windows) {
    if (policy !== '') {
      policy += ', '
      limits += ', '
    }
    policy += `"${window.name}";q=${window.limit};w=${window.seconds}`
    limits += `"${window.name}";r=${window.remaining};t=${window.reset}`
    if (isTighter(window, shown, refused)) shown = window
  }
  const headers: Record<string, string> = {
    'RateLimit-Policy': policy,
    RateLimit: limits,
    'X-RateLimit-Limit': `${shown.limit}`,
    'X-RateLimit-Remaining': `${shown.remaining}`,
    'X-RateLimit-Reset': `${Math.floor(Date.now() / 1000) + shown.reset}`,
  }
  if (refused !== null) headers['Retry-After'] = `${shown.reset}`
  return headers
}

/** Of two windows with the same part left the later, which is the longer. Multiplied out: a limit may be 0. */
function isTighter(window: Window, other: Window, refused: Verdict['refused']): boolean {
  if (refused !== null) return window.name === (refused === 'Rate limit exceeded' ? 'rate' : 'month')
  return window.remaining * other.limit <= other.remaining * window.limit
}

/** A calendar month, UTC. */
export interface CalendarMonth {
  /** `2026-11`. */
  readonly name: string
  /** First millisecond since 1970. */
  readonly start: number
  /** First millisecond of the next month. */
  readonly end: number
}

/** The month of a moment, milliseconds since 1970. */
export function calendarMonth(now: number): CalendarMonth {
  const date = new Date(now)
  const year = date.getUTCFullYear()
  const month = date.getUTCMonth()
  return { name: date.toISOString().slice(0, 7), start: Date.UTC(year, month), end: Date.UTC(year, month + 1) }
}
