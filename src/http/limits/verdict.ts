import type { RateLimiterRes } from 'rate-limiter-flexible'
import type { ApiKey, Rate } from '../keys.ts'
import type { CalendarMonth } from './calendar-month.ts'
import type { Verdict, Window } from './limits.ts'

/** The verdict on every request of a key without limits. */
export const UNLIMITED: Verdict = Object.freeze({ refused: null, windows: Object.freeze([]) })

/** What a key has used of its month. */
export interface MonthCount {
  readonly month: CalendarMonth
  readonly used: number
}

/**
 * The verdict on a request, from what is left of the rate and the count of the month after it. Null: a rate that is
 * untouched, a month without quota.
 */
export function verdict(
  refused: Verdict['refused'],
  key: ApiKey,
  left: RateLimiterRes | null,
  count: MonthCount | null,
): Verdict {
  const windows: Window[] = []
  if (key.rate !== null) windows.push(rateWindow(key.rate, left))
  if (key.monthly !== null && count !== null) windows.push(monthWindow(key.monthly, count))
  return { refused, windows }
}

function rateWindow({ requests, seconds }: Rate, left: RateLimiterRes | null): Window {
  if (left === null) return { name: 'rate', limit: requests, seconds, remaining: requests, reset: seconds }
  return {
    name: 'rate',
    limit: requests,
    seconds,
    remaining: Math.max(requests - left.consumedPoints, 0),
    reset: wholeSeconds(left.msBeforeNext),
  }
}

function monthWindow(limit: number, { month, used }: MonthCount): Window {
  const seconds = (month.end - month.start) / 1000
  // A quota that was made smaller during the month may be less than what is used.
  const remaining = Math.max(limit - used, 0)
  return { name: 'month', limit, seconds, remaining, reset: wholeSeconds(month.end - Date.now()) }
}

function wholeSeconds(ms: number): number {
  return Math.max(Math.ceil(ms / 1000), 1)
}
