import { attempt } from '../../base/parameters/guard.ts'

/**
 * The token of an `Authorization` header. The scheme is compared without case (RFC 9110, 11.1); a header that is
 * missing, empty or of another scheme is no authentication at all: an empty token.
 */
export function bearerToken(header: string | undefined): string {
  return header !== undefined && /^bearer /i.test(header) ? header.slice(7).trim() : ''
}

/** `now` in milliseconds since 1970. */
export function isExpired({ expires }: ApiKey, now: number): boolean {
  return expires !== null && expires <= now
}

/** A caller's key, without the secret itself. */
export interface ApiKey {
  /** Public handle: names the key in counters and lists. */
  readonly id: string
  /** What people call it. */
  readonly name: string
  /** SHA-256 of the token, 64 lower-case hexadecimal digits. */
  readonly hash: string
  /** Requests in a window of seconds; null: no limit. */
  readonly rate: Rate | null
  /** Requests in a calendar month, UTC; null: no limit. */
  readonly monthly: number | null
  /** Milliseconds since 1970. */
  readonly created: number
  /** The key is refused from here on, milliseconds since 1970; null: never. */
  readonly expires: number | null
}

/** Requests in a window of time. */
export interface Rate {
  /** How many. */
  readonly requests: number
  /** Length of the window. */
  readonly seconds: number
}

/** The keys that are known. */
export interface Keys {
  /** The key of a token, expired or not; a promise where the platform hashes asynchronously only. */
  find(token: string): ApiKey | undefined | Promise<ApiKey | undefined>
}

/** Longer tokens are nobody's, and are not hashed: a header may be as long as the server lets it. */
const LONGEST = 256
const DIGITS = 64
const nobody = '0'.repeat(DIGITS)

/** Keys in memory, as they are now: later changes of `list` go unnoticed. */
export function knownKeys(list: readonly ApiKey[]): Keys {
  return attempt('knownKeys(list: list)', [list], () => keysIn(list))
}

function keysIn(list: readonly ApiKey[]): Keys {
  const byHash = new Map(list.map((key) => [key.hash, key]))
  const keyOf = (hash: string) => {
    const key = byHash.get(hash)
    // The map says as much, but not in constant time; a stranger's token takes the same steps.
    return areEqual(hash, key?.hash ?? nobody) ? key : undefined
  }
  return {
    find(token) {
      // An empty token is nobody's, even where somebody hashed an unset variable.
      if (typeof token !== 'string' || token.length === 0 || token.length > LONGEST) return undefined
      const hash = hashToken(token)
      return typeof hash === 'string' ? keyOf(hash) : hash.then(keyOf)
    },
  }
}

/** Compares all digits, wherever the first difference is. */
function areEqual(one: string, other: string): boolean {
  let difference = 0
  for (let i = 0; i < DIGITS; i++) difference |= one.charCodeAt(i) ^ other.charCodeAt(i)
  return difference === 0
}

// One shot, without a hash object: a third of the time of `createHash`. Some platforms lack it.
const hash = globalThis.process?.getBuiltinModule?.('node:crypto')?.hash

/** SHA-256 of a token's UTF-8, 64 lower-case hexadecimal digits; a promise where the platform has only WebCrypto. */
export function hashToken(token: string): string | Promise<string> {
  return hash === undefined ? webHash(token) : hash('sha256', token, 'hex')
}

async function webHash(token: string): Promise<string> {
  const digest = await globalThis.crypto.subtle.digest('SHA-256', new TextEncoder().encode(token))
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
