import { data } from './worker-start.ts'

// Kept apart from the other imports so that it stays first.

import { expose } from 'comlink'
import { openEngine } from './open-engine.ts'

/** Milliseconds to wait for the manifest that the page requested before requesting it again. */
const PATIENCE = 4000

if (data !== 'embedded') expose(openEngine(data, manifestOfPage()))
else addEventListener('message', (event) => expose(openEngine(event.data)), { once: true })

/** Returns the manifest that the page requested, or null if it did not arrive. */
function manifestOfPage(): Promise<Uint8Array | null> {
  return new Promise((resolve) => {
    addEventListener('message', ({ data }) => {
      if ('manifest' in data) resolve(data.manifest)
    })
    setTimeout(resolve, PATIENCE, null)
  })
}
