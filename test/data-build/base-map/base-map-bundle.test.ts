import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Area, type BaseMapLayers, baseMapBundle } from '../../../data-build/base-map/base-map-bundle.ts'
import { memoryBundle } from '../../../data-build/pack/dimension-bundle.ts'
import { BundleError } from '../../../src/base/errors.ts'
import { type DrawnBaseMap, LABEL_KINDS, ROAD_KINDS, readBaseMap } from '../../../src/data/base-map.ts'
import { readBundle } from '../../../src/data/bundle/read.ts'
import { type BundleContent, writeBundle } from '../../../src/data/bundle/write.ts'
import { isOneSentence, seal } from '../../data/bundle/forge.ts'
import { runs } from '../../support/runs.ts'
import { bundleFixture, line, made, ring } from './fixtures/base-map.ts'

const areasOf = (areas: readonly Area[]) =>
  collection(
    areas.map(({ name, polygons }) =>
      feature(
        { name },
        'MultiPolygon',
        polygons.map((rings) => rings.map(positions)),
      ),
    ),
  )
const linesOf = (lines: readonly Float64Array[]) =>
  collection(lines.map((line) => feature(null, 'LineString', positions(line))))
const namedOf = (lines: readonly { readonly line: Float64Array }[]) =>
  collection(lines.map(({ line, ...properties }) => feature(properties, 'LineString', positions(line))))

describe('the base map bundle', () => {
  it('can be read from a file and converted to GeoJSON', async () => {
    const map = readBaseMap(await readBundle(await writeBundle(bundleFixture), 'base-map.bundle'))
    expect(map).toEqual({
      ...{ sea: areasOf(made.sea), neighbors: areasOf(made.neighbors), land: areasOf(made.land) },
      ...{ lakes: areasOf(made.lakes), water: areasOf(made.water), parks: areasOf(made.parks) },
      // Excludes the southern edge of the water, which is not a shore: the water was cut there.
      shores: linesOf([line([-9_600_000, 2_990_000], [-9_650_000, 3_000_500], [-9_700_000, 2_990_000])]),
      ...{ counties: linesOf(made.counties), states: linesOf(made.states) },
      ...{ rivers: namedOf(made.rivers), roads: namedOf(made.roads) },
      streets: collection([]),
      labels: collection([
        feature({ name: 'Peñasco', kind: 'state', rank: 0, people: 30_000_000 }, 'Point', [-96.5, 30.5]),
        feature({ name: 'Largest', kind: 'city', rank: 0, people: 900_000 }, 'Point', [-96.75, 30.25]),
        feature({ name: 'Left County', kind: 'county', rank: 0, people: 1_000_000 }, 'Point', [-96.8, 30.3]),
        feature({ name: 'Smaller', kind: 'city', rank: 1, people: 0 }, 'Point', [0.00001, -0.00001]),
        feature({ name: 'Hill National Park', kind: 'park', rank: 0, people: 0 }, 'Point', [0.00018, 0.00015]),
      ]),
    })
  })

  it('contains the layers that were written', () => {
    fc.assert(
      fc.property(layers, (given) => {
        const map = readBaseMap(memoryBundle(baseMapBundle(given, [])))
        for (const layer of ['sea', 'neighbors', 'land', 'lakes', 'water', 'parks'] as const)
          expect(map[layer]).toEqual(areasOf(given[layer]))
        for (const layer of ['counties', 'states'] as const) expect(map[layer]).toEqual(linesOf(given[layer]))
        for (const layer of ['rivers', 'roads'] as const) expect(map[layer]).toEqual(namedOf(given[layer]))
        expect(
          map.labels.features.map(({ properties: { name, kind, people }, geometry: { coordinates } }) => {
            const [lon, lat] = coordinates
            return { name, kind, lat, lon, people }
          }),
        ).toEqual(given.labels)
        for (const kind of LABEL_KINDS) {
          const ranks = map.labels.features.flatMap(({ properties }) =>
            properties.kind === kind ? properties.rank : [],
          )
          expect(ranks).toEqual(ranks.map((_, i) => i))
        }
      }),
    )
  })

  it('can be opened with empty layers and draws nothing', () => {
    const empty = {
      sea: [],
      neighbors: [],
      land: [],
      lakes: [],
      water: [],
      parks: [],
      counties: [],
      states: [],
      rivers: [],
      roads: [],
      labels: [],
    }
    const map = readBaseMap(memoryBundle(baseMapBundle(empty, [])))
    expect(Object.values(map).map(({ features }) => features.length)).toEqual(Array(13).fill(0))
  })

  it('uses land edges as shores if it was written by an earlier version without water', () => {
    const { sections, ...content } = bundleFixture
    const earlier = { ...content, sections: sections.filter(({ name }) => !name.startsWith('water.')) }
    const { water, shores } = readBaseMap(memoryBundle(earlier))
    expect(water.features).toEqual([])
    expect(shores.features.length).toBeGreaterThan(0)
  })

  it('rounds coordinates to 1e-5 degrees and drops vertices that coincide after rounding', () => {
    const counties = [Float64Array.of(-97.123456, 30, -97.123457, 30.000001, -97.1, 30.1)]
    const map = readBaseMap(memoryBundle(baseMapBundle({ ...made, counties }, [])))
    expect(map.counties.features[0].geometry.coordinates).toEqual([
      [-97.12346, 30],
      [-97.1, 30.1],
    ])
  })

  it('is rejected if rounding makes a line or a ring too short', () => {
    expect(() => baseMapBundle({ ...made, states: [line([1, 1], [1, 1])] }, [])).toThrow(/1 vertices in 'states'/)
    const speck: Area = { name: '', polygons: [[ring([1, 1], [2, 2])]] }
    expect(() => baseMapBundle({ ...made, lakes: [speck] }, [])).toThrow(/2 vertices in 'lakes'/)
  })
})

const vertex = fc.tuple(fc.integer({ min: -18e6, max: 18e6 }), fc.integer({ min: -9e6, max: 9e6 }))
const vertices = (minLength: number) => fc.uniqueArray(vertex, { minLength, maxLength: 12, selector: String })
const lines = fc.array(
  vertices(2).map((all) => line(...all)),
  { maxLength: 5 },
)
const named = fc.array(fc.record({ name: fc.string(), line: vertices(2).map((all) => line(...all)) }), { maxLength: 4 })
const rings = fc.array(
  vertices(3).map((all) => ring(...all)),
  { minLength: 1, maxLength: 3 },
)
const areas = fc.array(fc.record({ name: fc.string(), polygons: fc.array(rings, { minLength: 1, maxLength: 4 }) }), {
  maxLength: 4,
})
const labels = fc.array(
  fc
    .record({ name: fc.string({ minLength: 1 }), kind: fc.constantFrom(...LABEL_KINDS), at: vertex, people: fc.nat() })
    .map(({ at: [lon, lat], ...rest }) => ({ ...rest, lon: lon / 1e5, lat: lat / 1e5 })),
)
const layers: fc.Arbitrary<BaseMapLayers> = fc.record({
  sea: areas,
  neighbors: areas,
  land: areas,
  lakes: areas,
  water: areas,
  parks: areas,
  counties: lines,
  states: lines,
  rivers: named,
  roads: named.map((all) => all.map((road, i) => ({ ...road, kind: ROAD_KINDS[i % ROAD_KINDS.length] }))),
  labels,
})

function positions(coordinates: Float64Array): number[][] {
  return Array.from({ length: coordinates.length / 2 }, (_, i) => [coordinates[i * 2], coordinates[i * 2 + 1]])
}

function feature(properties: object | null, type: string, coordinates: unknown) {
  return { type: 'Feature', properties, geometry: { type, coordinates } }
}

function collection(features: readonly unknown[]) {
  return { type: 'FeatureCollection', features }
}

const FILE = 'base-map.bundle'

describe('a hostile base map bundle', () => {
  it.each<[string, string, (numbers: number[]) => number[]]>([
    ['4 billion vertices', 'land.vertices', (data) => data.map(() => 2 ** 32 - 1)],
    ['counts that add up to more vertices than exist', 'land.vertices', (data) => [...data, ...data]],
    ['one vertex too many', 'land.vertices', (data) => data.map((count, i) => (i === 0 ? count + 1 : count))],
    ['one vertex too few', 'land.vertices', (data) => data.map((count, i) => (i === 0 ? count - 1 : count))],
    ['a ring of two vertices', 'land.vertices', () => [2]],
    ['a ring without vertices', 'lakes.vertices', (data) => [0, ...data]],
    ['a line of a single vertex', 'counties.vertices', () => [1, 4]],
    ['steps without lines', 'counties.vertices', () => []],
    ['too few steps', 'land.steps', (data) => data.slice(0, -1)],
    ['steps that break off in the middle of a number', 'land.steps', (data) => [...data.slice(0, -1), 255]],
    ['steps left over', 'states.steps', (data) => [...data, 0]],
    ['a step that never ends', 'states.steps', (data) => data.map(() => 255)],
    ['steps off the globe', 'land.steps', (data) => [255, 255, 255, 255, 15, ...data.slice(5)]],
    ['no steps', 'states.steps', () => []],
    ['a polygon without a ring', 'land.rings', (data) => [0, ...data]],
    ['a polygon with too many rings', 'land.rings', (data) => data.map(() => 2 ** 32 - 1)],
    ['rings outside any polygon', 'land.rings', (data) => data.slice(1)],
    ['a state without a polygon', 'land.polygons', (data) => [0, ...data]],
    ['polygons that do not exist', 'land.polygons', (data) => data.map((count) => count + 1)],
    ['polygons outside any state', 'land.polygons', (data) => data.slice(1)],
    ['a state without a name', 'land.name.ends', (data) => data.slice(1)],
    ['one name too many', 'lakes.name.ends', (data) => [...data, 0]],
    ['names that end beyond their bytes', 'label.name.ends', (data) => data.map(() => 1e6)],
    ['a label without a name', 'label.name.ends', (data) => data.map(() => data[3])],
    ['an unknown kind of label', 'label.kind', (data) => data.map(() => 4)],
    ['too few kinds', 'label.kind', (data) => data.slice(1)],
    ['more populations than labels', 'label.people', (data) => [...data, 1]],
    ['labels without a place', 'label.lon', () => []],
    ['labels off the globe', 'label.lon', (data) => data.map(() => 18_000_001)],
    ['labels beyond the pole', 'label.lat', (data) => data.map(() => -(2 ** 31))],
  ])('is rejected: %s', (_, name, change) => {
    expect(() => readWith(name, change)).toThrow(BundleError)
    try {
      readWith(name, change)
    } catch (error) {
      expect(isOneSentence((error as Error).message, FILE), String(error)).toBe(true)
    }
  })

  it('is rejected with an error that names the missing section', () => {
    for (const { name } of bundleFixture.sections) {
      if (name === 'water.vertices') continue // a bundle of an earlier version
      const sections = bundleFixture.sections.filter((section) => section.name !== name)
      expect(() => readBaseMap(memoryBundle({ ...bundleFixture, sections }))).toThrow(`no section '${name}'`)
    }
  })

  it('is rejected if it is a bundle of another kind', () => {
    expect(() => readBaseMap(memoryBundle({ ...bundleFixture, kind: 'places' }))).toThrow(
      /kind 'places', expected 'base-map'/,
    )
  })

  it('returns a complete map or throws a BundleError for any numbers in a section', () => {
    let drawn = 0
    let refused = 0
    const section = fc.constantFrom(...bundleFixture.sections)
    const changes = fc.array(fc.tuple(fc.nat(), fc.nat(255)), { minLength: 1, maxLength: 3 })
    fc.assert(
      fc.property(section, changes, ({ name, data }, written) => {
        const bytes = new Uint8Array(data.slice().buffer)
        for (const [at, value] of written) bytes[at % bytes.length] = value
        const changed = [...new (data.constructor as typeof Uint8Array)(bytes.buffer)]
        try {
          expectWhole(readWith(name, () => changed))
          drawn++
        } catch (error) {
          if (!(error instanceof BundleError)) throw error
          refused++
        }
      }),
      { numRuns: runs(3000, 600) },
    )
    expect(drawn).toBeGreaterThan(100)
    expect(refused).toBeGreaterThan(100)
  })

  it('returns a complete map or throws a BundleError for any changed bytes, even with a valid checksum', async () => {
    const file = await writeBundle(bundleFixture)
    const change = fc.tuple(fc.nat(file.length - 1), fc.nat(255))
    let drawn = 0
    await fc.assert(
      fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 3 }), async (changes) => {
        const bytes = file.slice()
        for (const [at, value] of changes) bytes[at] = value
        try {
          expectWhole(readBaseMap(await readBundle(seal(bytes), FILE)))
          drawn++
        } catch (error) {
          if (!(error instanceof BundleError)) throw error
          expect(isOneSentence(error.message, FILE), error.message).toBe(true)
        }
      }),
      { numRuns: runs(2000, 400) },
    )
    expect(drawn).toBeGreaterThan(10)
  })
})

/** Reads the fixture's map with the numbers of one section changed. */
function readWith(name: string, change: (numbers: number[]) => number[]): DrawnBaseMap {
  const sections = bundleFixture.sections.map((section) =>
    section.name === name ? { name, data: like(section.data, change([...section.data])) } : section,
  )
  expect(sections.some((section) => section.name === name)).toBe(true)
  return readBaseMap(memoryBundle({ ...bundleFixture, sections }))
}

/** Expects every ring to be closed, every vertex to be on the globe and every label to have a name. */
function expectWhole({ land, lakes, counties, states, labels }: DrawnBaseMap): void {
  for (const { geometry } of [...land.features, ...lakes.features])
    for (const ring of geometry.coordinates.flat()) {
      expect(ring.length).toBeGreaterThan(3)
      expect(ring.at(-1)).toEqual(ring[0])
      ring.forEach(expectOnGlobe)
    }
  for (const { geometry } of [...counties.features, ...states.features]) {
    expect(geometry.coordinates.length).toBeGreaterThan(1)
    geometry.coordinates.forEach(expectOnGlobe)
  }
  for (const { geometry, properties } of labels.features) {
    expectOnGlobe(geometry.coordinates)
    expect(properties.name).not.toBe('')
  }
}

function expectOnGlobe([lon, lat]: readonly number[]): void {
  expect(Math.abs(lon) <= 180 && Math.abs(lat) <= 90, `${lon}, ${lat}`).toBe(true)
}

type SectionData = BundleContent['sections'][number]['data']

/** Makes a typed array of the same type. */
function like(data: SectionData, numbers: number[]): SectionData {
  return (data.constructor as typeof Uint8Array).from(numbers)
}
