import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type CityPlace, type GazetteerTables, gazetteerBundle } from '../../../data-build/geocode/gazetteer-bundle.ts'
import { memoryBundle } from '../../../data-build/pack/dimension-bundle.ts'
import { Gazetteer, type PlaceKind } from '../../../src/answers/geocode/gazetteer/gazetteer.ts'
import { normalizeCity } from '../../../src/answers/geocode/parse/tokens.ts'
import { BundleError } from '../../../src/base/errors.ts'
import { editDistance, tolerance } from '../../../src/base/geo/edit-distance.ts'
import { readBundle } from '../../../src/data/bundle/read.ts'
import { type SectionContent, writeBundle } from '../../../src/data/bundle/write.ts'

const spot = { lat: 30, lon: -97, radius: 5000, people: 1000 }

/** Returns a city where only the name matters. */
function cityFixture(name: string, state: CityPlace['state'], change: Partial<CityPlace> = {}): CityPlace {
  return { ...spot, name, state, aliases: [], zips: [], counties: [], ...change }
}

/** Returns invented places: cities in the given order, four ZIPs and three counties. */
function placesFixture(cities: readonly CityPlace[]): GazetteerTables {
  return {
    states: [
      { ...spot, name: 'California', state: 'CA', aliases: [], lat: 36, lon: -119 },
      { ...spot, name: 'Florida', state: 'FL', aliases: [], lat: 28, lon: -82 },
      { ...spot, name: 'Texas', state: 'TX', aliases: [] },
    ],
    counties: [
      { ...spot, fips: '06001', name: 'St. Anne County', state: 'CA', aliases: ['Old Anne County'] },
      { ...spot, fips: '12003', name: 'DeMarco County', state: 'FL', aliases: [] },
      { ...spot, fips: '48005', name: 'DeMarco County', state: 'TX', aliases: [], people: 2000 },
    ],
    cities,
    zips: [
      { ...spot, zip: '32001', state: 'FL', city: null, counties: ['12003'] },
      { ...spot, zip: '75001', state: 'TX', city: 0, counties: ['48005', '06001'] },
      { ...spot, zip: '75002', state: 'TX', city: 0, counties: [], lat: 31 },
      { ...spot, zip: '90001', state: 'CA', city: cities.length - 1, counties: ['06001'] },
    ],
  }
}

const CITIES = [
  cityFixture('Alder Springs', 'TX', { zips: ['75001', '75002'], counties: ['48005'], people: 90_000 }),
  cityFixture('Alder Springs', 'CA', { people: 100_000, lat: 35, lon: -120 }),
  cityFixture('Alder Springs', 'TX', { people: 50 }),
  cityFixture('St. Berga', 'FL', { aliases: ['San Berga del Mar'], people: 7000 }),
  cityFixture('Fort Cedarvale', 'FL', { people: 300 }),
  cityFixture('Palm Springs', 'FL', { people: 301 }),
  cityFixture('Cedarvale', 'CA', { people: 20 }),
  cityFixture('Lindenwood Heights', 'CA', { zips: ['90001'], counties: ['06001'] }),
]
const content = gazetteerBundle(placesFixture(CITIES), [])
const places = new Gazetteer(memoryBundle(content))
const names = (cities: readonly number[]) => cities.map((city) => `${places.place('city', city).name}, ${city}`)

describe('Gazetteer', () => {
  it('returns the same places after being written and read', async () => {
    const read = new Gazetteer(await readBundle(await writeBundle(content), 'places.bundle'))
    for (const kind of ['zip', 'city', 'county', 'state'] as const)
      for (let i = 0; i < places.count(kind); i++) expect(read.place(kind, i)).toEqual(places.place(kind, i))
    expect(read.place('city', 1)).toEqual({
      kind: 'city',
      name: 'Alder Springs',
      state: 'CA',
      lat: 35,
      lon: -120,
      radius: 5000,
      people: 100_000,
    })
  })

  it('finds cities by exact name, most populous first', () => {
    expect(places.citiesNamed('ALDER SPRINGS', null)).toEqual([1, 0, 2])
    expect(places.citiesNamed('ALDER SPRINGS', 'TX')).toEqual([0, 2])
    expect(places.citiesNamed('ALDER SPRINGS', 'FL')).toEqual([])
    expect(places.citiesNamed('ALDER SPRINGS', 'NY')).toEqual([])
    expect(places.citiesNamed('SAINT BERGA', 'FL')).toEqual([3])
    expect(places.citiesNamed(normalizeCity('san Berga Del Mar'), null)).toEqual([3])
    expect(places.citiesNamed('CITY OF CEDARVALE', null)).toEqual([6])
    expect(places.citiesNamed('', null)).toEqual([])
    expect(places.citiesNamed('CITY OF ', null)).toEqual([])
  })

  it('reports whether a name is a city name', () => {
    expect(places.isCity('ALDER SPRINGS', null)).toBe(true)
    expect(places.isCity('ALDER SPRINGS', 'CA')).toBe(true)
    expect(places.isCity('ALDER SPRINGS', 'FL')).toBe(false)
    expect(places.isCity('ALDER SPRINGS', 'ZZ')).toBe(false)
    expect(places.isCity('TOWN OF CEDARVALE', 'CA')).toBe(true)
    for (const name of ['constructor', '__proto__', 'TOWN OF ', '']) expect(places.isCity(name, null), name).toBe(false)
  })

  it('finds only five-digit ZIPs', () => {
    expect(places.zip('75002')).toBe(2)
    expect(places.place('zip', 2).name).toBe('75002')
    for (const zip of ['75003', '00000', '99999', '7500', '750011', '7500A', '+7501', ' 7501', '', '７５００１'])
      expect(places.zip(zip), zip).toBe(-1)
  })

  it('finds counties with or without the word COUNTY and with or without a space in the name', () => {
    for (const name of ['DEMARCO COUNTY', 'DEMARCO', 'DE MARCO COUNTY', 'DE MARCO'])
      expect(places.countiesNamed(name, null).map((county) => places.countyFips(county))).toEqual(['48005', '12003'])
    expect(places.countiesNamed('DEMARCO', 'FL')).toEqual([1])
    expect(places.countiesNamed('SAINT ANNE', 'CA')).toEqual([0])
    expect(places.countiesNamed('OLD ANNE', 'CA')).toEqual([0])
    expect(places.countiesNamed('COUNTY', 'CA')).toEqual([])
    expect(places.county('48005')).toBe(2)
    expect(places.county('48006')).toBe(-1)
    expect(places.county('4805')).toBe(-1)
  })

  it('links cities, ZIPs and counties', () => {
    expect(places.zipCity(places.zip('75001'))).toBe(0)
    expect(places.zipCity(places.zip('32001'))).toBe(-1)
    expect(places.zipCounties(places.zip('75001'))).toEqual([2, 0])
    expect(places.zipCounties(places.zip('75002'))).toEqual([])
    expect(places.cityZips(0).map((zip) => places.place('zip', zip).name)).toEqual(['75001', '75002'])
    expect(places.cityCounties(0)).toEqual([2])
    expect(places.stateOf('FL')).toBe(1)
    expect(places.stateOf('NY')).toBe(-1)
    expect(places.place('state', 1).name).toBe('Florida')
    expect(places.stateCode('zip', 0)).toBe('FL')
  })

  it('computes distances between places', () => {
    const [a, b] = [places.zip('75001'), places.zip('75002')]
    expect(places.distance('zip', a, 'zip', b)).toBeCloseTo(111_195, 0)
    expect(places.distance('zip', a, 'state', 2)).toBe(0)
  })

  it('throws a RangeError for an index out of range', () => {
    for (const index of [-1, 4, 0.5, Number.NaN]) expect(() => places.place('zip', index)).toThrow(RangeError)
    expect(() => places.place('county', 3)).toThrow('There is no county 3; they are numbered from 0 to 2.')
  })
})

describe('cities with misspelled names', () => {
  it('are sorted by number of edits, then by population', () => {
    expect(places.similarCities('ALDER SPRIGNS', 'TX')).toEqual([
      { city: 0, edits: 1 },
      { city: 2, edits: 1 },
    ])
    expect(names(places.citiesLike('CEDRAVALE', null))).toEqual(['Cedarvale, 6'])
    expect(places.similarCities('CEDARVALE', null)).toEqual([
      { city: 6, edits: 0 },
      { city: 4, edits: 3 },
    ])
    expect(places.citiesLike('ALDER SPRIGNS', 'NY')).toEqual([])
  })

  it('are not found if a short word needs two edits', () => {
    // SALT must not match PALM, although the whole name is long enough for two edits.
    expect(editDistance('SALT SPRINGS', 'PALM SPRINGS', 2)).toBe(2)
    expect(places.citiesLike('SALT SPRINGS', 'FL')).toEqual([])
    expect(places.citiesLike('PALN SPRING', 'FL')).toEqual([5])
  })

  it('are found if a word is missing, added or cut off', () => {
    expect(places.similarCities('FORT CEDARVALE BEACH', 'FL')).toEqual([{ city: 4, edits: 3 }])
    expect(places.similarCities('LINDENWOOD', 'CA')).toEqual([{ city: 7, edits: 3 }])
    expect(places.similarCities('LINDENWOOD HEI', 'CA')).toEqual([{ city: 7, edits: 3 }])
    expect(places.citiesLike('LINDENWO', 'CA')).toEqual([])
    // A single word does not find a city if many names begin or end with that word.
    const many = ['ALDER', 'BIRCH', 'CEDAR', 'DOGWOOD', 'ELDER', 'FIR'].flatMap((tree) => [
      cityFixture(`${tree} Grove`, 'CA'),
      cityFixture(`Grove ${tree}`, 'CA'),
    ])
    const made = new Gazetteer(memoryBundle(gazetteerBundle(placesFixture(many), [])))
    expect(made.citiesLike('GROVE', null)).toEqual([])
    expect(made.citiesLike('DOGWOOD', null).length).toBe(2)
    expect(places.citiesLike('VILLAGE OF LINDENWOOD HEIGHT', 'CA')).toEqual([7])
  })

  it('are not found from random text', () => {
    for (const text of [
      '',
      ' ',
      'X',
      'LA',
      'A'.repeat(300),
      'FORT',
      '🙂🙂🙂🙂',
      "'; DROP TABLE",
      '\ud800',
      'ß'.repeat(60),
    ])
      expect(places.citiesLike(text, null), text).toEqual([])
  })

  it('match a brute-force search of all names', () => {
    // Short words from few letters, so that many are similar.
    const word = fc.string({ unit: fc.constantFrom('A', 'B', 'C'), minLength: 1, maxLength: 9 })
    const name = fc.array(word, { minLength: 1, maxLength: 2 }).map((words) => words.join(' '))
    const list = fc.uniqueArray(name, { minLength: 1, maxLength: 40 })
    fc.assert(
      fc.property(list, name, (list, text) => {
        const cities = list.map((own, i) => cityFixture(own, i % 2 ? 'CA' : 'TX', { people: (i * 7) % 5 }))
        const made = new Gazetteer(memoryBundle(gazetteerBundle(placesFixture(cities), [])))
        for (const state of [null, 'CA']) {
          const wanted = cities
            .map((city, i) => ({ city: i, edits: editsBetween(text, normalizeCity(city.name)), ...city }))
            .filter(({ edits, state: own }) => edits <= 2 && (state === null || own === state))
            .sort((a, b) => a.edits - b.edits || b.people - a.people || a.city - b.city)
            .map(({ city, edits }) => ({ city, edits }))
          const found = made.similarCities(text, state)
          expect(found.filter(({ edits }) => edits < 3)).toEqual(wanted.slice(0, 5))
          expect(found.length).toBeLessThanOrEqual(5)
          expect(new Set(found.map(({ city }) => city)).size).toBe(found.length)
        }
      }),
      { numRuns: 400 },
    )
  })
})

/** Returns the edit distance between two names, or 9 if it is too large for strings or words of these lengths. */
function editsBetween(a: string, b: string): number {
  const edits = editDistance(a, b, 50)
  if (edits > tolerance(Math.min(a.length, b.length))) return 9
  const [words, others] = [a.split(' '), b.split(' ')]
  if (edits < 2 || words.length !== others.length) return edits
  const fits = words.every((word, i) => {
    const own = editDistance(word, others[i], 50)
    return own < 2 || Math.min(word.length, others[i].length) >= 8
  })
  return fits ? edits : 9
}

describe('a broken places bundle', () => {
  const withSection = (name: string, change: (data: SectionContent['data']) => SectionContent['data']) => ({
    ...content,
    sections: content.sections.map((section) =>
      section.name === name ? { name, data: change(section.data.slice() as SectionContent['data']) } : section,
    ),
  })
  const open = (broken: typeof content) => () => new Gazetteer(memoryBundle(broken))

  it('is rejected if an index exceeds its column', () => {
    for (const [name, at, value] of [
      ['zip.city', 0, CITIES.length + 1],
      ['zip.state', 0, 3],
      ['city.state', 2, 200],
      ['city.aliasOf', 0, CITIES.length],
      ['zip.code', 1, 100_000],
      ['zip.code', 1, 32001],
      ['county.fips', 2, 1],
      ['city.zips.rows', 0, 4],
      ['city.counties.rows', 0, 3],
      ['zip.counties.start', 1, 99],
      ['zip.counties.start', 2, 0],
      ['city.lat', 0, 9_000_001],
      ['zip.lon', 0, -18_000_001],
      ['city.name.ends', 0, 5000],
    ] as const) {
      const broken = withSection(name, (data) => {
        data[at] = value
        return data
      })
      expect(open(broken), `${name} ${at}`).toThrow(BundleError)
      expect(open(broken)).toThrow(name.startsWith('city.lat') || name === 'zip.lon' ? 'on Earth' : `'${name}'`)
    }
  })

  it('is rejected if a column is too short or missing', () => {
    for (const { name } of content.sections) {
      expect(open(withSection(name, (data) => data.slice(1) as typeof data)), name).toThrow(BundleError)
      const sections = content.sections.filter((section) => section.name !== name)
      expect(open({ ...content, sections }), name).toThrow(BundleError)
    }
  })

  it('is rejected if it is of another kind or if states are missing or have no name', () => {
    expect(open({ ...content, kind: 'schools' })).toThrow("expected 'places'")
    expect(open({ ...content, meta: {} })).toThrow(BundleError)
    expect(open({ ...content, meta: { states: [] } })).toThrow(BundleError)
    const blank = withSection('city.name.bytes', (data) => data.fill(32))
    expect(open(blank)).toThrow('expected letters')
  })

  it('never returns a wrong row, whichever number is changed', () => {
    const kinds: readonly PlaceKind[] = ['zip', 'city', 'county', 'state']
    const section = fc.constantFrom(...content.sections.filter(({ data }) => data.length > 0).map(({ name }) => name))
    fc.assert(
      fc.property(section, fc.nat(), fc.nat(0xffffffff), (name, at, value) => {
        const broken = withSection(name, (data) => {
          data[at % data.length] = value
          return data
        })
        let opened: Gazetteer
        try {
          opened = new Gazetteer(memoryBundle(broken))
        } catch (error) {
          expect(error).toBeInstanceOf(BundleError)
          return
        }
        for (const kind of kinds)
          for (let i = 0; i < opened.count(kind); i++) {
            const { lat, lon, state } = opened.place(kind, i)
            expect(Math.abs(lat) <= 90 && Math.abs(lon) <= 180 && state.length === 2).toBe(true)
          }
        for (let zip = 0; zip < opened.count('zip'); zip++) {
          expect(opened.zipCity(zip)).toBeLessThan(opened.count('city'))
          for (const county of opened.zipCounties(zip)) opened.place('county', county)
        }
        for (let city = 0; city < opened.count('city'); city++) {
          for (const zip of opened.cityZips(city)) opened.place('zip', zip)
          for (const county of opened.cityCounties(city)) opened.place('county', county)
        }
      }),
      { numRuns: 500 },
    )
  })
})
