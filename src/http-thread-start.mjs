// Used by tests that run from source, because Node 20 does not pass the TypeScript loader on to worker threads.
import { register } from 'tsx/esm/api'

register()
await import('./http-thread.ts')
