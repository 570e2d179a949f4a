import type { ApiKey, Keys } from './keys/api-key.ts'

/** Why a request is refused before anything of it is looked at. */
export interface Refused {
  readonly detail: 'Not authenticated' | 'Invalid API key' | 'API key expired'
  /** The `WWW-Authenticate` header. */
  readonly challenge: string
}

const NOT_AUTHENTICATED: Refused = { detail: 'Not authenticated', challenge: 'Bearer' }
const INVALID: Refused = { detail: 'Invalid API key', challenge: 'Bearer error="invalid_token"' }
const EXPIRED: Refused = { detail: 'API key expired', challenge: 'Bearer error="invalid_token"' }

/**
 * The key of an `Authorization` header. The scheme is compared without case (RFC 9110, 11.1); a header that is missing, empty or of
 * another scheme is no authentication at all.
 */
export function authenticate(
  header: string | null,
  keys: Keys,
  now: number,
): ApiKey | Refused | Promise<ApiKey | Refused> {
  const token = bearerToken(header)
  if (token === '') return NOT_AUTHENTICATED
  const found = keys.find(token)
  if (found instanceof Promise) return found.then((key) => judged(key, now))
  return judged(found, now)
}

function judged(key: ApiKey | undefined, now: number): ApiKey | Refused {
  if (key === undefined) return INVALID
  return key.expires !== null && key.expires <= now ? EXPIRED : key
}

function bearerToken(header: string | null): string {
  if (header === null) return ''
  if (!header.startsWith('Bearer ') && header.slice(0, 7).toLowerCase() !== 'bearer ') return ''
  return header.slice(7).trim()
}
