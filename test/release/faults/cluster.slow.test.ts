import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it, onTestFinished } from 'vitest'
import { submitBatch } from '../../../src/faces/batch/cluster/submit.ts'
import { runWorker } from '../../../src/faces/batch/cluster/worker.ts'
import { redisOfEachTest, runFixture } from '../../faces/batch/cluster/fixtures/cluster.ts'
import { hasRedis } from '../../faces/http/redis-server.ts'
import { folderFixture } from '../../library/fixtures/folder.ts'
import { emptyFolder } from '../../support/empty-folder.ts'
import { skippedName } from '../../support/skipped-name.ts'
import { drawFaults, type Fault } from './draw-faults.ts'
import { failOnce, restore } from './failing-file-system.mjs'

/** Number of faults. `npm run test:long` injects more. */
const FAULTS = process.env.VICINAGE_FAULTS === undefined ? 2 : 200

describe.skipIf(!hasRedis())(skippedName('a cluster run', !hasRedis(), 'redis-server is not installed'), () => {
  const redis = redisOfEachTest()
  afterEach(restore)

  it('produces the same bytes as one machine if a call of the submitter or worker fails once', async () => {
    const { options, expected } = await runFixture(2000)
    // All runs use the same path, because a worker starts new threads for each new output.
    const folder = join(emptyFolder(), 'out')
    const output = join(folder, 'out.csv')
    const stopping = new AbortController()
    const worker = runWorker({
      redis: redis.url,
      data: await folderFixture(),
      threads: 1,
      onRemark: () => {},
      signal: stopping.signal,
    })
    onTestFinished(async () => {
      stopping.abort()
      await worker
    })

    /** Runs the batch in an empty folder, and again if it fails. Lists what is wrong. */
    async function wrongAfter(fault?: Fault): Promise<{ calls: readonly string[]; wrong: string[] }> {
      rmSync(folder, { recursive: true, force: true })
      mkdirSync(folder)
      const calls = failOnce({ folder, ...fault })
      const run = (again: object) => submitBatch({ ...options, ...again, output, redis: redis.url })
      const error = await run({}).then(
        () => null,
        (error) => error as Error & { code?: string },
      )
      const wrong = []
      if (error !== null && !/^Batch(Error|Failure)$/.test(error.name)) wrong.push(`an error without a code: ${error}`)
      failOnce({ folder })
      if (error !== null) await run({ resume: true }).catch((again) => wrong.push(`the next run: ${again}`))
      const names = readdirSync(folder).join()
      if (names !== 'out.csv') wrong.push(`left behind: ${names}`)
      else if (readFileSync(output, 'utf8') !== expected) wrong.push('other bytes')
      const call = fault && calls[fault.at - 1]?.replace(folder, '')
      return { calls, wrong: wrong.map((what) => `${fault?.code} at ${fault?.at}, ${call}: ${what}`) }
    }

    const { calls, wrong } = await wrongAfter()
    expect(wrong).toEqual([])
    expect(
      calls.filter((call) => /^rename .*parts/.test(call)),
      'three parts',
    ).toHaveLength(3)
    for (const fault of drawFaults(calls.length, FAULTS)) wrong.push(...(await wrongAfter(fault)).wrong)
    expect(wrong).toEqual([])
  }, 3_600_000)
})
