import { runWorker } from 'vicinage/cluster'

// Runs a worker in a separate process that tests kill. The argument is the options as JSON. SIGTERM ends it cleanly.
const controller = new AbortController()
process.once('SIGTERM', () => controller.abort())
try {
  const onRemark = (text) => process.stderr.write(`${text}\n`)
  const done = await runWorker({ ...JSON.parse(process.argv[2]), onRemark, signal: controller.signal })
  process.stderr.write(`done ${JSON.stringify(done)}\n`)
} catch (error) {
  process.stderr.write(`${error.name}: ${error.message}\n`)
  process.exitCode = 1
}
