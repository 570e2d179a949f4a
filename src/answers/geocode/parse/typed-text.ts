import { withoutLookAlikes } from './look-alikes.ts'

/**
 * Decodes text that was encoded for a link, replaces look-alike characters, and removes the comma from a house number
 * in the thousands: "12%20Elm+St" becomes "12 Elm St", and "1,100 Elm St" becomes "1100 Elm St". Returns the same
 * string if there is nothing to change.
 */
export function readableText(typed: string): string {
  const text = withoutLookAlikes(typed)
  if (!text.includes(' ') && ENCODED.test(text)) return decoded(text)
  return text[1] === ',' || text[2] === ',' ? text.replace(THOUSANDS, '$1$2') : text
}

const ENCODED = /%[0-9A-F]{2}|\+.*\+/i
/** A house number with a comma after its thousands. */
const THOUSANDS = /^(\d{1,2}),(\d{3})(?= [A-Z])/i

/** Decodes a query string value. Returns the text itself if it cannot be decoded. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return text
  }
}
