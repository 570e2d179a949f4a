import { join } from 'node:path'
import { serialize } from 'flatgeobuf/lib/mjs/geojson.js'
import type { Feature, FeatureCollection } from 'geojson'
import { describe, expect, it } from 'vitest'
import { readLayerFile } from '../../../data-build/layers/read-layer.ts'
import { readFlatGeobuf } from '../../../data-build/read/flatgeobuf.ts'
import { readGeoJson } from '../../../data-build/read/geojson.ts'
import { readShapefile } from '../../../data-build/read/shapefile.ts'
import { SourceError } from '../../../data-build/read/source-error.ts'
import { getShapes } from '../../../src/answers/layers/shapes.ts'
import { VicinageError } from '../../../src/base/errors.ts'
import { folderFixture } from './fixtures/folder.ts'
import { dbfBytes, POINT, shpBytes } from './shapefile-bytes.ts'

const features = Array.from(
  { length: 20 },
  (_, i): Feature => ({
    type: 'Feature',
    properties: { name: `place ${i}`, value: i },
    geometry: { type: 'Point', coordinates: [-97 - i / 100, 30 + i / 100] },
  }),
)
const collection: FeatureCollection = { type: 'FeatureCollection', features }
const whole = serialize(collection as Parameters<typeof serialize>[0])

/**
 * Returns the error message of a rejected file. Throws if the file is read, or fails with another kind of error.
 */
async function refusal(reading: Promise<unknown>): Promise<string> {
  const error = await reading.then(
    () => 'read',
    (cause: unknown) => cause,
  )
  if (error instanceof SourceError || error instanceof VicinageError) return error.message
  throw new Error(`expected to be refused`, { cause: error })
}

describe('FlatGeobuf', () => {
  it('is rejected if truncated at any byte, and read if complete', async () => {
    const read = (bytes: Uint8Array) => readFlatGeobuf(folderFixture({ 'a.fgb': bytes }), 'a.fgb')
    expect((await read(whole)).features.length).toBe(20)
    const messages = new Set<string>()
    for (let end = 0; end < whole.length; end++) messages.add(await refusal(read(whole.subarray(0, end))))
    for (const message of messages)
      expect(message).toMatch(/^a\.fgb: not valid FlatGeobuf \(.+\); expected a complete file/)
  })

  it.each([
    ['if a byte follows it', Buffer.concat([whole, Buffer.of(0)])],
    ['if it has only its magic bytes', whole.subarray(0, 8)],
    ['if its header is all zeros', Buffer.concat([whole.subarray(0, 8), Buffer.alloc(12)])],
  ])('is rejected %s', async (_, bytes) => {
    expect(await refusal(readFlatGeobuf(folderFixture({ 'a.fgb': bytes }), 'a.fgb'))).toContain('not valid FlatGeobuf')
  })
})

const nested = (depth: number) =>
  `${'{"type":"GeometryCollection","geometries":['.repeat(depth)}{"type":"Point","coordinates":[-97,30]}${']}'.repeat(depth)}`
const geoJson = (geometry: string, properties = '{}') =>
  `{"type":"FeatureCollection","features":[{"type":"Feature","properties":${properties},"geometry":${geometry}}]}`

describe('GeoJSON', () => {
  it.each([
    ['null coordinates', '{"type":"Point","coordinates":null}'],
    ['null among coordinates', '{"type":"LineString","coordinates":[[-97,30],null]}'],
    ['null for a ring', '{"type":"Polygon","coordinates":[null]}'],
    ['no coordinates', '{"type":"MultiPolygon"}'],
    ['no geometries', '{"type":"GeometryCollection"}'],
    ['collections 20,000 deep', nested(20_000)],
  ])('is rejected with an error that contains the feature number if it has %s', async (_, geometry) => {
    const folder = folderFixture({ 'a.json': geoJson(geometry) })
    expect(await refusal(readGeoJson(folder, 'a.json'))).toMatch(/^a\.json, row 1: .+; expected/)
  })

  it('in layer files is also rejected with an error that contains the feature number', async () => {
    for (const geometry of ['{"type":"Point","coordinates":null}', nested(20_000)]) {
      const { directory } = folderFixture({ 'a.json': geoJson(geometry) })
      const made = async () => {
        const file = await readLayerFile(join(directory, 'a.json'))
        return getShapes(file.kind === 'features' ? file.features : [])
      }
      expect(await refusal(made())).toContain('Feature 1 ')
    }
  })

  it('is read without any property that is nested too deeply for the stack', async () => {
    const properties = `{"deep":${'['.repeat(20_000)}${']'.repeat(20_000)},"name":"a"}`
    const folder = folderFixture({ 'a.json': geoJson('{"type":"Point","coordinates":[-97,30]}', properties) })
    expect((await readGeoJson(folder, 'a.json')).features[0].properties.name).toBe('a')
  })

  it('is read without null features', async () => {
    const folder = folderFixture({ 'a.json': '{"type":"FeatureCollection","features":[null]}' })
    expect(await readGeoJson(folder, 'a.json')).toMatchObject({ features: [], skipped: 1 })
  })
})

describe('a shapefile', () => {
  const shp = shpBytes(POINT, [[[[-97, 30]]]])
  const dbf = dbfBytes([{ name: 'name', type: 'C', length: 8 }], [['a']])

  it('is rejected if it contains MultiPatch shapes', async () => {
    const patch = Buffer.from(shp)
    patch.writeInt32LE(31, 32)
    patch.writeInt32LE(31, 108)
    const folder = folderFixture({ 'a.shp': patch, 'a.dbf': dbf })
    expect(await refusal(readShapefile(folder, 'a.shp'))).toMatch(/shapes that cannot be read .*expected points, lines/)
  })

  it('is rejected without reading its .prj if the .prj has several megabytes', async () => {
    const folder = folderFixture({ 'a.shp': shp, 'a.dbf': dbf, 'a.prj': new Uint8Array(2 ** 22).fill(91) })
    expect(await refusal(readShapefile(folder, 'a.shp'))).toContain('a.prj: 4194304 bytes; expected at most 65536')
  })
})
