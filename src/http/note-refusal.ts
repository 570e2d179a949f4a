import { loggedPath } from './log.ts'
import type { Service } from './service.ts'

/** A refusal by the server, before the app has seen anything of the request: bytes that are no HTTP, two hosts, headers that never end. */
export interface ServerRefusal {
  /** The `X-Request-Id` of the answer. */
  readonly id: string
  readonly status: number
  /** Null where they could not be read. */
  readonly method: string | null
  readonly path: string | null
}

/** Logs and counts it like every other answer. */
export function noteRefusal({ id, status, method, path }: ServerRefusal, { metrics, log }: Service): void {
  metrics.count(method ?? 'other', 'none', status, 0)
  log?.({ id, method, path: path === null ? null : loggedPath(path), status, ms: 0, key: null }, '', undefined)
}
