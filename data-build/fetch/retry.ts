import { setTimeout as sleep } from 'node:timers/promises'
import type { FetchSettings } from './settings.ts'
import { TransferError } from './transfer-error.ts'

/** Tries that brought this many new bytes are not counted: a large file may come in many pieces. */
const PROGRESS = 1024 ** 2

/**
 * Tries `work` until it succeeds, with growing pauses, or with those the server asks for.
 * `reached` is the size of what has come so far, in bytes; `waiting` is told of each pause.
 */
export async function withRetries<T>(
  work: () => Promise<T>,
  settings: FetchSettings,
  interrupted: AbortSignal,
  { reached, waiting }: { reached: () => number; waiting: (error: TransferError, ms: number) => void },
): Promise<T> {
  let failures = 0
  let furthest = reached()
  for (;;) {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof TransferError) || !error.again) throw error
      const now = reached()
      failures = now >= furthest + PROGRESS ? 1 : failures + 1
      furthest = Math.max(furthest, now)
      if (failures >= settings.tries) {
        throw new TransferError(`${error.message} (given up after ${failures} tries)`, { cause: error })
      }
      const ms = error.waitMs ?? settings.backoffMs * 2 ** (failures - 1)
      if (ms > settings.longestWaitMs) {
        const seconds = Math.round(ms / 1000)
        throw new TransferError(`${error.message}; the server asks to come back in ${seconds} s`, { cause: error })
      }
      waiting(error, ms)
      await sleep(ms, undefined, { signal: interrupted }).catch(() => interrupted.throwIfAborted())
    }
  }
}

/** The milliseconds of a Retry-After header: seconds or a date; none when it is neither. */
export function retryAfter(header: string | null, now: number): number | undefined {
  if (header === null) return undefined
  if (/^\s*\d+\s*$/.test(header)) return Number(header) * 1000
  const date = Date.parse(header)
  return Number.isNaN(date) ? undefined : Math.max(0, date - now)
}
