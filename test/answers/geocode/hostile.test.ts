import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type AddressPart,
  type ParsedAddress,
  type ParsedStreet,
  parseAddress,
} from '../../../src/answers/geocode/parse/parse-address.ts'
import { parseStreet } from '../../../src/answers/geocode/parse/street.ts'
import type { CityLexicon } from '../../../src/answers/geocode/parse/tokens.ts'
import { runs } from '../../support/runs.ts'
import { geocoderFixture, tablesFixture } from './fixtures/geocoder.ts'

const WORDS =
  '1 12 123 45B 1/2 123½ ½ 94-210 90210 90210-1234 902101234 W12 N3456 16TH 1ST ONE FIRST N S E W NE SW NORTH WEST NO ST AVE AVENUE RD ROAD CT LOOP PARK BEACH HWY RTE US I SR CR FM STATE COUNTY CO OLD A1A I-10 US1 PRIVATE FARM-TO-MARKET BUSINESS PO P O BOX RR HC STAR ROUTE APT STE SUITE UNIT FL FLOOR REAR # & AND AT OF THE SAINT MT DR MARTIN LUTHER KING MLK JR TWENTY CALLE VIA DE LA NEW YORK TX CA TX78701 ZIP CODE FLORIDA NY USA UNITED STATES MAIN ELM AUSTIN , ; - / . ( ) @ Ñandú ß'.split(
    ' ',
  )
const address = fc.array(fc.constantFrom(...WORDS), { maxLength: 40 }).map((words) => words.join(' '))
const nasty = fc.oneof(
  address,
  address.map((street) => `AUSTIN, TX 78701, 12 ${street}`),
  address.map((city) => `12 ELM ST, 78701 ${city}`),
  fc.array(fc.constantFrom(...WORDS), { maxLength: 60 }).map((words) => words.join('')),
  fc.string({ maxLength: 300 }),
  fc.string({ unit: 'grapheme', maxLength: 120 }),
  fc.string({ unit: 'binary', maxLength: 300 }),
  fc
    .constantFrom(
      ...['1', ' ', '#', ',', '🏠', '\u0301', 'e\u0301', '\u202e\u05d0', '\ud800', '\udfff', '\0', '½', "'"],
      ...['.', '-', '/', '&', '1 ', 'A ', '# ', 'N ', 'ST ', 'BOX ', 'HWY 1 ', 'PO ', '1/', 'A.', 'ﷺ', 'İ'],
    )
    .map((piece) => piece.repeat(300).slice(0, 300)),
)

/**
 * Strings for which earlier parsers returned overlapping parts, or a part that ran from the end of the text to its
 * start.
 */
const FOUND = [
  'I STATE ST 1',
  '12 & 1 FL',
  'REAR DE, 1 1 1',
  'APT PR, 1 1 1',
  'N DE (1 BOX',
  'NORTH; CR FL, 75702-1234 AVE',
]

function partsOf(parsed: ParsedAddress): AddressPart[] {
  const { crossStreet, plus4: _, ...parts } = parsed
  return [...Object.values(parts), ...Object.values(crossStreet ?? {})].filter((part) => part !== null)
}

function textsOf(parsed: ParsedAddress): unknown {
  return JSON.parse(
    JSON.stringify(parsed, (key, value) => (['given', 'start', 'end'].includes(key) ? undefined : value)),
  )
}

describe('parseAddress() for any text', () => {
  it('never throws, and returns parts that lie within the text without overlapping', () => {
    fc.assert(
      fc.property(nasty, fc.boolean(), (text, known) => {
        const parts = partsOf(parseAddress(text, known ? { isCity: (name) => name.length % 2 === 0 } : undefined))
        for (const { start, end, given, text: normalized } of parts) {
          expect(start).toBeGreaterThanOrEqual(0)
          expect(end).toBeGreaterThan(start)
          expect(end).toBeLessThanOrEqual(text.length)
          expect(given).toBe(text.slice(start, end))
          expect(normalized.trim()).not.toBe('')
        }
        parts.sort((a, b) => a.start - b.start)
        for (let i = 1; i < parts.length; i++) expect(parts[i].start).toBeGreaterThanOrEqual(parts[i - 1].end)
      }),
      { numRuns: runs(2500, 500), examples: FOUND.map((text) => [text, false]) },
    )
  })

  it('returns five-digit ZIPs, four-digit extensions and two-letter states', () => {
    fc.assert(
      fc.property(nasty, (text) => {
        const { zip, plus4, state } = parseAddress(text)
        expect(zip?.text ?? '00000').toMatch(/^\d{5}$/)
        expect(plus4 ?? '0000').toMatch(/^\d{4}$/)
        expect(state?.text ?? 'TX').toMatch(/^[A-Z]{2}$/)
      }),
      { numRuns: runs(2000, 500) },
    )
  })

  it('ignores case and repeated spaces', () => {
    fc.assert(
      fc.property(address, (text) => {
        // Replaces "ß", which becomes two letters in uppercase.
        const plain = text.replaceAll('ß', 's').slice(0, 140)
        const parsed = textsOf(parseAddress(plain))
        expect(textsOf(parseAddress(plain.toLowerCase()))).toEqual(parsed)
        expect(textsOf(parseAddress(plain.toUpperCase()))).toEqual(parsed)
        expect(textsOf(parseAddress(` ${plain.replaceAll(' ', '  ')} `))).toEqual(parsed)
      }),
      { numRuns: runs(3000, 500) },
    )
  })

  it('ignores everything after 300 characters', () => {
    const long = `12 Elm St, ${'x'.repeat(400)}`
    expect(parseAddress(long)).toEqual(parseAddress(long.slice(0, 300)))
  })

  it('returns only strings for the parts of a street', () => {
    fc.assert(
      fc.property(nasty, (text) => {
        const parts = parseStreet(text)
        for (const part of Object.values(parts)) expect(typeof part).toBe('string')
      }),
      { numRuns: 1000 },
    )
  })
})

describe('a generated address', () => {
  const CITIES = [
    'AUSTIN',
    'SAN ANTONIO',
    'SAINT PETERSBURG',
    'WEST PALM BEACH',
    'FORT WORTH',
    'SOUTH MIAMI',
    'HIGHLAND PARK',
  ]
  const number = fc.oneof(
    fc.integer({ min: 1, max: 99_999 }).map(String),
    fc
      .tuple(fc.integer({ min: 1, max: 9999 }), fc.constantFrom('A', 'B', ' 1/2'))
      .map(([digits, more]) => `${digits}${more}`),
    fc.tuple(fc.integer({ min: 10, max: 99 }), fc.integer({ min: 100, max: 999 })).map((pair) => pair.join('-')),
  )
  const street = fc.oneof(
    fc.constantFrom(
      ...['ELM', 'MAIN', 'OAK HILL', 'SAINT JOHN', 'MARTIN LUTHER KING'],
      ...['LAKE VIEW', '16TH', '1ST', 'OLD MILL', 'B'],
    ),
    fc
      .integer({ min: 2, max: 300 })
      .map((digits) =>
        `${digits}TH`.replace(
          /(?<!1)(\d)TH$/,
          (_, last) => `${last}${last === '1' ? 'ST' : last === '2' ? 'ND' : last === '3' ? 'RD' : 'TH'}`,
        ),
      ),
  )
  const made = fc.record({
    number,
    predirectional: fc.constantFrom('', '', 'N', 'SW'),
    street,
    suffix: fc.constantFrom('ST', 'AVE', 'BLVD', 'PKWY', 'TER', 'CIR', 'HWY', 'LN'),
    postdirectional: fc.constantFrom('', '', 'S', 'NE'),
    unit: fc.constantFrom('', '', 'APT 4', 'STE 200', '# 12B', 'UNIT A', 'FL 3RD', 'BLDG 3 STE 15'),
    city: fc.constantFrom(...CITIES),
    state: fc.constantFrom('TX', 'FL', 'CA', 'NE', 'CT'),
    zip: fc.constantFrom('', '78701', '33401'),
  })
  type Made = typeof made extends fc.Arbitrary<infer T> ? T : never
  const line = (a: Made) =>
    [a.number, a.predirectional, a.street, a.suffix, a.postdirectional].filter(Boolean).join(' ')
  const partsRead = (text: string, lexicon?: CityLexicon) => {
    const parsed = parseAddress(text, lexicon)
    return Object.fromEntries(
      (
        ['number', 'predirectional', 'street', 'suffix', 'postdirectional', 'unit', 'city', 'state', 'zip'] as const
      ).map((key) => [key, parsed[key]?.text ?? '']),
    )
  }

  const addresses = made.map((address) => {
    // Addresses in NE and CT get no ZIP. A made-up ZIP of another state would turn their state into a directional (NE)
    // or a suffix (CT).
    const zip = address.state === 'NE' || address.state === 'CT' ? '' : address.zip
    const { unit, city, state } = address
    const text = [line(address), unit, city, `${state} ${zip}`].filter(Boolean).join(', ')
    return { parts: { ...address, zip }, text }
  })

  it('is parsed into the parts it was generated from', () => {
    fc.assert(
      fc.property(addresses, fc.boolean(), ({ parts, text }, lower) => {
        expect(partsRead(lower ? text.toLowerCase() : text)).toEqual(parts)
      }),
      { numRuns: runs(3000, 500) },
    )
  })

  it('is parsed correctly without commas if a lexicon contains the cities', () => {
    fc.assert(
      fc.property(addresses, ({ parts, text }) => {
        const bare = text.replaceAll(',', '').trim()
        expect(partsRead(bare, { isCity: (name) => CITIES.includes(name) })).toEqual(parts)
      }),
      { numRuns: runs(3000, 500) },
    )
  })

  it('is unchanged by a second normalization', () => {
    fc.assert(
      fc.property(addresses, ({ text }) => {
        const once = formatAddress(parseAddress(text))
        expect(formatAddress(parseAddress(once))).toBe(once)
      }),
      { numRuns: runs(2000, 500) },
    )
  })
})

/** Formats an address as one line, as in USPS Publication 28: `123 N MAIN ST APT 4, SAN ANTONIO, TX 78205-1234`. */
function formatAddress(address: ParsedAddress): string {
  const { number, unit, poBox, place, city, state, zip, plus4, crossStreet } = address
  const crossing = crossStreet ? `& ${streetLine(crossStreet)}` : ''
  const street = [textOf(number), streetLine(address), crossing, textOf(unit)].filter(Boolean).join(' ')
  const last = [textOf(state), zip && plus4 ? `${zip.text}-${plus4}` : textOf(zip)].filter(Boolean).join(' ')
  return [textOf(place), street, textOf(poBox), textOf(city), last].filter(Boolean).join(', ')
}

function streetLine({ predirectional, street, suffix, postdirectional }: ParsedStreet): string {
  return [predirectional, street, suffix, postdirectional].map(textOf).filter(Boolean).join(' ')
}

function textOf(part: AddressPart | null): string {
  return part?.text ?? ''
}

const geocoder = geocoderFixture()
const GEOCODER_WORDS =
  '1 12 123 45B 1/2 ½ 94-210 78790 78792 33990 10001 78790-1234 787901234 16TH N S E W NE ST AVE LN INVENTED RD CT BEACH HWY US SR CR COUNTY CO PO BOX RR APT STE # & AND AT OF THE SAINT MT DR NEW YORK TX CA FL TEXAS CALIFORNIA FLORIDA NY USA CANADA MAIN QUILLWATER QUILWATER ALDERBROOK SUMAC SPRINGS LONDON ROADRUNNER ELEMENTARY SCHOOL , ; - / . ( ) @ Ñandú ß'.split(
    ' ',
  )
const words = fc.array(fc.constantFrom(...GEOCODER_WORDS), { maxLength: 40 })
const hostile = fc.oneof(
  words.map((some) => some.join(' ')),
  words.map((some) => some.join('')),
  words.map((some) => some.join(', ')),
  fc
    .tuple(words, fc.constantFrom('QUILLWATER, TX', 'ALDERBROOK 75490', 'FL 33990', '12 INVENTED LN, 78790', 'CA'))
    .map(([some, tail]) => `${some.slice(0, 12).join(' ')}, ${tail}`),
  fc.string({ maxLength: 300 }),
  fc.string({ unit: 'binary', maxLength: 300 }),
  fc
    .constantFrom(...GEOCODER_WORDS, '\u0301', '\ud800', '🏠', '\u202e\u05d0', '\0', 'A ', 'A.', '# ', '1 ', 'SAN ')
    .map((one) => one.repeat(300).slice(0, 300)),
)

const { states, counties, cities, zips } = tablesFixture
const middles = new Set([...states, ...counties, ...cities, ...zips].map(({ lat, lon }) => `${lat} ${lon}`))
for (const school of ['30.2123 -97.7211', '36.0123 -120.0211']) middles.add(school)

describe('geocode() for thousands of hostile strings', () => {
  it('returns a known place or a message, with at most ten answers slower than 1 ms', () => {
    let slow = 0
    let answered = 0
    fc.assert(
      fc.property(hostile, (text) => {
        const answer = geocoder.geocode(text)
        const { lat, lon, layer, confidence, radius, label, alternatives } = answer
        if (isSlow(text)) slow++
        if (lat === undefined) {
          expect([lon, layer, confidence, radius, label].every((field) => field === undefined)).toBe(true)
          expect(answer.message).toMatch(/^[A-Z].*\.$/)
          return
        }
        answered++
        expect(middles.has(`${lat} ${lon}`), `${lat} ${lon}`).toBe(true)
        expect(confidence).toBeGreaterThanOrEqual(0.15)
        expect(confidence).toBeLessThanOrEqual(0.98)
        expect(radius).toBeGreaterThan(0)
        expect(label).not.toBe('')
        expect(alternatives.length).toBeLessThan(6)
      }),
      { numRuns: runs(10_000, 2500), seed: 20 },
    )
    expect(slow, 'the 99.9th percentile').toBeLessThanOrEqual(10)
    expect(answered, 'the strings reach the layers').toBeGreaterThan(runs(500, 125))
  })
})

/** Returns whether a string takes longer than 1 ms three times in a row, so that a short pause does not count. */
function isSlow(text: string): boolean {
  for (let tries = 0; tries < 3; tries++) {
    const start = performance.now()
    geocoder.geocode(text)
    if (performance.now() - start <= 1) return false
  }
  return true
}
