import { attempt } from '../../base/parameters/guard.ts'

/**
 * Returns the token in an `Authorization` header. The scheme is compared case-insensitively (RFC 9110, 11.1). Returns
 * an empty string if the header is missing, empty or uses another scheme.
 */
export function bearerToken(header: string | undefined): string {
  return header !== undefined && /^bearer /i.test(header) ? header.slice(7).trim() : ''
}

/** @param now milliseconds since 1970 */
export function isExpired({ expires }: ApiKey, now: number): boolean {
  return expires !== null && expires <= now
}

/** An API key without the secret itself. */
export interface ApiKey {
  /** Public identifier of the key, used in counters and lists. */
  readonly id: string
  /** Human-readable name. */
  readonly name: string
  /** SHA-256 of the token as 64 lowercase hexadecimal digits. */
  readonly hash: string
  /** Requests per time window; null for no limit. */
  readonly rate: Rate | null
  /** Requests per calendar month, UTC; null for no limit. */
  readonly monthly: number | null
  /** Creation time, in milliseconds since 1970. */
  readonly created: number
  /** Expiration time, in milliseconds since 1970; null if the key never expires. */
  readonly expires: number | null
}

/** Requests in a window of time. */
export interface Rate {
  /** Number of requests. */
  readonly requests: number
  /** Length of the window in seconds. */
  readonly seconds: number
}

/** Lookup of API keys by token. */
export interface Keys {
  /** Returns the key of a token, expired or not. Returns a promise on platforms that only hash asynchronously. */
  find(token: string): ApiKey | undefined | Promise<ApiKey | undefined>
  /** Whether any key has a rate, which requires the package `rate-limiter-flexible`. Undefined if unknown. */
  readonly hasRates?: boolean | undefined
}

/** Maximum length of a token in characters. Longer tokens are rejected without spending time on a hash. */
const LONGEST = 256
/** Number of hexadecimal digits in a SHA-256 hash. */
const DIGITS = 64
/** Hash to compare with if the token is unknown. */
const noHash = '0'.repeat(DIGITS)

/** Keeps keys in memory. Later changes to `list` have no effect. */
export function knownKeys(list: readonly ApiKey[]): Keys {
  return attempt('knownKeys(list: list)', [list], () => keysIn(list))
}

function keysIn(list: readonly ApiKey[]): Keys {
  const byHash = new Map(list.map((key) => [key.hash, key]))
  const getKey = (hash: string) => {
    const key = byHash.get(hash)
    // The map lookup has already matched the hash, but not in constant time. An unknown token is compared with
    // `noHash`, so that it takes as long as a known token.
    return areEqual(hash, key?.hash ?? noHash) ? key : undefined
  }
  return {
    hasRates: list.some(({ rate }) => rate !== null && rate !== undefined),
    find(token) {
      // An empty token is never valid, even if a key was stored with the hash of an empty string, for example from an
      // unset variable.
      if (typeof token !== 'string' || token.length === 0 || token.length > LONGEST) return undefined
      const hash = hashToken(token)
      return typeof hash === 'string' ? getKey(hash) : hash.then(getKey)
    },
  }
}

/**
 * Compares all digits even after a difference, so that the time does not reveal the position of the first difference.
 */
function areEqual(a: string, b: string): boolean {
  let difference = 0
  for (let i = 0; i < DIGITS; i++) difference |= a.charCodeAt(i) ^ b.charCodeAt(i)
  return difference === 0
}

// The one-shot function takes a third of the time of `createHash`. Some platforms lack it.
const hash = globalThis.process?.getBuiltinModule?.('node:crypto')?.hash

/**
 * Hashes a token as UTF-8 with SHA-256. The result is 64 lowercase hexadecimal digits. Returns a promise if the
 * platform only supports Web Crypto.
 */
export function hashToken(token: string): string | Promise<string> {
  return hash === undefined ? webHash(token) : hash('sha256', token, 'hex')
}

async function webHash(token: string): Promise<string> {
  const digest = await globalThis.crypto.subtle.digest('SHA-256', new TextEncoder().encode(token))
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
