import { embedded, embeddedBytes } from './embedded.ts'
import { openPage } from './main.tsx'

// The file contains everything that the page needs. The worker receives the data before any request.
const worker = new Worker(globalThis.vicinageFile!.engine, { name: 'embedded' })
const failed = new Promise<void>((resolve) => {
  worker.onerror = () => resolve()
})
worker.postMessage(embedded)
await openPage({ worker, failed }, Promise.resolve(embeddedBytes(embedded!, 'manifest.json')))
