import type { DecodedArray } from 'hyparquet'
import { parseDecimal, parseFloat16 } from 'hyparquet/src/convert.js'
import type { PlaceColumn } from './place-column.ts'

/** Turns stored values of a column of numbers into them. */
export function numbersOf({ meaning, scale, type }: PlaceColumn): (stored: DecodedArray) => Float64Array {
  const unit = 10 ** scale
  switch (meaning) {
    case 'decimal':
      return type === 'INT32' || type === 'INT64'
        ? (stored) => each(stored, (value) => Number(value) / unit)
        : (stored) => each(stored, (value) => parseDecimal(value) / unit)
    case 'half':
      return (stored) => each(stored, (value) => parseFloat16(value) ?? Number.NaN)
    case 'unsigned':
      return type === 'INT32'
        ? (stored) => each(stored, (value) => value >>> 0)
        : (stored) => each(stored, (value) => Number(BigInt.asUintN(64, value)))
    default:
      return (stored) => (stored instanceof Float64Array ? stored : each(stored, Number))
  }
}

/** Turns stored values of any column into texts. */
export function textsOf(column: PlaceColumn): (stored: DecodedArray) => string[] {
  if (column.meaning !== 'text') {
    const numbers = numbersOf(column)
    return (stored) => Array.from(numbers(stored), (number) => (Number.isNaN(number) ? '' : String(number)))
  }
  const decoder = new TextDecoder()
  return (stored) => Array.from(stored as Uint8Array[], (bytes) => decoder.decode(bytes))
}

// biome-ignore lint/suspicious/noExplicitAny: what is stored depends on the type of the column
function each(stored: DecodedArray, number: (value: any) => number): Float64Array {
  const numbers = new Float64Array(stored.length)
  for (let i = 0; i < stored.length; i++) numbers[i] = number(stored[i])
  return numbers
}
