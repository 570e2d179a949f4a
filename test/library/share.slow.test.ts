import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { expect, it } from 'vitest'

const built = new URL('../../dist/index.js', import.meta.url).href
const code = `const { parentPort, workerData } = require('node:worker_threads')
  import(workerData.built).then(async ({ openVicinage }) => {
    if (workerData.shared) globalThis.vicinage = await openVicinage({ shared: workerData.shared })
    parentPort.postMessage('ready')
    setInterval(() => {}, 1e6)
  })`
const threads = 4

/** Returns the megabytes that each of several threads adds to the process. */
async function perThread(workerData: object): Promise<number> {
  const before = process.memoryUsage().rss
  const workers = Array.from({ length: threads }, () => new Worker(code, { eval: true, workerData }))
  await Promise.all(workers.map((worker) => once(worker, 'message')))
  const after = process.memoryUsage().rss
  await Promise.all(workers.map((worker) => worker.terminate()))
  return (after - before) / threads / 1e6
}

it('a thread with shared data needs little more memory than one that only imports the package', async () => {
  const { openVicinage } = (await import(built)) as typeof import('../../src/index.ts')
  const shared = (await openVicinage()).share()
  await perThread({ built })
  const empty = await perThread({ built })
  const more = (await perThread({ built, shared })) - empty
  console.log(`${more.toFixed(1)} MB more a thread`)
  // It needs about 10 MB; with its own data it would be 150 MB. The bound leaves room for garbage not yet collected.
  expect(more).toBeLessThan(50)
})
