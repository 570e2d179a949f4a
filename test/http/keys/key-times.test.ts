import { describe, expect, it } from 'vitest'
import { parseExpiry, parseMoment } from '../../../src/http/keys/key-times.ts'

describe('the end of a key', () => {
  it.each([
    ['2026-12-31', Date.UTC(2027, 0, 1)],
    ['2028-02-29', Date.UTC(2028, 2, 1)],
    ['9999-12-30', Date.UTC(9999, 11, 31)],
    ['2026-12-31T18:00:00Z', Date.UTC(2026, 11, 31, 18)],
    ['2026-12-31T18:00:00.250Z', Date.UTC(2026, 11, 31, 18, 0, 0, 250)],
    ['2026-12-31T18:00:00-06:00', Date.UTC(2027, 0, 1, 0)],
    ['2026-12-31T18:00:00+05:30', Date.UTC(2026, 11, 31, 12, 30)],
  ])('%s', (text, expected) => {
    expect(parseExpiry(text)).toBe(expected)
  })

  it.each([
    ...[
      '',
      'tomorrow',
      '2026',
      '2026-12',
      '2026-02-30',
      '2027-02-29',
      '2026-13-01',
      '2026-00-10',
      '2026-1-1',
      '31/12/2026',
    ],
    ...['2026-12-31T18:00:00', '2026-12-31 18:00:00Z', '2026-12-31T25:00:00Z', '2026-12-31T18:60:00Z', '2026-12-31Z'],
    ...[
      '2026-12-31T18:00:00+24:00',
      ' 2026-12-31',
      '2026-12-31\n',
      '9999-12-31',
      '+012026-12-31',
      '0001-01-01',
      '20261231',
    ],
    ...['9999-12-31T23:00:00-14:00', '1735689600000', '-1'],
  ])('%j is none', (text) => {
    expect(parseExpiry(text)).toBeUndefined()
  })

  it('is a moment in a key file, not a day', () => {
    expect(parseMoment('2026-12-31')).toBeUndefined()
    expect(parseMoment('1970-01-01T00:00:00Z')).toBe(0)
  })
})
