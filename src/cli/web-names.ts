import { isIPv6 } from 'node:net'
import { UsageError } from './usage-error.ts'

/** An origin as browsers name it, or `*`: others would never be that of a page. */
export function readOrigin(given: string): string {
  const origin = originIn(given)
  if (given === '*' || given === origin) return given
  throw new UsageError(
    `--cors: expected scheme://host[:port] without a path, or *, got '${given}'.`,
    origin === undefined ? "Such as https://page.example; quote '*' for the shell." : `Perhaps: ${origin}`,
  )
}

/** A host name as requests come to name it; `::1` is `[::1]`. Others would never be that of a request. */
export function readHost(given: string): string {
  const host = isIPv6(given) ? `[${given}]` : given
  const url = /^(\[[^\]]*\]|[^:])+$/.test(host) && !/[/\\?#@*\s]/.test(host) ? parsed(`http://${host}`) : undefined
  if (url !== undefined) return url.hostname
  throw new UsageError(
    `--allow-host: expected a host name without scheme and port, got '${given}'.`,
    'Such as scores.example, 192.0.2.1 or ::1.',
  )
}

/** The origin of an address: lower-case, without a port that the scheme has anyway. */
function originIn(given: string): string | undefined {
  const url = parsed(given)
  if (url === undefined || !/^[^:]+:\/\//.test(given) || url.host === '' || url.host.includes('*')) return undefined
  return `${url.protocol}//${url.host}`
}

function parsed(text: string): URL | undefined {
  return URL.canParse(text) ? new URL(text) : undefined
}
