import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { dimensions } from '../../../src/answers/dimensions/catalog.ts'
import type { ChosenArea } from '../../../src/explorer/app/area/area-link.ts'
import { boxArea, drawnArea, writeArea } from '../../../src/explorer/app/area/area-link.ts'
import { isPriority } from '../../../src/explorer/app/fit/priorities.ts'
import { type Address, getLabel, readAddress, writeAddress } from '../../../src/explorer/app/link.ts'
import { areaOfPlace } from '../../../src/explorer/app/words.ts'

const plain = readAddress('')

const degrees = (most: number) =>
  fc.integer({ min: -most * 1e6, max: most * 1e6 }).map((millionths) => millionths / 1e6 + 0)
const place = fc.record(
  { lat: degrees(90), lon: degrees(180), radius: fc.integer({ min: 1, max: 1_000_000 }) },
  { requiredKeys: ['lat', 'lon'] },
)
const id = fc.constantFrom(...dimensions.map((dimension) => dimension.id))
const filter = fc
  .tuple(id, fc.integer({ min: 1, max: 255 }), fc.integer({ min: 1, max: 255 }))
  .map(([dimension, a, b]) => ({ dimension, from: Math.min(a, b), to: Math.max(a, b) }))
const priority = fc.record({ dimension: id, weight: fc.integer({ min: -3, max: 3 }) }).filter((one) => isPriority(one))
const five = (most: number) => fc.integer({ min: -most * 1e5, max: most * 1e5 }).map((value) => value / 1e5 + 0)
const named = (name: string, shape: ChosenArea['shape']) => ({ name, shape, outline: null })
const area: fc.Arbitrary<ChosenArea> = fc.oneof(
  fc.constantFrom(
    named('ZIP 78704', { zip: '78704' }),
    named('Coeur d’Alene-St. Mary’s', { city: 'Coeur d’Alene-St. Mary’s', state: 'TX' }),
    named('', { county: '48453' }),
    named('', { district: '4808940' }),
    named('', { neighborhood: { lat: 30.30511, lon: -97.72821 } }),
    boxArea({ west: -97.8, south: 30.1, east: -97.7, north: 30.2 }),
  ),
  fc.array(fc.tuple(five(180), five(85)), { minLength: 3, maxLength: 150 }).map((corners) => drawnArea(corners)),
)
const address: fc.Arbitrary<Address> = fc
  .record({
    camera: fc.option(
      fc.record({
        lat: fc.integer({ min: -850_000, max: 850_000 }).map((value) => value / 1e4 + 0),
        lon: fc.integer({ min: -1_800_000, max: 1_800_000 }).map((value) => value / 1e4 + 0),
        zoom: fc.integer({ min: 0, max: 2200 }).map((value) => value / 100),
      }),
    ),
    dimension: id,
    place: fc.option(place),
    others: fc.array(place, { maxLength: 3 }),
    labels: fc.array(fc.string({ unit: 'binary', maxLength: 80 }).map(getLabel), { maxLength: 4 }),
    only: fc.uniqueArray(filter, { selector: (one) => one.dimension }),
    priorities: fc.uniqueArray(priority, { selector: (one) => one.dimension }),
    isByFit: fc.boolean(),
    area: fc.option(area),
    list: fc.option(fc.constant({ west: -97.8, south: 30.1, east: -97.7, north: 30.25 })),
    hatching: fc.boolean(),
  })
  .map((all) => {
    const others = all.place === null ? [] : all.others
    const labels = all.place === null ? [] : all.labels.slice(0, 1 + others.length)
    const written = labels.slice(0, labels.findLastIndex((label) => label !== '') + 1)
    const isByFit = all.isByFit && all.priorities.length > 0
    return {
      ...all,
      others,
      labels: written,
      isByFit,
      list: all.only.length + all.priorities.length > 0 ? all.list : null,
    }
  })

describe('the URL hash of a view', () => {
  it('is readable', () => {
    const view: Address = {
      camera: { lat: 30.2672, lon: -97.7431, zoom: 11.5 },
      dimension: 'flood',
      place: { lat: 30.2672, lon: -97.7431 },
      others: [
        { lat: 25.721501, lon: -80.2684, radius: 1412 },
        {
          lat: 34.05,
          lon: -118.24,
          radius: 20_000,
          found: { address: 'Los Angeles, CA', layer: 'city', note: null },
        },
      ],
      labels: ['', 'Mom & Dad’s'],
      only: [{ dimension: 'noise-levels', from: 150, to: 255 }],
      priorities: [
        { dimension: 'walkability', weight: 3 },
        { dimension: 'urban-rural', weight: -1 },
      ],
      isByFit: true,
      area: named('ZIP 78704', { zip: '78704' }),
      list: { west: -97.8, south: 30.1, east: -97.7, north: 30.25 },
      hatching: false,
    }
    const text =
      '#map=11.50/30.2672/-97.7431&score=flood&place=30.26720,-97.74310&with=25.721501,-80.26840,1412/34.05000,-118.24000,20000,city:CA:Los%20Angeles&label=/Mom%20%26%20Dad%E2%80%99s&only=noise-levels:150-255&weights=walkability:3,urban-rural:-1&fit=yes&area=zip:78704&list=-97.80000,30.10000,-97.70000,30.25000&hatching=no'
    expect(writeAddress(view)).toBe(text)
    expect(readAddress(text)).toEqual(view)
  })

  it('omits all default values', () => {
    expect(writeAddress(plain)).toBe('#score=walkability')
  })

  it('restores every view unchanged', () => {
    fc.assert(
      fc.property(address, (view) => {
        expect(readAddress(writeAddress(view))).toEqual(view)
      }),
    )
  })

  it('restores a view whose punctuation was escaped by a messaging app', () => {
    fc.assert(
      fc.property(address, (view) => {
        const escaped = writeAddress(view).replace(/[,:/]/g, encodeURIComponent)
        expect(readAddress(escaped)).toEqual(view)
      }),
    )
  })

  it('accepts any text, and can be parsed again', () => {
    const piece = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc
        .tuple(
          fc.constantFrom('map', 'score', 'place', 'with', 'only', 'hatching', '__proto__'),
          fc.oneof(fc.string(), fc.stringMatching(/^[-0-9.,:/a-z%]{0,40}$/)),
        )
        .map(([name, value]) => `${name}=${value}`),
    )
    fc.assert(
      fc.property(fc.array(piece), (pieces) => {
        const read = readAddress(`#${pieces.join('&')}`)
        const again = writeAddress(read)
        expect(writeAddress(readAddress(again))).toBe(again)
      }),
      { numRuns: 1000 },
    )
  })

  it.each([
    [
      'place=91,0',
      'place=0,181',
      'place=30.2',
      'place=30.2,-97.7,0',
      'place=30.2,-97.7,-5',
      'place=30.2,-97.7,1e3',
      'place=30.2,-97.7,10000001',
      'place=30.2,-97.7,5,5',
      'place=NaN,NaN',
      'place=1e1,1',
      'place=,',
      'place=0x10,5',
    ],
    ['map=23/1/1', 'map=1/86/1', 'map=1/1', 'map=-1/1/1', 'map=//'],
    ['score=nonsense', 'score=', 'score=constructor', 'score=WALKABILITY'],
    [
      'only=fire:0-5',
      'only=fire:9-5',
      'only=fire:1-256',
      'only=fire',
      'only=nonsense:1-5',
      'only=fire:1-2-3',
      'only=,,:',
    ],
    [...['hatching=maybe', 'with=30,-97', 'score=%E0%A4%A', '=', '&&&']],
  ])('ignores invalid parts such as %s', (...parts) => {
    for (const part of parts) expect(readAddress(`#${part}`), part).toEqual(plain)
  })

  it('preserves valid parts next to invalid parts', () => {
    const read = readAddress(
      '#score=fire&place=zzz&only=a:1-2,fire:1-500,flood:10-20,flood:1-2&hatching=no&score=flood',
    )
    expect(read).toEqual({
      ...plain,
      dimension: 'fire',
      only: [{ dimension: 'flood', from: 10, to: 20 }],
      hatching: false,
    })
  })

  it('rounds the radius of a place up to whole meters', () => {
    expect(writeAddress({ ...plain, place: { lat: 1, lon: 2, radius: 80.2 } })).toContain('place=1.00000,2.00000,81')
    expect(readAddress('#place=1,2,81').place).toEqual({ lat: 1, lon: 2, radius: 81 })
    expect(writeAddress({ ...plain, place: { lat: 1, lon: 2, radius: 12_222_257 } })).toContain('2.00000,10000000')
    expect(writeAddress({ ...plain, place: { lat: 1, lon: 2, radius: 0 } })).toContain('place=1.00000,2.00000')
  })

  it('contains coordinates to a tenth of a meter', () => {
    expect(readAddress('#place=30.26720012,-97.7431').place).toEqual({ lat: 30.2672, lon: -97.7431 })
  })
})

describe('a city that shares its name with a larger one', () => {
  const found = { address: 'El Cerrito, Riverside County, CA', layer: 'city', note: null } as const
  const shape = areaOfPlace({ lat: 33.84, lon: -117.52, radius: 2000, found })

  it('is found as an area by its county', () => {
    expect(shape).toEqual({ city: 'El Cerrito', county: 'Riverside County', state: 'CA' })
  })

  it('is not written by name, because the link would open the larger city', () => {
    expect(writeArea({ shape: shape! })).toBeNull()
    expect(writeArea({ shape: { city: 'El Cerrito', state: 'CA' } })).toBe('city:CA:El%20Cerrito')
  })
})
