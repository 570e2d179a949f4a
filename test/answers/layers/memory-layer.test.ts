import { booleanPointInPolygon } from '@turf/boolean-point-in-polygon'
import type { Feature, MultiPolygon, Polygon } from 'geojson'
import { describe, expect, expectTypeOf, it } from 'vitest'
import type { LayerOptions } from '../../../src/answers/layers/layer.ts'
import { metersBetween } from '../../../src/base/geo/distance.ts'
import {
  type DimensionId,
  type LayerFeature,
  openVicinage,
  ValidationError,
  type Vicinage,
} from '../../../src/index.ts'
import { boxRing } from '../../data/geography/box-ring.ts'
import { folderFixture } from '../../library/fixtures/folder.ts'

/** Western edge, in degrees, of the fixture's land in Texas, which is 0.2° wide and 0.1° high. */
const WEST = -97.8
/** Southern edge of this land, in degrees. */
const SOUTH = 30.2

const vicinage = await openVicinage({ data: await folderFixture() })

/** Returns a reproducible generator of numbers from 0 to 1 (Park and Miller). */
function numbers(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 48_271) % 2_147_483_647
    return state / 2_147_483_647
  }
}

/** Returns overlapping star-shaped polygons, some with a hole and some with two parts. */
function polygonsFixture(count: number, vertices: number): Feature<Polygon | MultiPolygon>[] {
  const random = numbers(7)
  const ring = (lon: number, lat: number, radius: number): number[][] => {
    const positions = Array.from({ length: vertices }, (_, i) => {
      const angle = (2 * Math.PI * i) / vertices
      const reach = radius * (0.4 + 0.6 * random())
      return [lon + reach * Math.cos(angle), lat + reach * Math.sin(angle)]
    })
    return [...positions, positions[0]]
  }
  return Array.from({ length: count }, (_, i) => {
    const [lon, lat] = [WEST + 0.2 * random(), SOUTH + 0.1 * random()]
    const outer = ring(lon, lat, 0.02)
    const geometry: Polygon | MultiPolygon =
      i % 3 === 0
        ? { type: 'Polygon', coordinates: [outer] }
        : i % 3 === 1
          ? { type: 'Polygon', coordinates: [outer, ring(lon, lat, 0.007)] }
          : { type: 'MultiPolygon', coordinates: [[outer], [ring(lon + 0.05, lat, 0.01)]] }
    return { type: 'Feature', properties: { score: 1 + (i % 255), kind: `k${i % 4}` }, geometry }
  })
}

function places(count: number): { lat: Float64Array; lon: Float64Array } {
  const random = numbers(11)
  const lat = Float64Array.from({ length: count }, () => SOUTH + 0.1 * random())
  const lon = Float64Array.from({ length: count }, () => WEST + 0.2 * random())
  return { lat, lon }
}

const square = (west: number, south: number, side: number): LayerFeature['geometry'] => ({
  type: 'Polygon',
  coordinates: [boxRing(west, south, west + side, south + side)],
})
const feature = (geometry: LayerFeature['geometry'], properties: Record<string, unknown> = {}): LayerFeature => ({
  type: 'Feature',
  geometry,
  properties,
})
const middle = { lat: SOUTH + 0.05, lon: WEST + 0.05 }

describe('a custom dimension of polygons', () => {
  it('agrees with turf at 10,000 places, and the last of overlapping polygons wins', () => {
    const features = polygonsFixture(60, 24)
    const canopy = vicinage.withLayer({ id: 'canopy', features, score: 'score' })
    const { lat, lon } = places(10_000)
    const { canopy: column } = canopy.scoreColumns({ lat, lon, dimensions: ['canopy'] })
    const wrong: number[] = []
    let inside = 0
    for (let i = 0; i < lat.length; i++) {
      const holding = features.filter((polygon) => booleanPointInPolygon([lon[i], lat[i]], polygon))
      const expected = holding.at(-1)?.properties?.score ?? 0
      if (expected > 0) inside++
      if (column[i] !== expected || canopy.score('canopy', { lat: lat[i], lon: lon[i] }).score !== expected)
        wrong.push(i)
    }
    expect(wrong).toEqual([])
    expect(inside).toBeGreaterThan(3000)
    expect(inside).toBeLessThan(9900)
  }, 120_000)

  it('includes corners and edges and excludes holes', () => {
    const hole = boxRing(WEST + 0.04, SOUTH + 0.04, WEST + 0.06, SOUTH + 0.06)
    const outer = boxRing(WEST + 0.02, SOUTH + 0.02, WEST + 0.08, SOUTH + 0.08)
    const features = [feature({ type: 'Polygon', coordinates: [outer, hole] }, { score: 200 })]
    const layer = vicinage.withLayer({ id: 'ring', features, score: 'score' })
    const at = (lon: number, lat: number) => layer.score('ring', { lat, lon }).score
    expect([at(WEST + 0.02, SOUTH + 0.02), at(outer[1][0], SOUTH + 0.03), at(middle.lon, middle.lat)]).toEqual([
      200, 200, 0,
    ])
    expect(at(WEST + 0.01, SOUTH + 0.01)).toBe(0)
  })

  it('applies the even-odd rule to a ring that crosses itself, as turf does', () => {
    const bow = [
      [WEST + 0.02, SOUTH + 0.02],
      [WEST + 0.08, SOUTH + 0.08],
      [WEST + 0.08, SOUTH + 0.02],
      [WEST + 0.02, SOUTH + 0.08],
      [WEST + 0.02, SOUTH + 0.02],
    ]
    const polygon = { type: 'Polygon', coordinates: [bow] } as const
    const layer = vicinage.withLayer({ id: 'bow', features: [feature(polygon, { score: 9 })], score: 'score' })
    const { lat, lon } = places(2000)
    const { bow: column } = layer.scoreColumns({ lat, lon, dimensions: ['bow'] })
    const expected = Array.from(lat, (_, i) =>
      booleanPointInPolygon([lon[i], lat[i]], polygon as unknown as Polygon) ? 9 : 0,
    )
    expect(Array.from(column)).toEqual(expected)
  })

  it('is available in every method, while the original vicinage is unchanged', () => {
    const features = [
      feature(square(WEST, SOUTH, 0.1), { kind: 'woods' }),
      feature(square(WEST + 0.1, SOUTH, 0.1), { kind: 'bare' }),
    ]
    const score = { field: 'kind', classes: { woods: 220, bare: 30 } }
    const layer = vicinage.withLayer({ id: 'canopy', name: 'Tree canopy', low: 'bare', high: 'leafy', features, score })
    expect(layer.score('canopy', middle, { percentiles: true })).toEqual({
      score: 220,
      description: 'Leafy: kind woods.',
      // Half of the 6,000 people in the fixture's part of Texas live in the second square, which has the lower score.
      percentile: { state: 50, coverage: 50, text: 'Higher than where 50% of Texans live.' },
    })
    expect(Object.keys(layer.scores(middle))).toEqual([...Object.keys(vicinage.scores(middle)), 'canopy'])
    expect(layer.explain('canopy', middle)).toMatchObject({
      dimension: 'canopy',
      basis: 'measured',
      inputs: [],
      sources: [],
    })
    expect(layer.dimensions().at(-1)).toEqual({
      id: 'canopy',
      group: 'layers',
      path: '/v1/layers/canopy',
      name: 'Tree canopy',
      scale: expect.objectContaining({ low: 'bare', high: 'leafy' }),
      words: [
        { from: 1, words: 'Bare' },
        { from: 52, words: 'Rather bare' },
        { from: 103, words: 'Between bare and leafy' },
        { from: 154, words: 'Rather leafy' },
        { from: 205, words: 'Leafy' },
      ],
      method: 'Custom dimension: the class in the field kind of the feature at the place.',
      loaded: true,
      sources: [],
    })
    expect(layer.scoresAround({ ...middle, radius: 500, dimensions: ['canopy'] }).scores.canopy).toMatchObject({
      score: 220,
    })
    expect(
      layer.area({ ...middle, radius: 2000 }, { dimensions: ['canopy'], below: { canopy: 100 } }).scores.canopy,
    ).toMatchObject({
      area_mean: 220,
      basis: { measured: 1 },
    })
    expect(layer.rank('canopy', { of: 'county' }).areas[0]).toMatchObject({ id: '48453', mean: 125 })
    const found = layer.find({ where: { canopy: { min: 200 } }, within: { state: 'TX' } })
    expect(found.areas).toHaveLength(1)
    expect(
      layer.basisColumns({ lat: Float64Array.of(30.25), lon: Float64Array.of(-97.75), dimensions: ['canopy'] })
        .canopy[0],
    ).toBe(1)

    expect(() => vicinage.score('canopy' as DimensionId, middle)).toThrow(ValidationError)
    expect(vicinage.dimensions().map(({ id }) => id)).not.toContain('canopy')
  })

  it('returns scores wherever there are features, even outside the covered states and in open water', () => {
    const features = [feature(square(-100, 30, 10), { score: 5 }), feature(square(-121, 30, 1), { score: 9 })]
    const layer = vicinage
      .withLayer({ id: 'world', features, score: 'score' })
      .withLayer({ id: 'away', features, score: { distance: { 0: 255, 1000: 55 } } })
    const ocean = { lat: 30.5, lon: -120.5 }
    expect(layer.score('world', { lat: 35, lon: -95 })).toMatchObject({ score: 5 })
    expect(layer.score('world', ocean, { percentiles: true })).toMatchObject({ score: 9, percentile: null })
    expect(layer.explain('away', ocean)).toMatchObject({ score: 255, basis: 'measured' })

    const beside = vicinage.withLayer({
      id: 'beside',
      features: [feature(square(-121, 30, 1), { score: 9 })],
      score: 'score',
    })
    expect(beside.score('beside', middle)).toEqual({
      score: 0,
      description: 'No data: the layer does not cover this place.',
    })
    expect(layer.scores(ocean, { dimensions: ['world', 'fire'] }).fire.description).toMatch(/^Outside the coverage/)
    const none = { score: 0, description: expect.stringMatching(/^Outside the coverage/) }
    expect(layer.score('world', { lat: 28, lon: -120.5 })).toEqual(none)
    expect(layer.score('away', { lat: 28, lon: -120.5 })).toEqual(none)
    const columns = { lat: Float64Array.of(30.5, 28, Number.NaN), lon: Float64Array.of(-120.5, -120.5, 0) }
    const { world, away } = layer.scoreColumns({ ...columns, dimensions: ['world', 'away'] })
    expect([...world, ...away]).toEqual([9, 0, 0, 255, 0, 0])
  })

  it('can be shared with other threads', async () => {
    const layer = vicinage.withLayer({ id: 'canopy', features: polygonsFixture(20, 12), score: 'score' })
    const there = await openVicinage<DimensionId | 'canopy'>({ shared: structuredClone(layer.share()) })
    const { lat, lon } = places(500)
    const dimensions = ['canopy'] as const
    expect(there.scoreColumns({ lat, lon, dimensions })).toEqual(layer.scoreColumns({ lat, lon, dimensions }))
  })

  it('adds its ID to the TypeScript types, which reject unknown IDs', () => {
    const features = [feature(square(WEST, SOUTH, 0.1), { score: 5 })]
    const layer = vicinage
      .withLayer({ id: 'canopy', features, score: 'score' })
      .withLayer({ id: 'heat', features, score: 'score' })
    expectTypeOf(layer).toEqualTypeOf<Vicinage<DimensionId | 'canopy' | 'heat'>>()
    expectTypeOf(layer.score).parameter(0).toEqualTypeOf<DimensionId | 'canopy' | 'heat'>()
    expectTypeOf(vicinage.score).parameter(0).toEqualTypeOf<DimensionId>()
    // @ts-expect-error -- not the id of a dimension or layer
    expect(() => layer.score('canpy', middle)).toThrow(/canopy/)
    expect(layer.scores(middle, { dimensions: ['heat', 'fire'] }).heat.score).toBe(5)
  })
})

describe('a custom dimension of distances', () => {
  const ladder = { distance: { 0: 255, 1000: 55, 2000: 5 } }

  it('is interpolated between rungs by the distance to the nearest of 500 points', () => {
    const { lat, lon } = places(500)
    const features = Array.from(lat, (_, i) => feature({ type: 'Point', coordinates: [lon[i], lat[i]] }))
    const layer = vicinage.withLayer({ id: 'cafes', features, score: ladder })
    const random = numbers(5)
    for (let i = 0; i < 500; i++) {
      const place = { lat: SOUTH + 0.1 * random(), lon: WEST + 0.2 * random() }
      const meters = Math.min(...Array.from(lat, (_, j) => metersBetween(place.lat, place.lon, lat[j], lon[j])))
      const expected = meters < 1000 ? 255 - 0.2 * meters : meters < 2000 ? 105 - 0.05 * meters : 5
      expect(Math.abs(layer.score('cafes', place, { description: false }).score - expected)).toBeLessThanOrEqual(0.51)
      const [nearest] = layer.nearest('cafes', place)
      expect(nearest.distance_meters).toBeCloseTo(meters, 0)
      expect(metersBetween(place.lat, place.lon, nearest.lat, nearest.lon)).toBeCloseTo(meters, 6)
    }
  })

  it('is measured to lines and borders, and is 0 inside a polygon', () => {
    const features = [
      feature(square(WEST + 0.02, SOUTH + 0.02, 0.02), { name: 'park' }),
      feature(
        {
          type: 'LineString',
          coordinates: [
            [WEST + 0.1, SOUTH],
            [WEST + 0.1, SOUTH + 0.1],
          ],
        },
        { name: 'trail' },
      ),
    ]
    const layer = vicinage.withLayer({ id: 'parks', features, score: ladder })
    const at = (lon: number, lat: number) => layer.score('parks', { lat, lon }).score
    expect(at(WEST + 0.03, SOUTH + 0.03)).toBe(255)
    // 0.005° north of the park is 556 m, and 0.005° east of the trail is 480 m at 30.25° N.
    expect(at(WEST + 0.03, SOUTH + 0.045)).toBe(Math.round(255 - 0.2 * 0.005 * 111_195))
    expect(at(WEST + 0.105, SOUTH + 0.05)).toBe(
      Math.round(255 - 0.2 * 0.005 * 111_195 * Math.cos((30.25 * Math.PI) / 180)),
    )
    const place = { lat: SOUTH + 0.05, lon: WEST + 0.09 }
    const [trail, park] = layer.nearest('parks', place, { limit: 2 })
    expect([trail.properties?.name, park.properties?.name]).toEqual(['trail', 'park'])
    expect([trail.lon, park.lon]).toEqual([expect.closeTo(WEST + 0.1, 9), expect.closeTo(WEST + 0.04, 9)])
    expect(layer.nearest('parks', place, { limit: 2, maxDistance: 1000 })).toHaveLength(1)
    expect(layer.nearest('parks', { ...place, radius: 500 })).toEqual([trail])
    expect(() => layer.nearest('parks', { ...place, radius: 1500 })).toThrow(
      /^The nearest feature is about 0\.60 miles \(960 m\) from the center of the place, inside its radius of 1500 m/,
    )
    expect(layer.explain('parks', { lat: SOUTH + 0.045, lon: WEST + 0.03 }).description).toBe(
      'Between low and high: 0.35 miles (560 m) to the nearest feature of parks.',
    )
  })

  it('uses the score of the nearest point within a maximum distance', () => {
    const features = [
      feature({ type: 'Point', coordinates: [WEST + 0.05, SOUTH + 0.05] }, { pm: 40 }),
      feature(
        {
          type: 'MultiPoint',
          coordinates: [
            [WEST + 0.06, SOUTH + 0.05],
            [WEST + 0.0601, SOUTH + 0.05],
          ],
        },
        { pm: 80 },
      ),
    ]
    const layer = vicinage.withLayer({ id: 'sensors', features, score: { field: 'pm', within: 600 } })
    const at = (lon: number) => layer.score('sensors', { lat: SOUTH + 0.05, lon }).score
    expect([at(WEST + 0.054), at(WEST + 0.056), at(WEST + 0.067)]).toEqual([40, 80, 0])
    expect(layer.nearest('sensors', middle, { limit: 5 }).map(({ index }) => index)).toEqual([0, 1])
    // The two nearest points belong to the same feature.
    const east = { lat: SOUTH + 0.05, lon: WEST + 0.07 }
    expect(layer.nearest('sensors', east, { limit: 2 }).map(({ index }) => index)).toEqual([1, 0])
    const far = vicinage.withLayer({ id: 'far', features, score: { field: 'pm', within: 100_000 } })
    expect(far.score('far', { lat: SOUTH + 0.05, lon: WEST + 0.2 }).score).toBe(80)
  })

  it('lists all features at the same position in their original order', () => {
    const at = (i: number) =>
      feature({ type: 'Point', coordinates: [WEST + 0.01 * (i % 3), SOUTH] }, { pm: 10 + (i % 3) })
    const few = vicinage.withLayer({
      id: 'sensors',
      features: Array.from({ length: 7 }, (_, i) => at(i)),
      score: { field: 'pm', within: 5000 },
    })
    const place = { lat: SOUTH, lon: WEST - 0.001 }
    expect(few.nearest('sensors', place, { limit: 5 }).map(({ index }) => index)).toEqual([0, 3, 6, 1, 4])
    expect(few.nearest('sensors', place, { limit: 2 }).map(({ index }) => index)).toEqual([0, 3])
  })
})

describe('withLayer()', () => {
  const good = feature(square(WEST, SOUTH, 0.1), { score: 5, kind: 'a' })
  /** Returns an invalid feature after sixteen valid ones, followed by another valid one. */
  const seventeenth = (geometry: LayerFeature['geometry'], properties: Record<string, unknown> = { score: 1 }) => ({
    features: [...Array.from({ length: 16 }, () => good), feature(geometry, properties), good],
  })
  const options = (given: Partial<LayerOptions>) =>
    ({ id: 'canopy', features: [good], score: 'score', ...given }) as LayerOptions

  it.each<[string, Partial<LayerOptions>, RegExp]>([
    ['the id of a dimension', { id: 'walkability' }, /There is already a dimension 'walkability'/],
    ['an id with capitals', { id: 'Canopy' }, /must begin with a lowercase letter.*got 'Canopy'/],
    ['an id that leaves the folder', { id: '../canopy' }, /must begin with a lowercase letter/],
    ['a name of two lines', { name: 'Tree\ncanopy' }, /name of a layer must be a string/],
    ['no features', { features: [] }, /No feature has a location/],
    ['features that are not GeoJSON', { features: 'x' as never }, /FeatureCollection/],
    [
      'a missing field',
      seventeenth(square(WEST, SOUTH, 0.1), { kind: 'a' }),
      /^Feature 17 has no field 'score'; its fields are kind\.$/,
    ],
    [
      'text instead of a number',
      seventeenth(good.geometry, { score: 'many' }),
      /^Feature 17 has 'many' in 'score'.*; if the field contains words, use classes with a score for each\.$/,
    ],
    ['a score above 255', seventeenth(good.geometry, { score: 256 }), /^Feature 17 has 256/],
    ['a score of NaN', seventeenth(good.geometry, { score: Number.NaN }), /^Feature 17/],
    [
      'a class without a score',
      { score: { field: 'kind', classes: { b: 4 } } },
      /^Feature 1 has the class 'a' in 'kind', which has no score; the scored classes are b\.$/,
    ],
    [
      'meters instead of degrees',
      seventeenth(square(620_000, 3_350_000, 9)),
      /^Feature 17 has the position 620000, 3350000, which is not longitude and latitude.*ogr2ogr/,
    ],
    [
      'latitude first',
      seventeenth(square(30.2, -97.8, 0.1)),
      /^Feature 17 has the position 30.2, -97.8, with latitude before longitude/,
    ],
    [
      'NaN as a coordinate',
      seventeenth(square(Number.NaN, 30, 1)),
      /^Feature 17 has the position null, 30, expected two finite numbers/,
    ],
    [
      'an open ring',
      seventeenth({ type: 'Polygon', coordinates: [boxRing(0, 0, 1, 1).slice(0, 4)] }),
      /^Feature 17 has a ring 1 that is not closed/,
    ],
    [
      'a ring of three positions',
      seventeenth({ type: 'Polygon', coordinates: [[0, 1, 0].map((x) => [x, 0])] }),
      /^Feature 17 has a ring 1 of 3 positions/,
    ],
    ['an unknown geometry', seventeenth({ type: 'Circle' } as never), /^Feature 17 has a geometry of type 'Circle'/],
    [
      'a point scored by a field without a distance',
      seventeenth({ type: 'Point', coordinates: [-97.8, 30.2] }),
      /^Feature 17 is not a polygon.*within/,
    ],
    ['a reach beyond 100 km', { score: { field: 'score', within: 100_001 } }, /at most 100000 meters, not 100001/],
    [
      '255 classes',
      { score: { field: 'kind', classes: Object.fromEntries(Array.from({ length: 255 }, (_, i) => [`k${i}`, 1])) } },
      /1 to 254 entries, not 255/,
    ],
    ['a ladder of one rung', { score: { distance: { 0: 255 } } }, /at least two steps/],
    ['a ladder down to 0', { score: { distance: { 0: 255, 100: 0 } } }, /scores are 1 to 255/],
    [
      'another coordinate system',
      {
        features: {
          type: 'FeatureCollection',
          crs: { type: 'name', properties: { name: 'urn:ogc:def:crs:EPSG::3310' } },
          features: [good],
        } as never,
      },
      /EPSG::3310.*ogr2ogr/,
    ],
    ['an unknown option', { colour: 1 } as never, /There is no option 'colour'/],
  ])('rejects %s with a one-sentence error', (_, given, message) => {
    expect(() => vicinage.withLayer(options(given))).toThrow(ValidationError)
    expect(() => vicinage.withLayer(options(given))).toThrow(message)
  })

  it('rejects a second layer with the same ID', () => {
    expect(() => vicinage.withLayer(options({})).withLayer(options({}))).toThrow(/There is already a layer 'canopy'/)
  })

  it('skips features with no location or a null score', () => {
    const features = [feature(null, { score: 7 }), good, feature(square(WEST + 0.1, SOUTH, 0.05), { score: null })]
    const layer = vicinage.withLayer({ id: 'canopy', features, score: 'score' })
    expect([
      layer.score('canopy', middle).score,
      layer.score('canopy', { lat: 30.22, lon: WEST + 0.12 }).score,
    ]).toEqual([5, 0])
  })
})
