import { readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Queue } from 'bullmq'
import { Redis } from 'ioredis'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { clusterStatus } from '../../../../src/faces/batch/cluster/status.ts'
import { submitBatch } from '../../../../src/faces/batch/cluster/submit.ts'
import { copiedFolder } from '../../../library/fixtures/folder.ts'
import { skippedName } from '../../../support/skipped-name.ts'
import { hasRedis, type RedisServer, startRedis } from '../../http/redis-server.ts'
import { type Member, redisOfEachTest, runFixture, startSubmitter, startWorker, wayTo } from './fixtures/cluster.ts'

/** Number of rows. They make about 30 pieces, so that a run is still under way when the failure happens. */
const ROWS = 24_000

describe.skipIf(!hasRedis())(
  skippedName('a cluster run with failures', !hasRedis(), 'redis-server is not installed'),
  () => {
    const redis = redisOfEachTest()

    it('produces the same output as one machine after two of three workers are killed', async () => {
      const { folder, options, expected } = await runFixture(ROWS)
      const workers = await Promise.all([startWorker(redis.url), startWorker(redis.url), startWorker(redis.url)])
      let killed = 0
      const summary = await submitBatch({
        ...options,
        redis: redis.url,
        onProgress: ({ share }) => {
          if (killed < 2 && share! > 0.1 * (killed + 1)) workers[killed++].process.kill('SIGKILL')
        },
      })
      expect(killed).toBe(2)
      expect(readFileSync(options.output, 'utf8') === expected).toBe(true)
      expect(summary).toMatchObject({ rows: ROWS, failed: Math.ceil(ROWS / 997), resumed: 0 })
      expect(readdirSync(folder).sort()).toEqual(['alone.csv', 'in.csv', 'out.csv'])
      expect(await workers[2].end('SIGTERM')).toBe(0)
      expect(workers[2].remarks()).toMatch(/done \{"pieces":\d+,"rows":\d+\}/)
    })

    it('continues with --resume after the submitter was killed, without repeating completed pieces', async () => {
      const { folder, options, expected } = await runFixture(ROWS)
      const worker = await startWorker(redis.url)
      const submitter = startSubmitter({ ...options, redis: redis.url })
      const journal = () => readFileSync(`${options.output}.vicinage-journal`, 'utf8').split('\n').length - 1
      // Wait until the journal has a header line and at least one completed piece.
      await vi.waitFor(() => expect(journal()).toBeGreaterThan(1), { timeout: 30_000, interval: 5 })
      expect(await submitter.end('SIGKILL')).toBe(null)
      // The worker answers the jobs that the killed submitter left in Redis.
      await vi.waitFor(async () => expect(await jobs(redis.url)).toBe(0), { timeout: 30_000, interval: 50 })
      const left = readdirSync(`${options.output}.vicinage-parts`).length
      expect(await worker.end('SIGTERM')).toBe(0)
      await expect(submitBatch({ ...options, redis: redis.url })).rejects.toThrow('continue it with --resume')
      await expect(submitBatch({ ...options, redis: redis.url, resume: true, descriptions: false })).rejects.toThrow(
        'belongs to another run',
      )
      const another = await startWorker(redis.url)
      const { rows, resumed } = await submitBatch({ ...options, redis: redis.url, resume: true })
      expect(rows).toBe(ROWS)
      expect(resumed).toBeGreaterThan(0)
      expect(readFileSync(options.output, 'utf8') === expected).toBe(true)
      expect(readdirSync(folder).sort()).toEqual(['alone.csv', 'in.csv', 'out.csv'])
      await another.end('SIGTERM')
      const [, pieces] = /"pieces":(\d+)/.exec(another.remarks()) ?? []
      const all = Math.ceil(readFileSync(options.input).length / options.pieceBytes)
      expect(left).toBeGreaterThan(0)
      expect(Number(pieces)).toBeLessThanOrEqual(all - left)
    })

    it('removes its jobs when stopped, and can be resumed', async () => {
      const { options, expected } = await runFixture(20_000)
      const submitter = startSubmitter({ ...options, redis: redis.url })
      await submitter.said('There is no worker with data build')
      await vi.waitFor(async () => expect(await jobs(redis.url)).toBeGreaterThan(10), { timeout: 10_000 })
      expect(await submitter.end('SIGINT')).toBe(1)
      expect(submitter.remarks()).toContain(
        'BatchError: The run was stopped: continue it with `resume: true` or --resume.',
      )
      expect(await jobs(redis.url)).toBe(0)
      expect((await clusterStatus(redis.url)).runs).toMatchObject([
        { state: 'stopped', share: 0, input: options.input },
      ])
      await startWorker(redis.url)
      await submitBatch({ ...options, redis: redis.url, resume: true })
      expect(readFileSync(options.output, 'utf8') === expected).toBe(true)
      expect((await clusterStatus(redis.url)).runs).toMatchObject([{ state: 'complete', share: 1, rows: 20_000 }])
    })

    it('writes every row once even if every job is delivered twice', async () => {
      const { options, expected } = await runFixture(20_000)
      const run = submitBatch({ ...options, redis: redis.url })
      await vi.waitFor(async () => expect(await jobs(redis.url)).toBeGreaterThan(10), { timeout: 10_000 })
      const queue = await queueAt(redis.url)
      const waiting = await queue.getWaiting()
      await queue.addBulk(waiting.map(({ name, data, id }) => ({ name, data, opts: { jobId: `again-${id}` } })))
      await Promise.all([startWorker(redis.url, { threads: 2 }), startWorker(redis.url)])
      await run
      expect(readFileSync(options.output, 'utf8') === expected).toBe(true)
    })

    it('continues after Redis restarts with an empty database', async () => {
      const { options, expected } = await runFixture(ROWS)
      const worker = await startWorker(redis.url)
      const remarks: string[] = []
      let restarted: Promise<RedisServer> | undefined
      const restart = async () => {
        await redis.server.kill()
        return startRedis({ port: redis.server.port })
      }
      await submitBatch({
        ...options,
        redis: redis.url,
        onRemark: (text) => remarks.push(text),
        onProgress: ({ share }) => {
          if (share! > 0.2) restarted ??= restart()
        },
      })
      redis.server = await restarted!
      expect(readFileSync(options.output, 'utf8') === expected).toBe(true)
      expect(remarks.filter((text) => /^Lost|^Reconnected/.test(text)).map((text) => text.replace(/:\d+/, ''))).toEqual(
        [
          expect.stringMatching(
            /^Lost the connection to Redis at 127\.0\.0\.1 \(.*\)\. Waiting for it to come back\.$/,
          ),
          'Reconnected to Redis at 127.0.0.1.',
        ],
      )
      expect(await worker.end('SIGTERM')).toBe(0)
    })

    /** Starts a submitter that loses its connection to Redis at the given packet. */
    async function submitterCutAt(packet: number) {
      const { options } = await runFixture(1000)
      const way = await wayTo(redis.server)
      let packets = 0
      way.onRequest = () => {
        if (++packets === packet) way.cut()
      }
      return { way, submitter: startSubmitter({ ...options, redis: way.url }) }
    }

    async function expectStopped(submitter: Member) {
      expect(await submitter.end('SIGINT')).toBe(1)
      expect(submitter.remarks()).toMatch(
        /BatchError: The run was stopped: continue it with `resume: true` or --resume\.\n$/,
      )
    }

    // The runs are concurrent, because the submitters mostly wait.
    it('waits for Redis if the connection is lost after any packet during startup', () =>
      Promise.all(
        [1, 4, 7, 12, 18].map(async (packet) => {
          const { way, submitter } = await submitterCutAt(packet)
          await submitter.said(/Redis at \S+ (?:does not answer )?\([^)]+\)\. Waiting for it/)
          way.mend()
          await submitter.said('There is no worker')
          await expectStopped(submitter)
        }),
      ))

    it('ends when stopped, even if Redis never comes back', () =>
      Promise.all(
        [5, 10].map(async (packet) => {
          const { submitter } = await submitterCutAt(packet)
          await submitter.said('Lost the connection')
          await expectStopped(submitter)
        }),
      ))

    it('is processed only by workers with the same data', async () => {
      const { options, expected } = await runFixture(2000)
      const data = await copiedFolder()
      withoutBundle(data, 'fire')
      const other = await startWorker(redis.url, { data })
      const submitter = startSubmitter({ ...options, redis: redis.url })
      await submitter.said(/There is no worker with data build \w+, 6 bundles: start one/)
      await (await startWorker(redis.url, { data })).said(`The run of ${options.input} needs data build`)
      const right = await startWorker(redis.url)
      await submitter.said('done')
      expect(readFileSync(options.output, 'utf8') === expected).toBe(true)
      await Promise.all([other.end('SIGTERM'), right.end('SIGTERM')])
      expect(other.remarks()).toContain('done {"pieces":0,"rows":0}')
      expect(right.remarks()).toContain('"rows":2000}')
    })

    it('retries jobs that failed on a worker, and lists them in the run status until they succeed', async () => {
      const { folder, options, expected } = await runFixture(2000)
      const run = submitBatch({ ...options, redis: redis.url })
      await vi.waitFor(async () => expect(await jobs(redis.url)).toBe(3), { timeout: 10_000 })
      const elsewhere = join(folder, 'elsewhere.csv')
      renameSync(options.input, elsewhere)
      const worker = await startWorker(redis.url)
      const what = `${options.input} cannot be found on`
      await worker.said(what)
      await vi.waitFor(async () => {
        const { data } = await clusterStatus(redis.url)
        const failed = [16, 32_781, 65_545].map((start) => ({ start, reason: expect.stringContaining(what) }))
        expect(data).toMatchObject([{ workers: [expect.stringContaining(`:${worker.process.pid}`)], failed }])
      })
      renameSync(elsewhere, options.input)
      await run
      expect(readFileSync(options.output, 'utf8') === expected).toBe(true)
      expect((await clusterStatus(redis.url)).data).toMatchObject([{ waiting: 0, active: 0, failed: [] }])
    })
  },
)

const queues = new Map<string, Queue>()

/** Returns the only job queue in Redis. */
async function queueAt(redis: string): Promise<Queue> {
  const known = queues.get(redis)
  if (known !== undefined) return known
  const client = new Redis(redis, { maxRetriesPerRequest: null })
  onTestFinished(() => client.disconnect())
  const [key] = await client.keys('vicinage:rows-*:meta')
  if (key === undefined) throw new Error('There is no queue yet.')
  const queue = new Queue(key.split(':')[1], { connection: client, prefix: 'vicinage' })
  queues.set(redis, queue)
  return queue
}

/** Returns the number of jobs that are waiting or being answered. */
async function jobs(redis: string): Promise<number> {
  const counts = await (await queueAt(redis)).getJobCounts('waiting', 'active', 'delayed')
  return counts.waiting + counts.active + counts.delayed
}

function withoutBundle(data: string, id: string): void {
  rmSync(join(data, `${id}.bundle`))
  const path = join(data, 'manifest.json')
  const manifest = JSON.parse(readFileSync(path, 'utf8')) as { bundles: { id: string }[] }
  writeFileSync(path, JSON.stringify({ ...manifest, bundles: manifest.bundles.filter((entry) => entry.id !== id) }))
}
