import { monitorEventLoopDelay } from 'node:perf_hooks'
import { isMainThread } from 'node:worker_threads'

// Loaded into a measured service with `--import`. For each message of the parent process, it replies how long the event
// loop was blocked since the previous message.
if (isMainThread) {
  const delays = monitorEventLoopDelay({ resolution: 1 })
  delays.enable()
  process.on('message', () => {
    process.send({ p99: delays.percentile(99) / 1e6, max: delays.max / 1e6 })
    delays.reset()
  })
  // Listening to the parent must not keep the service alive.
  process.channel.unref()
}
