import { describe, expect, it } from 'vitest'
import { People } from '../../../src/answers/areas/people.ts'
import { scoresAroundIfLoaded } from '../../../src/answers/scores/if-loaded.ts'
import { NotLoadedError, ValidationError } from '../../../src/base/errors.ts'
import { metersBetween } from '../../../src/base/geo/distance.ts'
import { Geography } from '../../../src/data/geography.ts'
import { type DimensionId, openVicinage } from '../../../src/index.ts'
import { readBundles } from '../../../src/library/open.ts'
import { boxRing, polygonFeature } from '../../data/geography/box-ring.ts'
import { folderFixture } from '../../library/fixtures/folder.ts'

const dimensions = ['walkability', 'privacy', 'liveliness', 'fire'] as const
const vicinage = await openVicinage<DimensionId>({ dimensions, schools: false, geocoder: false })
const geography = new Geography((await readBundles({ dimensions: [], schools: false, geocoder: false })).geography)

const austin = { lat: 30.2672, lon: -97.7431 }
const miami = { lat: 25.774, lon: -80.193 }
const fresno = { lat: 36.7378, lon: -119.7871 }

describe('modeled homes', () => {
  it('are placed in their own block group, around its center', () => {
    const people = new People(geography)
    let own = 0
    let all = 0
    for (let group = 0; group < geography.size; group += 97) {
      people.settle(group)
      const center = geography.getCenter(group)
      for (let home = group * 8; home < group * 8 + 8; home++) {
        const [lat, lon] = [people.lat[home], people.lon[home]]
        all++
        if (vicinage.place({ lat, lon })?.blockGroup === geography.describe(group).blockGroup) own++
        if (metersBetween(lat, lon, center.lat, center.lon) > 3001) throw new Error(`home ${home} is far away`)
      }
    }
    expect(own / all).toBeGreaterThan(0.98)
  })

  it.each([austin, miami, fresno])('within a circle match a brute-force search', ({ lat, lon }) => {
    const people = new People(geography)
    for (const radius of [300, 2000, 12_000]) {
      const found = [...people.homesAround(lat, lon, radius)].sort((a, b) => a - b)
      const expected: number[] = []
      for (let group = 0; group < geography.size; group++) {
        if (Math.abs(geography.getCenter(group).lat - lat) > 0.3) continue
        people.settle(group)
        for (let home = group * 8; home < group * 8 + 8; home++)
          if (metersBetween(lat, lon, people.lat[home], people.lon[home]) <= radius) expected.push(home)
      }
      expect(found).toEqual(expected)
    }
  })
})

describe('scoresAround', () => {
  it.each([austin, miami, fresno])('returns a band that contains about 80% of the residents', ({ lat, lon }) => {
    const { people, scores } = vicinage.scoresAround({ lat, lon, radius: 5000 })
    // The expected value only uses block group centers.
    const inside: number[] = []
    for (let group = 0; group < geography.size; group++)
      if (metersBetween(lat, lon, geography.getCenter(group).lat, geography.getCenter(group).lon) <= 5000)
        inside.push(group)
    const living = inside.reduce((sum, group) => sum + geography.people[group], 0)
    expect(people / living).toBeGreaterThan(0.95)
    expect(people / living).toBeLessThan(1.05)
    for (const id of ['walkability', 'privacy', 'liveliness'] as const) {
      const { p10, p90, score, narrow } = scores[id]
      const held = inside.reduce((sum, group) => {
        const at = vicinage.score(id, {
          lat: geography.getCenter(group).lat,
          lon: geography.getCenter(group).lon,
        }).score
        return at >= p10! && at <= p90! ? sum + geography.people[group] : sum
      }, 0)
      expect(held / living).toBeGreaterThan(0.68)
      // The bands are computed from homes, whose scores vary more than the scores of block group centers.
      expect(held / living).toBeLessThan(0.95)
      expect(score).toBe(vicinage.score(id, { lat, lon }).score)
      expect(narrow).toBe(p90! - p10! < 25)
    }
  })

  it('returns the score as both ends of the band for a very small circle', () => {
    const { scores } = vicinage.scoresAround({ ...austin, radius: 1 })
    for (const id of ['walkability', 'privacy', 'liveliness'] as const)
      expect(scores[id]).toEqual({
        score: scores[id].score,
        p10: scores[id].score,
        p90: scores[id].score,
        narrow: true,
        without_data: 0,
        note: null,
      })
  })

  it('weights places by population density, whether liveliness is loaded or not', async () => {
    const alone = await openVicinage<DimensionId>({ dimensions: ['privacy'], schools: false, geocoder: false })
    const circle = { lat: 30.39, lon: -97.97, radius: 400, dimensions: ['privacy'] } as const
    const { scores } = alone.scoresAround(circle)
    expect(scores).toEqual(vicinage.scoresAround(circle).scores)
    expect(geography.densityAt(austin.lon, austin.lat)).toBeGreaterThan(1000)
    expect(geography.densityAt(-104.6, 30.6)).toBeLessThan(5)
    expect(geography.densityAt(-90, 27)).toBeNaN()
  })

  it('counts few residents in the desert and none at sea', () => {
    const desert = vicinage.scoresAround({ lat: 30.6, lon: -104.6, radius: 2000 })
    expect(desert.people).toBeLessThan(100)
    expect(desert.scores.privacy.p10).toBeGreaterThan(200)
    const sea = vicinage.scoresAround({ lat: 27, lon: -90, radius: 20_000 })
    expect(sea.people).toBe(0)
    expect(sea.scores.privacy).toEqual({ score: 0, p10: null, p90: null, narrow: false, without_data: 1, note: null })
    for (const at of [
      { lat: 90, lon: 180 },
      { lat: -90, lon: -180 },
      { lat: 0, lon: 180 },
    ])
      expect(vicinage.scoresAround({ ...at, radius: 1_000_000 }).people).toBe(0)
  })

  it('accepts a circle as large as a state', () => {
    const { people } = vicinage.scoresAround({ lat: 37, lon: -120, radius: 700_000, dimensions: ['fire'] })
    let living = 0
    for (let group = 0; group < geography.size; group++)
      if (metersBetween(37, -120, geography.getCenter(group).lat, geography.getCenter(group).lon) <= 700_000)
        living += geography.people[group]
    expect(people / living).toBeCloseTo(1, 2)
  })

  it('returns the requested dimensions, or all loaded dimensions by default, and rejects dimensions that are not loaded', () => {
    const circle = { ...austin, radius: 2000 }
    const loaded = vicinage.dimensions().flatMap(({ id, loaded }) => (loaded ? [id] : []))
    expect(Object.keys(vicinage.scoresAround(circle).scores)).toEqual(loaded)
    expect(Object.keys(vicinage.scoresAround({ ...circle, dimensions: ['walkability'] }).scores)).toEqual([
      'walkability',
    ])
    const dimensions = ['walkability', 'flood'] as const
    expect(() => vicinage.scoresAround({ ...circle, dimensions })).toThrow(NotLoadedError)
    expect(() => vicinage.area(circle, { dimensions })).toThrow(NotLoadedError)
    expect(Object.keys(vicinage.area(circle).scores)).toEqual(loaded)
    const { scores } = scoresAroundIfLoaded(vicinage, { ...circle, dimensions })
    expect(Object.keys(scores)).toEqual(dimensions)
    expect(scores.flood).toEqual({ score: 0, p10: null, p90: null, narrow: false, without_data: 1, note: null })
    expect(scores.walkability).toEqual(vicinage.scoresAround(circle).scores.walkability)
  })

  it.each([
    ['a missing radius', { ...austin }, 'missing', ['query', 'radius']],
    ['a radius of 0', { ...austin, radius: 0 }, 'greater_than_equal', ['query', 'radius']],
    ['a radius above the maximum', { ...austin, radius: 1e7 + 1 }, 'less_than_equal', ['query', 'radius']],
    ['a radius that is not a number', { ...austin, radius: 'wide' }, 'float_parsing', ['query', 'radius']],
    ['a latitude that is not a number', { radius: 5, lat: Number.NaN, lon: 0 }, 'finite_number', ['query', 'lat']],
    [
      'an unknown dimension',
      { ...austin, radius: 5, dimensions: ['charm'] },
      'literal_error',
      ['query', 'dimensions', 0],
    ],
  ])('rejects %s', (_, question, type, loc) => {
    const refused = () => vicinage.scoresAround(question as never)
    expect(refused).toThrow(ValidationError)
    try {
      refused()
    } catch (error) {
      expect((error as ValidationError).detail[0]).toMatchObject({ type, loc })
    }
  })
})

const fixture = await openVicinage({ data: await folderFixture() })

describe('a band checked by hand', () => {
  /** Homes with 9,000 people: 1,000 in California, 500 and 1,500 in Florida, 3,000 and 3,000 in Texas. */
  const homes = [
    boxRing(-118.3, 34, -118.2, 34.1),
    boxRing(-80.3, 25.7, -80.25, 25.8),
    boxRing(-80.25, 25.7, -80.2, 25.8),
    boxRing(-97.8, 30.2, -97.7, 30.3),
    boxRing(-97.7, 30.2, -97.6, 30.3),
  ]

  it.each<[string, readonly number[], object]>([
    ['is narrow if everyone has the same score', [9, 9, 9, 9, 9], { p10: 9, p90: 9, narrow: true, without_data: 0 }],
    ['is narrow if it is 24 points wide', [80, 80, 80, 80, 104], { p10: 80, p90: 104, narrow: true }],
    ['is not narrow if it is 25 points wide', [80, 80, 80, 80, 105], { p10: 80, p90: 105, narrow: false }],
    [
      'is narrow if one person in 18 has no data',
      [9, 0, 9, 9, 9],
      { p10: 9, p90: 9, narrow: true, without_data: 0.056 },
    ],
    [
      'is not narrow if one person in nine has no data',
      [0, 9, 9, 9, 9],
      { p10: 9, p90: 9, narrow: false, without_data: 0.111 },
    ],
    [
      'is given if half of the people have no data',
      [0, 0, 9, 0, 9],
      { p10: 9, p90: 9, narrow: false, without_data: 0.5 },
    ],
    [
      'is null if most people have no data',
      [9, 9, 9, 0, 0],
      { p10: null, p90: null, narrow: false, without_data: 0.667 },
    ],
  ])('%s', (_, scores, expected) => {
    const features = homes.map((ring, i) => polygonFeature({ score: scores[i] }, ring))
    const layer = fixture.withLayer({ id: 'own', features, score: 'score' })
    const around = layer.scoresAround({ lat: 30, lon: -100, radius: 3_000_000, dimensions: ['own'] })
    expect(around.people).toBe(9000)
    expect(around.scores.own).toMatchObject(expected)
  })
})
