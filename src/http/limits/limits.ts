import type { ApiKey } from '../keys.ts'

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
