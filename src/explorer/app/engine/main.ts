import { data } from './worker-start.ts'

// A separate group of imports, so that sorting keeps it first.

import { expose } from 'comlink'
import type { EmbeddedData } from '../embedded.ts'
import type { EarlyFiles } from './bundle-loader.ts'
import { openEngine } from './open-engine.ts'

/** Answers the page from the data folder that the worker is named after. */
export function answerPage(early: EarlyFiles): void {
  expose(openEngine(data, early))
}

/** Answers the page from the data in it. */
export function answerFrom(embedded: EmbeddedData): void {
  expose(openEngine(embedded))
}
