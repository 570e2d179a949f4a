import type { ApiKey, Keys } from './api-key.ts'
import { hashToken } from './hash-token.ts'

/** Longer tokens are nobody's, and are not hashed: a header may be as long as the server lets it. */
const LONGEST = 256
const DIGITS = 64
const nobody = '0'.repeat(DIGITS)

/** Keys in memory, as they are now: later changes of `list` go unnoticed. */
export function knownKeys(list: readonly ApiKey[]): Keys {
  const byHash = new Map(list.map((key) => [key.hash, key]))
  const keyOf = (hash: string) => {
    const key = byHash.get(hash)
    // The map says as much, but not in constant time; a stranger's token takes the same steps.
    return areEqual(hash, key?.hash ?? nobody) ? key : undefined
  }
  return {
    find(token) {
      // An empty token is nobody's, even where somebody hashed an unset variable.
      if (token.length === 0 || token.length > LONGEST) return undefined
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
