/**
 * Maximum nesting depth of objects and arrays. `JSON.parse` accepts a million levels, but `JSON.stringify` fails on
 * them.
 */
const MAX_LEVELS = 100

/** Maximum number of keys in one object. No request needs more, and each unknown key takes time to check. */
const MAX_KEYS = 1000

const QUOTE = 0x22
const BACKSLASH = 0x5c

/**
 * Kind of an opening bracket or brace outside of strings. Bytes that have none of the kinds listed here have kind 0.
 */
const OPENS = 1
/** A closing bracket or brace outside of strings. */
const CLOSES = 2
/** A quote, or the colon after a key. */
const MARK = 3
const KINDS = new Uint8Array(256)
for (const letter of '[{') KINDS[letter.charCodeAt(0)] = OPENS
for (const letter of ']}') KINDS[letter.charCodeAt(0)] = CLOSES
for (const letter of '":') KINDS[letter.charCodeAt(0)] = MARK

/**
 * Checks UTF-8 JSON for deep nesting and for objects with too many keys. The bytes are checked as they arrive, before
 * the JSON is parsed. Nothing else is checked.
 */
export class JsonLimits {
  /** Number of keys of the open object at each level. */
  readonly #keys = new Uint32Array(MAX_LEVELS + 1)
  #level = 0
  #isInString = false
  #isEscaped = false

  /**
   * Checks the next bytes. Returns the first exceeded limit, such as `More than 100 levels`, or null. Do not call this
   * method again after a limit was exceeded.
   */
  check(bytes: Uint8Array): string | null {
    // Use local variables, because fields are six times as slow.
    const keys = this.#keys
    let level = this.#level
    let isInString = this.#isInString
    for (let at = 0; at < bytes.length; at++) {
      if (isInString) {
        at = this.#endOfString(bytes, at)
        isInString = at === bytes.length
        continue
      }
      const byte = bytes[at]
      if (KINDS[byte] === 0) continue
      if (byte === QUOTE) isInString = true
      else if (KINDS[byte] === OPENS) {
        if (++level > MAX_LEVELS) return `More than ${MAX_LEVELS} levels`
        keys[level] = 0
      } else if (KINDS[byte] === CLOSES) {
        if (level > 0) level--
      } else if (++keys[level] > MAX_KEYS) return `More than ${MAX_KEYS.toLocaleString('en-US')} keys in an object`
    }
    this.#level = level
    this.#isInString = isInString
    return null
  }

  /**
   * Returns the position of the quote that ends the open string, or the length of the bytes if they do not contain the
   * quote.
   */
  #endOfString(bytes: Uint8Array, start: number): number {
    let isEscaped = this.#isEscaped
    let at = start
    for (; at < bytes.length; at++) {
      if (isEscaped) isEscaped = false
      else if (bytes[at] === BACKSLASH) isEscaped = true
      else if (bytes[at] === QUOTE) break
    }
    this.#isEscaped = isEscaped
    return at
  }
}

/** Returns the first limit that a whole JSON text exceeds, such as `More than 100 levels`, or null. */
export function exceededLimit(json: Uint8Array): string | null {
  return new JsonLimits().check(json)
}
