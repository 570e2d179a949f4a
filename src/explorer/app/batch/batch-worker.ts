import { data } from '../engine/worker-start.ts'

// The import of `worker-start.ts` must come first. This comment separates it from the imports below, so that sorting
// does not move it.

import { expose, transfer } from 'comlink'
import { openEngine } from '../engine/open-engine.ts'
import { BatchError, NotLoadedError } from '../library.ts'
import { type FileAnswer, type FileOptions, FileScorer, type TellProgress } from './file-scorer.ts'

const engine = openEngine(data)
const scorer = new FileScorer((needs) => engine.open(needs))

const worker = {
  read: (file: File) => scorer.read(file).catch(asNote),
  look: async (options: FileOptions) => {
    try {
      return scorer.look(options)
    } catch (error) {
      return asNote(error)
    }
  },
  async score(options: FileOptions, tell: TellProgress): Promise<FileAnswer> {
    const answer = await scorer.score(options, tell).catch(asNote)
    const { lat, lon, scores } = answer.points
    const { table } = answer
    return transfer(
      answer,
      [lat, lon, table.lat, table.lon, ...Object.values(scores)].map(({ buffer }) => buffer),
    )
  },
}

/** Converts errors to notes, because errors lose their codes on the way to the page while plain objects do not. */
function asNote(error: unknown): never {
  const hasCode = error instanceof BatchError || error instanceof NotLoadedError
  throw hasCode ? { code: error.code, text: error.fact } : error
}

/** Interface that the worker exposes to the page. */
export type BatchWorker = typeof worker

expose(worker)
