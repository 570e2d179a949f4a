import { mkdir, rm, stat } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { BatchError } from '../batch/errors.ts'
import type { Input, OutputWriter, TaskAnswer } from '../batch/formats/format.ts'
import { formatNamed } from '../batch/formats/index.ts'
import type { Sink } from '../batch/output/sink.ts'
import type { JobsOfRun } from './jobs-of-run.ts'
import { PartReader, partPath } from './part-file.ts'
import type { Part, Run } from './run.ts'

/**
 * Pieces that are queued before the first of them is written: more than workers have threads, and not too many for
 * Redis and the disk.
 */
const WINDOW = 4096

interface Assembly {
  readonly input: Input
  readonly writer: OutputWriter
  readonly sink: Sink
  readonly jobs: JobsOfRun
  readonly parts: PartsFolder
  /** Told of each piece that is written. */
  readonly written: (piece: Part, answer: TaskAnswer) => void
}

/** Queues the pieces of an input behind what is written already, and writes their answers in order. */
export async function assemble({ input, writer, sink, jobs, parts, written }: Assembly): Promise<void> {
  const underWay: { readonly piece: Part; readonly there: Promise<void>; isThere: boolean }[] = []
  const writeFirst = async () => {
    const { piece, there } = underWay.shift()!
    await there
    const answer = await parts.read(piece, jobs)
    await sink.write(writer.chunk(piece.end, answer))
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

async function* piecesOf(input: Input, { resumed }: Sink): AsyncGenerator<Part> {
  let index = resumed?.notes.length ?? 0
  let start = resumed?.input ?? input.start
  for await (const { end } of formatNamed(input.plan.format).split(input, resumed?.input)) {
    yield { index, start, end }
    index++
    start = end
  }
}

/**
 * How often a part is looked for that a worker says it has written, and milliseconds between: network disks show new
 * files late.
 */
const LOOKS = 60
const PAUSE = 1000

/** The folder in which workers leave the parts of an output. */
export class PartsFolder {
  readonly #run: Run
  readonly #reader = new PartReader()

  private constructor(run: Run) {
    this.#run = run
  }

  /** @param keep parts of an interrupted run stay */
  static async open(run: Run, { keep }: { readonly keep: boolean }): Promise<PartsFolder> {
    if (!keep) await rm(run.parts, { recursive: true, force: true, maxRetries: 5 })
    await mkdir(run.parts, { recursive: true })
    return new PartsFolder(run)
  }

  /** Whether there is a part, of whatever run. */
  has(piece: Part): Promise<boolean> {
    return stat(partPath(this.#run, piece)).then(
      () => true,
      () => false,
    )
  }

  /**
   * The part of a piece, valid until the next is read; one that is torn, or left by another run, is asked for again.
   */
  async read(piece: Part, jobs: JobsOfRun): Promise<TaskAnswer> {
    for (let looks = 1; looks <= LOOKS; looks++) {
      const answer = await this.#reader.read(this.#run, piece)
      if (answer !== null) return answer
      await this.drop(piece)
      if (looks > 1) await pause(PAUSE)
      await jobs.answered(piece)
    }
    throw new BatchError(
      `Workers report ${partPath(this.#run, piece)} as written, but it does not exist here: is the folder shared by all machines?`,
    )
  }

  async drop(piece: Part): Promise<void> {
    await rm(partPath(this.#run, piece), { force: true })
  }

  async remove(): Promise<void> {
    await rm(this.#run.parts, { recursive: true, force: true, maxRetries: 5 })
  }
}
