import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { CsvPlan } from '../../src/batch/csv/plan.ts'
import { RowScanner } from '../../src/batch/csv/row-scanner.ts'
import { putPlace } from '../../src/batch/place-of-record.ts'
import { newPlaces, type Places } from '../../src/batch/places.ts'

/** What a row was read as: one half of a coordinate is none. */
function read({ lat, lon, errors, addresses }: Places) {
  const isPlace = !errors.has(0) && !Number.isNaN(lat[0]) && !Number.isNaN(lon[0])
  return { place: isPlace ? [lat[0], lon[0]] : null, error: errors.get(0), address: addresses.get(0) }
}

function ofRecord(lat: unknown, lon: unknown, address: readonly unknown[]) {
  const places = newPlaces(1)
  putPlace(places, 0, { lat, lon, address })
  return read(places)
}

function ofCsv(texts: readonly string[]) {
  const plan: CsvPlan = {
    delimiter: ',',
    newline: '\n',
    columns: texts.length,
    names: ['lat', 'lon', 'address'].slice(0, texts.length),
    place: { coordinates: { lat: 0, lon: 1 }, address: texts.length > 2 ? [2] : [] },
    headerBytes: 0,
    outputHeader: [],
  }
  const scanner = new RowScanner(plan)
  const row = texts.map((text) => `"${text.replaceAll('"', '""')}"`).join(',')
  scanner.scan(new TextEncoder().encode(`${row}\n`), 0)
  return read(scanner.places)
}

const texts = fc.oneof(
  fc.constantFrom(
    '',
    ' ',
    'NULL',
    'NaN',
    ' nan ',
    'N/A',
    '\\N',
    'x',
    '30,5',
    '1e400',
    '-Infinity',
    '1_0',
    '0x1e',
    '+3.',
    '3.5N',
  ),
  fc.double({ noDefaultInfinity: true }).map(String),
  fc.string({ maxLength: 60 }),
)

it('reads the texts of a record as those of a CSV row', () => {
  fc.assert(
    fc.property(texts, texts, fc.constantFrom([], ['Austin, TX']), (lat, lon, address) => {
      expect(ofRecord(lat, lon, address)).toEqual(ofCsv([lat, lon, ...address]))
    }),
    { numRuns: 500 },
  )
})

it('asks for the address where a number is missing or NaN', () => {
  for (const nothing of [undefined, null, Number.NaN, '', 'NULL', 'nan'])
    expect(ofRecord(nothing, -97.7, ['Austin', 'TX'])).toEqual({ place: null, address: 'Austin, TX' })
  expect(ofRecord(30.27, -97.74, ['Austin', 'TX'])).toEqual({ place: [30.27, -97.74] })
})
