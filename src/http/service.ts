import type { Library } from '../endpoints/endpoint.ts'
import type { Keys } from './keys.ts'
import type { Limits } from './limits/limits.ts'
import type { Metrics } from './metrics.ts'

/** What every request of an app works with. */
export interface Service {
  readonly vicinage: Library
  /** Null: nobody is asked for a key. */
  readonly keys: Keys | null
  readonly limits: Limits
  readonly metrics: Metrics
  readonly log: Log | null
}

/** Called once for every answer. The query, from its `?` on, is given for those who must log it; `error` is what a 500 hides. */
export type Log = (line: RequestLine, query: string, error: unknown) => void

/** One answered request. Neither the question nor the key is in it, only the key's name. */
export interface RequestLine {
  /** The `X-Request-Id` of the answer. */
  readonly id: string
  /** Null where the request could not be read. */
  readonly method: string | null
  /** Without the query, at most 200 characters; null where the request could not be read. */
  readonly path: string | null
  readonly status: number
  readonly ms: number
  /** Name of the key; null without one. */
  readonly key: string | null
}
