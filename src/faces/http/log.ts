/**
 * Called once for every response. `query` starts with `?` and may contain people's addresses, so it is not part of the
 * line. `error` is the cause of a 500, which the response does not reveal.
 */
export type Log = (line: RequestLine, query: string, error: unknown) => void

/** An answered request, without its parameters and its key. Only the name of the key is included. */
export interface RequestLine {
  /** `X-Request-Id` of the response. */
  readonly id: string
  /** HTTP method; null if the request could not be parsed. */
  readonly method: string | null
  /** Path without the query, cut to 200 characters; null if the request could not be parsed. */
  readonly path: string | null
  /** Status of the response. */
  readonly status: number
  /** Duration in milliseconds. */
  readonly ms: number
  /** Name of the key; null if no key was used. */
  readonly key: string | null
}

/** Maximum number of path characters to log. */
const LONGEST = 200

/** Token of a key, plain or percent-encoded. */
const TOKEN = /vic(?:_|%5f)[\w%-]{20,}/gi

/** Returns a path without tokens, cut to the maximum length for the log. */
export function loggedPath(path: string): string {
  return withoutTokens(path).slice(0, LONGEST)
}

/** Removes tokens from a string. A client may have put its token into a path or a request id by mistake. */
export function withoutTokens(text: string): string {
  return text.replace(TOKEN, 'vic_…')
}
