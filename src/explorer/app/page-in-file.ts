import { embedded, embeddedBytes } from './embedded.ts'
import { openPage } from './main.tsx'

// All that the page needs is in it; the worker is told before anything is asked of it.
const worker = new Worker(globalThis.vicinageFile!.engine, { name: 'embedded' })
const failed = new Promise<void>((resolve) => {
  worker.onerror = () => resolve()
})
worker.postMessage(embedded)
await openPage({ worker, failed }, Promise.resolve(embeddedBytes(embedded!, 'manifest.json')))
