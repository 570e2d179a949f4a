import { existsSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { readGazetteer } from '../../data-build/geocode/gazetteer.ts'
import { gazetteerBundle } from '../../data-build/geocode/gazetteer-bundle.ts'
import { memoryBundle } from '../../data-build/pack/dimension-bundle.ts'
import { readCsv, text } from '../../data-build/read/csv.ts'
import { SourceFolder } from '../../data-build/read/source-folder.ts'
import { Gazetteer } from '../../src/geocode/gazetteer/gazetteer.ts'
import { Geocoder } from '../../src/geocode/geocoder.ts'
import { openVicinage } from '../../src/index.ts'

const SHARED = '../shared/data'
const DATA = new URL('../../dist-data/', import.meta.url)
const canRun = existsSync(SHARED) && existsSync(new URL('geography.bundle', DATA))

describe.skipIf(!canRun)('51,701 addresses of Florida (skipped without ../shared/data and dist-data)', () => {
  it('lie in the right county or nowhere, with their ZIP and without', async () => {
    const sources = new SourceFolder(SHARED)
    const places = new Gazetteer(memoryBundle(gazetteerBundle(await readGazetteer(sources), [])))
    const geocoder = new Geocoder(places, [])
    const vicinage = await openVicinage({ data: DATA, dimensions: [], schools: false, geocoder: false })
    const { columns, rows } = await readCsv(
      sources,
      'addresses/known-points/pelias_fuzzy_florida_food_inspections_addresses.csv.gz',
      { text: text({ required: true }), expected_county: text({ required: true }), postalcode: text({}) },
    )
    const ranges = await countiesByZip(sources)
    const judge = (addressOf: (row: number) => string) => {
      let answered = 0
      let wrong = 0
      for (let row = 0; row < rows; row++) {
        const { lat, lon } = geocoder.geocode(addressOf(row))
        if (lat === null || lon === null) continue
        const expected = columns.expected_county[row].replace(/^Dade/, 'Miami-Dade')
        // The file has inspectors' mistakes: a county in which not one street of the ZIP lies.
        if (!ranges.get(columns.postalcode[row].slice(0, 5))?.has(expected)) continue
        answered++
        if (vicinage.place({ lat, lon })?.county !== expected) wrong++
      }
      return { answered: answered / rows, wrong: wrong / answered }
    }
    const whole = judge((row) => columns.text[row])
    expect(whole.answered).toBeGreaterThan(0.93)
    expect(whole.wrong).toBeLessThan(0.001)
    const withoutZip = judge((row) => columns.text[row].replace(/,?\s*\d{5}[\d-]*$/, ''))
    expect(withoutZip.answered).toBeGreaterThan(0.86)
    expect(withoutZip.wrong).toBeLessThan(0.001)
  })

  /** The counties of the Census Bureau's street ranges of each ZIP, however few. */
  async function countiesByZip(sources: SourceFolder): Promise<Map<string, Set<string>>> {
    const places = new Gazetteer(memoryBundle(gazetteerBundle(await readGazetteer(sources), [])))
    const { columns, rows } = await readCsv(
      sources,
      'census/gazetteer/tiger2025_addrfeat_county_zip_nranges_CA_TX_FL.csv.gz',
      { county_fips: text({ required: true }), ZIP: text({}) },
    )
    const found = new Map<string, Set<string>>()
    for (let row = 0; row < rows; row++) {
      const county = places.county(columns.county_fips[row])
      if (county < 0) continue
      const zip = columns.ZIP[row]
      found.set(zip, (found.get(zip) ?? new Set()).add(places.place('county', county).name))
    }
    return found
  }
})
