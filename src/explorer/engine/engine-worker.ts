import { data } from './worker-start.ts'

// Apart from the others, so that it stays the first.

import { expose } from 'comlink'
import { BundleEngine } from './bundle-engine.ts'

expose(new BundleEngine(data))
