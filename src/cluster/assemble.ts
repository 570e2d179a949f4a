import type { Sink } from '../batch/files/sink.ts'
import type { Input } from '../batch/input.ts'
import type { TaskAnswer } from '../batch/task.ts'
import type { JobsOfRun } from './jobs-of-run.ts'
import type { PartsFolder } from './parts-folder.ts'
import type { Piece } from './run.ts'

/** Pieces that are queued before the first of them is written: more than workers have threads, and not too many for Redis and the disk. */
const WINDOW = 4096

interface Assembly {
  readonly input: Input
  readonly sink: Sink
  readonly jobs: JobsOfRun
  readonly parts: PartsFolder
  /** Told of each piece that is written. */
  readonly written: (piece: Piece, answer: TaskAnswer) => void
}

/** Queues the pieces of an input behind what is written already, and writes their answers in order. */
export async function assemble({ input, sink, jobs, parts, written }: Assembly): Promise<void> {
  const underWay: { readonly piece: Piece; readonly there: Promise<void>; isThere: boolean }[] = []
  const writeFirst = async () => {
    const { piece, there } = underWay.shift()!
    await there
    const answer = await parts.read(piece, jobs)
    await sink.write(input.piece(piece.end, answer))
    await parts.drop(piece)
    written(piece, answer)
  }
  for await (const piece of piecesOf(input, sink)) {
    const there = (await parts.has(piece)) ? Promise.resolve() : jobs.answered(piece)
    const one = { piece, there, isThere: false }
    underWay.push(one)
    there.then(
      () => {
        one.isThere = true
      },
      // Met where its turn to be written comes, or by the next piece.
      () => {},
    )
    jobs.throwIfStopped()
    while (underWay.length >= WINDOW || underWay[0]?.isThere) await writeFirst()
  }
  while (underWay.length > 0) await writeFirst()
}

async function* piecesOf(input: Input, { resumed }: Sink): AsyncGenerator<Piece> {
  let index = resumed?.notes.length ?? 0
  let start = resumed?.input ?? startOf(input)
  for await (const { end } of input.tasks(resumed?.input)) {
    yield { index, start, end }
    index++
    start = end
  }
}

/** Where the rows of an input begin: a byte; of Parquet, the first row group. */
function startOf({ plan }: Input): number {
  switch (plan.format) {
    case 'csv':
      return plan.csv.headerBytes
    case 'ndjson':
      return plan.ndjson.headerBytes
    case 'parquet':
      return 0
  }
}
