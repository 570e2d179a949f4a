// Node 20 does not carry the TypeScript loader over into worker threads.
import { workerData } from 'node:worker_threads'
import { register } from 'tsx/esm/api'

register()
await import(workerData.module)
