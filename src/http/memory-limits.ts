import type { RateLimiterMemory } from 'rate-limiter-flexible'
import type { Rate } from './keys.ts'
import { type CountMonth, calendarMonth, type Limits, limitsOf } from './limits.ts'

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
export function memoryLimits({ usage = memoryUsage() }: MemoryLimitsOptions = {}): Limits {
  return { ...limitsOf(memoryLimiter, monthIn(usage)), close: () => usage.close() }
}

export async function memoryLimiter({ requests, seconds }: Rate): Promise<RateLimiterMemory> {
  // Not imported at the start: the package loads `node:cluster`, which some workers lack. `default`: a bundle of it has no other name.
  const { default: limiters } = await import('rate-limiter-flexible')
  return new limiters.RateLimiterMemory({ points: requests, duration: seconds })
}

/** Counts the month in memory. */
export function monthIn(usage: Usage): CountMonth {
  let month = calendarMonth(Date.now())
  return (id, places, quota) => {
    const now = Date.now()
    // Earlier, too: a clock that was set right must not leave the counts in a month to come.
    if (now < month.start || now >= month.end) month = calendarMonth(now)
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

export function memoryUsage(): Usage {
  return { month: '', used: new Map(), changed() {}, async close() {} }
}
