import { truncateSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { formatNamed } from '../../../../src/faces/batch/formats/index.ts'
import { writtenFile } from '../../../support/written-file.ts'
import { questionOf } from '../fixtures/question.ts'

const place = (i: number) => ({ id: i, lat: 30 + i / 1e4, lon: -97 })
const places = Array.from({ length: 9000 }, (_, i) => place(i))
const files = {
  csv: `id,lat,lon\n${places.map(({ id, lat, lon }) => `${id},${lat},${lon}\n`).join('')}`,
  ndjson: places.map((row) => `${JSON.stringify(row)}\n`).join(''),
}

it.each([
  ['csv', 'rows.csv', files.csv],
  ['csv', 'rows.csv.gz', gzipSync(files.csv)],
  ['ndjson', 'rows.ndjson', files.ndjson],
] as const)(
  '%s in %s is read in complete records, and reading can continue at the end of any chunk',
  async (name, file, content) => {
    const rest = (from: number) => files[name].slice(from)
    const format = formatNamed(name)
    /** Reads the chunks from an offset, or from the first row. */
    async function chunksFrom(from?: number) {
      const input = await format.plan(
        { input: writtenFile(file, content), pieceBytes: 32 << 10 } as never,
        questionOf([]),
      )
      const chunks: { end: number; text: string }[] = []
      for await (const { end, task } of format.split(input, from))
        chunks.push({ end, text: Buffer.from(task as Uint8Array).toString() })
      await input.close()
      return { start: input.start, chunks }
    }
    const { start, chunks } = await chunksFrom()
    expect(chunks.length).toBeGreaterThan(3)
    expect(chunks.map(({ text }) => text).join('')).toBe(rest(start))
    expect(chunks.every(({ text }) => text.endsWith('\n'))).toBe(true)
    for (const { end } of [chunks[0], chunks[2]]) {
      const later = await chunksFrom(end)
      expect(later.chunks.map(({ text }) => text).join('')).toBe(rest(end))
      expect(later.chunks.at(-1)?.end).toBe(files[name].length)
    }
  },
)

it.each([
  ['csv', 'lat,lon\n1,2\n', 20],
  ['csv', 'address\n', 1],
  ['ndjson', '{"lat":1,"lon":2}\n', 1],
] as const)('a file of %s that begins with %j is processed with one thread per %i MiB', async (name, start, size) => {
  // Only the first megabytes are read, so the remaining ones take no space on the disk.
  const path = writtenFile(`rows.${name}`, start.padEnd(2 ** 21 - 1, '\n'))
  const threads = async (bytes: number) => {
    truncateSync(path, bytes)
    const input = await formatNamed(name).plan({ input: path } as never, questionOf([]))
    await input.close()
    return input.threads
  }
  const mebibytes = size * 2 ** 20
  expect([await threads(3 * mebibytes - 1), await threads(3 * mebibytes)]).toEqual([2, 3])
  expect(await threads(start.length)).toBe(1)
})

it.each(['csv', 'ndjson'] as const)(
  'the columns of %s are found if the first records are longer than a megabyte',
  async (name) => {
    const note = 'x'.repeat(1.2 * 2 ** 20)
    const row = name === 'csv' ? `30.2,-97.7,${note}\n` : `{"lat":30.2,"lon":-97.7,"note":"${note}"}\n`
    const path = writtenFile(`rows.${name}`, (name === 'csv' ? 'lat,lon,note\n' : '') + row.repeat(4))
    const input = await formatNamed(name).plan({ input: path } as never, questionOf([]))
    await input.close()
    expect(input.sample).toEqual([1, 2, 3].map(() => ['30.2', '-97.7']))
  },
)
