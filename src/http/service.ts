import type { Answers } from '../endpoints/endpoint.ts'
import type { Keys } from './keys/api-key.ts'
import type { Limits } from './limits/limits.ts'
import type { Metrics } from './metrics.ts'

/** What every request of an app works with. */
export interface Service {
  readonly vicinage: Answers
  /** Null: nobody is asked for a key. */
  readonly keys: Keys | null
  readonly limits: Limits
  readonly metrics: Metrics
  readonly log: Log | null
}

/** Called once for every answer. The request is given for those who must log what was asked; `error` is what a 500 hides. */
export type Log = (line: RequestLine, request: Request, error: unknown) => void

/** One answered request. Neither the question nor the key is in it, only the key's name. */
export interface RequestLine {
  /** The `X-Request-Id` of the answer. */
  readonly id: string
  readonly method: string
  /** Without the query, at most 200 characters. */
  readonly path: string
  readonly status: number
  readonly ms: number
  /** Name of the key; null without one. */
  readonly key: string | null
}
