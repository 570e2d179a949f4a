import { submitBatch } from 'vicinage/cluster'

// Submits a batch in a separate process that tests kill. The argument is the options as JSON. SIGINT stops it cleanly.
const controller = new AbortController()
process.once('SIGINT', () => controller.abort())
try {
  const onProgress = ({ rows }) => process.stderr.write(`rows ${rows}\n`)
  const onRemark = (text) => process.stderr.write(`${text}\n`)
  const signal = controller.signal
  const done = await submitBatch({ ...JSON.parse(process.argv[2]), onProgress, onRemark, signal })
  process.stderr.write(`done ${JSON.stringify(done)}\n`)
} catch (error) {
  process.stderr.write(`${error.name}: ${error.message}\n`)
  process.exitCode = 1
}
