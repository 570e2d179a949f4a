import { readFloat } from '../endpoints/numbers.ts'

/** What stands for no value in files that databases and statistics programs write. */
const NOTHING = /^(?:null|none|na|n\/a|#n\/a|nan|\\n)?$/i

/** The longest text that is read as a number, characters. */
const LONGEST = 1000

/** Characters of a text that a reason repeats. */
const LONGEST_SHOWN = 40

/** Degrees in a text without white space around it; NaN where it stands for no value, `undefined` where it is no number. */
export function degreesOf(text: string, isDecimalComma: boolean): number | undefined {
  if (NOTHING.test(text)) return Number.NaN
  if (text.length > LONGEST) return undefined
  return readFloat(isDecimalComma && !text.includes('.') ? text.replace(',', '.') : text)
}

/** Why a row has no answers whose coordinate is no number. */
export function noDegrees(name: 'latitude' | 'longitude', text: string): string {
  const shown = text.length > LONGEST_SHOWN ? `${text.slice(0, LONGEST_SHOWN)}…` : text
  return `The ${name} '${shown.replaceAll(/\s+/g, ' ')}' is no number of degrees such as 30.2672.`
}
