import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseAddress } from '../../src/geocode/parse/parse-address.ts'
import { hashOf, hashOfBytes } from '../../src/geocode/public-places/columns.ts'
import {
  masksFit,
  streetMask,
  streetMaskOfBytes,
  streetSimilarity,
} from '../../src/geocode/public-places/street-similarity.ts'
import { ask, madePlace, madePlaces, whereOf } from './public-places-made.ts'

const TAIL = 'Example City, TX 78701'

describe('a public place by its address', () => {
  const one = (line: string) => madePlaces([madePlace({ line })])

  it('is found by ZIP, and by city and state, with everything that is known about it', async () => {
    const places = await one('100 N Oak St')
    const found = {
      layer: 'public_place',
      lat: 30.25,
      lon: -97.75,
      radius: 100,
      address: '100 N OAK ST, EXAMPLE CITY, TX 78701',
      zip: '78701',
      city: 'EXAMPLE CITY',
      state: 'TX',
      similarity: 1,
      exactNumber: true,
    }
    expect(ask(places, `100 north oak street, ${TAIL}`)).toEqual([found])
    expect(ask(places, '100 N Oak St, 78701')).toEqual([found])
    expect(ask(places, '100 N Oak St, Example City, TX')).toEqual([found])
    expect(ask(places, '100 N Oak St Apt 4, Example City')).toEqual([found])
  })

  it.each([
    ['100 N Oka St', '100 N Oak St', 0, 0],
    ['100 N Bluebonet St', '100 N Bluebonnet St', 0.9, 0.9],
    ['100 N Blubeonnet St', '100 N Bluebonnet St', 0.9, 0.9],
    ['100 N Bluebonnets St', '100 N Bluebonnet St', 0.9, 0.9],
    ['100 N Bluebonnet', '100 N Bluebonnet St', 0.85, 0.99],
    ['100 N Bluebonnet Ave', '100 N Bluebonnet St', 0.6, 0.8],
    ['100 Bluebonnet St', '100 N Bluebonnet St', 0.8, 0.95],
    ['100 N Bluebonnet St', '100 Bluebonnet St', 0.8, 0.95],
    ['100 Bluebonnet St N', '100 N Bluebonnet St', 0.95, 0.99],
    ['100 S Bluebonnet St', '100 N Bluebonnet St', 0, 0],
    ['102 N Bluebonnet St', '100 N Bluebonnet St', 0, 0],
    ['1000 N Bluebonnet St', '100 N Bluebonnet St', 0, 0],
    ['100 17th St', '100 16th St', 0, 0],
    ['100 16th Ave', '100 16th St', 0, 0],
    ['100 Sixteenth St', '100 16th St', 1, 1],
    ['100 Southside Dr', '100 Northside Dr', 0, 0],
    ['100 Avenue F', '100 Avenue E', 0, 0],
    ['100 Highway 290', '100 US Hwy 290', 0.9, 0.99],
    ['100 Highway 290', '100 State Road 290', 0.9, 0.99],
    ['100 County Road 290', '100 Highway 290', 0.9, 0.99],
    ['100 Highway 290', '100 Highway 291', 0, 0],
    ['100 County Road 290', '100 State Road 290', 0, 0],
  ])('"%s" for %s fits from %d to %d', async (asked, known, least, most) => {
    const [found] = ask(await one(known), `${asked}, ${TAIL}`)
    if (most === 0) expect(found).toBeUndefined()
    else {
      expect(found.similarity).toBeGreaterThanOrEqual(least)
      expect(found.similarity).toBeLessThanOrEqual(most)
    }
  })

  it('never lies in another state, another city or a ZIP far away', async () => {
    const places = await one('100 N Oak St')
    for (const tail of [
      'Example City, CA 78701',
      'Example City, CA',
      'Elsewhere, TX',
      'Example City, TX 79901',
      '78702',
    ])
      expect(ask(places, `100 N Oak St, ${tail}`), tail).toEqual([])
  })

  it('may have a neighboring ZIP of its city, but only exactly as it is', async () => {
    const places = await one('100 N Bluebonnet St')
    expect(ask(places, '100 N Bluebonnet St, Example City, TX 78702')[0].similarity).toBe(0.85)
    expect(ask(places, '100 Bluebonnet St, Example City, TX 78702')).toEqual([])
    expect(ask(places, '100 N Bluebonnet St, Elsewhere, TX 78702')).toEqual([])
  })

  it('may stand in a ZIP of the city that is asked for under another name', async () => {
    const places = await one('100 N Oak St')
    expect(ask(places, '100 N Oak St, Big City, TX', ['78700', '78701'])[0].similarity).toBe(0.95)
    expect(ask(places, '100 N Oak St, Big City, TX', ['78700'])).toEqual([])
  })

  it('is not answered where two of one wording lie apart, and the better one is where they differ', async () => {
    const twins = await madePlaces([
      madePlace({ line: '100 Oak St', zip: '78701' }),
      madePlace({ line: '100 Oak St', zip: '78702', lat: 30.3 }),
    ])
    expect(ask(twins, '100 Oak St, Example City, TX')).toEqual([])
    expect(ask(twins, '100 Oak St, Example City, TX 78702').map(({ zip }) => zip)).toEqual(['78702', '78701'])
    const sides = await madePlaces([
      madePlace({ line: '100 N Oak St', lat: 30.26 }),
      madePlace({ line: '100 S Oak St', lat: 30.24 }),
    ])
    expect(ask(sides, '100 Oak St, Example City, TX')).toEqual([])
    expect(ask(sides, `100 S Oak St, ${TAIL}`).map(({ lat }) => lat)).toEqual([30.24])
  })

  it('is no city alone, no crossing and no box', async () => {
    const places = await madePlaces([madePlace({ line: '100 Elgin Blvd', city: 'ELGIN' })])
    expect(ask(places, '100 Elgin, 78701')).toEqual([])
    expect(ask(places, '100 Elgin Blvd & Oak St, Elgin, TX 78701')).toEqual([])
    expect(ask(places, 'PO Box 100, Elgin, TX 78701')).toEqual([])
  })
})

describe('a public place by its name', () => {
  const school = (names: string[], lat = 30.25, rest = {}) =>
    madePlace({ names, lat, line: `${lat * 100} Oak St`, ...rest })

  it('is found in its city, ZIP or state', async () => {
    const places = await madePlaces([school(['SAMPLE HIGH SCHOOL', 'SAMPLE NIGHT ACADEMY'])])
    for (const tail of ['Example City', 'Example City, TX', 'Example City, TX 78701', 'TX 78701', 'TX']) {
      const [found] = ask(places, `Sample High, ${tail}`)
      expect(found.address, tail).toBe('SAMPLE HIGH SCHOOL, 3025 OAK ST, EXAMPLE CITY, TX 78701')
      expect(found.exactNumber).toBe(false)
    }
    expect(ask(places, 'Sample Night Academy, Example City, TX')[0].similarity).toBe(1)
    for (const tail of ['Example City, CA', 'Elsewhere, TX', 'Example City, TX 79901', '78702', 'CA'])
      expect(ask(places, `Sample High School, ${tail}`), tail).toEqual([])
    expect(places.find(parseAddress('Sample High School, Here'), whereOf(''))).toEqual([])
    expect(ask(places, 'Sample High School')).toEqual([])
  })

  it('is not taken from the name of a city', async () => {
    const places = await madePlaces([school(['AUSTIN', 'FARMERS BRANCH'])])
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
  ])('"%s" for %s: %s', async (asked, known, fits) => {
    const places = await madePlaces([school([known])])
    expect(ask(places, `${asked}, Example City, TX`).length).toBe(fits ? 1 : 0)
  })

  it('is not answered where several may be meant', async () => {
    const several = await madePlaces([
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

describe('the index of addresses', () => {
  const word = fc.constantFrom(
    'OAK',
    'ELMWOOD',
    'ELMWOODS',
    'ELWMOOD',
    'NORTHSIDE',
    'NORTHSIED',
    'CALLE REAL',
    '5TH',
    '16TH',
  )
  const street = fc.record({
    predirectional: fc.constantFrom('', 'N', 'S'),
    street: word,
    suffix: fc.constantFrom('', 'ST', 'AVE'),
    postdirectional: fc.constantFrom('', 'N'),
  })
  const number = fc.constantFrom('1', '2', '45B', '100')
  const part = (text: string) => (text === '' ? null : { text, given: text, start: 0, end: text.length })

  it('answers what comparing each record answers', async () => {
    const property = fc.asyncProperty(
      fc.array(fc.tuple(number, street), { maxLength: 60 }),
      number,
      street,
      async (records, askedNumber, asked) => {
        // All in one spot, so that nothing is left open.
        const places = await madePlaces(
          records.map(([own, parts]) => madePlace({ address: { number: own, ...parts } })),
        )
        const parsed = {
          ...parseAddress(''),
          number: part(askedNumber),
          predirectional: part(asked.predirectional),
          street: part(asked.street),
          suffix: part(asked.suffix),
          postdirectional: part(asked.postdirectional),
        }
        const expected = records
          .filter(([own]) => own === askedNumber)
          .map(([, parts]) => streetSimilarity(asked, parts))
          .filter((fit) => fit >= 0.6)
          .sort((a, b) => b - a)
          .slice(0, 5)
        expect(places.find(parsed, whereOf(TAIL)).map(({ similarity }) => similarity)).toEqual(expected)
      },
    )
    await fc.assert(property, { numRuns: 40 })
  })
})

const name = fc.stringMatching(/^[A-E]{1,5}( [A-F0-2]{1,5})?$/)
const parts = fc.record({
  predirectional: fc.constantFrom('', 'N', 'S', 'NE'),
  street: name,
  suffix: fc.constantFrom('', 'ST', 'AVE'),
  postdirectional: fc.constantFrom('', 'N', 'S', 'NE'),
})
const bytes = (text: string) => new TextEncoder().encode(text)

describe('the similarity of streets', () => {
  it('is 1 for a street and itself only, from 0 to 1, and the same both ways', () => {
    fc.assert(
      fc.property(parts, parts, (a, b) => {
        const fit = streetSimilarity(a, b)
        expect(streetSimilarity(a, a)).toBe(1)
        expect(fit).toBe(streetSimilarity(b, a))
        expect(fit).toBeGreaterThanOrEqual(0)
        const { street, suffix, predirectional, postdirectional } = a
        const same =
          street === b.street &&
          suffix === b.suffix &&
          predirectional === b.predirectional &&
          postdirectional === b.postdirectional
        if (same) expect(fit).toBe(1)
        else expect(fit).toBeLessThan(1)
      }),
      { numRuns: 3000 },
    )
  })

  it('is never above 0 where the masks rule it out', () => {
    fc.assert(
      fc.property(parts, parts, (a, b) => {
        if (streetSimilarity(a, b) > 0) expect(masksFit(streetMask(a.street), streetMask(b.street))).toBe(true)
      }),
      { numRuns: 3000 },
    )
    expect(masksFit(streetMask('OAK'), streetMask('WILLOW'))).toBe(false)
    expect(masksFit(streetMask('HIGHWAY 6'), streetMask('STATE ROAD 6'))).toBe(true)
    expect(masksFit(streetMask('HIGHWAY 6'), streetMask('HIGHWAY 7'))).toBe(false)
  })

  it('hashes and masks bytes as it does texts', () => {
    fc.assert(
      fc.property(name, name, (before, text) => {
        const all = bytes(`${before}|${text}`)
        const start = before.length + 1
        expect(hashOfBytes(all, start, all.length)).toBe(hashOf(text))
        expect(streetMaskOfBytes(all, start, all.length)).toBe(streetMask(text))
      }),
    )
  })
})
