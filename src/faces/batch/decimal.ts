import { LINE_FEED, QUOTE, RETURN, SPACE } from './formats/csv/fields.ts'

/** Powers of ten that a double represents exactly. */
const POWERS = Float64Array.from({ length: 23 }, (_, power) => Number(`1e${power}`))

/** Maximum number of digits after the first 15 that `longDecimal` can parse. */
const MAX_ADDED = 7
/** Factor that splits a double into two 26-bit halves (Veltkamp 1968). */
const SPLITTER = 2 ** 27 + 1

/**
 * Returns the double nearest to a decimal number of 16-22 digits. Some programs write that many digits, although a
 * double holds fewer. `bytes[start, end)` contains the digits and possibly a decimal point. Returns NaN if there are
 * more digits, or if the number is too close to the midpoint of two doubles to be rounded safely. Creating a string and
 * calling `Number` would be several times slower.
 *
 * @param decimals number of digits after the decimal point, 0-22
 */
function longDecimal(bytes: Uint8Array, start: number, end: number, decimals: number): number {
  let high = 0
  let low = 0
  let extraDigits = 0
  for (let at = start; at < end; at++) {
    const digit = bytes[at] - 0x30
    if (digit < 0 || digit > 9) continue
    if (high < 1e14) high = high * 10 + digit
    else {
      low = low * 10 + digit
      extraDigits++
    }
  }
  if (extraDigits > MAX_ADDED) return Number.NaN
  // Without its decimal point, the number is a + b. Doubles represent both exactly.
  const top = Math.floor(high / 2 ** 26)
  const a = top * POWERS[extraDigits] * 2 ** 26
  const b = (high - top * 2 ** 26) * POWERS[extraDigits] + low
  const divisor = POWERS[decimals]
  const quotient = (a + b) / divisor
  // The exact value of quotient * divisor is product + error (Dekker 1971).
  const product = quotient * divisor
  const quotientHigh = highHalf(quotient)
  const quotientLow = quotient - quotientHigh
  const divisorHigh = highHalf(divisor)
  const divisorLow = divisor - divisorHigh
  const error =
    quotientHigh * divisorHigh -
    product +
    quotientHigh * divisorLow +
    quotientLow * divisorHigh +
    quotientLow * divisorLow
  const lacking = (a - product + b - error) / divisor
  const value = quotient + lacking
  const remainder = lacking - (value - quotient)
  return value + remainder * (1 + 2 ** -20) === value ? value : Number.NaN
}

function highHalf(value: number): number {
  const shifted = SPLITTER * value
  return shifted - (shifted - value)
}

/**
 * Parses the number in the field that begins at `at` and stores it in `into[row]`. The result is the same as from
 * `Number`. `bytes` must end with a line feed. Returns the position of the delimiter or line feed that ends the field.
 * If the field is empty, no number is stored. If the format is unusual, returns -1 and stores no number.
 *
 * @param point another byte to accept as the decimal point
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
    const fraction = ++at
    digit = bytes[at] - ZERO
    while (digit >= 0 && digit <= 9) {
      mantissa = mantissa * 10 + digit
      digit = bytes[++at] - ZERO
    }
    decimals = at - fraction
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
  // Numerator and denominator are usually exact in a double, so dividing them rounds only once.
  const value = mantissa < 2 ** 53 ? mantissa / POWERS[decimals] : longDecimal(bytes, first, end, decimals)
  if (Number.isNaN(value)) return -1
  into[row] = isNegative ? -value : value
  return at
}

const PLUS = 0x2b
const MINUS = 0x2d
const POINT = 0x2e
const ZERO = 0x30

/**
 * Parses a decimal number with optional sign, decimal point and exponent. Returns undefined for any other string,
 * including some that `Number` accepts, such as `0x10`.
 */
export function getDecimal(text: string): number | undefined {
  return /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i.test(text) ? Number(text) : undefined
}
