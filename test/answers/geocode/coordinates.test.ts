import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseCoordinates } from '../../../src/answers/geocode/parse/coordinates.ts'
import { coordinatesAnswer } from '../../../src/answers/geocode/place-answer.ts'

const at = (text: string) => {
  const written = parseCoordinates(text)
  return written && coordinatesAnswer(written)
}

describe('parseCoordinates()', () => {
  it.each([
    '30.2672, -97.7431',
    '30.2672 -97.7431',
    '30.2672,-97.7431',
    '+30.2672, -97.7431',
    '(30.2672, -97.7431)',
    '[30.2672; -97.7431]',
    '30.2672° N, 97.7431° W',
    '30.2672N 97.7431W',
    'N30.2672 W97.7431',
    '97.7431 W, 30.2672 N',
    '30,2672 -97,7431',
    '30,2672; -97,7431',
    'lat: 30.2672, lon: -97.7431',
    'lon=-97.7431 lat=30.2672',
    'Latitude 30.2672 Longitude -97.7431',
    'GPS 30.2672, -97.7431',
    'POINT(-97.7431 30.2672)',
    'geo:30.2672,-97.7431',
    'geo:30.2672,-97.7431;u=35',
    '30°16\'01.9"N 97°44\'35.2"W',
    '30° 16′ 1.9″ N, 97° 44′ 35.2″ W',
    '30 16 1.9 N 97 44 35.2 W',
    '30 16.032 N, 97 44.586 W',
    'https://www.google.com/maps/@30.2672,-97.7431,12z',
    'https://www.google.com/maps/place/A/@30.1,-97.1,9z/data=!3d30.2672!4d-97.7431',
    'https://maps.google.com/?q=30.2672,-97.7431',
    'https://www.openstreetmap.org/#map=12/30.2672/-97.7431',
    'https://www.openstreetmap.org/?mlat=30.2672&mlon=-97.7431#map=5/1/1',
    'https://maps.apple.com/?ll=30.2672,-97.7431&q=Pin',
    '−97.7431, 30.2672',
    '30.2672, 97.7431',
  ])('reads %s', (text) => {
    const found = at(text)
    expect(found?.layer).toBe('coordinates')
    expect(found?.lat).toBeCloseTo(30.2672, 4)
    expect(found?.lon).toBeCloseTo(-97.7431, 4)
  })

  it.each([
    ['30.2672, -97.7431', 10],
    ['30.27, -97.74', 556],
    ['30, -97.5', 55_598],
    ['30°16\'2"N 97°44\'35"W', 15],
  ])('reads %s with a radius of %d m', (text, radius) => expect(at(text)?.radius).toBe(radius))

  it.each([
    ['-97.7431, 30.2672', 'longitude, latitude'],
    ['30.2672, 97.7431', 'western longitude'],
  ])('adds a note that %s was read as %s', (text, note) => expect(at(text)?.note?.text).toContain(note))

  it.each(['40.7128, -74.006', '0.0, 0.0', '-30.2672, 97.7431', '30.2672 S 97.7431 W', '30.2672 N 97.7431 E'])(
    'reports that %s are outside the covered states',
    (text) => {
      expect(at(text)).toMatchObject({
        ok: false,
        message: expect.stringContaining('are outside California, Texas and Florida'),
      })
      expect(at(text)?.lat).toBeUndefined()
    },
  )

  it.each(['95, -97', '91.5, -120', '100.5, 200.5', '95° N 97° W'])('explains the valid range for %s', (text) => {
    expect(at(text)).toMatchObject({ ok: false, code: 'place_outside', message: expect.stringContaining('-90 to 90') })
  })

  it.each([
    ...['', '123 Main St', '12 N 34 E Main St', '100 200', '78701 5', '5 E', '1000.5, 200.5'],
    ...['30.2672', '30.2672, -97.7431, 12', '30 75 00 N 97 44 35 W', '30 16 02, 97 44 35'],
    ...['1 N 2 N', 'geo:abc', 'https://example.com/', '-, -', 'N W', '12-34', 'pizza'],
  ])('returns null for the text "%s"', (text) => expect(parseCoordinates(text)).toBeNull())

  it('reads decimal, signed and sexagesimal coordinates of any place', () => {
    const place = fc.record({
      lat: fc.integer({ min: 260_000, max: 360_000 }).map((n) => n / 1e4),
      lon: fc.integer({ min: -1_060_000, max: -940_000 }).map((n) => n / 1e4),
    })
    const dms = (value: number) => {
      const tenths = Math.round(Math.abs(value) * 36_000)
      return `${Math.floor(tenths / 36_000)}°${Math.floor((tenths % 36_000) / 600)}'${(tenths % 600) / 10}"`
    }
    fc.assert(
      fc.property(place, ({ lat, lon }) => {
        const forms = [
          `${lat.toFixed(4)}, ${lon.toFixed(4)}`,
          `${lat.toFixed(4)}N ${(-lon).toFixed(4)}W`,
          `${dms(lat)}N ${dms(lon)}W`,
        ]
        return forms.every((form) => {
          const found = parseCoordinates(form)
          return found !== null && Math.abs(found.first - lat) < 1e-4 && Math.abs(found.second - lon) < 1e-4
        })
      }),
      { numRuns: 300 },
    )
  })

  it('never throws, for any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (text) => {
        const found = parseCoordinates(text)
        return found === null || (Math.abs(found.first) <= 180 && Math.abs(found.second) <= 180)
      }),
      { numRuns: 500 },
    )
  })
})
