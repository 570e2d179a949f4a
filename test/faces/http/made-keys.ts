import { createHash } from 'node:crypto'
import type { ApiKey } from '../../../src/faces/http/keys.ts'

export const sha256 = (token: string) => createHash('sha256').update(token, 'utf8').digest('hex')

/** A key of a token without limits, unless `change` gives some; no other token's key has its id and name. */
export function madeKey(token: string, change: Partial<ApiKey> = {}): ApiKey {
  const hash = sha256(token)
  const created = Date.UTC(2026, 0, 2, 3, 4, 5, 678)
  const unlimited = { rate: null, monthly: null, expires: null }
  return { id: hash.slice(0, 8), name: `name-${token}`, hash, created, ...unlimited, ...change }
}

/** The key of `0a1b2c3d`, with the limits that a test is about. */
export const limitedKey = (limits: Partial<ApiKey> = {}) => madeKey('limited', { id: '0a1b2c3d', ...limits })
