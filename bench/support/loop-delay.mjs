import { monitorEventLoopDelay } from 'node:perf_hooks'
import { isMainThread } from 'node:worker_threads'

// Imported into the service that is measured: tells its parent, when asked, how long its event loop stood still since.
if (isMainThread) {
  const delays = monitorEventLoopDelay({ resolution: 1 })
  delays.enable()
  process.on('message', () => {
    process.send({ p99: delays.percentile(99) / 1e6, max: delays.max / 1e6 })
    delays.reset()
  })
  // A parent that listens does not keep the service alive.
  process.channel.unref()
}
