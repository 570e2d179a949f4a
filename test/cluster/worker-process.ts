import { runWorker } from '../../src/cluster/worker.ts'

// A worker in a process of its own, to be killed: its options as JSON. SIGTERM ends it in order.
const controller = new AbortController()
process.once('SIGTERM', () => controller.abort())
try {
  const onRemark = (text: string) => process.stderr.write(`${text}\n`)
  const done = await runWorker({ ...JSON.parse(process.argv[2]), onRemark, signal: controller.signal })
  process.stderr.write(`done ${JSON.stringify(done)}\n`)
} catch (error) {
  process.stderr.write(`${(error as Error).name}: ${(error as Error).message}\n`)
  process.exitCode = 1
}
