/**
 * Called once for every response. `query`, from its `?` on, is passed for operators who must log it. `error` is the
 * cause that a 500 hides.
 */
export type Log = (line: RequestLine, query: string, error: unknown) => void

/** One answered request. It contains neither its parameters nor its key, only the key's name. */
export interface RequestLine {
  /** `X-Request-Id` of the response. */
  readonly id: string
  /** Null if the request could not be read. */
  readonly method: string | null
  /** Path without the query, at most 200 characters. Null if the request could not be read. */
  readonly path: string | null
  /** Status of the answer. */
  readonly status: number
  /** Duration in milliseconds. */
  readonly ms: number
  /** Name of the key. Null without a key. */
  readonly key: string | null
}

/** Maximum characters of a path to log. */
const LONGEST = 200

/** A token of a key, as it is sent or percent-encoded. */
const TOKEN = /vic(?:_|%5f)[\w%-]{20,}/gi

/** Returns a path in the form that is logged. */
export function loggedPath(path: string): string {
  return withoutTokens(path).slice(0, LONGEST)
}

/** Removes tokens from a string, because they may have been put where none belongs. */
export function withoutTokens(text: string): string {
  return text.replace(TOKEN, 'vic_…')
}
