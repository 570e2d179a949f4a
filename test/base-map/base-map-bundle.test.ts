import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Area, type BaseMapLayers, baseMapBundle } from '../../data-build/base-map/base-map-bundle.ts'
import { memoryBundle } from '../../data-build/pack/dimension-bundle.ts'
import { LABEL_KINDS, readBaseMap } from '../../src/base-map/read-base-map.ts'
import { readBundle } from '../../src/bundle/read.ts'
import { writeBundle } from '../../src/bundle/write.ts'
import { line, made, madeBundle, ring } from './made-base-map.ts'

describe('the bundle of the base map', () => {
  it('comes back from a file as GeoJSON', async () => {
    const map = readBaseMap(await readBundle(await writeBundle(madeBundle), 'base-map.bundle'))
    expect(map).toEqual({
      land: collection([
        feature({ name: 'Peñasco' }, 'MultiPolygon', [
          [
            [
              [-97, 30],
              [-96, 30],
              [-96, 31],
              [-97, 31],
              [-97, 30],
            ],
          ],
          [
            [
              [-95, 30],
              [-94, 30],
              [-94.5, 31],
              [-95, 30],
            ],
            [
              [-94.6, 30.1],
              [-94.4, 30.1],
              [-94.5, 30.2],
              [-94.6, 30.1],
            ],
          ],
        ]),
        feature({ name: 'Rectangle' }, 'MultiPolygon', [
          [
            [
              [0, 0],
              [0.001, 0],
              [0.001, 0.001],
              [0, 0.001],
              [0, 0],
            ],
          ],
        ]),
      ]),
      lakes: collection([
        feature({ name: '' }, 'MultiPolygon', [
          [
            [
              [-96.9, 30.1],
              [-96.8, 30.1],
              [-96.8, 30.2],
              [-96.9, 30.1],
            ],
          ],
        ]),
      ]),
      counties: collection([
        feature(null, 'LineString', [
          [-96.5, 30],
          [-96.5, 30.5],
          [-96.49999, 31],
        ]),
        feature(null, 'LineString', [
          [0.0005, 0],
          [0.0005, 0.001],
        ]),
      ]),
      states: collection([
        feature(null, 'LineString', [
          [-180, -90],
          [180, 90],
        ]),
      ]),
      labels: collection([
        feature({ name: 'Peñasco', kind: 'state', rank: 0, people: 30_000_000 }, 'Point', [-96.5, 30.5]),
        feature({ name: 'Largest', kind: 'city', rank: 0, people: 900_000 }, 'Point', [-96.75, 30.25]),
        feature({ name: 'Left County', kind: 'county', rank: 0, people: 1_000_000 }, 'Point', [-96.8, 30.3]),
        feature({ name: 'Smaller', kind: 'city', rank: 1, people: 0 }, 'Point', [0.00001, -0.00001]),
      ]),
    })
  })

  it('comes back whatever is in it', () => {
    fc.assert(
      fc.property(layers, (given) => {
        const map = readBaseMap(memoryBundle(baseMapBundle(given, [])))
        for (const layer of ['land', 'lakes'] as const)
          expect(
            map[layer].features.map(({ properties, geometry }) => [properties.name, geometry.coordinates]),
          ).toEqual(given[layer].map(({ name, polygons }) => [name, polygons.map((rings) => rings.map(positions))]))
        for (const layer of ['counties', 'states'] as const)
          expect(map[layer].features.map(({ geometry }) => geometry.coordinates)).toEqual(given[layer].map(positions))
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

  it('without anything opens and draws nothing', () => {
    const empty = { land: [], lakes: [], counties: [], states: [], labels: [] }
    const map = readBaseMap(memoryBundle(baseMapBundle(empty, [])))
    expect(Object.values(map).map(({ features }) => features.length)).toEqual([0, 0, 0, 0, 0])
  })

  it('rounds coordinates to 1e-5 degrees and drops vertices that become one', () => {
    const counties = [Float64Array.of(-97.123456, 30, -97.123457, 30.000001, -97.1, 30.1)]
    const map = readBaseMap(memoryBundle(baseMapBundle({ ...made, counties }, [])))
    expect(map.counties.features[0].geometry.coordinates).toEqual([
      [-97.12346, 30],
      [-97.1, 30.1],
    ])
  })

  it('is refused where a line or a ring becomes too short', () => {
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
  land: areas,
  lakes: areas,
  counties: lines,
  states: lines,
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
