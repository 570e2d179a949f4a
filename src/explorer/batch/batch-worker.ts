import { data } from '../engine/worker-start.ts'

// Apart from the others, so that it stays the first.

import { expose, transfer } from 'comlink'
import { BundleEngine } from '../engine/bundle-engine.ts'
import { type FileAnswer, type FileOptions, FileScorer, type TellProgress } from './file-scorer.ts'

const engine = new BundleEngine(data)
const scorer = new FileScorer((needs) => engine.open(needs))

const worker = {
  read: (file: File) => scorer.read(file),
  look: (options: FileOptions) => scorer.look(options),
  async score(options: FileOptions, tell: TellProgress): Promise<FileAnswer> {
    const answer = await scorer.score(options, tell)
    const { lat, lon, scores } = answer.points
    const { table } = answer
    return transfer(
      answer,
      [lat, lon, table.lat, table.lon, ...Object.values(scores)].map(({ buffer }) => buffer),
    )
  },
}

/** What the page asks of the worker. */
export type BatchWorker = typeof worker

expose(worker)
