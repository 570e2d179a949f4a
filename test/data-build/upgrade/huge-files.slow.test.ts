import { createWriteStream, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { Zip, ZipDeflate } from 'fflate'
import { beforeAll, describe, expect, it } from 'vitest'
import { emptyFolder } from '../../support/empty-folder.ts'
import { measured } from './measured.ts'

// The files written here inflate to more than a command may hold in memory, and to more than 537 MB, the length limit
// of a string in Node.js.

const folder = emptyFolder()
const MEGABYTE = 2 ** 20
const MEGABYTES = 550

/** Writes a gzip file of these pieces. The pieces are generated while the file is written. */
async function writeGzip(name: string, pieces: Iterable<string | Uint8Array>): Promise<string> {
  const path = join(folder, name)
  await pipeline(Readable.from(pieces, { objectMode: true }), createGzip({ level: 1 }), createWriteStream(path))
  return path
}

function* spaces(megabytes: number) {
  const piece = Buffer.alloc(MEGABYTE, ' ')
  for (let i = 0; i < megabytes; i++) yield piece
}

/** Makes a valid collection of about this many bytes. It repeats a round area in California that has 2,000 corners. */
function* rings(bytes: number) {
  const corners = Array.from({ length: 2000 }, (_, i) => {
    const turn = (2 * Math.PI * i) / 2000
    return [-120 + 0.005 * Math.cos(turn), 38 + 0.005 * Math.sin(turn)]
  })
  const ring = {
    type: 'Feature',
    properties: { FHSZ_Description: 'High', SRA: 'LRA' },
    geometry: { type: 'Polygon', coordinates: [[...corners, corners[0]]] },
  }
  const text = JSON.stringify(ring)
  const piece = `${text},`.repeat(10)
  yield '{"type":"FeatureCollection","features":['
  for (let written = 0; written < bytes; written += piece.length) yield piece
  yield `${text}]}`
}

/** Writes a zip whose members consist of the given bytes, followed by the given number of megabytes of zeros. */
async function writeZip(name: string, members: readonly (readonly [string, number, Uint8Array])[]): Promise<string> {
  const parts: Uint8Array[] = []
  const zip = new Zip((error, part) => {
    if (error) throw error
    parts.push(part)
  })
  const zeros = new Uint8Array(MEGABYTE)
  for (const [file, megabytes, start] of members) {
    const member = new ZipDeflate(file, { level: 1 })
    zip.add(member)
    member.push(start, megabytes === 0)
    for (let i = 1; i <= megabytes; i++) member.push(zeros, i === megabytes)
  }
  zip.end()
  const path = join(folder, name)
  writeFileSync(path, Buffer.concat(parts))
  return path
}

const upgrade = (file: string) => measured('data', 'upgrade', 'fire', '--from', file, '--out', join(folder, 'out'))
const addLayer = (file: string) => measured('layer', 'add', file, '--id', 'huge', '--score', 'score')

describe('a command uses less than 300 MB and explains the error', () => {
  let gzipOfSpaces: string
  beforeAll(async () => {
    gzipOfSpaces = await writeGzip('spaces.geojson.gz', spaces(MEGABYTES))
  })

  it.each([
    ['an upgrade', upgrade],
    ['a layer', addLayer],
  ])('if it reads 550 MB of gzipped spaces for %s', (_, run) => {
    const { status, said, megabytes } = run(gzipOfSpaces)
    expect(status, said).toBe(1)
    expect(said).toMatch(/spaces\.geojson(\.gz)?\W/)
    expect(said).not.toMatch(/0x1fffffe8| at .*\.[jt]s:/)
    expect(megabytes).toBeLessThan(300)
  })

  it('if it reads a zip with a 550 MB .shp that is not a shapefile', async () => {
    const file = await writeZip('huge.zip', [
      ['huge.shp', MEGABYTES, new Uint8Array(100)],
      ['huge.dbf', 0, new Uint8Array(32)],
    ])
    const { status, said, megabytes } = upgrade(file)
    expect(status, said).toBe(1)
    expect(said).toContain('huge.shp')
    expect(megabytes).toBeLessThan(300)
  })
})

it('an upgrade streams a valid gzip of 540 MB of GeoJSON in less than 1 GB', async () => {
  const { status, said, megabytes } = upgrade(await writeGzip('fire.geojson.gz', rings(540e6)))
  expect(said).not.toContain('not valid JSON')
  expect(status, said).toBe(0)
  expect(megabytes).toBeLessThan(1000)
}, 300_000)
