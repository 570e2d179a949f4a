import { describe, expect, it } from 'vitest'
import { NotFoundError, NotLoadedError, ValidationError } from '../../../src/base/errors.ts'
import { Geography } from '../../../src/data/geography.ts'
import { type DimensionId, openVicinage } from '../../../src/index.ts'
import { readBundles } from '../../../src/library/open.ts'
import { boxRing, polygonFeature } from '../../data/geography/box-ring.ts'
import { folderFixture } from '../../library/fixtures/folder.ts'

const vicinage = await openVicinage<DimensionId>({ dimensions: ['walkability', 'fire'] })
const geography = new Geography((await readBundles({ dimensions: [], schools: false, geocoder: false })).geography)

/** Returns the mean score of the block groups, grouped by the names that `nameOf` returns. */
function means(nameOf: (group: number, lat: number, lon: number) => readonly string[]) {
  const sums = new Map<string, { people: number; sum: number }>()
  for (let group = 0; group < geography.size; group++) {
    const { lat, lon } = geography.getCenter(group)
    const { score } = vicinage.score('walkability', { lat, lon }, { description: false })
    if (score === 0) continue
    for (const name of nameOf(group, lat, lon)) {
      const of = sums.get(name) ?? { people: 0, sum: 0 }
      sums.set(name, { people: of.people + geography.people[group], sum: of.sum + score * geography.people[group] })
    }
  }
  return [...sums].map(([name, { people, sum }]) => ({ name, people, mean: sum / people }))
}

describe('rank()', () => {
  it.each(['county', 'zip', 'city'] as const)('returns areas that area() and within accept: %s', (of) => {
    const [ranked] = vicinage.rank('walkability', { of, within: { state: 'CA' }, limit: 1 }).areas
    expect(vicinage.area(ranked).people).toBe(ranked.people)
    expect(vicinage.rank('walkability', { of: 'zip', within: ranked, limit: 1 }).areas).toHaveLength(1)
  })

  it('sorts the counties of a state by the mean of their block groups', () => {
    const expected = means((group) => {
      const { blockGroup, county, state } = geography.describe(group)
      return blockGroup.startsWith('48') ? [`${county}, ${state}`] : []
    }).filter(({ people }) => people > 0)
    const { areas: answer, ...rest } = vicinage.rank('walkability', {
      of: 'county',
      within: { state: 'TX' },
      limit: 1000,
    })
    expect(rest).toEqual({ boundary: 'exact', total: expected.length })
    expect(answer).toHaveLength(expected.length)
    expected.sort((a, b) => b.mean - a.mean)
    answer.forEach(({ name, people, mean }, i) => {
      const own = expected.find((county) => county.name === name)!
      expect([people, Math.abs(mean - own.mean) <= 0.0501]).toEqual([own.people, true])
      expect(Math.abs(mean - expected[i].mean)).toBeLessThanOrEqual(0.0501)
    })
    expect(answer[0].rank).toBe(1)
    const { areas: lowest } = vicinage.rank('walkability', {
      of: 'county',
      within: { state: 'TX' },
      order: 'lowest',
      limit: 1,
    })
    expect(lowest[0].mean).toBe(answer.at(-1)!.mean)
  })

  it('skips postal city names unless they are requested, as find() does', () => {
    const inState = (postalCities?: boolean) => {
      const [highest, lowest] = (['highest', 'lowest'] as const).map((order) =>
        vicinage.rank('walkability', { of: 'city', within: 'CA', limit: 1000, order, postalCities }),
      )
      return { total: highest!.total, names: new Set([...highest!.areas, ...lowest!.areas].map(({ name }) => name)) }
    }
    const [census, all] = [inState(), inState(true)]
    // Neighborhoods of Los Angeles and San Diego.
    for (const name of ['Van Nuys, CA', 'North Hollywood, CA', 'La Jolla, CA', 'Winnetka, CA']) {
      expect(census.names.has(name), name).toBe(false)
      expect(all.names.has(name), name).toBe(true)
    }
    // These cities have no outline of their own because another place in California has the same name.
    for (const name of ['Burbank, CA', 'Mountain View, CA', 'Oakland, CA'])
      expect(census.names.has(name), name).toBe(true)
    expect(all.total - census.total).toBeGreaterThan(100)
    const search = {
      of: 'city',
      where: { walkability: { min: 200 } },
      within: 'Los Angeles County, CA',
      limit: 50,
    } as const
    const found = vicinage.find(search)
    expect(found.areas.map(({ name }) => name)).not.toContain('Van Nuys, CA')
    expect(vicinage.find({ ...search, postalCities: true }).total).toBeGreaterThan(found.total)
    expect(vicinage.find({ ...search, postal_cities: true })).toEqual(vicinage.find({ ...search, postalCities: true }))
  })

  it('ranks the school districts with most of their residents in a county, with the same values as area()', () => {
    const within = { county: '48453' }
    const expected = means((group, lat, lon) =>
      geography.describe(group).blockGroup.startsWith('48453')
        ? vicinage.schools.districts({ lat, lon }).districts.map(({ geoid }) => geoid)
        : [],
    )
    const { areas: answer } = vicinage.rank('walkability', { of: 'district', within, limit: 1000 })
    expect(answer.length).toBeGreaterThan(4)
    expect(expected.map(({ name }) => name)).toEqual(expect.arrayContaining(answer.map(({ id }) => id)))
    for (const { id, people, mean } of answer) {
      const own = vicinage.area({ district: id! }, { dimensions: ['walkability'] })
      expect([people, mean]).toEqual([own.people, own.scores.walkability.mean])
      expect(expected.find(({ name }) => name === id)!.people / people).toBeGreaterThan(0.45)
    }
  })

  it('ranks the ZIPs of a city with the same values as area()', () => {
    const within = { city: 'Austin', state: 'TX' }
    const { areas: zips } = vicinage.rank('walkability', { of: 'zip', within, limit: 1000 })
    expect(zips.length).toBeGreaterThan(25)
    for (const { id, kind, name, people, mean } of zips) {
      expect([kind, name, /^78[67]/.test(id!)]).toEqual(['zip', id, true])
      const own = vicinage.area({ zip: id! }, { dimensions: ['walkability'] })
      expect([id, people, mean]).toEqual([id, own.people, own.scores.walkability.mean])
    }
    const { areas: all, total } = vicinage.rank('walkability', { of: 'city', minPeople: 1_000_000 })
    expect(total).toBe(all.length)
    expect(all.map(({ name }) => name).sort()).toEqual([
      ...['Dallas, TX', 'Houston, TX', 'Los Angeles, CA', 'San Antonio, TX', 'San Diego, CA', 'San Jose, CA'],
    ])
  })

  it('lists San Francisco among the most walkable cities and reports the population of each', ({ skip }) => {
    skip(
      geography.people.every((count) => count === 1),
      'geography.bundle has no people: build it again',
    )
    const { areas: cities } = vicinage.rank('walkability', { of: 'city', limit: 5, minPeople: 500_000 })
    expect(cities.map(({ name }) => name)).toContain('San Francisco, CA')
    const [first] = cities
    const [city, state] = first.name.split(', ')
    expect(first.people).toBe(vicinage.area({ city, state }, { dimensions: [] }).people)
    expect(first.mean).toBeGreaterThanOrEqual(cities[1].mean)
  })

  it('skips areas in which no resident has a score', () => {
    expect(vicinage.rank('fire', { of: 'county', within: { state: 'TX' } })).toMatchObject({ total: 0, areas: [] })
    const three = vicinage.rank('fire', { of: 'zip', within: { county: '06037' }, limit: 3 })
    expect(three.areas).toHaveLength(3)
    expect(three.total).toBeGreaterThan(three.areas.length)
  })

  it('returns the same ranks, ties and missing-data shares as a calculation by hand', async () => {
    // 1,000 people in California, 2,000 in Florida and 6,000 in Texas, where each of two squares has half.
    const made = await openVicinage({ data: await folderFixture() })
    const square = (score: number, west: number, south: number) =>
      polygonFeature({ score }, boxRing(west, south, west + 0.1, south + 0.1))
    const western = square(5, -97.8, 30.2)
    const features = [square(9, -118.3, 34), square(9, -80.3, 25.7), western]
    const layer = made.withLayer({ id: 'own', features, score: 'score' })
    const ranked = (options: object = {}) =>
      layer.rank('own', { of: 'county', ...options }).areas.map((one) => [one.rank, one.id, one.mean, one.without_data])
    expect(ranked()).toEqual([
      [1, '12086', 9, 0],
      [1, '06037', 9, 0],
      [3, '48453', 5, 0.5],
    ])
    expect(ranked({ minPeople: 6000 })).toEqual([[1, '48453', 5, 0.5]])
    expect(ranked({ minPeople: 6001 })).toEqual([])
    // An area is included only if more than half of its people live inside `within`.
    expect(ranked({ within: western.geometry })).toEqual([])
    expect(ranked({ within: { type: 'Polygon', coordinates: [boxRing(-97.8, 30.2, -97.6, 30.3)] } })).toHaveLength(1)
  })

  it('rejects unknown kinds, limits, sort orders and areas', async () => {
    const asked = (options: unknown) => () => vicinage.rank('walkability', options as never)
    expect(asked(undefined)).toThrow(ValidationError)
    expect(asked({ of: 'street' })).toThrow(ValidationError)
    expect(asked({ of: 'city', limit: 1001 })).toThrow(ValidationError)
    expect(asked({ of: 'city', order: 'best' })).toThrow(ValidationError)
    expect(asked({ of: 'county', within: { county: 'Travis' } })).toThrow(ValidationError)
    expect(asked({ of: 'county', within: {} })).toThrow(ValidationError)
    expect(asked({ of: 'county', within: { county: '36061' } })).toThrow(NotFoundError)
    expect(asked({ of: 'county', within: { state: 'NY' } })).toThrow(NotFoundError)
    expect(() => vicinage.rank('flood', { of: 'county' })).toThrow(NotLoadedError)
    expect(() => vicinage.rank('charm' as never, { of: 'county' })).toThrow(ValidationError)
    const bare = await openVicinage({ dimensions: ['fire'], schools: false, geocoder: false })
    expect(() => bare.rank('fire', { of: 'zip' })).toThrow(NotLoadedError)
    expect(() => bare.rank('fire', { of: 'district' })).toThrow(NotLoadedError)
    expect(bare.rank('fire', { of: 'county', limit: 2 }).areas).toHaveLength(2)
  })
})
