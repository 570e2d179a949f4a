import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { readLayerFile } from '../../../data-build/layers/read-layer.ts'
import { SourceError } from '../../../data-build/read/source-error.ts'
import { VicinageError } from '../../../src/base/errors.ts'
import { emptyFolder } from '../../support/empty-folder.ts'
import { fgbFile } from './fixtures/fgb-file.ts'
import { dbfBytes, POLYGON, shpBytes } from './shapefile-bytes.ts'
import { tiffBytes } from './tiff-bytes.ts'

const RING: readonly (readonly [number, number])[] = [
  [-97, 30],
  [-97, 31],
  [-96, 31],
  [-97, 30],
]
const shapefile = shpBytes(POLYGON, [[RING], [RING, RING], [RING]])
const table = dbfBytes([{ name: 'VALUE', type: 'N', length: 4 }], [['1'], ['2'], ['3']])
const geoJson = Buffer.from(
  JSON.stringify({
    type: 'FeatureCollection',
    features: [{ type: 'Feature', properties: { value: 1 }, geometry: { type: 'Polygon', coordinates: [RING] } }],
  }),
)

/** Small files of each layer format, with their names. */
const files: Readonly<Record<string, readonly [name: string, bytes: Uint8Array]>> = {
  GeoJSON: ['a.geojson', geoJson],
  'gzipped GeoJSON': ['a.geojson.gz', gzipSync(geoJson)],
  CSV: ['a.csv', Buffer.from('lat,lon,value\n30.5,-97.5,1\n31,-97,2\n')],
  FlatGeobuf: ['a.fgb', fgbFile([{ type: 3, xy: RING.flat() }, null], { org: 'EPSG', code: 4326 })],
  GeoTIFF: ['a.tif', tiffBytes(3, Uint8Array.of(1, 2, 3, 4, 5, 6), [-97, 31], 0.5, { 1024: 2, 2048: 4269 })],
  shapefile: ['a.shp', shapefile],
}

/** Error messages of the engine or a library, which do not explain what is wrong with a file. */
const ENGINE =
  /Cannot (?:read|set|access)|undefined|is not (?:a function|iterable|defined)|out of (?:bounds|range)|outside the bounds|Invalid (?:typed )?array|\bNaN\b|\[object|RangeError|TypeError|null \(/

const folder = emptyFolder()

/**
 * Returns an unsuitable error message for a file, or null if the file is read or if the message explains what is wrong
 * with it.
 */
async function fault(name: string, bytes: Uint8Array): Promise<string | null> {
  const path = join(folder, name)
  writeFileSync(path, bytes)
  if (name.endsWith('.shp')) writeFileSync(path.replace(/shp$/, 'dbf'), table)
  try {
    await readLayerFile(path)
    return null
  } catch (error) {
    if (!(error instanceof SourceError || error instanceof VicinageError)) return `not a refusal: ${String(error)}`
    return ENGINE.test(error.message) ? error.message : null
  }
}

/**
 * Yields damaged copies of the file: cut off at a byte, or with changed bits in a byte. In short files this happens at
 * each byte, in long files at every few bytes.
 */
function* damaged(bytes: Uint8Array): Generator<readonly [what: string, bytes: Uint8Array]> {
  const step = Math.ceil(bytes.length / 80)
  for (let at = 0; at < bytes.length; at += step) {
    yield [`cut at ${at}`, bytes.slice(0, at)]
    for (const bits of [0x01, 0x80, 0xff]) {
      const other = bytes.slice()
      other[at] ^= bits
      yield [`byte ${at} with ${bits}`, other]
    }
  }
}

describe('a damaged layer file', () => {
  it.each(Object.entries(files))(
    'is read, or rejected without quoting an engine error: %s',
    async (_, [name, bytes]) => {
      expect(await fault(name, bytes)).toBeNull()
      const faults: string[] = []
      for (const [what, other] of damaged(bytes)) {
        const found = await fault(name, other)
        if (found !== null) faults.push(`${what}: ${found}`)
      }
      expect(faults.slice(0, 5)).toEqual([])
    },
  )

  it.each([
    ['longer than the file', 104, 0x7fff],
    ['shorter than its points', 104, 20],
    ['that of the next record', 104, 3],
  ])('is rejected for a record length that is %s', async (_, at, words) => {
    const other = shapefile.slice()
    new DataView(other.buffer).setInt32(at, words)
    const path = join(folder, 'chain.shp')
    writeFileSync(path, other)
    writeFileSync(path.replace(/shp$/, 'dbf'), table)
    await expect(readLayerFile(path)).rejects.toThrow(/in record 1; expected records that follow each other/)
  })
})
