import { describe, expect, it } from 'vitest'
import { getArea } from '../../../src/answers/areas/named-area.ts'
import { ValidationError } from '../../../src/base/errors.ts'

describe('getArea()', () => {
  it.each([
    ['Austin, TX', { city: 'Austin', state: 'TX' }],
    ['St. Augustine,fl', { city: 'St. Augustine', state: 'fl' }],
    ['  city:Austin, Texas ', { city: 'Austin', state: 'Texas' }],
    ['Hyde Park, Austin', { neighborhood: 'Hyde Park', city: 'Austin' }],
    ['Hyde Park, Austin, TX', { neighborhood: 'Hyde Park', city: 'Austin', state: 'TX' }],
    ['neighborhood:Castro', { neighborhood: 'Castro' }],
    ['neighborhood: Castro, CA', { neighborhood: 'Castro', state: 'CA' }],
    // States outside the coverage area are also recognized.
    ['Portland, Oregon', { city: 'Portland', state: 'Oregon' }],
    ['Travis County, TX', { county: 'Travis County', state: 'TX' }],
    ['county: Travis, TX', { county: 'Travis', state: 'TX' }],
    ['county:48453', { county: '48453' }],
    ['78701', { zip: '78701' }],
    ['ZIP:78701', { zip: '78701' }],
    ['tx', { state: 'tx' }],
    ['Florida', { state: 'Florida' }],
    ['4808940', { district: '4808940' }],
    ['Austin ISD', { district: 'Austin ISD' }],
    ['Los Angeles Unified', { district: 'Los Angeles Unified' }],
    ['Dallas Independent School District, TX', { district: 'Dallas Independent School District', state: 'TX' }],
    ['district: Eanes ISD', { district: 'Eanes ISD' }],
    ['48453001102', { tract: '48453001102' }],
    ['484530011022', { blockGroup: '484530011022' }],
    ['block-group:484530011022', { blockGroup: '484530011022' }],
    ['30.2, -97.7, 2000', { lat: 30.2, lon: -97.7, radius: 2000 }],
    ['30.2 -97.7 2000', { lat: 30.2, lon: -97.7, radius: 2000 }],
    ['-97.8,30.2,-97.7,30.3', { west: -97.8, south: 30.2, east: -97.7, north: 30.3 }],
  ])('parses "%s"', (text, area) => {
    expect(getArea(text)).toEqual(area)
  })

  it.each(['', '12', '1,2', '1,2,', ',,,', '1,2,3,4,5', '123456', 'planet:Mars', 'zip:', 'NaN,1,2'])(
    'returns null for %j',
    (text) => {
      expect(getArea(text)).toBeNull()
    },
  )

  it('rejects a city without its state', () => {
    expect(() => getArea('city:Austin')).toThrow(ValidationError)
  })
})
