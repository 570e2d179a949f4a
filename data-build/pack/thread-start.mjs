// Node 20 does not pass the TypeScript loader on to worker threads, so it is registered here.
import { workerData } from 'node:worker_threads'
import { register } from 'tsx/esm/api'

register()
await import(workerData.module)
