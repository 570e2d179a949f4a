import { describe, expect, it } from 'vitest'
import type { GeocodedPlace } from '../../../src/answers/geocode/answer.ts'
import type { Vicinage } from '../../../src/library/vicinage.ts'
import { consoleOf, libraryFixture } from './console.ts'

const label = '1100 Congress Ave, Austin, TX 78701'
const geocoded = {
  ...{ ok: true, lat: 30.2672, lon: -97.7431, radius: 40, label, layer: 'street_range', confidence: 0.77 },
  ...{ note: null, alternatives: [] },
} as unknown as GeocodedPlace
const open = async () => ({ ...libraryFixture, geocode: () => geocoded }) as unknown as Vicinage

describe.each([['schools'], ['districts'], ['reverse'], ['score'], ['report']])('vicinage %s', (command) => {
  it('accepts an address and prints its label', async () => {
    const { code, out, err } = await consoleOf([command, '1100 Congress Ave, Austin TX'], { open })
    expect([code, err]).toEqual([0, ''])
    expect(out).toContain(label)
  })

  it('prints the same JSON for an address as for its coordinates', async () => {
    const ofAddress = JSON.parse((await consoleOf([command, label, '--json'], { open })).out)
    const ofPoint = JSON.parse((await consoleOf([command, '30.2672', '-97.7431', '--json'], { open })).out)
    // A report also contains the address.
    if (command !== 'report') expect(ofAddress).toEqual(ofPoint)
    else expect(ofAddress.scores).toEqual(ofPoint.scores)
  })
})

describe('vicinage districts', () => {
  it('lists a second district within the radius of a place', async () => {
    const edge = { distance_meters: 3000, districts: [{ name: 'Far Hills School District' }] }
    const wide = (radius: number) => async () =>
      ({ ...libraryFixture, geocode: () => ({ ...geocoded, radius }), edge: () => edge }) as unknown as Vicinage
    expect((await consoleOf(['districts', label], { open: wide(8000), columns: 200 })).out).toContain(
      'The border of Far Hills School District is 1.9 mi (3.0 km) from the center',
    )
    expect((await consoleOf(['districts', label], { open: wide(40) })).out).not.toContain('Far Hills')
  })
})

describe('vicinage score', () => {
  it('reports once that a place is outside the covered states and exits with code 3', async () => {
    const { code, out } = await consoleOf(['score', '30.2672', '97.7431'])
    expect([code, out]).toEqual([3, 'Outside the coverage.\n'])
    expect((await consoleOf(['score', '30.2672', '97.7431', '-d', 'flood'])).code).toBe(3)
  })

  it('lists a requested dimension without data, and exits with code 3 if no requested dimension has data', async () => {
    const { code, out } = await consoleOf(['score', '30.2672', '-97.7431', '-d', 'fire'])
    expect([code, out]).toEqual([3, expect.stringContaining('fire')])
    expect((await consoleOf(['score', '30.2672', '-97.7431', '-d', 'fire,flood'])).code).toBe(0)
  })
})
