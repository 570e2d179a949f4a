import { data } from './worker-start.ts'

// Starts a new import group so that sorting keeps the import of `worker-start.ts` first.

import { expose } from 'comlink'
import type { EmbeddedData } from '../embedded.ts'
import type { EarlyFiles } from './bundle-loader.ts'
import { openEngine } from './open-engine.ts'

/** Answers the page's calls from the data folder whose URL is the worker's name. */
export function answerPage(early: EarlyFiles): void {
  expose(openEngine(data, early))
}

/** Answers the page's calls from the data embedded in the page. */
export function answerFrom(embedded: EmbeddedData): void {
  expose(openEngine(embedded))
}
