import type { IncomingMessage } from 'node:http'
import type { Asked } from './asked.ts'

/** A query that a URL parser leaves as it is. */
const PLAIN_QUERY = /^\?[\w&=%.,+-]*$/

/** A host that needs no URL parser to be one. */
const PLAIN_HOST = /^[a-z0-9._-]+(?::[1-5]?\d{1,4})?$/

/**
 * A request as it stands, where a `Request` of it would say the same: GET, one host, nothing twice, nothing that a URL parser would change.
 * Null for all others.
 */
export function plainRequest({ method, url, rawHeaders }: IncomingMessage): Asked | null {
  if (method !== 'GET' || url === undefined) return null
  const end = url.indexOf('?')
  const query = end === -1 ? '' : url.slice(end)
  if (query !== '' && !PLAIN_QUERY.test(query)) return null
  let host: string | null = null
  let authorization: string | null = null
  let id: string | null = null
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const value = rawHeaders[i + 1]
    switch (knownHeader(rawHeaders[i])) {
      case 'host':
        if (host !== null || !PLAIN_HOST.test(value)) return null
        host = value
        break
      case 'authorization':
        if (authorization !== null) return null
        authorization = value
        break
      case 'x-request-id':
        if (id !== null) return null
        id = value
    }
  }
  return host === null ? null : new PlainRequest(end === -1 ? url : url.slice(0, end), query, authorization, id)
}

/** RFC 9112, 3.2: none is an error in HTTP/1.1, two are one always: a proxy in front may have looked at the other. */
export function hasOneHost({ rawHeaders, httpVersion }: IncomingMessage): boolean {
  let hosts = 0
  for (let i = 0; i < rawHeaders.length; i += 2) if (knownHeader(rawHeaders[i]) === 'host') hosts++
  return hosts === 1 || (hosts === 0 && httpVersion === '1.0')
}

/** Most headers are told apart by their length. */
function knownHeader(name: string): string {
  const { length } = name
  return length === 4 || length === 12 || length === 13 ? name.toLowerCase() : ''
}

class PlainRequest implements Asked {
  readonly method = 'GET'
  readonly path: string
  readonly query: string
  readonly #authorization: string | null
  readonly #id: string | null

  constructor(path: string, query: string, authorization: string | null, id: string | null) {
    this.path = path
    this.query = query
    this.#authorization = authorization
    this.#id = id
  }

  header(name: 'authorization' | 'x-request-id'): string | null {
    return name === 'authorization' ? this.#authorization : this.#id
  }
}
