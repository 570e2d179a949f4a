import { execFileSync } from 'node:child_process'
import { expect, it } from 'vitest'

const built = new URL('../../dist/index.js', import.meta.url).href

/** Prints how many more megabytes a thread with shared data needs than a thread that only imports the package. */
const program = `
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'

const { openVicinage } = await import(process.env.BUILT)

const code = \`const { parentPort, workerData } = require('node:worker_threads')
  import(process.env.BUILT).then(async ({ openVicinage }) => {
    if (workerData) globalThis.vicinage = await openVicinage({ shared: workerData })
    parentPort.postMessage('ready')
    setInterval(() => {}, 1e6)
  })\`
const threads = 4

/** Returns the megabytes that each of several threads adds to the process. */
async function perThread(workerData) {
  const before = process.memoryUsage().rss
  const workers = Array.from({ length: threads }, () => new Worker(code, { eval: true, workerData, execArgv: [] }))
  await Promise.all(workers.map((worker) => once(worker, 'message')))
  const after = process.memoryUsage().rss
  await Promise.all(workers.map((worker) => worker.terminate()))
  return (after - before) / threads / 1e6
}

const shared = (await openVicinage()).share()
await perThread()
const empty = await perThread()
console.log((await perThread(shared)) - empty)
`

it('a thread with shared data needs little more memory than a thread that only imports the package', () => {
  // The memory is measured in a separate process, because garbage from other tests would be collected during the
  // measurement.
  const more = Number(
    execFileSync(process.execPath, ['--input-type=module', '--eval', program], {
      encoding: 'utf8',
      env: { ...process.env, BUILT: built },
    }),
  )
  console.log(`${more.toFixed(1)} MB more a thread`)
  // A thread with shared data needs about 10 MB; with its own data, it would need 150 MB. The bound leaves room for
  // garbage not yet collected.
  expect(more).toBeLessThan(50)
})
