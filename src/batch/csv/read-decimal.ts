import { LINE_FEED, QUOTE, RETURN, SPACE } from './bytes.ts'
import { longDecimal, POWERS } from './long-decimal.ts'

/**
 * Reads the number in the field that begins at `at` into `into[row]`, with the value that `Number` gives its text. Bytes end with a
 * line feed. Returns where the field ends, its delimiter or line feed, also of an empty one, without a number; -1 and no number where
 * the field is written in a way that takes a closer look.
 *
 * @param point one more byte that may stand for the decimal point
 */
export function readDecimal(
  bytes: Uint8Array,
  at: number,
  delimiter: number,
  point: number,
  into: Float64Array,
  row: number,
): number {
  const start = at
  let byte = bytes[at]
  const isQuoted = byte === QUOTE
  if (isQuoted) byte = bytes[++at]
  while (byte === SPACE && delimiter !== SPACE) byte = bytes[++at]
  const isNegative = byte === MINUS
  if (isNegative || byte === PLUS) byte = bytes[++at]
  const first = at
  let mantissa = 0
  let digit = byte - ZERO
  while (digit >= 0 && digit <= 9) {
    mantissa = mantissa * 10 + digit
    digit = bytes[++at] - ZERO
  }
  let digits = at - first
  let decimals = 0
  byte = bytes[at]
  if (byte === POINT || byte === point) {
    const behind = ++at
    digit = bytes[at] - ZERO
    while (digit >= 0 && digit <= 9) {
      mantissa = mantissa * 10 + digit
      digit = bytes[++at] - ZERO
    }
    decimals = at - behind
    digits += decimals
    byte = bytes[at]
  }
  const end = at
  while (byte === SPACE && delimiter !== SPACE) byte = bytes[++at]
  if (isQuoted) {
    if (byte !== QUOTE) return -1
    byte = bytes[++at]
  }
  if (byte === RETURN) byte = bytes[++at]
  if (byte !== delimiter && byte !== LINE_FEED) return -1
  if (digits === 0) return end === start ? at : -1
  if (decimals >= POWERS.length) return -1
  // Both parts of the fraction are exact in a double, as a rule, so that dividing them rounds once.
  const value = mantissa < 2 ** 53 ? mantissa / POWERS[decimals] : longDecimal(bytes, first, end, decimals)
  if (Number.isNaN(value)) return -1
  into[row] = isNegative ? -value : value
  return at
}

const PLUS = 0x2b
const MINUS = 0x2d
const POINT = 0x2e
const ZERO = 0x30
