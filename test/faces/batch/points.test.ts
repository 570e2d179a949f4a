import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { completeQuestion } from '../../../src/faces/batch/batch-question.ts'
import { type CsvPlan, planCsv } from '../../../src/faces/batch/formats/csv/header.ts'
import { RowScanner } from '../../../src/faces/batch/formats/csv/row-scanner.ts'
import {
  addressOfParts,
  getDegrees,
  makeRoom,
  newPoints,
  type Points,
  putPoint,
} from '../../../src/faces/batch/points.ts'

/** Returns the place that a row was read as. Half a coordinate counts as no coordinate. */
function read({ lat, lon, errors, addresses }: Points) {
  const isPlace = !errors.has(0) && !Number.isNaN(lat[0]) && !Number.isNaN(lon[0])
  return { place: isPlace ? [lat[0], lon[0]] : null, error: errors.get(0), address: addresses.get(0) }
}

function ofRecord(lat: unknown, lon: unknown, address: readonly unknown[]) {
  const places = newPoints(1)
  putPoint(places, 0, { lat, lon, address, hasCoordinates: true })
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
  return read(scanner.points)
}

const texts = fc.oneof(
  fc.constantFrom(
    ...['', ' ', 'NULL', 'NaN', ' nan ', 'N/A', '\\N', 'x', '30,5'],
    ...['1e400', '-Infinity', '1_0', '0x1e', '+3.', '3.5N'],
  ),
  fc.double({ noDefaultInfinity: true }).map(String),
  fc.string({ maxLength: 60 }),
)

it('records get the same answers as CSV rows with the same values', () => {
  fc.assert(
    fc.property(texts, texts, fc.constantFrom([], ['Austin, TX']), (lat, lon, address) => {
      expect(ofRecord(lat, lon, address)).toEqual(ofCsv([lat, lon, ...address]))
    }),
    { numRuns: 500 },
  )
})

it("a record's address is used if a coordinate is missing or NaN", () => {
  for (const nothing of [undefined, null, Number.NaN, '', 'NULL', 'nan'])
    expect(ofRecord(nothing, -97.7, ['Austin', 'TX'])).toEqual({ place: null, address: 'Austin, TX' })
  expect(ofRecord(30.27, -97.74, ['Austin', 'TX'])).toEqual({ place: [30.27, -97.74] })
})

describe('a coordinate in degrees', () => {
  it.each([
    ['30°16\'02"N', 30.267222],
    ['30° 16.03′ N', 30.267167],
    ['30 16 02 N', 30.267222],
    ['N 30 16 02', 30.267222],
    ['30d16m02s', 30.267222],
    ['30:16:02', 30.267222],
    ['N30.2672', 30.2672],
    ['30.2672 n', 30.2672],
    ['S30.5', -30.5],
    ['−30.5', -30.5],
    ['–30.5', -30.5],
    ['-30 30 00', -30.5],
  ])('is read in common notations: %s', (text, degrees) => {
    expect(getDegrees(text, false, 'latitude')).toBeCloseTo(degrees, 5)
  })

  it.each(['30 16', '30 61 02', '30 16 60', 'N30 16 02 S', '-30.5 S', '97.5 W', 'N', '12 34 56 78'])(
    'is not inferred from ambiguous text: %s',
    (text) => {
      expect(getDegrees(text, false, 'latitude')).toBeUndefined()
    },
  )
})

describe('an address combined from columns', () => {
  it('omits empty parts', () => {
    expect(addressOfParts([' 12 Elm St', '', ' ', 'Quillwater '])).toBe('12 Elm St, Quillwater')
    expect(addressOfParts(['', ' '])).toBe('')
    expect(addressOfParts([])).toBe('')
  })

  it('restores a ZIP that was converted to a number', () => {
    expect(addressOfParts(['12 Elm St', 'TX', '78701.0'])).toBe('12 Elm St, TX, 78701')
    expect(addressOfParts(['78701.00'])).toBe('78701')
    // These strings are not ZIPs written as numbers.
    for (const text of ['78701.5', '78701.', '.0', 'Apt 3.0', '12.0 Elm St', '-1.0', '78701-0001'])
      expect(addressOfParts([text])).toBe(text)
  })

  it('is the same in CSV and in records', () => {
    const file = Buffer.from('street,zip\n12 Elm St,78701.0\n"7 Oak, Apt 1","78702.0"\n,78703.0\n9 Elm St,\n')
    const plan = planCsv(file, { last: true, question: completeQuestion() })
    const scanner = new RowScanner(plan)
    scanner.scan(file.subarray(plan.headerBytes), 0)
    const expected = ['12 Elm St, 78701', '7 Oak, Apt 1, 78702', '78703', '9 Elm St']
    expect([...scanner.points.addresses.values()]).toEqual(expected)
    const places = newPoints(0)
    makeRoom(places, 2)
    const none = { lat: null, lon: null, hasCoordinates: false }
    putPoint(places, 0, { ...none, address: ['12 Elm St', '78701.0'] })
    putPoint(places, 1, { ...none, address: ['12 Elm St', 78701.0, null] })
    expect([...places.addresses.values()]).toEqual(['12 Elm St, 78701', '12 Elm St, 78701'])
  })
})
