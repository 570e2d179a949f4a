import { data } from './worker-start.ts'

// Apart from the others, so that it stays the first.

import { expose } from 'comlink'
import { BundleEngine } from './bundle-engine.ts'

if (data !== 'embedded') expose(new BundleEngine(data))
else addEventListener('message', (event) => expose(new BundleEngine(event.data)), { once: true })
