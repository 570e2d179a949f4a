// Needed for tests from source, because Node 20 does not load TypeScript in worker threads.
import { register } from 'tsx/esm/api'

register()
await import('./worker.ts')
