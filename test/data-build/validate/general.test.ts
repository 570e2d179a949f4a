import { describe, expect, it } from 'vitest'
import type { BlockGroups } from '../../../data-build/context.ts'
import { scorers } from '../../../data-build/scorers.ts'
import { loadChecker } from '../../../data-build/validate/checkers.ts'
import { getDistribution } from '../../../data-build/validate/general/distribution.ts'
import {
  amongPeople,
  anywhere,
  containingPolygons,
  gather,
} from '../../../data-build/validate/general/random-places.ts'
import { borderPairs, readStep } from '../../../data-build/validate/general/steps.ts'
import { disagreements } from '../../../data-build/validate/general/words.ts'
import { dimensions } from '../../../src/answers/dimensions/catalog.ts'

describe('dimension tables', () => {
  it('contain every catalog dimension in order, each with a scorer and a check', async () => {
    const ids = dimensions.map(({ id }) => id)
    expect(Object.keys(scorers)).toEqual(ids)
    for (const id of ids) expect(await loadChecker(id), id).toBeTypeOf('function')
    const surfaces = Object.entries(scorers).flatMap(([id, { surface }]) => (surface ? [[id, surface.id]] : []))
    expect(surfaces.filter(([id, own]) => id !== own)).toEqual([])
  })
})

describe('the check of description words', () => {
  it('reports words that belong to a different rung than the score', () => {
    const say = (...texts: string[]) => disagreements('liveliness', Uint8Array.of(20, 200, 0), texts)
    expect(say('Quiet enclave: 5 people.', 'Lively: 3 people.', '')).toEqual([])
    expect(say('Lively: 5 people.', 'Urban hotspot.', '')).toEqual([0, 1])
  })

  it('reports descriptions whose figures are in a different order than their words', () => {
    const scores = Uint8Array.of(30, 150, 170, 171, 255)
    const say = (...homes: string[]) =>
      disagreements('privacy', scores, [
        `High density, little privacy: about ${homes[0]} around`,
        `Typical suburban privacy: about ${homes[1]} around`,
        `Roomy and private: about ${homes[2]} around`,
        `Roomy and private: about ${homes[3]} around`,
        'No homes nearby.',
      ])
    const dense = '8.9 homes per acre (22 per hectare)'
    const roomy = '1 home per 1.2 acres (0.5 hectares)'
    expect(say(dense, '3 homes per acre (7 per hectare)', roomy, roomy)).toEqual([])
    expect(say('7.7 homes per acre (19 per hectare)', dense, roomy, roomy)).toEqual([1])
    expect(say(dense, roomy, roomy, '1.1 homes per acre (2.7 per hectare)')).toEqual([3])
  })
})

describe('the distribution of people over scores', () => {
  const scores = Uint8Array.of(10, 10, 20, 255, 0)
  const people = Float64Array.of(20, 15, 10, 50, 5)

  it('reports the largest share of people with the same score, and the share without a score', () => {
    const [common, missing] = getDistribution('any', scores, people)
    expect(common).toMatchObject({ value: 50, n: 100, reached: false })
    expect(missing).toMatchObject({ value: 5, n: 100, reached: false })
  })

  it('ignores the score at which the scale itself is capped', () => {
    const [common] = getDistribution('any', scores, people, { capped: 255 })
    expect(common).toMatchObject({ value: 35, reached: false })
  })

  it('is compared with targets, if any are given', () => {
    const [common, missing] = getDistribution('any', scores, people, { common: null, missing: 5 })
    expect(common.reached).toBeNull()
    expect(missing.reached).toBe(true)
  })
})

/**
 * Four tracts of 0.1° around 30° N, 90° W. The two western tracts belong to one county, the two eastern tracts to
 * another.
 */
const squares = [
  { geoid: '01001000001', west: -90.1, south: 29.9 },
  { geoid: '01001000002', west: -90.1, south: 30 },
  { geoid: '01003000001', west: -90, south: 29.9 },
  { geoid: '01003000002', west: -90, south: 30 },
].map(({ geoid, west, south }) => ({ geoid, west, south, east: west + 0.1, north: south + 0.1 }))

const tracts = {
  geoid: squares.map(({ geoid }) => geoid),
  rings: squares.map(({ west, south, east, north }) => [
    Float64Array.of(west, south, east, south, east, north, west, north, west, south),
  ]),
}

const zoneAt = (lon: number, lat: number) =>
  1 + squares.findIndex(({ west, south, east, north }) => lon >= west && lon < east && lat >= south && lat < north)

describe('pairs of places across borders', () => {
  const pairs = borderPairs(tracts, zoneAt, 200)

  it('are 100 m apart, on either side of a tract or county line', () => {
    for (const kind of ['tract', 'county'] as const) {
      const { a, b } = pairs[kind]
      expect(a.lat).toHaveLength(200)
      a.lat.forEach((lat, i) => {
        const east = (b.lon[i] - a.lon[i]) * Math.cos((lat * Math.PI) / 180) * 111.195
        const north = (b.lat[i] - lat) * 111.195
        expect(Math.hypot(east, north)).toBeCloseTo(0.1, 3)
        const [one, other] = [zoneAt(a.lon[i], lat), zoneAt(b.lon[i], b.lat[i])]
        expect(one).not.toBe(other)
        const sameCounty = tracts.geoid[one - 1].slice(0, 5) === tracts.geoid[other - 1].slice(0, 5)
        expect(sameCounty).toBe(kind === 'tract')
      })
    }
  })

  it('include pairs within one tract for comparison', () => {
    const { a, b } = pairs.within
    expect(a.lat.length).toBeGreaterThan(150)
    a.lat.forEach((lat, i) => {
      expect(zoneAt(a.lon[i], lat)).toBe(zoneAt(b.lon[i], b.lat[i]))
    })
  })

  it('are the same in every run', () => {
    expect(borderPairs(tracts, zoneAt, 200)).toEqual(pairs)
  })

  it('reveal a score step at a county line, and no step where the score is continuous', () => {
    const scores = (of: (lon: number, lat: number) => number) => ({
      scores: (_: string, lat: Float64Array, lon: Float64Array) => Uint8Array.from(lat, (y, i) => of(lon[i], y)),
    })
    const byCounty = scores((lon) => (lon < -90 ? 100 : 140))
    expect(readStep(byCounty, 'any', pairs.county, 'here', true)).toMatchObject({ value: 40, n: 200, reached: false })
    expect(readStep(byCounty, 'any', pairs.tract, 'here', true)).toMatchObject({ value: 0, reached: true })
    expect(readStep(byCounty, 'any', pairs.county, 'here', false).reached).toBeNull()
    const onlyWest = scores((lon) => (lon < -90 ? 100 : 0))
    expect(readStep(onlyWest, 'any', pairs.county, 'here', true).n).toBe(0)
  })
})

describe('the polygons around a place', () => {
  const square = (west: number, south: number, side: number) =>
    Float64Array.of(west, south, west + side, south, west + side, south + side, west, south + side, west, south)
  const containing = containingPolygons([
    [square(0, 0, 10), square(4, 4, 2)],
    [square(4, 4, 8)],
    [square(20, 20, 1), square(30, 30, 1)],
  ])

  it('are all found, with holes treated by the even-odd rule', () => {
    expect(containing(1, 1)).toEqual([0])
    expect(containing(5, 5)).toEqual([1])
    expect(containing(8, 8)).toEqual([0, 1])
    expect(containing(15, 15)).toEqual([])
    expect(containing(30.5, 30.5)).toEqual([2])
  })
})

describe('random places', () => {
  it('are spread evenly over the area of a box', () => {
    const places = gather(anywhere({ west: -10, south: 0, east: 10, north: 60 }, 1), 4000, (place) => place)
    expect(places.every(({ lat, lon }) => lat >= 0 && lat <= 60 && lon >= -10 && lon <= 10)).toBe(true)
    // The area south of 30° is sin 30° / sin 60° = 0.577 of the area between the equator and 60°.
    const south = places.filter(({ lat }) => lat < 30).length / places.length
    expect(south).toBeGreaterThan(0.55)
    expect(south).toBeLessThan(0.61)
  })

  it('are distributed like the residents of a state, within circles the size of their block groups', () => {
    const blockGroups = {
      id: ['a', 'b', 'c'],
      state: ['12', '12', '06'],
      lat: Float64Array.of(27, 30, 35),
      lon: Float64Array.of(-81, -84, -119),
      population: Float64Array.of(300, 100, 5000),
      areaKm2: Float64Array.of(Math.PI, 4 * Math.PI, 1),
    } as unknown as BlockGroups
    const places = gather(amongPeople(blockGroups, '12', 1), 2000, (place) => place)
    const distance = (place: { lat: number; lon: number }, b: number) =>
      111.195 *
      Math.hypot(
        place.lat - blockGroups.lat[b],
        (place.lon - blockGroups.lon[b]) * Math.cos((place.lat * Math.PI) / 180),
      )
    const first = places.filter((place) => distance(place, 0) <= 1.001)
    expect(places.filter((place) => distance(place, 1) <= 2.001)).toHaveLength(2000 - first.length)
    expect(first.length / 2000).toBeGreaterThan(0.72)
    expect(first.length / 2000).toBeLessThan(0.78)
  })

  it('are an empty list if too few places qualify', () => {
    expect(gather(anywhere({ west: 0, south: 0, east: 1, north: 1 }, 1), 5, () => null)).toEqual([])
  })
})
