import { describe, expect, it } from 'vitest'
import { readFacilities, readRunways } from '../../../data-build/read/faa.ts'
import { folderFixture } from './fixtures/folder.ts'

const FACILITY_HEADINGS = [
  ...['SiteNumber', 'Type', 'LocationID', 'State', 'FacilityName', 'Use', 'ARPLatitude', 'ARPLatitudeS'],
  ...['ARPLongitude', 'ARPLongitudeS', 'AirportStatusCode', 'OperationsCommercial', 'OperationsCommuter'],
  ...['OperationsAirTaxi', 'OperationsGALocal', 'OperationsGAItin', 'OperationsMilitary'],
]
const RUNWAY_HEADINGS = [
  'SiteNumber',
  'State',
  'RunwayID',
  'RunwayLength',
  'RunwayWidth',
  'BaseEndID',
  'BaseEndTrueAlignment',
  'BaseEndPhysicalLatitudeS',
  'BaseEndPhysicalLongitudeS',
  'ReciprocalEndID',
  'ReciprocalEndTrueAlignment',
  'ReciprocalEndPhysicalLatitudeS',
  'ReciprocalEndPhysicalLongitudeS',
]

const sheet = (headings: readonly string[], rows: readonly string[]) =>
  [headings.map((heading) => `"${heading}"`).join('\t'), ...rows.map((row) => row.replaceAll('|', '\t'))].join('\r\n')

const BIG =
  "00001.*A|AIRPORT|'ABC|TX|MADE FIELD|PU|29-58-49.8000N|107929.8000N|095-20-23.4000W|343223.4000W|O|649092||40310|0|17940|491"
// This row has one field more than there are headings.
const SMALL =
  "00002.*H|HELIPORT|'0X1|CA|MADE PAD|PR|34-00-00.0000N|122400.0000N|118-30-00.0000W|426600.0000W|CI|||||||N"

describe('FAA facilities', () => {
  it('are read with the apostrophe removed from IDs, coordinates in degrees, and NaN for unreported movements', async () => {
    const folder = folderFixture({ 'f.xls': sheet(FACILITY_HEADINGS, [BIG, SMALL]) })
    const [big, small] = await readFacilities(folder, 'f.xls')
    expect(big).toMatchObject({ siteNumber: '00001.*A', locationId: 'ABC', state: 'TX' })
    expect(big.lat).toBeCloseTo(29 + 58 / 60 + 49.8 / 3600, 12)
    expect(big.lon).toBeCloseTo(-(95 + 20 / 60 + 23.4 / 3600), 12)
    expect(big.operations).toEqual({
      commercial: 649092,
      commuter: Number.NaN,
      airTaxi: 40310,
      gaLocal: 0,
      gaItinerant: 17940,
      military: 491,
    })
    expect(small).toMatchObject({ locationId: '0X1', status: 'CI', lat: 34, lon: -118.5 })
    expect(new Set(Object.values(small.operations))).toEqual(new Set([Number.NaN]))
  })

  it('are read from degrees, minutes and seconds if there is no seconds-only column', async () => {
    const without = FACILITY_HEADINGS.map((heading) => heading.replace(/(?<=tude)S$/, 'InSeconds'))
    const folder = folderFixture({ 'f.xls': sheet(without, [BIG]) })
    const [big] = await readFacilities(folder, 'f.xls')
    expect(big.lat).toBeCloseTo(107929.8 / 3600, 12)
    expect(big.lon).toBeCloseTo(-343223.4 / 3600, 12)
  })

  it('are rejected if a column is renamed, a coordinate is broken or a count is negative', async () => {
    const read = (headings: readonly string[], row: string) =>
      readFacilities(folderFixture({ 'f.xls': sheet(headings, [SMALL, row]) }), 'f.xls')
    const renamed = FACILITY_HEADINGS.map((heading) =>
      heading === 'OperationsGAItin' ? 'OperationsGAItinerant' : heading,
    )
    await expect(read(renamed, BIG)).rejects.toThrow('no column OperationsGAItin (nearest: OperationsGAItinerant')
    for (const coordinate of ['107929.8000', '9999999.0N', 'N', '1-2N']) {
      const broken = BIG.replace('107929.8000N', coordinate)
      await expect(read(FACILITY_HEADINGS, broken)).rejects.toThrow(`f.xls, row 3: the coordinate "${coordinate}"`)
    }
    await expect(read(FACILITY_HEADINGS, BIG.replace('17940', '-1'))).rejects.toThrow('OperationsGAItin is -1')
  })
})

describe('FAA runways', () => {
  it('are read with two ends, which are null if they were not surveyed', async () => {
    const rows = [
      "00001.*A|TX|'06L/24R|8926|150|'06L|71|107929.8000N|343223.4000W|'24R|251|107950.0000N|343100.0000W",
      "00002.*H|CA|'H1|60||'H1||||||||",
    ]
    const [runway, pad] = await readRunways(folderFixture({ 'r.xls': sheet(RUNWAY_HEADINGS, rows) }), 'r.xls')
    expect(runway).toEqual({
      ...{ siteNumber: '00001.*A', runwayId: '06L/24R', lengthFt: 8926, alignment: 71 },
      base: { lat: 107929.8 / 3600, lon: -343223.4 / 3600 },
      reciprocal: { lat: 107950 / 3600, lon: -343100 / 3600 },
    })
    expect(pad).toEqual({
      ...{ siteNumber: '00002.*H', runwayId: 'H1', lengthFt: 60, alignment: Number.NaN },
      ...{ base: null, reciprocal: null },
    })
  })

  it('are rejected if an alignment exceeds 360 degrees', async () => {
    const row = "00001.*A|TX|'06L/24R|8926|150|'06L|371|||'24R||||"
    const read = readRunways(folderFixture({ 'r.xls': sheet(RUNWAY_HEADINGS, [row]) }), 'r.xls')
    await expect(read).rejects.toThrow('BaseEndTrueAlignment is 371; expected 0 to 360')
  })
})
