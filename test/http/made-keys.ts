import { createHash } from 'node:crypto'
import type { ApiKey } from '../../src/http/keys.ts'

export const sha256 = (token: string) => createHash('sha256').update(token, 'utf8').digest('hex')

/** A key of a token, with an id and a name that only this token's key has. */
export function madeKey(token: string, change: Partial<ApiKey> = {}): ApiKey {
  const hash = sha256(token)
  return {
    id: hash.slice(0, 8),
    name: `key of ${hash.slice(8, 16)}`,
    hash,
    rate: { requests: 50, seconds: 60 },
    monthly: 100_000,
    created: Date.UTC(2026, 0, 2, 3, 4, 5, 678),
    expires: null,
    ...change,
  }
}
