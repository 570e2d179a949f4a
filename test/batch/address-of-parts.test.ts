import { describe, expect, it } from 'vitest'
import { addressOfParts } from '../../src/batch/address-of-parts.ts'
import { wholeQuestion } from '../../src/batch/batch-options.ts'
import { planCsv } from '../../src/batch/csv/plan.ts'
import { RowScanner } from '../../src/batch/csv/row-scanner.ts'
import { putPlace } from '../../src/batch/place-of-record.ts'
import { makeRoom, newPlaces } from '../../src/batch/places.ts'

describe('an address out of its columns', () => {
  it('leaves out what is empty', () => {
    expect(addressOfParts([' 12 Elm St', '', ' ', 'Quillwater '])).toBe('12 Elm St, Quillwater')
    expect(addressOfParts(['', ' '])).toBe('')
    expect(addressOfParts([])).toBe('')
  })

  it('has the ZIP that a program has made a number of', () => {
    expect(addressOfParts(['12 Elm St', 'TX', '78701.0'])).toBe('12 Elm St, TX, 78701')
    expect(addressOfParts(['78701.00'])).toBe('78701')
    // No numbers of that kind.
    for (const text of ['78701.5', '78701.', '.0', 'Apt 3.0', '12.0 Elm St', '-1.0', '78701-0001'])
      expect(addressOfParts([text])).toBe(text)
  })

  it('is read so in CSV and in records', () => {
    const file = Buffer.from('street,zip\n12 Elm St,78701.0\n"7 Oak, Apt 1","78702.0"\n,78703.0\n9 Elm St,\n')
    const plan = planCsv(file, { last: true, question: wholeQuestion() })
    const scanner = new RowScanner(plan)
    scanner.scan(file.subarray(plan.headerBytes), 0)
    const expected = ['12 Elm St, 78701', '7 Oak, Apt 1, 78702', '78703', '9 Elm St']
    expect([...scanner.places.addresses.values()]).toEqual(expected)
    const places = newPlaces(0)
    makeRoom(places, 2)
    putPlace(places, 0, { lat: null, lon: null, address: ['12 Elm St', '78701.0'] })
    putPlace(places, 1, { lat: null, lon: null, address: ['12 Elm St', 78701.0, null] })
    expect([...places.addresses.values()]).toEqual(['12 Elm St, 78701', '12 Elm St, 78701'])
  })
})
