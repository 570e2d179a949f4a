import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createGzip, gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readLayerFile } from '../../../data-build/layers/read-layer.ts'
import { readFeatureFile } from '../../../data-build/read/feature-file.ts'
import { streamFeatures } from '../../../data-build/read/json-features.ts'

const folder = mkdtempSync(join(tmpdir(), 'vicinage-json-'))

/** Streams a string in pieces of the given length, and returns the document with its features. */
async function streamed(text: string, length = 7) {
  const bytes = Buffer.from(text)
  const pieces = async function* () {
    for (let at = 0; at < bytes.length; at += length) yield bytes.subarray(at, at + length)
  }
  const features: unknown[] = []
  const { document, isStreamed } = await streamFeatures(pieces(), 'a.geojson', (feature) => {
    features.push(JSON.parse(Buffer.from(feature).toString()))
  })
  return isStreamed ? { ...(document as object), features } : document
}

describe('streamFeatures', () => {
  it('returns the same value as JSON.parse for any format and any chunks', async () => {
    const feature = fc.record({
      type: fc.constant('Feature'),
      properties: fc.dictionary(fc.string(), fc.jsonValue(), { maxKeys: 3 }),
      geometry: fc.oneof(fc.constant(null), fc.jsonValue()),
    })
    const collection = fc.record({
      features: fc.array(feature, { maxLength: 6 }),
      spaces: fc.nat(2),
      first: fc.boolean(),
      length: fc.integer({ min: 1, max: 40 }),
    })
    await fc.assert(
      fc.asyncProperty(collection, async ({ features, spaces, first, length }) => {
        const about = { type: 'FeatureCollection', crs: { features: ['"features":['] }, name: '\\"features\\":[' }
        const text = JSON.stringify(first ? { features, ...about } : { ...about, features }, null, spaces)
        expect(await streamed(text, length)).toEqual(JSON.parse(text))
      }),
    )
  })

  it.each([
    '{"type":"FeatureCollection","features":[{"geometry":null},]}',
    '{"type":"FeatureCollection","features":[,]}',
    '{"type":"FeatureCollection","features":[{"geometry":null} {"geometry":null}]}',
    '{"type":"FeatureCollection","features":[1 2]}',
    '{"type":"FeatureCollection","features":[]',
    '{"type":"FeatureCollection","features":[{"geometry":nu',
    '{"type":"FeatureCollection","features":[{}]]',
    '',
  ])('rejects %s', async (text) => {
    await expect(streamed(text)).rejects.toThrow()
  })

  it.each(['{"type":"FeatureCollection","features":{}}', '{"type":"Feature","geometry":null}', '5'])(
    'returns the whole document for %s, which contains no feature list',
    async (text) => {
      expect(await streamed(text)).toEqual(JSON.parse(text))
    },
  )
})

/** Writes pieces of text to a gzip file, without holding all of them in memory. */
async function writeGzip(name: string, pieces: Iterable<string>): Promise<string> {
  const gzip = createGzip({ level: 1 })
  const chunks: Buffer[] = []
  gzip.on('data', (chunk: Buffer) => chunks.push(chunk))
  const ended = new Promise((resolve) => gzip.once('end', resolve))
  for (const piece of pieces) if (!gzip.write(piece)) await new Promise((resolve) => gzip.once('drain', resolve))
  gzip.end()
  await ended
  const path = join(folder, name)
  writeFileSync(path, Buffer.concat(chunks))
  return path
}

const square = '{"type":"Feature","properties":{"a":1},"geometry":{"type":"Point","coordinates":[-97.7,30.2]}}'

function* withSpaces(start: string, megabytes: number, end: string) {
  yield start
  for (let i = 0; i < megabytes; i++) yield ' '.repeat(2 ** 20)
  yield end
}

describe('a gzip file of spaces', () => {
  it('is rejected after its first bytes, both as a layer and as an agency map', async () => {
    const path = await writeGzip('spaces.geojson.gz', withSpaces('', 100, ''))
    const before = process.memoryUsage().rss
    await expect(readLayerFile(path)).rejects.toThrow('begins with 65536 bytes of white space')
    await expect(readFeatureFile(path)).rejects.toThrow('not valid JSON')
    expect(process.memoryUsage().rss - before).toBeLessThan(90 * 2 ** 20)
  })

  it('uses little memory even if the spaces are in the middle', async () => {
    const start = '{"type":"FeatureCollection","features":['
    const path = await writeGzip('middle.geojson.gz', withSpaces(start, 100, `${square}]}`))
    const before = process.memoryUsage().rss
    expect(await readLayerFile(path)).toMatchObject({ kind: 'features', features: [{ properties: { a: 1 } }] })
    expect((await readFeatureFile(path)).features).toHaveLength(1)
    expect(process.memoryUsage().rss - before).toBeLessThan(90 * 2 ** 20)
  })
})

describe('a projection named by a GeoJSON file', () => {
  const meters = '{"type":"Feature","properties":{},"geometry":{"type":"Point","coordinates":[0,0]}}'
  const crs = '"crs":{"type":"name","properties":{"name":"urn:ogc:def:crs:EPSG::3310"}}'
  it.each([
    ['before its features', `{"type":"FeatureCollection",${crs},"features":[${meters}]}`],
    ['after its features', `{"type":"FeatureCollection","features":[${meters}],${crs}}`],
    [
      'after coordinates that are not degrees',
      `{"type":"FeatureCollection","features":[${meters.replace('[0,0]', '[9000,9000]')}],${crs}}`,
    ],
  ])('is applied if it is %s', async (_, text) => {
    const path = join(folder, 'projected.geojson')
    writeFileSync(path, text)
    const [point] = (await readFeatureFile(path)).features[0].points
    expect(point[0]).toBeCloseTo(-120, 0)
    expect(point[1]).toBeCloseTo(38, 0)
  })
})

it('gzip files are recognized by content, regardless of their names', async () => {
  const path = join(folder, 'plain.geojson')
  writeFileSync(path, gzipSync(`{"type":"FeatureCollection","features":[${square}]}`))
  expect(await readLayerFile(path)).toMatchObject({ features: [{ properties: { a: 1 } }] })
})
