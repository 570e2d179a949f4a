import { data } from './worker-start.ts'

// Apart from the others, so that it stays the first.

import { expose } from 'comlink'
import { openEngine } from './open-engine.ts'

/** Milliseconds until the manifest that the page asked for is asked for again. */
const PATIENCE = 4000

if (data !== 'embedded') expose(openEngine(data, manifestOfPage()))
else addEventListener('message', (event) => expose(openEngine(event.data)), { once: true })

/** Null of one that did not come. */
function manifestOfPage(): Promise<Uint8Array | null> {
  return new Promise((resolve) => {
    addEventListener('message', ({ data }) => {
      if ('manifest' in data) resolve(data.manifest)
    })
    setTimeout(resolve, PATIENCE, null)
  })
}
