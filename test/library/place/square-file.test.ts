import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { boxAround } from '../../../src/base/geo/box.ts'
import { readManifest } from '../../../src/data/bundle/data-folder.ts'
import { dataFolder } from '../../../src/data/bundle/disk-folder.ts'
import { tilesIn } from '../../../src/data/raster/in-bundle.ts'
import { SquareFile } from '../../../src/data/raster/square-file.ts'
import { copyData } from '../../../src/faces/cli/data-copy/write-data.ts'
import { type OpenOptions, openVicinage, type Vicinage } from '../../../src/index.ts'
import { emptyFolder } from '../../support/empty-folder.ts'
import { folderFixture } from '../fixtures/folder.ts'
import { address, type Change, memoryServer } from './memory-server.ts'

const choice = {
  ...{ dimensions: null, states: null, schools: false, geocoder: false, explorer: false, squares: true },
} as const
const austin = { lat: 30.2672, lon: -97.7431 }
/** Places in the fixture: inside, on lines between squares, in the sea, outside the coverage area. */
const PLACES = [
  austin,
  { lat: 30.2672 + 1e-9, lon: -97.6 },
  { lat: 30.26666666, lon: -97.86666667 },
  { lat: 34.0522, lon: -118.2437 },
  { lat: 25.7743, lon: -80.1937 },
  { lat: 25.6, lon: -80.0 },
  { lat: 40.7, lon: -74 },
]

let whole: Vicinage
let folder: string
beforeAll(async () => {
  folder = join(emptyFolder(), 'copy')
  await copyData(await folderFixture(), folder, choice, { force: false })
  whole = await openVicinage({ data: await folderFixture(), geocoder: false })
})

async function opened(options: Partial<OpenOptions> = {}, change?: Change, data = folder) {
  const server = memoryServer(data, change)
  const base = { data: address, schools: false, geocoder: false, fetch: server.fetch }
  return { server, vicinage: await openVicinage({ ...base, around: { ...austin, radius: 0 }, ...options }) }
}

type Listing = Record<'heads' | 'strips', Record<string, number>>

const sumOf = (lengths: Record<string, number>) => Object.values(lengths).reduce((sum, length) => sum + length, 0)

/** Copies the folder and changes its file of map squares. */
async function damaged(change: (bytes: Uint8Array, listing: Listing) => Uint8Array | null) {
  const copy = join(emptyFolder(), 'damaged')
  await copyData(await folderFixture(), copy, choice, { force: false })
  const file = join(copy, 'places.squares')
  const { squares } = JSON.parse(readFileSync(join(copy, 'manifest.json'), 'utf8'))
  const bytes = change(readFileSync(file), squares)
  if (bytes === null) rmSync(file)
  else writeFileSync(file, bytes)
  return copy
}

describe('the map square file', () => {
  it('returns the same answers as the bundles, which are not read', async () => {
    for (const place of PLACES) {
      const { vicinage, server } = await opened({ around: { ...place, radius: 0 } })
      expect(vicinage.scores(place, { percentiles: true })).toEqual(whole.scores(place, { percentiles: true }))
      expect(vicinage.explain('fire', place)).toEqual(whole.explain('fire', place))
      expect(server.asked.map(({ file }) => file)).not.toContain('geography.bundle')
      const before = server.asked.length
      await vicinage.load({ box: { west: place.lon, east: place.lon, south: place.lat, north: place.lat } })
      expect(server.asked.length).toBe(before)
    }
  })

  it('returns the same answers as the whole data for a larger area and for dimensions loaded later', async () => {
    const { vicinage } = await opened({ around: { ...austin, radius: 20_000 }, dimensions: ['walkability'] })
    await vicinage.load({ dimensions: ['fire', 'noise-levels'] })
    for (let i = 0; i < 200; i++) {
      const place = {
        lat: austin.lat + (((i * 0.75) % 1) - 0.5) * 0.3,
        lon: austin.lon + (((i * 0.57) % 1) - 0.5) * 0.3,
      }
      for (const id of ['walkability', 'fire', 'noise-levels'] as const)
        expect(vicinage.score(id, place)).toEqual(whole.score(id, place))
    }
  })

  it('causes no further requests for a bundle that is completely in memory', async () => {
    const box = boxAround(austin.lon, austin.lat, 500)
    /** Returns the number of bytes that are fetched for the fire squares. */
    const bytesOf = async (loading: string[], released: string[]) => {
      const server = memoryServer(folder)
      const data = dataFolder(address, { fetch: server.fetch })
      const { squares, bundles } = await readManifest(data)
      const file = new SquareFile(data, squares!)
      for (const id of released) file.release(id)
      file.expect(loading, [box])
      const part = await file.open(bundles.find(({ id }) => id === 'fire')!)
      await part!.with({ tiles: tilesIn(part!.bundle, box) })
      return server.bytes()
    }
    const alone = await bytesOf(['fire'], [])
    expect(await bytesOf(['fire', 'walkability'], ['walkability'])).toBe(alone)
    expect(await bytesOf(['fire', 'walkability'], [])).toBeGreaterThan(alone)
  })

  it('is not used if the server sends only whole files', async () => {
    const { vicinage, server } = await opened({}, ({ file }) =>
      file === 'manifest.json' ? undefined : new Response(readFileSync(join(folder, file))),
    )
    expect(vicinage.scores(austin)).toEqual(whole.scores(austin))
    expect(server.asked.map(({ file }) => file)).toContain('geography.bundle')
  })

  it.each([
    ['missing', () => null, 'bundle_missing', /places\.squares is missing from/],
    [
      'cut short',
      (bytes: Uint8Array) => bytes.slice(0, 500),
      'bundle_damaged',
      /places\.squares could not be fetched .*: only \d+ of \d+ bytes arrived /,
    ],
    [
      'changed in a head',
      (bytes: Uint8Array, { heads }: Listing) => {
        bytes[heads.rows + 40] ^= 1
        return bytes
      },
      'bundle_damaged',
      /places\.squares \(geography\) in /,
    ],
    [
      'changed in a part',
      (bytes: Uint8Array, { heads, strips }: Listing) => bytes.fill(7, sumOf(heads) + sumOf(strips)),
      'bundle_damaged',
      /places\.squares \(\w+\) in .* is damaged, or changed while being read: its part of /,
    ],
    [
      'of another build',
      (bytes: Uint8Array) => bytes,
      'bundle_mismatched',
      /does not match the bundles that manifest\.json lists/,
    ],
  ] as const)('is rejected if it is %s', async (name, change, code, message) => {
    const data = await damaged(change)
    if (name === 'of another build') {
      const path = join(data, 'manifest.json')
      writeFileSync(path, readFileSync(path, 'utf8').replace(/"key":"[0-9a-f]{4}/, '"key":"zzzz'))
    }
    await expect(opened({}, undefined, data)).rejects.toMatchObject({ code, message: expect.stringMatching(message) })
  })
})
