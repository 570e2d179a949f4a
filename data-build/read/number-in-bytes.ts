/** Powers of ten that a double holds exactly. */
const EXACT_POWERS = Float64Array.from({ length: 23 }, (_, power) => Number(`1e${power}`))
/** Digits that a double holds exactly as an integer. */
const EXACT_DIGITS = 15

const COMMA = 0x2c
const PLUS = 0x2b
const MINUS = 0x2d
const POINT = 0x2e
const ZERO = 0x30
const UPPER_E = 0x45
const LOWER_E = 0x65

/**
 * The decimal number in `bytes[start, end)`, blanks around it ignored; NaN when it is none (also when there are no digits).
 * Equal to `Number(text)` to the last bit: up to 15 digits are exact in a double and one division rounds once; longer ones
 * and exponents go through `Number`. Takes a leading `+` and leading zeros; commas between thousands only when asked.
 */
export function numberIn(bytes: Uint8Array, start: number, end: number, thousands = false): number {
  while (start < end && bytes[start] <= 0x20) start++
  while (end > start && bytes[end - 1] <= 0x20) end--
  let at = start
  const negative = bytes[at] === MINUS
  if (at < end && (negative || bytes[at] === PLUS)) at++
  let mantissa = 0
  let digits = 0
  let significant = 0
  let decimals = -1
  for (; at < end; at++) {
    const digit = bytes[at] - ZERO
    if (digit >= 0 && digit <= 9) {
      mantissa = mantissa * 10 + digit
      digits++
      if (mantissa !== 0) significant++
      if (decimals >= 0) decimals++
    } else if (bytes[at] === POINT && decimals < 0) {
      decimals = 0
    } else if (bytes[at] === COMMA && thousands && decimals < 0 && isThousandsComma(bytes, at, end, digits)) {
      // the three digits that follow were checked
    } else if ((bytes[at] === UPPER_E || bytes[at] === LOWER_E) && digits > 0) {
      return slowNumber(bytes, start, end, thousands)
    } else {
      return Number.NaN
    }
  }
  if (digits === 0) return Number.NaN
  if (significant > EXACT_DIGITS || decimals >= EXACT_POWERS.length) return slowNumber(bytes, start, end, thousands)
  const value = decimals > 0 ? mantissa / EXACT_POWERS[decimals] : mantissa
  return negative ? -value : value
}

/** After one to three digits, or a group of three; followed by exactly three digits and then no fourth. */
function isThousandsComma(bytes: Uint8Array, at: number, end: number, digits: number): boolean {
  if (digits === 0) return false
  for (let i = 1; i <= 3; i++) if (at + i >= end || !isDigit(bytes[at + i])) return false
  return at + 4 >= end || !isDigit(bytes[at + 4])
}

function isDigit(byte: number): boolean {
  return byte >= ZERO && byte <= ZERO + 9
}

function slowNumber(bytes: Uint8Array, start: number, end: number, thousands: boolean): number {
  const written = String.fromCharCode(...bytes.subarray(start, end))
  if (!/^[+-]?[\d,]*\.?\d*(?:[eE][+-]?\d+)?$/.test(written)) return Number.NaN
  return Number(thousands ? written.replaceAll(',', '') : written)
}
