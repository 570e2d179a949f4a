import { existsSync, readFileSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parquetWriteFile } from 'hyparquet-writer'
import { describe, expect, it } from 'vitest'
import { completeQuestion } from '../../../src/faces/batch/batch-question.ts'
import { type BatchFormat, FORMATS } from '../../../src/faces/batch/formats/index.ts'
import { runBatch } from '../../../src/faces/batch/run/run-batch.ts'
import { dimensionsFixture, folderFixture } from '../../library/fixtures/folder.ts'
import { emptyFolder } from '../../support/empty-folder.ts'

/** Returns the number of threads that a run would start for an input. */
async function threads(format: BatchFormat, input: string): Promise<number> {
  const opened = await FORMATS[format].plan({ input }, completeQuestion())
  await opened.close()
  return opened.threads
}

/** Creates a sparse file of the given size, because only its first megabyte is read. */
function textOf(name: string, start: string, bytes: number): string {
  const path = join(emptyFolder(), name)
  writeFileSync(path, start.padEnd(Math.min(bytes, 2 ** 21), '\n'))
  truncateSync(path, bytes)
  return path
}

describe('a batch run', () => {
  it('chooses the number of threads by the size of a text file, and starts more for addresses', async () => {
    const coordinates = 'lat,lon\n1,2\n'
    expect(await threads('csv', textOf('a.csv', coordinates, 1000))).toBe(1)
    expect(await threads('csv', textOf('a.csv', coordinates, 40e6))).toBe(1)
    expect(await threads('csv', textOf('a.csv', coordinates, 45e6))).toBe(2)
    expect(await threads('csv', textOf('a.csv', coordinates, 220e6))).toBe(10)
    // An address takes as long as 50 coordinates, so the second thread starts at a smaller size.
    expect(await threads('csv', textOf('a.csv', 'address\n', 1e6))).toBe(1)
    expect(await threads('csv', textOf('a.csv', 'address\n', 3e6))).toBe(2)
    expect(await threads('ndjson', textOf('a.ndjson', '{"lat":1,"lon":2}\n', 3e6))).toBe(2)
  })

  it('chooses the number of threads by the number of Parquet rows, with at most one per row group', async () => {
    const parquet = (rows: number, rowGroupSize: number) => {
      const filename = join(emptyFolder(), 'a.parquet')
      const column = (name: string) => ({ name, data: new Float64Array(rows), type: 'DOUBLE' as const })
      parquetWriteFile({ filename, columnData: [column('lat'), column('lon')], rowGroupSize })
      return threads('parquet', filename)
    }
    expect(await parquet(0, 1000)).toBe(1)
    expect(await parquet(100_000, 1000)).toBe(1)
    expect(await parquet(1_700_000, 500_000)).toBe(2)
    expect(await parquet(1_700_000, 1_700_000)).toBe(1)
  })

  it('fails with the same error and exit code in a thread as without threads', async () => {
    const folder = emptyFolder()
    const filename = join(folder, 'in.parquet')
    const column = (name: string, value: number) => ({
      name,
      data: Float64Array.from({ length: 1000 }, (_, i) => value + i / 1e7),
      type: 'DOUBLE' as const,
    })
    const columnData = [column('lat', 30.25), column('lon', -97.75)]
    parquetWriteFile({ filename, columnData, rowGroupSize: 500, codec: 'UNCOMPRESSED' })
    const bytes = readFileSync(filename)
    // The header of a page in the second row group.
    bytes.fill(0xff, bytes.length >> 1, (bytes.length >> 1) + 6000)
    const data = await folderFixture()
    const errorOf = async (threads: number) => {
      const output = join(folder, `out${threads}.parquet`)
      const options = { input: filename, output, data, threads, dimensions: ['walkability'] } as const
      const error = await runBatch(options).catch((error) => error)
      const { name, code, fact, advice, message, exitCode } = error
      return { name, code, fact, advice, message, exitCode }
    }
    writeFileSync(filename, bytes)
    const error = await errorOf(1)
    expect(error).toMatchObject({ name: 'BatchError', message: expect.stringContaining('cannot be read') })
    expect(await errorOf(2)).toEqual(error)
  })

  it('writes the same output for any number of threads, for one row and for many', async () => {
    const folder = emptyFolder()
    const text = (rows: number) => `lat,lon\n${'30.25,-97.75\n'.repeat(rows)}`
    const data = await folderFixture()
    for (const rows of [1, 5000]) {
      const input = join(folder, `in${rows}.csv`)
      writeFileSync(input, text(rows))
      const outputs = [undefined, 1, 3].map((count) => ({ count, output: join(folder, `out${rows}-${count}.csv`) }))
      const written = []
      for (const { count, output } of outputs) {
        const question = { dimensions: dimensionsFixture }
        const { seconds: _, ...counts } = await runBatch({
          data,
          ...question,
          input,
          output,
          threads: count,
          pieceBytes: 999,
        })
        expect(counts).toMatchObject({ rows, scored: rows, outside: 0, empty: 0, failed: 0, layers: {}, resumed: 0 })
        written.push(readFileSync(output, 'utf8'))
      }
      expect(written[0].split('\n')).toHaveLength(rows + 2)
      expect(new Set(written).size).toBe(1)
    }
  })

  it('starts no threads for inputs without rows, which are rejected', async () => {
    const folder = emptyFolder()
    const data = await folderFixture()
    const lines = join(folder, 'in.ndjson')
    writeFileSync(lines, '')
    const filename = join(folder, 'in.parquet')
    parquetWriteFile({
      filename,
      columnData: ['lat', 'lon'].map((name) => ({ name, data: [], type: 'DOUBLE' as const })),
    })
    for (const [input, output, problem] of [
      [lines, join(folder, 'out.ndjson'), 'is empty'],
      [filename, join(folder, 'out.parquet'), 'has no rows'],
    ] as const)
      for (const threads of [1, 2]) {
        const run = runBatch({ data, input, output, threads })
        await expect(run).rejects.toMatchObject({
          code: 'input_empty',
          message: `${input} ${problem}: check that it is the right file.`,
        })
        expect(existsSync(output)).toBe(false)
      }
  })
})
