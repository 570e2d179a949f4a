// For tests from source: Node 20 does not carry the TypeScript loader over into worker threads.
import { register } from 'tsx/esm/api'

register()
await import('./http-thread.ts')
