import type { RateLimiterRes } from 'rate-limiter-flexible'
// What RateLimiterMemory counts with, without its promises: a request that waits for nothing is answered a fifth faster. The package
// as a whole loads `node:cluster`, which workers lack, and has no types for a file of it.
// @ts-expect-error
import MemoryStorage from 'rate-limiter-flexible/lib/component/MemoryStorage/MemoryStorage.js'
import type { ApiKey } from '../keys.ts'
import { calendarMonth } from './calendar-month.ts'
import { limiterOfRate } from './limiter-of-rate.ts'
import type { Limits, Verdict } from './limits.ts'
import { type MonthCount, UNLIMITED, verdict } from './verdict.ts'

/** The counts of one rate, by id of the key. A count is dropped at the end of its window. */
interface Counts {
  incrby(id: string, requests: number, seconds: number): RateLimiterRes
  get(id: string): RateLimiterRes | null
}

/** What was used in a month. */
export interface Usage {
  /** `2026-11`, UTC; empty before the first count. */
  month: string
  /** By id of the key. */
  readonly used: Map<string, number>
  /** Called after each change. */
  changed(): void
  close(): Promise<void>
}

export interface MemoryLimitsOptions {
  /** Where the month is counted, such as `openUsageFile`. Left out: in memory, and a restart begins again. */
  readonly usage?: Usage
}

/**
 * Limits that this process counts for itself. A key's window of a rate begins with its first request and gives
 * everything back at its end.
 */
export function memoryLimits({ usage = inMemory() }: MemoryLimitsOptions = {}): Limits {
  const countsOf = limiterOfRate((): Counts => new MemoryStorage())
  let month = calendarMonth(Date.now())

  function used(key: ApiKey): number {
    const now = Date.now()
    // Earlier, too: a clock that was set right must not leave the counts in a month to come.
    if (now < month.start || now >= month.end) month = calendarMonth(now)
    if (usage.month !== month.name) {
      usage.month = month.name
      usage.used.clear()
    }
    return usage.used.get(key.id) ?? 0
  }

  function countMonth(key: ApiKey, places: number, count: RateLimiterRes | null): Verdict {
    if (key.monthly === null) return verdict(null, key, count, null)
    const before = used(key)
    const after = before + places
    if (after > key.monthly) return verdict('Monthly quota exceeded', key, count, { month, used: before })
    usage.used.set(key.id, after)
    usage.changed()
    return verdict(null, key, count, { month, used: after })
  }

  function monthAsIs(key: ApiKey): MonthCount | null {
    return key.monthly === null ? null : { used: used(key), month }
  }

  return {
    take(key) {
      const { rate } = key
      if (rate === null) return key.monthly === null ? UNLIMITED : countMonth(key, 1, null)
      const count = countsOf(rate).incrby(key.id, 1, rate.seconds)
      if (count.consumedPoints > rate.requests) return verdict('Rate limit exceeded', key, count, monthAsIs(key))
      return countMonth(key, 1, count)
    },
    takeMore(key, places) {
      if (key.rate === null) return key.monthly === null ? UNLIMITED : countMonth(key, places, null)
      return countMonth(key, places, countsOf(key.rate).get(key.id))
    },
    close: () => usage.close(),
  }
}

function inMemory(): Usage {
  return { month: '', used: new Map(), changed() {}, async close() {} }
}
