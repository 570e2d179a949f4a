/**
 * Called once for every response. `query` begins with `?` and may contain addresses of people, so it is not part of the
 * line. `error` is the cause of a 500, which the response does not reveal.
 */
export type Log = (line: RequestLine, query: string, error: unknown) => void

/** One answered request. It contains neither its parameters nor its key, only the key's name. */
export interface RequestLine {
  /** `X-Request-Id` of the response. */
  readonly id: string
  /** HTTP method; null if the request could not be parsed. */
  readonly method: string | null
  /** Path without the query, at most 200 characters; null if the request could not be read. */
  readonly path: string | null
  /** Status of the answer. */
  readonly status: number
  /** Duration in milliseconds. */
  readonly ms: number
  /** Name of the key; null without a key. */
  readonly key: string | null
}

/** Maximum characters of a path to log. */
const LONGEST = 200

/** Token of a key, plain or percent-encoded. */
const TOKEN = /vic(?:_|%5f)[\w%-]{20,}/gi

/** Returns a path in the form that is logged. */
export function loggedPath(path: string): string {
  return withoutTokens(path).slice(0, LONGEST)
}

/** Removes tokens from a string, because a caller may have put one into a path or an id by mistake. */
export function withoutTokens(text: string): string {
  return text.replace(TOKEN, 'vic_…')
}
