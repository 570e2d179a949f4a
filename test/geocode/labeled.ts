import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import type { ParsedAddress } from '../../src/geocode/parse/parse-address.ts'

/** The folder of the labeled sets of datamade/usaddress, seen from the project's root. */
export const PARSING = '../shared/data/addresses/parsing'

/** The sets of tidy addresses, most of them from OpenStreetMap, with commas in their places. */
export const CLEAN = [
  'usaddress__measure_performance_test_data_synthetic_clean_osm_data',
  'usaddress__measure_performance_test_data_simple_address_patterns',
]

/** The sets of addresses as people write them. */
export const MESSY = ['usaddress__training_labeled', 'usaddress__training_us50_messiest_manual_label']

export interface LabeledAddress {
  readonly text: string
  readonly tokens: readonly { readonly label: string; readonly text: string }[]
  /** Which half the address belongs to: the parser is developed on 0, and judged on 1. */
  readonly half: 0 | 1
}

/** The different addresses of some labeled sets. */
export function readLabeled(sets: readonly string[], folder = PARSING): LabeledAddress[] {
  const addresses = new Map<string, LabeledAddress>()
  for (const set of sets) {
    const xml = gunzipSync(readFileSync(`${folder}/${set}.xml.gz`)).toString('utf8')
    for (const [, inner] of xml.matchAll(/<AddressString>([\s\S]*?)<\/AddressString>/g)) {
      const text = decode(inner.replace(/<[^>]*>/g, '')).trim()
      const tokens = [...inner.matchAll(/<(\w+)>([^<]*)<\/\w+>/g)].map(([, label, token]) => ({
        label,
        text: decode(token),
      }))
      addresses.set(text, { text, tokens, half: halfOf(text) })
    }
  }
  return [...addresses.values()]
}

/** FNV-1a of the text without case and punctuation, so that two ways to write one address share a half. */
function halfOf(text: string): 0 | 1 {
  let hash = 0x811c9dc5
  for (const char of text.toUpperCase().replace(/[^A-Z0-9]/g, ''))
    hash = Math.imul(hash ^ char.charCodeAt(0), 0x01000193) >>> 0
  return ((hash >>> 16) & 1) as 0 | 1
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

/** The four parts that have to be right, folded to letters and digits so that neither side's tables decide. */
export interface Judged {
  readonly number: string
  /** Directionals, type, name and suffix together, in their order; both streets of a crossing. */
  readonly street: string
  readonly city: string
  readonly zip: string
}

const STREET = new Set([
  'StreetNamePreDirectional',
  'StreetNamePreModifier',
  'StreetNamePreType',
  'StreetName',
  'StreetNamePostType',
  'StreetNamePostModifier',
  'StreetNamePostDirectional',
])

/** What the labels say. */
export function expectedOf({ tokens }: LabeledAddress): Judged {
  const of = (wanted: (label: string) => boolean) =>
    folded(tokens.filter(({ label }) => wanted(label)).map(({ text }) => text))
  return {
    number: of((label) => label.startsWith('AddressNumber')),
    street: of((label) => STREET.has(label)),
    city: of((label) => label === 'PlaceName'),
    zip: of((label) => label === 'ZipCode'),
  }
}

/** What the parser says, as given in the input. */
export function answerOf(parsed: ParsedAddress): Judged {
  const streets = [parsed, parsed.crossStreet].flatMap((street) =>
    street ? [street.predirectional, street.street, street.suffix, street.postdirectional] : [],
  )
  return {
    number: folded([parsed.number?.given]),
    street: folded(streets.map((part) => part?.given)),
    city: folded([parsed.city?.given]),
    zip: folded([parsed.zip?.given]),
  }
}

function folded(texts: readonly (string | undefined)[]): string {
  return texts
    .join('')
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, '')
}
