import { mkdir, rm, stat } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { BatchError } from '../batch/rows.ts'
import type { TaskAnswer } from '../batch/task.ts'
import type { JobsOfRun } from './jobs-of-run.ts'
import { PartReader, partPath } from './part-file.ts'
import type { Piece, Run } from './run.ts'

/** How often a part is looked for that a worker says it has written, and milliseconds between: network disks show new files late. */
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
  has(piece: Piece): Promise<boolean> {
    return stat(partPath(this.#run, piece)).then(
      () => true,
      () => false,
    )
  }

  /** The part of a piece, valid until the next is read; one that is torn, or left by another run, is asked for again. */
  async read(piece: Piece, jobs: JobsOfRun): Promise<TaskAnswer> {
    for (let looks = 1; looks <= LOOKS; looks++) {
      const answer = await this.#reader.read(this.#run, piece)
      if (answer !== null) return answer
      await this.drop(piece)
      if (looks > 1) await pause(PAUSE)
      await jobs.answered(piece)
    }
    throw new BatchError(
      `Workers say that they have written ${partPath(this.#run, piece)}, and it is not there: is it the same folder for all machines?`,
    )
  }

  async drop(piece: Piece): Promise<void> {
    await rm(partPath(this.#run, piece), { force: true })
  }

  async remove(): Promise<void> {
    await rm(this.#run.parts, { recursive: true, force: true, maxRetries: 5 })
  }
}
