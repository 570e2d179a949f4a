import { expect, it } from 'vitest'
import { number, readCsv, text } from '../../../data-build/read/csv.ts'
import { SourceFolder } from '../../../data-build/read/source-folder.ts'
import { type ParsedAddress, parseAddress } from '../../../src/answers/geocode/parse/parse-address.ts'
import { normalizeCity } from '../../../src/answers/geocode/parse/tokens.ts'
import { SHARED, withAgencyFiles } from '../../support/agency-files.ts'
import { runs } from '../../support/runs.ts'

const KEYS = [
  ...['number', 'predirectional', 'street', 'suffix', 'postdirectional', 'unit', 'city', 'state', 'zip'],
] as const

/** Returns the parts as written, without spaces and punctuation. */
function given(parsed: ParsedAddress, keys: readonly (typeof KEYS)[number][] = KEYS): string[] {
  return keys.map((key) => bare(parsed[key]?.given ?? ''))
}

function bare(written: string): string {
  return written.toUpperCase().replace(/[^A-Z0-9]/g, '')
}

withAgencyFiles('Florida addresses', () => {
  const folder = new SourceFolder(SHARED)

  it('from St. Lucie County are parsed into the county columns, with and without commas', async () => {
    const headings = [
      ...['NUMBER', 'PREDIR', 'STNAME', 'STSUFFIX', 'POSTDIR', 'UNITTYPE', 'UNITNUM', 'MAILCITY', 'ZIP'],
    ] as const
    const { rows, columns } = await readCsv(
      folder,
      { zip: 'addresses/points/fl_stlucie_UC.zip', member: 'UC.csv' },
      Object.fromEntries(headings.map((heading) => [heading, text({})])),
    )
    const cities = new Set(columns.MAILCITY.map(normalizeCity))
    const streets = new Map<string, string[]>()
    for (let row = 0; row < rows; row++) {
      const values = headings.map((heading) => columns[heading][row].trim())
      if (values[0] && values[2] && values[7] && values[8])
        streets.set(values.slice(1, 6).concat(values[7]).join('|'), values)
    }
    expect(streets.size).toBeGreaterThan(1000)
    let apart = 0
    let together = 0
    for (const [house, pre, name, suffix, post, unit, unitNumber, city, zip] of streets.values()) {
      const street = [house, pre, name, suffix, post, unit, unitNumber].filter(Boolean).join(' ')
      const wanted = [house, pre, name, suffix, post, unit + unitNumber, city, 'FL', zip].map(bare)
      if (String(given(parseAddress(`${street}, ${city}, FL ${zip}`))) === String(wanted)) apart++
      // Without commas, the parser and the columns of the file may disagree on which words are a directional and which
      // are part of the street name. Only the joined text and the city are compared.
      const lexicon = { isCity: (words: string) => cities.has(words) }
      const found = given(parseAddress(`${street} ${city} FL ${zip}`, lexicon))
      if (found.join('') === wanted.join('') && found[6] === wanted[6]) together++
    }
    expect(apart / streets.size).toBeGreaterThan(0.98)
    expect(together / streets.size).toBeGreaterThan(0.99)
  })

  it('from food inspections are parsed identically with and without commas', async () => {
    const { columns } = await readCsv(
      folder,
      'addresses/known-points/pelias_fuzzy_florida_food_inspections_addresses.csv.gz',
      { id: number({}), text: text({}) },
    )
    // "NUMBER STREET, CITY, FL, ZIP"
    const all = columns.text.map((line) => line.split(', ')).filter((fields) => fields.length === 4)
    expect(all.length).toBeGreaterThan(50_000)
    const times = new Map<string, number>()
    for (const [, city] of all) times.set(normalizeCity(city), (times.get(normalizeCity(city)) ?? 0) + 1)
    // Names that occur only once or twice are misspelled.
    const lexicon = { isCity: (words: string) => (times.get(words) ?? 0) > 2 }
    const step = runs(1, 6)
    const addresses = all.filter((_, i) => i % step === 0)
    let commas = 0
    let blind = 0
    let known = 0
    for (const [street, city, state, zip] of addresses) {
      const parsed = parseAddress(`${street}, ${city}, ${state}, ${zip}`)
      const parts = String(given(parsed))
      if (String(given(parsed, ['city', 'state', 'zip'])) === String([city, state, zip].map(bare))) commas++
      const line = `${street} ${city} ${state} ${zip}`.replaceAll(',', ' ')
      if (String(given(parseAddress(line))) === parts) blind++
      if (String(given(parseAddress(line, lexicon))) === parts) known++
    }
    expect(commas / addresses.length).toBeGreaterThan(0.99)
    expect(blind / addresses.length).toBeGreaterThan(0.97)
    expect(known / addresses.length).toBeGreaterThan(0.985)
  })
})
