import { appendFileSync, cpSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { submitBatch } from '../../../../src/faces/batch/cluster/submit.ts'
import { type BatchOptions, runBatch } from '../../../../src/faces/batch/index.ts'
import { addrfeatZip, written } from '../../../answers/geocode/streets/fixtures/addrfeat.ts'
import { folderFixture } from '../../../library/fixtures/folder.ts'
import { emptyFolder } from '../../../support/empty-folder.ts'
import { skippedName } from '../../../support/skipped-name.ts'
import { consoleOf } from '../../cli/console.ts'
import { hasRedis, startRedis } from '../../http/redis-server.ts'
import { parquetOf, placesFixture } from '../formats/fixtures/parquet.ts'
import { redisOfEachTest, rowsFixture, runFixture, startSubmitter, startWorker } from './fixtures/cluster.ts'

describe.skipIf(!hasRedis())(skippedName('a cluster run', !hasRedis(), 'redis-server is not installed'), () => {
  const redis = redisOfEachTest()

  it('produces the same output as one machine in each format, even during other runs', async () => {
    const folder = emptyFolder()
    const data = await folderFixture()
    const records = Array.from({ length: 20_000 }, (_, i) => ({
      id: i,
      place: { lat: 34 + (i % 997) / 1e4, lon: -118.25 },
    }))
    writeFileSync(join(folder, 'a.csv'), rowsFixture(20_000))
    writeFileSync(
      join(folder, 'b.ndjson'),
      records.map((record) => `${JSON.stringify({ ...record, ...record.place })}\n`).join(''),
    )
    writeFileSync(join(folder, 'c.parquet'), parquet(20_000))
    writeFileSync(join(folder, 'd.tsv'), 'lat\tlon\n34.05\t-118.25\n')
    writeFileSync(join(folder, 'e.csv'), '34.05,-118.25\n30.25,-97.75')
    const small = { pieceBytes: 64 << 10 }
    const runs: Omit<BatchOptions, 'data' | 'output'>[] = [
      { input: 'a.csv', dimensions: ['fire', 'walkability'], prefix: 'v_', ...small },
      { input: 'b.ndjson', descriptions: true, dimensions: ['noise-levels'], ...small },
      { input: 'c.parquet' },
      { input: 'd.tsv' },
      { input: 'e.csv', header: false, lat: '1', lon: '2' },
    ]
    await Promise.all([startWorker(redis.url, { threads: 2 }), startWorker(redis.url)])
    const written = await Promise.all(
      runs.map(async (run) => {
        const input = join(folder, run.input)
        const [extension] = /\.\w+$/.exec(run.input)!
        const [alone, output] = [`${input}-alone${extension}`, `${input}-out${extension}`]
        const { seconds: _, ...expected } = await runBatch({ ...run, input, data, output: alone, threads: 1 })
        const { seconds, ...summary } = await submitBatch({ ...run, input, data, output, redis: redis.url })
        expect(summary).toEqual(expected)
        return readFileSync(output).equals(readFileSync(alone))
      }),
    )
    expect(written).toEqual(runs.map(() => true))
    expect(readdirSync(folder).filter((name) => name.includes('vicinage'))).toEqual([])
  })

  it('explains what to do if Redis is full', async () => {
    const full = await startRedis({ args: ['--maxmemory', '1mb', '--maxmemory-policy', 'noeviction'] })
    try {
      const { folder, options } = await runFixture(20_000)
      const argv = ['cluster', 'submit', options.input, join(folder, 'full.csv')]
      const url = `redis://127.0.0.1:${full.port}`
      const { code, err } = await consoleOf(['--data', options.data!, ...argv, '--redis', url])
      expect([code, err]).toEqual([1, expect.stringMatching(/Redis refused a command .*\n.*raise its maxmemory/s)])
      expect(err).not.toContain('bug')
    } finally {
      await full.kill()
    }
  })

  it('produces the same gzip output as one machine', async () => {
    const { folder, options, expected } = await runFixture(20_000)
    await startWorker(redis.url)
    const [alone, output] = [join(folder, 'alone.csv.gz'), join(folder, 'out.csv.gz')]
    await runBatch({ ...options, output: alone })
    await submitBatch({ ...options, output, redis: redis.url })
    expect(readFileSync(output).equals(readFileSync(alone))).toBe(true)
    expect(gunzipSync(readFileSync(output)).toString() === expected).toBe(true)
  })

  it('geocodes with a street index like one machine, even after worker threads have crashed', async () => {
    const folder = emptyFolder()
    const zip = written(folder, 'streets.zip', addrfeatZip([{ name: 'Main St', left: ['1', '99'], zip: '78701' }]))
    const [streets, ofWorker] = [join(folder, 'streets'), join(folder, 'streets-of-worker')]
    expect((await consoleOf(['geocoder', 'add-streets', zip, '--out', streets])).code).toBe(0)
    cpSync(streets, ofWorker, { recursive: true })
    const rows = Array.from({ length: 3000 }, (_, i) => `${i},"${1 + ((2 * i) % 200)} Main St, Austin, TX 78701"\n`)
    const input = written(folder, 'in.csv', `id,address\n${rows.join('')}`)
    const asked = {
      input,
      streets,
      geocodeDetails: true,
      dimensions: ['fire' as const],
      pieceBytes: 32 << 10,
    }
    const alone = await runBatch({ ...asked, output: join(folder, 'alone.csv'), threads: 1 })
    expect(alone.layers).toMatchObject({ street_range: 1500 })

    const worker = await startWorker(redis.url, { data: undefined, streets: ofWorker })
    const [shard] = readdirSync(ofWorker)
    writeFileSync(join(ofWorker, shard), 'damaged')
    const submitted = submitBatch({ ...asked, output: join(folder, 'out.csv'), redis: redis.url })
    await worker.said('A worker crashed')
    cpSync(streets, ofWorker, { recursive: true })
    expect(await submitted).toMatchObject({ rows: 3000, layers: alone.layers })
    const [expected, actual] = ['alone.csv', 'out.csv'].map((name) => readFileSync(join(folder, name), 'utf8'))
    expect(actual).toBe(expected)
  })

  it('fails with the same message as one machine and leaves no output', async () => {
    const folder = emptyFolder()
    const input = join(folder, 'in.parquet')
    const bytes = parquet(2000)
    bytes.fill(0xff, 10, 200)
    writeFileSync(input, bytes)
    const options = { input, data: await folderFixture(), output: join(folder, 'out.parquet') }
    const sentence = await runBatch(options).then(
      () => '',
      (error: Error) => error.message,
    )
    expect(sentence).not.toBe('')
    await startWorker(redis.url)
    const submitted = submitBatch({ ...options, redis: redis.url, force: true })
    await expect(submitted).rejects.toMatchObject({ name: 'BatchError', message: sentence })
    expect(existsSync(options.output)).toBe(false)
  })

  it('fails if the input changes during the run', async () => {
    const { options } = await runFixture(2000)
    const submitter = startSubmitter({ ...options, redis: redis.url })
    await submitter.said('There is no worker')
    appendFileSync(options.input, '1,one more,34.05,-118.25\n')
    await startWorker(redis.url)
    await submitter.said(
      /BatchError: .*in\.csv on .* is not the file that was submitted\. It has a different size \(\d+ then, \d+ now\)/,
    )
    expect(existsSync(options.output)).toBe(false)
  })

  it('rejects inputs and options that a cluster does not support', async () => {
    const { folder, options } = await runFixture(10)
    const submit = (more: Partial<BatchOptions>) => submitBatch({ ...options, redis: redis.url, ...more })
    await expect(submit({ input: join(folder, 'in.csv.gz') })).rejects.toThrow(
      'is compressed, so workers cannot read parts of it',
    )
    await expect(submit({ input: '-', format: 'csv' })).rejects.toThrow('cannot use standard input or output')
    await expect(submit({ output: '-' })).rejects.toThrow('cannot use standard input or output')
    await expect(submit({ pieceBytes: 0.5 })).rejects.toThrow('pieceBytes must be a whole number from 1 to')
    await expect(submit({ output: join(folder, 'alone.csv') })).rejects.toThrow('already exists')
    const { port } = redis.server
    await redis.server.kill()
    const gone = submitBatch({ ...options, redis: `redis://user:secret@127.0.0.1:${port}` })
    await expect(gone).rejects.toMatchObject({
      name: 'BatchError',
      message: `Redis at 127.0.0.1:${port} cannot be used (ECONNREFUSED): start it, or correct the address.`,
    })
    expect(readdirSync(folder).sort()).toEqual(['alone.csv', 'in.csv'])
  })
})

function parquet(rows: number): Uint8Array {
  const { lat, lon } = placesFixture(rows, 3)
  const columns = [
    { name: 'lat', data: lat },
    { name: 'lon', data: lon },
  ]
  return new Uint8Array(parquetOf(columns, { rowGroupSize: 1500, codec: 'UNCOMPRESSED' }))
}
