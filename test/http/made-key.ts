import type { ApiKey } from '../../src/http/keys.ts'

/** A key with the limits that a test is about. */
export function madeKey(limits: Partial<ApiKey> = {}): ApiKey {
  const nobody = { id: '0a1b2c3d', name: 'test', hash: '0'.repeat(64), created: 0, expires: null }
  return { ...nobody, rate: null, monthly: null, ...limits }
}
