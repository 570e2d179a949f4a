import { SourceError } from '../read/source-error.ts'

/** What agencies write where a number is missing, does not apply or is hidden for the sake of a few children. */
const MASKS = new Set(['', '.', '*', '**', '-', '--', 'm', 'n', 'i', 'na', 'n/a', 'n/r', 'no data', 'not available'])

/**
 * The number in an agency's cell: `1,040`, `95`, `-3.6`; null for the agencies' marks for none.
 * Throws a `SourceError` for any other text: the layout is not what the loader was written for.
 */
export function maskedNumber(cell: string, file: string, column: string): number | null {
  const plain = cell.trim()
  if (MASKS.has(plain.toLowerCase()) || /^not rated/i.test(plain)) return null
  const value = /^-?(\d+|\d{1,3}(,\d{3})+)?(\.\d+)?$/.test(plain) ? Number(plain.replaceAll(',', '')) : Number.NaN
  if (!Number.isFinite(value)) {
    throw new SourceError({ file, found: `${column} is "${plain}"`, expectation: 'a number or a mark for none' })
  }
  return value
}

/** The same for a count of people: null below 1, since agencies write -1, -3 or -999 for none, and 0 where nobody counted. */
export function maskedCount(cell: string, file: string, column: string): number | null {
  const value = maskedNumber(cell, file, column)
  return value === null || value < 1 ? null : Math.round(value)
}
