import { describe, expect, it } from 'vitest'
import { coordinates, foundWords, liesWords, nameOf } from '../../src/explorer/place/place-words.ts'

const found = { address: 'Austin, TX 78701', layer: 'zip', radius: 1412, message: null } as const

describe('the name of a place', () => {
  it('is its coordinates with five decimals, and with more where it has more', () => {
    expect(coordinates({ lat: 30.2672, lon: -97.7431 })).toBe('30.26720, -97.74310')
    expect(coordinates({ lat: 30.267153, lon: -97.7431 })).toBe('30.267153, -97.74310')
    expect(nameOf({ lat: 0, lon: -180 })).toBe('0.00000, -180.00000')
  })

  it('is the address that was found', () => {
    expect(nameOf({ lat: 30.26847, lon: -97.74372, found })).toBe('Austin, TX 78701')
  })
})

describe('where a place lies', () => {
  const around = { blockGroup: '484530011021', county: 'Travis County', state: 'Texas' }

  it('is said by county and state, and by the city that a clicked one is near', () => {
    const clicked = { lat: 30.2672, lon: -97.7431 }
    expect(liesWords(clicked, around, 'Austin')).toBe('Near Austin, Travis County, Texas')
    expect(liesWords(clicked, around, null)).toBe('Travis County, Texas')
    expect(liesWords(clicked, around, undefined)).toBe('Travis County, Texas')
    expect(liesWords({ ...clicked, found }, around, 'Austin')).toBe('Travis County, Texas')
  })
})

describe('how well a place is known', () => {
  it('names the ZIP code and warns of the house', () => {
    expect(foundWords(found)).toBe('The middle of ZIP code 78701: within about 1.4 km, not the house itself.')
  })

  it('names the city, county or state', () => {
    expect(foundWords({ ...found, address: 'Coral Gables, FL', layer: 'city', radius: 4200 })).toBe(
      'The middle of Coral Gables, FL: within about 4.2 km, not the house itself.',
    )
  })

  it('has words for every layer', () => {
    for (const layer of ['address_point', 'street_range', 'public_place', 'zip', 'city', 'county', 'state'] as const)
      expect(foundWords({ ...found, layer })).toMatch(/^(The|A) .*: within about 1\.4 km.*\.$/)
  })
})
