import type { Where } from '../candidate.ts'
import { parseStreet } from '../parse-street.ts'
import type { AddressPart, ParsedAddress } from '../parsed-address.ts'

/**
 * The address with its city as the last words of its street: "17 WEST ROADWAY, MT 59645" has no city, and ROADWAY is none. Null
 * where the city is known by its ZIPs or stands apart from the street.
 */
export function withCity(parsed: ParsedAddress, { zip, zips }: Where): ParsedAddress | null {
  const { predirectional, street, suffix, postdirectional, city, crossStreet } = parsed
  if (street === null || city === null || crossStreet !== null || zips.some((other) => other !== zip)) return null
  const words = [predirectional, street, suffix, postdirectional, city].filter((part) => part !== null)
  // A comma or a unit between them would take more than one character.
  if (words.some((word, i) => i > 0 && word.start !== words[i - 1].end + 1)) return null
  const name = parseStreet(words.map(({ given }) => given).join(' '))
  const part = (text: string): AddressPart | null => (text === '' ? null : { ...street, text })
  return {
    ...parsed,
    predirectional: part(name.predirectional),
    street: part(name.street),
    suffix: part(name.suffix),
    postdirectional: part(name.postdirectional),
    city: null,
  }
}
