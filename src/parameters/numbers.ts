/**
 * The text grammar of numbers and booleans in a request: that of pydantic 2 in lax mode, which the mirrored service
 * uses. JavaScript's `Number()` accepts what it refuses (`''`, `'0x10'`) and refuses what it accepts (`'1_0'`,
 * `'INF'`).
 */

/**
 * A floating point number out of text, `undefined` when the text is not one. `nan`, `inf` and `infinity` are numbers
 * here, in any case and with a sign; single underscores may stand anywhere but at the ends; surrounding white space is
 * trimmed, though not of a text with underscores (so does pydantic).
 */
export function readFloat(text: string): number | undefined {
  if (DECIMAL.test(text)) return Number(text)
  const plain = text.includes('_') ? withoutUnderscores(text) : trim(text)
  if (plain === undefined) return undefined
  if (DECIMAL.test(plain)) return Number(plain)
  const special = SPECIAL.exec(plain)
  if (special === null) return undefined
  if (special[2] !== undefined) return Number.NaN
  return special[1] === '-' ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY
}

/**
 * An integer out of text, or the type of the validation error. `10.0`, `010`, `+10` and `1_0` are integers, `10.5`,
 * `10.` and `1e1` are not. Beyond 2^53 the value is the nearest double, enough to compare with bounds.
 */
export function readInteger(text: string): number | 'int_parsing' | 'int_parsing_size' {
  const found = INTEGER.exec(trim(text))
  if (found === null) return 'int_parsing'
  const digits = (found[1] ?? '') + (found[2] ?? '').replaceAll('_', '')
  return digits.length > LONGEST_INTEGER ? 'int_parsing_size' : found[2] === undefined ? 0 : Number(digits)
}

/** A boolean out of text, in any case, not trimmed; `undefined` when the text is none of the words. */
export function readBoolean(text: string): boolean | undefined {
  return text.length > LONGEST_BOOLEAN ? undefined : BOOLEANS.get(text.toLowerCase())
}

/** Python's and pydantic's limit of characters (a minus sign included, leading zeros not) against slow conversions. */
const LONGEST_INTEGER = 4300

const DECIMAL = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/
const SPECIAL = /^([+-]?)(?:inf(?:inity)?|(nan))$/i

// Groups: the minus sign; the number from its first other digit than 0 on, absent for zero. A run of zeros in front may
// hold any underscores, later ones stand singly between digits.
const INTEGER = /^(?:\+|(-))?(?:(?:0[0_]*)?([1-9](?:_?\d)*)|0(?:[0_]*0)?)(?:\.0+)?$/

const BOOLEANS: ReadonlyMap<string, boolean> = new Map([
  ...['1', 't', 'y', 'on', 'yes', 'true'].map((word) => [word, true] as const),
  ...['0', 'f', 'n', 'off', 'no', 'false'].map((word) => [word, false] as const),
])
const LONGEST_BOOLEAN = 'false'.length

function withoutUnderscores(text: string): string | undefined {
  if (text.startsWith('_') || text.endsWith('_') || text.includes('__')) return undefined
  return text.replaceAll('_', '')
}

/** Unicode's White_Space, as Rust trims: `String.prototype.trim` also takes U+FEFF and leaves U+0085. */
function trim(text: string): string {
  let start = 0
  let end = text.length
  while (start < end && isSpace(text.charCodeAt(start))) start++
  while (end > start && isSpace(text.charCodeAt(end - 1))) end--
  return start === 0 && end === text.length ? text : text.slice(start, end)
}

function isSpace(code: number): boolean {
  if (code <= 0x20) return code === 0x20 || (code >= 0x09 && code <= 0x0d)
  if (code < 0x1680) return code === 0x85 || code === 0xa0
  if (code >= 0x2000 && code <= 0x200a) return true
  return code === 0x1680 || code === 0x2028 || code === 0x2029 || code === 0x202f || code === 0x205f || code === 0x3000
}
