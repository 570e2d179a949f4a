import type { Verdict, Window } from './limits.ts'

/**
 * The headers of an answer to a key with limits; none for a key without.
 *
 * - `RateLimit-Policy` and `RateLimit` list every window, as in draft-ietf-httpapi-ratelimit-headers-11. Numbers have
 *   at most 15 digits there (RFC 9651).
 * - `X-RateLimit-Limit`, `-Remaining` and `-Reset` tell of one window: the one that refused, else the one with the
 *   smallest part left. Reset is a moment in whole seconds since 1970, as GitHub sends it.
 * - `Retry-After`, on refusal only: seconds until the window that refused gives back.
 */
export function limitHeaders({ refused, windows }: Verdict): Record<string, string> {
  if (windows.length === 0) return {}
  let policy = ''
  let limits = ''
  let shown = windows[0]
  for (const window of windows) {
    if (policy !== '') {
      policy += ', '
      limits += ', '
    }
    policy += `"${window.name}";q=${window.limit};w=${window.seconds}`
    limits += `"${window.name}";r=${window.remaining};t=${window.reset}`
    if (isTighter(window, shown, refused)) shown = window
  }
  const headers: Record<string, string> = {
    'RateLimit-Policy': policy,
    RateLimit: limits,
    'X-RateLimit-Limit': `${shown.limit}`,
    'X-RateLimit-Remaining': `${shown.remaining}`,
    'X-RateLimit-Reset': `${Math.floor(Date.now() / 1000) + shown.reset}`,
  }
  if (refused !== null) headers['Retry-After'] = `${shown.reset}`
  return headers
}

/** Of two windows with the same part left the later, which is the longer. Multiplied out: a limit may be 0. */
function isTighter(window: Window, other: Window, refused: Verdict['refused']): boolean {
  if (refused !== null) return window.name === (refused === 'Rate limit exceeded' ? 'rate' : 'month')
  return window.remaining * other.limit <= other.remaining * window.limit
}
