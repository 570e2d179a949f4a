import { address } from '../endpoints/known-parameters.ts'
import { parse } from '../endpoints/parameters.ts'
import { ValidationError } from '../errors.ts'
import { UsageError } from './usage-error.ts'

/** The words of the command line as one line. */
export function addressOf(given: readonly string[]): string {
  return given.join(' ').trim()
}

/**
 * The address, where one can be read.
 *
 * @throws {UsageError} when it is empty or longer than 300 characters
 */
export function readAddress(given: string): string {
  try {
    return parse([address], { address: given }).address
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error
    const reason =
      given === '' ? 'The address is empty.' : `The address is longer than ${address.maxLength} characters.`
    throw new UsageError(reason, `Write it as "${address.example}".`)
  }
}

/** Whether arguments are an address and no coordinates: letters that do not stand beside a single number, or a ZIP. */
export function isAddress(given: readonly string[]): boolean {
  const text = addressOf(given)
  if (ZIP.test(text)) return true
  if (!/\p{L}/u.test(text)) return false
  // "abc -97" is a mistyped coordinate; "Austin 78701" is not.
  const parts = text.split(/\s*,\s*|\s+/)
  return !(parts.length === 2 && parts.some((part) => NUMBER.test(part) && !ZIP.test(part)))
}

const ZIP = /^\d{5}(?:-\d{4})?$/
const NUMBER = /^[-+]?\d*\.?\d+$/
