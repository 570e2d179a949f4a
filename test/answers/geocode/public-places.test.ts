import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseAddress } from '../../../src/answers/geocode/parse/parse-address.ts'
import { getHash, hashOfBytes } from '../../../src/answers/geocode/parse/vocabulary.ts'
import { ask, placeFixture, placesFixture, whereOf } from './fixtures/public-places.ts'

describe('the public-place search by name', () => {
  const school = (names: string[], lat = 30.25, rest = {}) =>
    placeFixture({ names, lat, line: `${lat * 100} Oak St`, ...rest })

  it('succeeds with the city, ZIP or state of the place', async () => {
    const places = await placesFixture([school(['SAMPLE HIGH SCHOOL', 'SAMPLE NIGHT ACADEMY'])])
    for (const tail of ['Example City', 'Example City, TX', 'Example City, TX 78701', 'TX 78701', 'TX']) {
      const [found] = ask(places, `Sample High, ${tail}`)
      expect(found.address(null), tail).toBe('Sample High School, 3025 Oak St, Example City, TX 78701')
      expect(found.exactNumber).toBe(false)
    }
    expect(ask(places, 'Sample Night Academy, Example City, TX')[0].similarity).toBe(1)
    for (const tail of ['Example City, CA', 'Elsewhere, TX', 'Example City, TX 79901', '78702', 'CA'])
      expect(ask(places, `Sample High School, ${tail}`), tail).toEqual([])
    expect(places.find(parseAddress('Sample High School, Here'), whereOf(''))).toEqual([])
    expect(ask(places, 'Sample High School')).toEqual([])
  })

  it('does not match a city name', async () => {
    const places = await placesFixture([school(['AUSTIN', 'FARMERS BRANCH'])])
    expect(ask(places, 'Austin, TX')).toEqual([])
    expect(ask(places, 'Farmers Branch, TX')).toEqual([])
    expect(ask(places, 'Austin, TX 78701')).toEqual([])
  })

  it.each([
    ['Sample HS', 'SAMPLE HIGH SCHOOL', true],
    ['St. Ann Elem.', 'SAINT ANN ELEMENTARY', true],
    ['Jane Sample High School', 'SAMPLE HIGH', false],
    ['Sample High School', 'JANE Q SAMPLE HIGH', true],
    ['Sample', 'SAMPLE HIGH', false],
    ['Sample Middle School', 'SAMPLE HIGH', false],
    ['Sample School', 'SAMPLE SCHOOL LANCASTER', false],
    ['Sample Branch Library', 'SAMPLE BRANCH LIBRARY', true],
    ['Sample Coffee', 'SAMPLE', false],
    ['The High School', 'SAMPLE HIGH SCHOOL', false],
  ])('matches "%s" with the known name %s: %s', async (asked, known, fits) => {
    const places = await placesFixture([school([known])])
    expect(ask(places, `${asked}, Example City, TX`).length).toBe(fits ? 1 : 0)
  })

  it('returns nothing if several places have the name', async () => {
    const several = await placesFixture([
      school(['LINCOLN ELEMENTARY'], 30.25),
      school(['LINCOLN ELEMENTARY'], 30.4, { city: 'OTHER TOWN', zip: '78702' }),
      school(['JANE SAMPLE HIGH'], 30.25),
      school(['JOHN SAMPLE HIGH'], 30.4),
      school(['JANE EXAMPLE HIGH'], 30.25),
    ])
    expect(ask(several, 'Example High School, Example City, TX').length).toBe(1)
    expect(ask(several, 'Example High School, TX')).toEqual([])
    expect(ask(several, 'Jane Example High School, TX').length).toBe(1)
    expect(ask(several, 'Lincoln Elementary, TX')).toEqual([])
    expect(ask(several, 'Lincoln Elementary, Other Town, TX').map(({ lat }) => lat)).toEqual([30.4])
    expect(ask(several, 'Sample High School, Example City, TX')).toEqual([])
  })
})

const name = fc.stringMatching(/^[A-E]{1,5}( [A-F0-2]{1,5})?$/)
const bytes = (text: string) => new TextEncoder().encode(text)

it('hashOfBytes() returns the same hash for bytes as getHash() for the text', () => {
  fc.assert(
    fc.property(name, name, (before, text) => {
      const all = bytes(`${before}|${text}`)
      expect(hashOfBytes(all, before.length + 1, all.length)).toBe(getHash(text))
    }),
  )
})
