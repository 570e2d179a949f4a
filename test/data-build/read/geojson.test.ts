import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { readGeoJson, readJson, readTopoJson } from '../../../data-build/read/geojson.ts'
import { folderFixture } from './fixtures/folder.ts'

const ring = [
  [-97, 32],
  [-96, 32],
  [-96, 33],
  [-97, 32],
]
const feature = (geometry: unknown, properties: unknown = {}) => ({ type: 'Feature', properties, geometry })
const collection = (...features: unknown[]) => JSON.stringify({ type: 'FeatureCollection', features })

describe('GeoJSON', () => {
  it('is read as polygons, lines and points without heights, counting features without geometry', async () => {
    const written = collection(
      feature({ type: 'Polygon', coordinates: [ring] }, { category: '100yr', n: 3, yes: true, none: null, list: [1] }),
      feature({ type: 'MultiPolygon', coordinates: [[ring], [ring, ring]] }),
      feature({
        type: 'LineString',
        coordinates: [
          [-97, 32, 5],
          [-96, 33, 5],
        ],
      }),
      feature({ type: 'MultiLineString', coordinates: [ring, ring] }),
      feature({ type: 'Point', coordinates: [-97, 32] }),
      feature(null),
      feature({ type: 'Polygon', coordinates: [] }),
      feature({ type: 'MultiPolygon', coordinates: [[[]]] }),
      feature({ type: 'GeometryCollection', geometries: [{ type: 'Point', coordinates: [-97, 32] }] }),
    )
    const layer = await readGeoJson(folderFixture({ 'a.geojson.gz': gzipSync(`\uFEFF${written}`) }), 'a.geojson.gz')
    expect(layer.skipped).toBe(3)
    expect(layer.features.map((f) => [f.polygons.length, f.lines.length, f.points.length])).toEqual([
      [1, 0, 0],
      [2, 0, 0],
      [0, 1, 0],
      [0, 2, 0],
      [0, 0, 1],
      [0, 0, 1],
    ])
    expect(layer.features[0].properties).toEqual({ category: '100yr', n: 3, yes: 1, none: null, list: '[1]' })
    expect([...layer.features[0].polygons[0][0]]).toEqual(ring.flat())
    expect([...layer.features[2].lines[0]]).toEqual([-97, 32, -96, 33])
    expect(layer.features[4].points).toEqual([[-97, 32]])
  })

  it('may contain open rings, which are closed', async () => {
    const open = collection(feature({ type: 'Polygon', coordinates: [ring.slice(0, 3)] }))
    const layer = await readGeoJson(folderFixture({ 'a.geojson': open }), 'a.geojson')
    expect([...layer.features[0].polygons[0][0]]).toEqual(ring.flat())
  })

  it('is rejected if it is not GeoJSON, is truncated, lacks a property, is in meters or has an unknown geometry type', async () => {
    const whole = collection(feature({ type: 'Polygon', coordinates: [ring] }, { GEOID: '1' }))
    const folder = folderFixture({
      'other.geojson': '{"type":"Topology"}',
      'null.geojson': 'null',
      'cut.geojson': whole.slice(0, -20),
      'whole.geojson': whole,
      'meters.geojson': collection(feature({ type: 'Point', coordinates: [500_000, 4_000_000] })),
      'shape.geojson': collection(feature({ type: 'Circle', coordinates: [] })),
    })
    await expect(readGeoJson(folder, 'other.geojson')).rejects.toThrow(
      'other.geojson: JSON of type Topology; expected a GeoJSON',
    )
    await expect(readGeoJson(folder, 'null.geojson')).rejects.toThrow('JSON of type undefined')
    await expect(readGeoJson(folder, 'cut.geojson')).rejects.toThrow('cut.geojson: not valid JSON')
    await expect(readGeoJson(folder, 'whole.geojson', { properties: ['GEOID_2020'] })).rejects.toThrow(
      'feature 1 has no property GEOID_2020 (nearest: GEOID)',
    )
    await expect(readGeoJson(folder, 'meters.geojson')).rejects.toThrow('500000, 4000000; expected degrees')
    await expect(readGeoJson(folder, 'shape.geojson')).rejects.toThrow('a geometry of type Circle')
  })
})

describe('TopoJSON', () => {
  // Two squares of side 1 share the arc x = -96. They are quantized to tenths of a degree.
  const topology = {
    type: 'Topology',
    transform: { scale: [0.1, 0.1], translate: [-97, 30] },
    arcs: [
      [
        [10, 0],
        [0, 10],
      ],
      [
        [10, 10],
        [-10, 0],
        [0, -10],
        [10, 0],
      ],
      [
        [10, 10],
        [10, 0],
        [0, -10],
        [-10, 0],
      ],
    ],
    objects: {
      precincts: {
        type: 'GeometryCollection',
        geometries: [
          { type: 'Polygon', properties: { VTD20: '48001' }, arcs: [[0, 1]] },
          { type: 'MultiPolygon', properties: { VTD20: '48002' }, arcs: [[[2, 0]]] },
          { type: null, properties: { VTD20: '48003' } },
        ],
      },
    },
  }

  it('is read as polygons assembled from shared arcs', async () => {
    const folder = folderFixture({ 't.json': JSON.stringify(topology) })
    const layer = await readTopoJson(folder, 't.json', { properties: ['VTD20'] })
    expect(layer.skipped).toBe(1)
    expect(layer.features.map((f) => f.properties.VTD20)).toEqual(['48001', '48002'])
    expect([...layer.features[0].polygons[0][0]]).toEqual([-96, 30, -96, 31, -97, 31, -97, 30, -96, 30])
    expect([...layer.features[1].polygons[0][0]]).toEqual([-96, 31, -95, 31, -95, 30, -96, 30, -96, 31])
  })

  it('is rejected if arcs are missing or if it is another type of JSON', async () => {
    const folder = folderFixture({
      't.json': JSON.stringify(topology),
      'cut.json': JSON.stringify({ ...topology, arcs: topology.arcs.slice(0, 1) }),
      'other.json': collection(),
    })
    await expect(readTopoJson(folder, 'cut.json')).rejects.toThrow('arcs that do not fit together')
    await expect(readTopoJson(folder, 'other.json')).rejects.toThrow('JSON of type FeatureCollection')
  })
})

it('a plain JSON file is read if complete, and rejected otherwise', async () => {
  const folder = folderFixture({ 'a.json': '[1]', 'b.json': '[1' })
  expect(await readJson(folder, 'a.json')).toEqual([1])
  await expect(readJson(folder, 'b.json')).rejects.toThrow('b.json: not valid JSON')
})
