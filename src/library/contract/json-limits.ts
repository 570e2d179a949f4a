/**
 * Maximum depth of nested objects and arrays. `JSON.parse` reads a million levels, but `JSON.stringify` cannot write
 * them.
 */
const LEVELS = 100

/** Maximum number of keys in one object. No request needs so many, and each unknown one would have to be checked. */
const KEYS = 1000

/**
 * Looks for nesting and objects that would take long to process, before the text is parsed. Stops at the first excess.
 * Leaves invalid JSON to the parser.
 *
 * @returns a sentence about the excess, or null
 */
export function excessIn(json: string): string | null {
  /** Number of keys of the open object at each level. */
  const keys = new Uint32Array(LEVELS + 1)
  let level = 0
  for (let at = 0; at < json.length; at++) {
    switch (json.charCodeAt(at)) {
      case 0x22 /* " */:
        at = endOfText(json, at)
        break
      case 0x5b /* [ */:
      case 0x7b /* { */:
        if (++level > LEVELS) return `More than ${LEVELS} levels`
        keys[level] = 0
        break
      case 0x5d /* ] */:
      case 0x7d /* } */:
        if (level > 0) level--
        break
      case 0x3a /* : */:
        if (++keys[level] > KEYS) return `More than ${KEYS.toLocaleString('en-US')} keys in an object`
        break
      default:
    }
  }
  return null
}

const BACKSLASH = 0x5c

/** Returns where a text that begins with a quote ends. */
function endOfText(json: string, start: number): number {
  for (let at = start + 1; ; at++) {
    at = json.indexOf('"', at)
    if (at < 0) return json.length
    let backslashes = 0
    while (json.charCodeAt(at - 1 - backslashes) === BACKSLASH) backslashes++
    if (backslashes % 2 === 0) return at
  }
}
