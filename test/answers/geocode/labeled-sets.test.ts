import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { type ParsedAddress, parseAddress } from '../../../src/answers/geocode/parse/parse-address.ts'
import { SHARED, withAgencyFiles } from '../../support/agency-files.ts'

/** Labeled sets of datamade/usaddress: tidy addresses with commas, most of them from OpenStreetMap. */
const CLEAN = [
  'usaddress__measure_performance_test_data_synthetic_clean_osm_data',
  'usaddress__measure_performance_test_data_simple_address_patterns',
]

/** Labeled addresses as people write them. */
const MESSY = ['usaddress__training_labeled', 'usaddress__training_us50_messiest_manual_label']

interface LabeledAddress {
  readonly text: string
  readonly tokens: readonly { readonly label: string; readonly text: string }[]
}

/** Returns the distinct addresses of labeled sets. */
function readLabeled(sets: readonly string[]): LabeledAddress[] {
  const addresses = new Map<string, LabeledAddress>()
  for (const set of sets) {
    const xml = gunzipSync(readFileSync(`${SHARED}/addresses/parsing/${set}.xml.gz`)).toString('utf8')
    for (const [, inner] of xml.matchAll(/<AddressString>([\s\S]*?)<\/AddressString>/g)) {
      const text = decode(inner.replace(/<[^>]*>/g, '')).trim()
      const tokens = [...inner.matchAll(/<(\w+)>([^<]*)<\/\w+>/g)].map(([, label, token]) => ({
        label,
        text: decode(token),
      }))
      addresses.set(text, { text, tokens })
    }
  }
  return [...addresses.values()]
}

/**
 * Returns whether an address was held out. FNV-1a over its letters and digits decides, so that all spellings of an
 * address are in the same half.
 */
function isUnseen({ text }: LabeledAddress): boolean {
  let hash = 0x811c9dc5
  for (const char of text.toUpperCase().replace(/[^A-Z0-9]/g, ''))
    hash = Math.imul(hash ^ char.charCodeAt(0), 0x01000193) >>> 0
  return ((hash >>> 16) & 1) === 1
}

function decode(xml: string): string {
  return xml
    .replace(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code)))
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&quot;/g, '"')
    .replace(/&apos;/g, "'")
    .replace(/&amp;/g, '&')
}

const STREET = new Set(
  ['PreDirectional', 'PreModifier', 'PreType', '', 'PostType', 'PostModifier', 'PostDirectional'].map(
    (part) => `StreetName${part}`,
  ),
)

/**
 * Returns the labeled parts: number, street, city and ZIP. The street consists of directionals, type, name and suffix,
 * in the order in which they are written. For an intersection, it consists of both streets. Parts are compared as they
 * are written, reduced to letters and digits, so that abbreviations in the parser's tables do not matter.
 */
function expectedOf({ tokens }: LabeledAddress): string[] {
  const of = (wanted: (label: string) => boolean) =>
    folded(tokens.filter(({ label }) => wanted(label)).map(({ text }) => text))
  return [
    of((label) => label.startsWith('AddressNumber')),
    of((label) => STREET.has(label)),
    of((label) => label === 'PlaceName'),
    of((label) => label === 'ZipCode'),
  ]
}

/** Returns the parser's parts as they are written in the input. */
function answerOf(parsed: ParsedAddress): string[] {
  const streets = [parsed, parsed.crossStreet].flatMap((street) =>
    street ? [street.predirectional, street.street, street.suffix, street.postdirectional] : [],
  )
  const parts = [[parsed.number], streets, [parsed.city], [parsed.zip]]
  return parts.map((part) => folded(part.map((one) => one?.given)))
}

function folded(texts: readonly (string | undefined)[]): string {
  return texts
    .join('')
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, '')
}

/**
 * Parses the half of the addresses that was not used to develop the parser. Number, street (all parts together), city
 * and ZIP must all be right, without help from a list of places.
 */
withAgencyFiles('held-out labeled addresses', () => {
  it.each([
    ['clean', CLEAN, 2000, 0.93],
    ['messy', MESSY, 700, 0.75],
  ] as const)('in the %s sets are mostly parsed with all four parts correct', (_, sets, atLeast, share) => {
    const unseen = readLabeled(sets).filter(isUnseen)
    expect(unseen.length).toBeGreaterThan(atLeast)
    // Lines without any of the four parts, such as a person's name, are included because the parser must not invent a
    // part.
    const right = unseen.filter(
      (address) => String(expectedOf(address)) === String(answerOf(parseAddress(address.text))),
    )
    expect(right.length / unseen.length).toBeGreaterThan(share)
  })
})
