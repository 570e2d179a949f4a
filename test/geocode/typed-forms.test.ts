import { describe, expect, it } from 'vitest'
import { parseAddress } from '../../src/geocode/parse/parse-address.ts'

/** Cities of the lexicon; the first outweighs the second. */
const CITIES = new Set(['HOUSTON', 'NORTH HOUSTON', 'MIAMI', 'NORTH MIAMI', 'SAN FRANCISCO', 'DALLAS'])
const lexicon = {
  isCity: (name: string) => CITIES.has(name),
  outweighs: (name: string, other: string) => name === 'HOUSTON' && other === 'NORTH HOUSTON',
}

/** The parts as one line: number, street, city. */
function read(text: string): string {
  const { number, predirectional, street, suffix, postdirectional, crossStreet, city } = parseAddress(text, lexicon)
  const words = [number, predirectional, street, suffix, postdirectional].flatMap((part) => part?.text ?? [])
  const other = crossStreet?.street ? ` & ${crossStreet.street.text}` : ''
  return `${words.join(' ')}${other}, ${city?.text ?? ''}`
}

describe('an address as people type it', () => {
  it.each([
    // The house number last.
    ['Elm St 123, Dallas, TX', '123 ELM ST, DALLAS'],
    ['Elm St 123 Dallas TX', '123 ELM ST, DALLAS'],
    ['Elm St 123', '123 ELM ST, '],
    ['N Elm Ave 12, Dallas TX 75201', '12 N ELM AVE, DALLAS'],
    ['Elm St NW 12, Dallas TX', '12 ELM ST NW, DALLAS'],
    // No house numbers.
    ['12 Elm St 123, Dallas, TX', '12 ELM ST, DALLAS'],
    ['100 Highway 290, Dallas, TX', '100 HIGHWAY 290, DALLAS'],
    // A directional of the street before a city that is seldom meant with it.
    ['123 Sam Pkwy N Houston TX', '123 SAM PKWY N, HOUSTON'],
    ['123 Sam Pkwy North Houston TX', '123 SAM PKWY, NORTH HOUSTON'],
    ['123 Elm Blvd N Miami FL', '123 ELM BLVD, NORTH MIAMI'],
    // Crossings.
    ['Haight and Ashbury, San Francisco', 'HAIGHT & ASHBURY, SAN FRANCISCO'],
    ['corner of Elm St and 5th St, Dallas', 'ELM ST & 5TH, DALLAS'],
  ])('%s', (text, parts) => expect(read(text)).toBe(parts))
})
