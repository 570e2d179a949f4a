import { isDigits } from '../numbers.ts'

/** A house number as ranges compare it: `94-210` is 210 after `94-`, `45B` is 45 before `B`, `123 1/2` is 123 before `1/2`. */
export interface NumberKey {
  /** What stands before the number that counts, upper case; '' mostly. */
  readonly prefix: string
  /** 0 to 999,999,999. */
  readonly value: number
  /** Letter or fraction after it; '' mostly. */
  readonly extra: string
}

/** The key of a house number as written in an address or a file; null where there is no number in it. */
export function numberKey(written: string): NumberKey | null {
  if (isDigits(written)) return written.length > 9 ? null : { prefix: '', value: Number(written), extra: '' }
  const text = written.trim().toUpperCase()
  if (text.length > MOST) return null
  const parts = SHAPE.exec(text)
  if (parts === null) return null
  return { prefix: parts[1] ?? '', value: Number(parts[2]), extra: parts[3] ?? '' }
}

/** No house number is longer. */
const MOST = 20
const SHAPE = /^((?:[A-Z0-9]*[A-Z-])?)(\d{1,9})(?:[ -]?([A-Z]{1,2}|[1-9]\/[1-9]))?$/

/** The first number of two that a hyphen joins: `100-104` may mean a building from 100 to 104. Null where that is not its shape. */
export function firstOfTwo({ prefix, value, extra }: NumberKey): NumberKey | null {
  const first = prefix.slice(0, -1)
  return prefix.endsWith('-') && extra === '' && isDigits(first) && Number(first) < value
    ? { prefix: '', value: Number(first), extra: '' }
    : null
}
