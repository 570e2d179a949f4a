/**
 * Called once for every answer. The query, from its `?` on, is given for those who must log it; `error` is what a 500
 * hides.
 */
export type Log = (line: RequestLine, query: string, error: unknown) => void

/** One answered request. Neither its parameters nor its key are in it, only the key's name. */
export interface RequestLine {
  /** The `X-Request-Id` of the answer. */
  readonly id: string
  /** Null where the request could not be read. */
  readonly method: string | null
  /** Without the query, at most 200 characters; null where the request could not be read. */
  readonly path: string | null
  /** Status of the answer. */
  readonly status: number
  /** Milliseconds that it took. */
  readonly ms: number
  /** Name of the key; null without one. */
  readonly key: string | null
}

/** Characters of a path that are logged. */
const LONGEST = 200

/** A token of a key, the way it is sent or percent-encoded. */
const TOKEN = /vic(?:_|%5f)[\w%-]{20,}/gi

/** A path as the log has it. */
export function loggedPath(path: string): string {
  return withoutTokens(path).slice(0, LONGEST)
}

/** What may be logged of a text: somebody may have put a token where none belongs. */
export function withoutTokens(text: string): string {
  return text.replace(TOKEN, 'vic_…')
}
