import { readFloat } from '../../endpoints/numbers.ts'

/** What stands for no value in files that databases and statistics programs write. */
const NOTHING = /^(?:null|none|na|n\/a|#n\/a|nan|\\n)?$/i

/** The longest text that is read as a number, characters. */
const LONGEST = 1000

/** Degrees in a text; NaN where it stands for no value, `undefined` where it is no number. */
export function degreesOf(text: string, isDecimalComma: boolean): number | undefined {
  if (NOTHING.test(text)) return Number.NaN
  if (text.length > LONGEST) return undefined
  return readFloat(isDecimalComma && !text.includes('.') ? text.replace(',', '.') : text)
}
