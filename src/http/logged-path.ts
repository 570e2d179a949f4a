/** Characters of a path that are logged. */
const LONGEST = 200

/** A token of a key, the way it is sent or with percent codes. */
const TOKEN = /vic(?:_|%5f)[\w%-]{20,}/gi
const SHORTEST = 24

/** A path as the log has it. */
export function loggedPath(path: string): string {
  return withoutTokens(path).slice(0, LONGEST)
}

/** What may be logged of a text: somebody may have put a token where none belongs. */
export function withoutTokens(text: string): string {
  return text.length < SHORTEST ? text : text.replace(TOKEN, 'vic_…')
}
