import { copyFileSync, readFileSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { memoryBundle } from '../../../data-build/pack/dimension-bundle.ts'
import { geographyBundle } from '../../../data-build/pack/geography-bundle.ts'
import { Geography } from '../../../src/data/geography.ts'
import { openVicinage } from '../../../src/index.ts'
import { geographyFixture } from '../../library/fixtures/geography.ts'
import { emptyFolder } from '../../support/empty-folder.ts'

const here = new URL('../../../dist-data/', import.meta.url)
const manifest = JSON.parse(readFileSync(new URL('manifest.json', here), 'utf8')) as {
  bundles: { file: string; id: string; bytes: number; start: number }[]
}
const geography = manifest.bundles.find(({ id }) => id === 'geography')!
const flood = manifest.bundles.find(({ id }) => id === 'flood')!
const GiB = 2 ** 30

/**
 * Returns a data folder with the bundles of geography and flood. `changes` replaces fields of flood in the manifest.
 */
function folderOf(changes: Partial<typeof flood> = {}): string {
  const folder = emptyFolder()
  for (const { file } of [geography, flood]) copyFileSync(new URL(file, here), join(folder, file))
  const bundles = [geography, { ...flood, ...changes }]
  writeFileSync(join(folder, 'manifest.json'), JSON.stringify({ ...manifest, bundles }))
  return folder
}

const options = { dimensions: ['flood'], schools: false, geocoder: false, userData: false } as const
const around = { ...options, around: { lat: 29.76, lon: -95.36, radius: 1000 } }

describe('a file above its size limit is rejected before it is read:', () => {
  it.each(['flood.bundle', 'manifest.json'])('%s with 3 GiB', async (file) => {
    const data = folderOf()
    truncateSync(join(data, file), 3 * GiB)
    const before = process.memoryUsage().rss
    await expect(openVicinage({ ...options, data })).rejects.toThrow(
      new RegExp(`^${file} in .* has ${3 * GiB} bytes, expected `),
    )
    expect(process.memoryUsage().rss - before).toBeLessThan(GiB / 2)
  })

  it.each([
    ['outside the file', { start: 2 ** 29 }, /ends at byte \d+, expected at least 536870912/],
    ['past the maximum file size', { start: 2 ** 50 }, /unexpected 'bundles.1.start'/],
    ['before the file', { start: -1 }, /unexpected 'bundles.1.start'/],
    ['in a file above the maximum size', { bytes: 2 ** 50 }, /unexpected 'bundles.1.bytes'/],
  ])('a manifest whose first block starts %s', async (_, changes, message) => {
    await expect(openVicinage({ ...around, data: folderOf(changes) })).rejects.toThrow(message)
  })

  it.each([
    ['with a declared length above the limit', {}, /more than the expected \d+ bytes arrived/],
    ['unless the declared length is of its encoded form', { 'content-encoding': 'gzip' }, null],
  ])('a file from a server %s', async (_, headers, message) => {
    const fetch = async (input: URL | RequestInfo) => {
      const file = String(input).split('/').at(-1)!
      const declared =
        file === 'flood.bundle' ? { 'content-length': String(GiB), ...(headers as Record<string, string>) } : {}
      return new Response(readFileSync(new URL(file, here)), { headers: declared })
    }
    const opening = openVicinage({ ...options, data: 'http://data.test/folder/', fetch })
    if (message === null) expect((await opening).dimensions().length).toBeGreaterThan(0)
    else await expect(opening).rejects.toThrow(message)
  })

  it.each(['manifest.json', 'flood.bundle'])('%s from a server that never stops sending', async (endless) => {
    let sent = 0
    const body = () =>
      new ReadableStream<Uint8Array>({
        pull(controller) {
          sent += 2 ** 20
          if (sent > GiB) controller.close()
          else controller.enqueue(new Uint8Array(2 ** 20))
        },
      })
    const fetch = async (input: URL | RequestInfo) => {
      const file = String(input).split('/').at(-1)!
      return new Response(file === endless ? body() : readFileSync(new URL(file, here)))
    }
    const opening = openVicinage({ ...options, data: 'http://data.test/folder/', fetch })
    await expect(opening).rejects.toThrow(/could not be fetched .*: more than the expected \d+ bytes arrived/)
    expect(sent).toBeLessThan(GiB / 16)
  })
})

it.each([
  ['are in descending order', [48_453, 6_037]],
  ['do not have five digits', [4_000_000_000]],
])('a geography whose counties %s is rejected, because rankings would never end', async (_, codes) => {
  const made = await geographyBundle(geographyFixture(emptyFolder()))
  const sections = made.sections.map((section) => {
    if (section.name !== 'centre.county') return section
    const { length } = section.data
    return { ...section, data: Uint32Array.from({ length }, (_, i) => codes[Math.floor((i * codes.length) / length)]) }
  })
  const geography = new Geography(memoryBundle({ ...made, sections }))
  expect(() => geography.describe(0)).toThrow(/expected codes in ascending order/)
})
