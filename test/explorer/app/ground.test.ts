import { expression, validateStyleMin } from '@maplibre/maplibre-gl-style-spec'
import { decode } from 'fast-png'
import { describe, expect, it } from 'vitest'
import { landmarksBundle } from '../../../data-build/geocode/landmarks-bundle.ts'
import { neighborhoodsBundle } from '../../../data-build/neighborhoods/neighborhoods-bundle.ts'
import { memoryBundle } from '../../../data-build/pack/dimension-bundle.ts'
import { dimensions } from '../../../src/answers/dimensions/catalog.ts'
import { landmarkColumns } from '../../../src/answers/geocode/names/named-places.ts'
import { Neighborhoods } from '../../../src/answers/geocode/neighborhoods.ts'
import { coveredStates } from '../../../src/base/states.ts'
import { LABEL_KINDS, ROAD_KINDS, STREET_KINDS } from '../../../src/data/base-map.ts'
import { type NearLabels, nearLabels } from '../../../src/explorer/app/engine/near-labels.ts'
import { openEngine } from '../../../src/explorer/app/engine/open-engine.ts'
import { roadNumber, roadSigns } from '../../../src/explorer/app/engine/road-signs.ts'
import { shows } from '../../../src/explorer/app/map/out-of-view.ts'
import { pictureView } from '../../../src/explorer/app/map/picture-view.ts'
import { loadSchoolNames } from '../../../src/explorer/app/map/school-names.ts'
import { drawLayers, type Pen } from '../../../src/faces/map/draw-layers.ts'
import { groundAbove, groundBelow, groundLabels } from '../../../src/faces/map/ground-style.ts'
import { light, type Scheme } from '../../../src/faces/map/scheme.ts'
import { compile } from '../../../src/faces/map/style-expression.ts'

/** A scheme in which every color is the same. */
const scheme = new Proxy({}, { get: () => '#1c1f21' }) as Scheme
const layers = [...groundBelow(scheme), ...groundAbove(scheme), ...groundLabels(scheme)]

/** Evaluates a style value with MapLibre's own code. */
function evaluated(value: unknown, type: 'string', zoom: number, properties = {}): unknown {
  const made = expression.createExpression(value, type)
  if (made.result === 'error') throw made.value
  return made.value.evaluate({ zoom }, { type: 2, properties } as never)
}

describe('the base map style', () => {
  it('is valid in MapLibre', () => {
    const none = { type: 'geojson' as const, data: { type: 'FeatureCollection' as const, features: [] } }
    const sources = Object.fromEntries(layers.map((layer) => [(layer as { source: string }).source, none]))
    expect(validateStyleMin({ version: 8, sources, layers })).toEqual([])
  })

  it('looks the same on the WebGL map and the plain map, for every expression at every zoom', () => {
    const kinds = [...ROAD_KINDS, ...LABEL_KINDS, ...STREET_KINDS, 'neighborhood', 'sight', 'street', '']
    const parts = ['sea', 'neighbors', 'land', 'lakes', 'parks', 'counties', 'states', 'rivers', 'roads']
    const features = kinds.flatMap((kind, i) =>
      [3, 15, 300].map((rank) => ({
        properties: {
          kind,
          rank,
          part: parts[i % parts.length],
          name: i % 4 === 0 ? '' : 'Name',
          number: '35E',
          from: i,
        },
        geometry: { type: i % 2 === 0 ? 'MultiPolygon' : 'LineString' },
      })),
    )
    let compared = 0
    const differences: unknown[] = []
    for (const layer of layers) {
      const { filter, paint, layout } = layer as { filter?: unknown; paint?: object; layout?: object }
      const values = [filter, ...Object.values(paint ?? {}), ...Object.values(layout ?? {})]
      for (const value of values.filter((one) => Array.isArray(one) && /^[a-z!<>=-]+$/.test(String(one[0])))) {
        const made = expression.createExpression(value, layer.id)
        if (made.result === 'error') continue // a list of fonts
        const ours = compile(value)
        for (const feature of features)
          for (let zoom = 3; zoom <= 18; zoom += 0.5) {
            const type = feature.geometry.type === 'LineString' ? 2 : 3
            const theirs = made.value.evaluate({ zoom }, { type, properties: feature.properties } as never)
            const found = ours(feature, zoom)
            const isSame = typeof found === 'number' ? Math.abs(found - Number(theirs)) < 1e-9 : found === theirs
            if (!isSame) differences.push([layer.id, value, feature, zoom, found, theirs])
            compared++
          }
      }
    }
    expect(differences.slice(0, 3)).toEqual([])
    expect(compared).toBeGreaterThan(30_000)
  })

  it('contains a shield for every road type, with the road number', () => {
    const { layout } = layers.find(({ id }) => id === 'shields') as { layout: Record<string, unknown> }
    for (const [name, kind, number] of [
      ['I-35E', 'interstate', '35E'],
      ['I-5', 'interstate', '5'],
      ['US 101', 'us-highway', '101'],
      ['CA 1', 'state-highway', '1'],
      ['CA 299', 'state-highway', '299'],
      ['FL 1A', 'state-highway', 'A1A'],
    ] as const) {
      expect(roadNumber(name)).toBe(number)
      expect(evaluated(layout['text-field'], 'string', 10, { number, kind })).toBe(number)
      expect(evaluated(layout['icon-image'], 'string', 10, { number, kind })).toBe(`${kind}-${number.length}`)
    }
  })
})

describe('base map streets without WebGL', () => {
  it('are labeled once per view, even if each consists of many lines', () => {
    const written: string[] = []
    const pen = new Proxy({} as Pen, {
      get: (_, name) => (text: string) => {
        if (name === 'fillText') written.push(text)
        return { width: 6 * text?.length }
      },
      set: () => true,
    })
    const street = (name: string, lat: number) =>
      Array.from({ length: 8 }, (_, i) => ({
        type: 'Feature' as const,
        properties: { name, kind: 'local' },
        geometry: {
          type: 'LineString' as const,
          coordinates: [i, i + 1].map((end) => [-97.743 + (end - 4) * 0.0002, lat]),
        },
      }))
    const features = [...street('Congress Ave', 30.267), ...street('Brazos St', 30.268), ...street('', 30.269)]
    const streets = { type: 'FeatureCollection' as const, features }
    const drawnAt = (zoom: number) => {
      written.length = 0
      const view = pictureView({ lat: 30.2675, lon: -97.743, zoom }, 800, 600)
      drawLayers(pen, view, groundLabels(light), { streets })
      return written.toSorted()
    }
    expect(drawnAt(15)).toEqual(['Brazos St', 'Congress Ave'])
    expect(drawnAt(13)).toEqual([])
  })
})

describe('road shields', () => {
  type Roads = Parameters<typeof roadSigns>[0]
  const road = (name: string, coordinates: number[][]): Roads['features'][number] => ({
    type: 'Feature',
    properties: { name, kind: 'interstate' },
    geometry: { type: 'LineString', coordinates },
  })
  const signsOf = (...features: Roads['features']) => roadSigns({ type: 'FeatureCollection', features }).features
  /**
   * A road along a meridian, split into pieces of 0.02 degrees (2.2 km) with three points each. Each piece appears once
   * per direction, with slightly different middle points.
   */
  const pieces = Array.from({ length: 50 }, (_, i) => 30 + i * 0.02).flatMap((lat) =>
    [0, 0.0005].map((side) =>
      road('I-35', [
        [-97.7, lat],
        [-97.7 + side, lat + 0.01],
        [-97.7, lat + 0.02],
      ]),
    ),
  )
  /** Returns the distance from the equator in pixels at a MapLibre zoom, using the Web Mercator formula. */
  const pixels = (lat: number, zoom: number) =>
    (512 * 2 ** zoom * Math.log(Math.tan(Math.PI / 4 + (lat * Math.PI) / 360))) / (2 * Math.PI)

  it('are evenly spaced along a road of short segments that each occur twice', () => {
    const signs = signsOf(...pieces)
    for (let zoom = 8; zoom <= 12; zoom++) {
      const at = signs
        .filter(({ properties }) => properties.from <= zoom)
        .map(({ geometry }) => pixels(geometry.coordinates[1], zoom))
        .sort((a, b) => a - b)
      const ends = [pixels(30, zoom), pixels(31, zoom)]
      const gaps = [ends[0], ...at].map((y, i) => (at[i] ?? ends[1]) - y)
      for (const gap of gaps.slice(1, -1)) expect(gap).toBeGreaterThan(103)
      for (const gap of gaps) expect(gap).toBeLessThan(265)
    }
  })

  it('lie on the road whose number they show', () => {
    const signs = signsOf(
      ...pieces,
      road('I-10', [
        [-98.5, 30.001],
        [-98, 30.001],
        [-96.5, 30.001],
      ]),
    )
    expect(new Set(signs.map(({ properties }) => properties.number))).toEqual(new Set(['35', '10']))
    for (const { properties, geometry } of signs) {
      const [lon, lat] = geometry.coordinates
      if (properties.number === '10') expect(lat).toBeCloseTo(30.001, 9)
      else expect(Math.abs(lon + 97.7)).toBeLessThan(0.0006)
    }
  })

  it('are shown only if the road is long enough, and omitted if the number is too long for a shield', () => {
    const short = [
      [-97.7, 30],
      [-97.69, 30],
    ]
    // 0.01 degrees of longitude are 58 pixels at zoom 12, which is too short for a sign.
    expect(signsOf(road('I-35', short))).toEqual([])
    const [sign] = signsOf(road('I-35', [...short, [-97.68, 30]]))
    expect(sign).toMatchObject({ properties: { number: '35', kind: 'interstate', from: 12 } })
    expect(sign.geometry.coordinates[0]).toBeCloseTo(-97.69, 9)
    expect(signsOf(road('I-35-Business', pieces[0].geometry.coordinates), road('I-9', [[-97, 30]]))).toEqual([])
    expect(
      signsOf(
        road('I-9', [
          [-97, 30],
          [-97, 30],
        ]),
      ),
    ).toEqual([])
  })
})

const square = (lon: number, lat: number, side: number) =>
  Float64Array.of(lon, lat, lon + side, lat, lon + side, lat + side, lon, lat + side, lon, lat)
const area = (name: string, lat: number, lon: number, side: number) => ({
  name,
  city: 'Town',
  state: 'TX',
  lat: lat + side / 2,
  lon: lon + side / 2,
  polygons: [[square(lon, lat, side)]],
})
const quarters = (id: string, rows: Parameters<typeof neighborhoodsBundle>[1]) =>
  new Neighborhoods(memoryBundle(neighborhoodsBundle(id, rows, [])))
const park = { city: 'Town', state: 'TX', radius: 300, isArea: false } as const

describe('labels in close-up views', () => {
  const labels = nearLabels(
    [
      quarters('neighborhoods', [area('Old Mill', 30, -98, 0.04), area('Ferry', 30.2, -98, 0.01)]),
      // A second publisher lists the first neighborhood again, and another neighborhood of the same name far away.
      quarters('neighborhoods-zillow', [area('old mill', 30.005, -98, 0.04), area('Old Mill', 32, -98, 0.04)]),
    ],
    landmarkColumns(
      memoryBundle(
        landmarksBundle(
          [
            { ...park, names: ['Heron Park', 'The Heron'], lat: 30.1, lon: -98, rank: 1 },
            { ...park, names: ['Town'], lat: 30.1, lon: -98.01, rank: 3 },
            { ...park, names: ['Sparkling Museum'], lat: 30.3, lon: -98, rank: 3 },
            { ...park, names: ['The Whole Coast'], lat: 30.4, lon: -98, rank: 3, isArea: true },
          ],
          [],
        ),
      ),
    ),
    [{ name: 'Town', lat: 30.1, lon: -98 }],
  )

  it('are shown once each, unless the map already shows the name', () => {
    expect(labels.features.map(({ properties: { name, kind } }) => [name, kind])).toEqual([
      ['Sparkling Museum', 'sight'],
      ['Old Mill', 'neighborhood'],
      ['Ferry', 'neighborhood'],
      ['Old Mill', 'neighborhood'],
      ['Heron Park', 'park'],
    ])
    expect(labels.features[1].geometry.coordinates).toEqual([-97.98, 30.02])
  })

  it('are shown as soon as there is room, larger areas first', () => {
    const [, mill, ferry] = labels.features.map(({ properties }) => properties.from)
    // 0.04 degrees (4.4 km) are 66 pixels at zoom 10 (67 m per pixel at 30 degrees north), which is too little for a
    // label, and 132 pixels at zoom 11. 0.01 degrees are 131 pixels at zoom 13.
    expect([mill, ferry]).toEqual([11, 13])
  })
})

describe('map labels from the embedded data', () => {
  const engine = openEngine(new URL('../../../dist-data/', import.meta.url))
  const sanFrancisco = { west: -122.6, south: 37.6, east: -122.3, north: 37.9 }
  const kindIn = (labels: NearLabels, name: string) =>
    labels.features.find(({ properties }) => properties.name === name)?.properties.kind
  const loaded: string[] = []
  engine.onLoading(({ file, state }) => void (state === 'ready' && loaded.push(file)))

  it('include neighborhoods published by cities, and in close-up views also parks and sights', async () => {
    const far = await engine.nearLabels(sanFrancisco, false)
    expect(kindIn(far, 'Pacific Heights')).toBe('neighborhood')
    expect(far.features.some(({ properties }) => properties.kind !== 'neighborhood')).toBe(false)
    const near = await engine.nearLabels(sanFrancisco, true)
    expect(['Pacific Heights', 'Golden Gate Park', 'Ferry Building'].map((name) => kindIn(near, name))).toEqual([
      'neighborhood',
      'park',
      'sight',
    ])
    expect(near.features.filter(({ properties }) => properties.name === 'Pacific Heights')).toHaveLength(1)
    // Cities are not included, because they are labeled separately.
    expect(kindIn(near, 'San Francisco')).toBeUndefined()
    const beyond = near.features.filter(({ geometry: { coordinates } }) => coordinates[0] > -122.3)
    expect(beyond).toEqual([])
    expect(loaded.filter((file) => /neighb/.test(file))).toEqual(['neighborhoods.bundle'])
  })

  it('use other publishers where a city publishes no neighborhoods', async () => {
    const miami = await engine.nearLabels({ west: -80.3, south: 25.7, east: -80.1, north: 25.9 }, true)
    expect(kindIn(miami, 'Little Haiti')).toBe('neighborhood')
    expect(loaded).toContain('neighborhoods-zillow.bundle')
  })
})

describe('school labels at street zoom', () => {
  const dataFolder = new URL('../../../dist-data/', import.meta.url)
  const plano = { lat: 33.03, lon: -96.75 }

  it('show the same schools as the panel, without additional reads', async () => {
    const engine = openEngine(dataFolder)
    let bytes = 0
    engine.onLoading((loading) => {
      if (loading.file === 'schools.bundle') bytes = loading.bytes
    })
    const { schools } = await engine.schools(plano)
    const before = bytes
    expect(before).toBeGreaterThan(0)
    const { features } = await loadSchoolNames(engine as never, plano)
    expect(features.map(({ properties: { name } }) => name)).toEqual(schools.map(({ name }) => name))
    expect(bytes).toBe(before)
  })

  it('are omitted if the schools fail to load', async () => {
    const schools = () => Promise.reject(new Error('schools.bundle did not arrive.'))
    expect((await loadSchoolNames({ schools } as never, plano)).features).toEqual([])
  })

  it('are placed below the school, so that a pin does not cover them', () => {
    const written: number[] = []
    const pen = new Proxy({} as Pen, {
      get: (_, name) => (text: string, _x: number, y: number) => {
        if (name === 'fillText') written.push(y)
        return { width: 6 * text?.length }
      },
      set: () => true,
    })
    const school = {
      type: 'Feature' as const,
      properties: { name: 'Haggard Middle' },
      geometry: { type: 'Point' as const, coordinates: [plano.lon, plano.lat] },
    }
    const schools = { type: 'FeatureCollection' as const, features: [school] }
    drawLayers(pen, pictureView({ ...plano, zoom: 15 }, 800, 600), groundLabels(light), { schools })
    expect(written).toHaveLength(1)
    // The label is outside the pin, which has a radius of 11 pixels.
    expect(written[0] - 300).toBeGreaterThan(11)
    written.length = 0
    drawLayers(pen, pictureView({ ...plano, zoom: 12 }, 800, 600), groundLabels(light), { schools })
    expect(written).toEqual([])
  })
})

describe('a score available in only some states', () => {
  it('is reported as unknown if no state on the map has it', () => {
    const california = coveredStates.find(({ postal }) => postal === 'CA')!.box
    for (const [lat, lon, zoom, isShown] of [
      [34.05, -118.25, 10, true],
      [30.27, -97.74, 10, false],
      [30.27, -97.74, 3, true],
      [25.77, -80.19, 8, false],
    ] as const)
      expect(shows({ lat, lon, zoom }, 600, california), `${lat} ${zoom}`).toBe(isShown)
    expect(dimensions.filter(({ states }) => states).map(({ id, states }) => [id, states])).toEqual([['fire', ['CA']]])
  })
})

describe('a map filtered to quiet places', () => {
  it('shows exactly the pixels of quiet places, including the quietest', async () => {
    const engine = openEngine(new URL('../../../dist-data/', import.meta.url))
    const from = 150
    // In Death Valley everything is quiet, in Austin very little.
    for (const [z, x, y] of [
      [9, 89, 200],
      [11, 467, 843],
    ]) {
      const tile = { dimension: 'noise-levels', z, x, y } as const
      const all = decode(await engine.tile({ ...tile, only: [] })).data
      const quiet = decode(await engine.tile({ ...tile, only: [{ dimension: 'noise-levels', from, to: 255 }] })).data
      const kept = all.map((score) => (score >= from ? score : 0))
      expect(Buffer.compare(Buffer.from(quiet), Buffer.from(kept))).toBe(0)
      expect(z === 9 ? kept.includes(255) : all.some((score) => score > 0 && score < from)).toBe(true)
    }
  })
})
