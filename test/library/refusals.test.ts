import { beforeAll, describe, expect, it } from 'vitest'
import { type DimensionId, dimensions } from '../../src/answers/dimensions/catalog.ts'
import { runBatch } from '../../src/faces/batch/index.ts'
import { createMap, legend, ramp } from '../../src/faces/map/index.ts'
import { openVicinage, ValidationError, type Vicinage } from '../../src/index.ts'
import { builtVicinage } from './built.ts'
import * as entry from './contract/error-entries.ts'
import { refusedBy } from './contract/refused-by.ts'
import { folderFixture } from './fixtures/folder.ts'

type Point = { readonly lat: number; readonly lon: number }

let vicinage: Vicinage
beforeAll(async () => {
  vicinage = await openVicinage({ data: await folderFixture() })
})

const missing = (name: string) => entry.missing(`query ${name}`)

describe('an invalid place', () => {
  it.each([
    ['undefined', undefined, [missing('lat'), missing('lon')]],
    ['null', null, [missing('lat'), missing('lon')]],
    ['a text', '30,-97', [missing('lat'), missing('lon')]],
    ['an empty object', {}, [missing('lat'), missing('lon')]],
    ['a missing longitude', { lat: 30 }, [missing('lon')]],
    ['other field names', { latitude: 30, longitude: -97 }, [missing('lat'), missing('lon')]],
    ['a latitude beyond the poles', { lat: 90.001, lon: -97 }, [entry.above('90', 'query lat', 90.001)]],
    ['a longitude beyond the date line', { lat: 30, lon: -180.5 }, [entry.below('-180', 'query lon', -180.5)]],
  ])('is rejected with details: %s', (_, point, entries) => {
    const detail: { type: string; loc: string[]; msg: string }[] = JSON.parse(`[${entries}]`)
    const refused = refusedBy(() => vicinage.score('walkability', point as unknown as Point))
    expect(refused.detail).toEqual(detail)
    if (detail[0]!.type === 'missing') expect(refused.message).toContain('A place is { lat, lon }')
    else expect(refused.message).toBe(detail.map(({ loc, msg }) => `${loc[1]}: ${msg}`).join('; '))
  })

  it.each([
    ['NaN', Number.NaN],
    ['infinite', Number.POSITIVE_INFINITY],
    ['negatively infinite', Number.NEGATIVE_INFINITY],
    ['a word', 'thirty'],
    ['an empty text', ''],
    ['null', null],
    ['true', true],
    ['an object', {}],
    ['an array', []],
  ])('is rejected if a coordinate is %s', (_, wrong) => {
    for (const point of [
      { lat: wrong, lon: -97 },
      { lat: 30, lon: wrong },
    ]) {
      const refused = refusedBy(() => vicinage.score('walkability', point as unknown as Point))
      expect(refused.detail.map(({ loc }) => loc)).toEqual([['query', Object.is(point.lat, wrong) ? 'lat' : 'lon']])
      expect(refused.detail[0].msg).not.toBe('')
    }
  })

  it.each([-1, Number.NaN, 'wide'])(
    'is rejected if its radius is %s, by every method that accepts a radius',
    (radius) => {
      const place = { lat: 30, lon: -97, radius: radius as number }
      for (const ask of [
        () => vicinage.score('walkability', place),
        () => vicinage.scores(place),
        () => vicinage.explain('walkability', place),
      ])
        expect(refusedBy(ask).detail.map(({ loc }) => loc)).toEqual([['radius']])
    },
  )

  it('is rejected if the requested units are unknown', () => {
    const options = { units: 'furlong' as 'us' }
    for (const ask of [
      () => vicinage.score('walkability', { lat: 30, lon: -97 }, options),
      () => vicinage.scores({ lat: 30, lon: -97 }, options),
      () => vicinage.explain('walkability', { lat: 30, lon: -97 }, options),
    ])
      expect(refusedBy(ask).detail.map(({ loc, input }) => [loc, input])).toEqual([[['units'], 'furlong']])
  })

  it('is rejected with an error for each invalid coordinate, not only the first', () => {
    const refused = refusedBy(() => vicinage.score('walkability', { lat: 91, lon: Number.NaN }))
    expect(refused.detail.map(({ loc }) => loc[1])).toEqual(['lat', 'lon'])
  })

  it('is rejected in the same way by every method, even for a dimension that is not loaded', () => {
    const point = { lat: Number.NaN, lon: -97 }
    const { detail } = refusedBy(() => vicinage.score('walkability', point))
    for (const question of [
      () => vicinage.vibe.walkability(point),
      () => vicinage.risk.flood(point),
      () => vicinage.score('flood', point, { description: false }),
      () => vicinage.scores(point),
      () => vicinage.explain('fire', point),
      () => vicinage.explain('flood', point),
    ])
      expect(refusedBy(question).detail).toEqual(detail)
  })
})

describe('a place at the limits of the coordinate range', () => {
  it('is outside the covered states', () => {
    for (const lat of [-90, 90, 0])
      for (const lon of [-180, 180, -0]) {
        const { score, description } = vicinage.score('walkability', { lat, lon })
        expect([score, description]).toEqual([0, 'Outside the coverage: California, Texas and Florida.'])
      }
  })

  it('may have coordinates as strings', () => {
    const text = { lat: '30.23', lon: '-97.77' } as unknown as Point
    expect(vicinage.score('walkability', text)).toEqual(vicinage.score('walkability', { lat: 30.23, lon: -97.77 }))
  })
})

describe('an unknown dimension', () => {
  it('is rejected with the list of known dimensions', () => {
    const point = { lat: 30.23, lon: -97.77 }
    const quoted = dimensions.map(({ id }) => `'${id}'`)
    const expected = `${quoted.slice(0, -1).join(', ')} or ${quoted.at(-1)}`
    for (const question of [
      // @ts-expect-error there is no such dimension
      () => vicinage.score('hail', point),
      // @ts-expect-error there is no such dimension
      () => vicinage.scores(point, { dimensions: ['fire', 'hail'] }),
      // @ts-expect-error there is no such dimension
      () => vicinage.explain('hail', point),
    ])
      expect(refusedBy(question).detail).toEqual([JSON.parse(entry.notListed(expected, 'path dimension', 'hail'))])
    for (const id of ['toString', '__proto__', 'constructor', ''])
      expect(() => vicinage.score(id as DimensionId, point)).toThrow(ValidationError)
  })
})

describe('the error code for an unknown dimension', () => {
  const place = { lat: 30, lon: -97 }
  const columns = { lat: Float64Array.of(30), lon: Float64Array.of(-97) }
  const unknown = 'charm' as DimensionId

  it.each<[string, () => unknown]>([
    ['openVicinage', () => openVicinage({ dimensions: [unknown] })],
    ['score', () => vicinage.score(unknown, place)],
    ['scores', () => vicinage.scores(place, { dimensions: ['walkability', unknown] })],
    ['explain', () => vicinage.explain(unknown, place)],
    ['edge', () => vicinage.edge(unknown as 'flood', place)],
    ['compare', () => vicinage.compare([place, place], { dimensions: [unknown] })],
    ['fit', () => vicinage.fit(place, { weights: { [unknown]: 1 } })],
    ['fit with a want', () => vicinage.fit(place, { weights: { walkability: 1 }, want: { [unknown]: 'low' } })],
    ['scoreColumns', () => vicinage.scoreColumns({ ...columns, dimensions: [unknown] })],
    ['basisColumns', () => vicinage.basisColumns({ ...columns, dimensions: [unknown] })],
    ['fitColumns', () => vicinage.fitColumns({ ...columns, weights: { [unknown]: 1 } })],
    ['scoresAround', () => vicinage.scoresAround({ ...place, radius: 500, dimensions: [unknown] })],
    ['area', () => vicinage.area({ ...place, radius: 500 }, { dimensions: [unknown] })],
    ['area with limits', () => vicinage.area({ ...place, radius: 500 }, { below: { [unknown]: 9 } })],
    ['rank', () => vicinage.rank(unknown, { of: 'county' })],
    ['rank by fit', () => vicinage.rank({ weights: { [unknown]: 1 } }, { of: 'county' })],
    ['find', () => vicinage.find({ where: { [unknown]: { min: 9 } }, within: { state: 'TX' } })],
    ['sites', () => vicinage.sites([place], { radius: 500, dimensions: [unknown] })],
    ['load', () => vicinage.load({ dimensions: [unknown] })],
    ['renderTile', () => createMap(vicinage).renderTile(unknown, 5, 7, 13)],
    ['ramp', () => ramp(unknown)],
    ['legend', () => legend(unknown)],
    ['runBatch', () => runBatch({ input: 'none.csv', output: 'none.out.csv', dimensions: [unknown] })],
  ])('is the same in every function: %s', async (_, ask) => {
    await expect((async () => await ask())()).rejects.toMatchObject({ code: 'dimension_unknown' })
  })
})

it('coordinates that look swapped are named as such, except in the answers of the mirrored endpoints', async () => {
  const vicinage = await builtVicinage()
  const orlando = { lat: -81.38, lon: 28.54 }
  const outside = 'Outside the coverage: California, Texas and Florida.'
  const hint = `${outside} Latitude and longitude look swapped.`
  expect(vicinage.score('fire', orlando).description).toBe(hint)
  expect(vicinage.explain('noise-levels', orlando).description).toBe(hint)
  expect(vicinage.reverse(orlando).message).toBe(hint)
  expect(vicinage.fit(orlando, { weights: { walkability: 1 } }).description).toBe(hint)
  expect(vicinage.risk.fire(orlando)).toEqual({ result: { score: 0, description: outside } })
  expect(vicinage.score('fire', { lat: -81.38, lon: 50 }).description).toBe(outside)
  for (const place of [
    { lat: -97.7, lon: 30.2 },
    { lat: -118.2, lon: 34.05 },
  ])
    expect(() => vicinage.reverse(place)).toThrow(/-90\. Latitude and longitude look swapped\.$/)
  expect(() => vicinage.score('fire', { lat: -97.7, lon: 60 })).toThrow(/-90$/)
})
