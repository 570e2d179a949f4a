import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { madePlaces, parquetOf } from '../batch/parquet/made-parquet.ts'
import { emptyFolder, madeFolder } from '../library/made-folder.ts'
import { consoleOf } from './console.ts'

/** Runs a batch on a file of these bytes; what was said of it, with the paths left out. */
async function batchOf(name: string, bytes: string | Uint8Array, ...options: string[]) {
  const folder = emptyFolder()
  const input = join(folder, name)
  writeFileSync(input, bytes)
  const output = join(folder, `out.${name}`)
  const { code, err } = await consoleOf(['batch', input, output, '--data', await madeFolder(), ...options])
  return { code, err: err.replaceAll(`${folder}/`, '') }
}

const rows = 'id,lat,lon\n1,30.23,-97.77\n'

describe('the exit code of a batch', () => {
  it('is 2 where the command line, or a file that it names, makes no sense, with where to read on', async () => {
    const help = '\nTry: vicinage batch --help\n'
    for (const [outcome, reason] of [
      [await batchOf('in.csv', ''), 'The input is empty.'],
      [await batchOf('in.csv', 'id,name\n1,2\n'), 'No column of a place was found among "id", "name"'],
      [await batchOf('in.csv', rows, '--lat', 'latitude', '--lon', 'lon'), 'There is no column "latitude" for --lat'],
      [await batchOf('in.parquet', rows), 'The input is not a Parquet file'],
    ] as const) {
      expect(outcome.err).toContain(`vicinage: ${reason}`)
      expect(outcome).toEqual({ code: 2, err: expect.stringContaining(help) })
    }
    const { code, err } = await consoleOf(['batch', 'no-such-file.csv', 'score'])
    expect({ code, err }).toEqual({ code: 2, err: `vicinage: There is no file no-such-file.csv.${help}` })
  })

  it('is 1 where an input is damaged, and nothing but the reason is said', async () => {
    const { lat, lon } = madePlaces(2000, 3)
    const columns = [
      { name: 'lat', data: lat },
      { name: 'lon', data: lon },
    ]
    const parquet = new Uint8Array(parquetOf(columns, { rowGroupSize: 1000, codec: 'UNCOMPRESSED' }))
    const broken = parquet.slice().fill(0xff, 10, 200)
    const gzip = gzipSync(rows.repeat(100))
    for (const [outcome, reason] of [
      [await batchOf('in.parquet', parquet.subarray(0, -9)), /^The input is not a whole Parquet file: .*$/],
      [
        await batchOf('in.parquet', broken, '--threads', '1'),
        /^The column "lat" of the Parquet file cannot be read: .*$/,
      ],
      [await batchOf('in.csv.gz', gzip.subarray(0, -9)), /^in\.csv\.gz is cut off: .*$/],
      [
        await batchOf('in.csv', `${rows}"${' '.repeat(17 << 20)}`, '--threads', '1'),
        /^The record that begins with .* a quote in it is never closed\.$/,
      ],
    ] as const) {
      const [said, ...more] = outcome.err.split('\n')
      expect(said.replace('vicinage: ', '')).toMatch(reason)
      expect({ code: outcome.code, more }).toEqual({ code: 1, more: [''] })
    }
  })
})

describe('the exit code of a cluster', () => {
  it.each([
    ['http://127.0.0.1:1', 2, 'The address of Redis begins with http:'],
    ['nowhere', 2, 'The address of Redis cannot be read'],
    ['redis://127.0.0.1:1', 1, 'Redis at 127.0.0.1:1 cannot be used (ECONNREFUSED)'],
  ])('tells an address that makes no sense from a Redis that is gone: %s', async (redis, code, reason) => {
    const outcome = await consoleOf(['cluster', 'status', '--redis', redis])
    expect(outcome).toMatchObject({ code, out: '' })
    expect(outcome.err).toContain(`vicinage: ${reason}`)
    expect(outcome.err.includes('\nTry: vicinage cluster status --help\n')).toBe(code === 2)
  })
})
