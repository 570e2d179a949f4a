import { stat } from 'node:fs/promises'
import { addCounts, noCounts } from '../counts.ts'
import { BatchError } from '../rows.ts'
import { firstDifference } from './first-difference.ts'
import { type Journal, readJournal } from './journal.ts'
import type { OutputFiles } from './output-files.ts'
import type { Resumed } from './sink.ts'

/** What a run has left that was interrupted. */
export interface InterruptedRun {
  /** Null where no piece was finished. */
  readonly resumed: Resumed | null
  /** Whether it was told to replace an output that was there. */
  readonly force: boolean
  /** Whether the output has its name already, and only the journal was not cleared away. */
  readonly complete: boolean
  /** Bytes of the journal up to its last piece. */
  readonly journalLength: number
}

/**
 * The interrupted run of an output, null where there is none that got far enough. Throws a `BatchError` when it asked for
 * something else, or its files do not fit together.
 */
export async function interruptedRun(files: OutputFiles, fingerprint: unknown): Promise<InterruptedRun | null> {
  const journal = await readJournal(files.journal)
  if (journal === null) return null
  // As it would be read from the journal.
  const now: unknown = JSON.parse(JSON.stringify(fingerprint))
  const difference = firstDifference(journal.head.fingerprint, now)
  if (difference !== null)
    throw new BatchError(`${files.journal} is of another run, ${difference}: begin anew with --force without --resume.`)
  if (journal.pieces.length === 0 && journal.end === null) return null
  const resumed = resumedOf(journal)
  const part = await sizeOf(files.part)
  const complete = part === null && journal.end !== null && (await sizeOf(files.output)) === journal.end.complete
  if (!complete && part === null)
    throw new BatchError(`${files.part} is missing, which ${files.journal} tells of: begin anew with --force.`)
  if (part !== null && part < (resumed?.output ?? 0))
    throw new BatchError(
      `${files.part} has ${part} bytes, ${files.journal} tells of ${resumed?.output}: begin anew with --force without --resume.`,
    )
  return { resumed, force: journal.head.force, complete, journalLength: journal.length }
}

function resumedOf({ pieces }: Journal): Resumed | null {
  const last = pieces.at(-1)
  if (last === undefined) return null
  const counts = noCounts()
  for (const piece of pieces) addCounts(counts, piece.counts)
  return { input: last.input, output: last.output, counts, notes: pieces.map(({ note }) => note) }
}

function sizeOf(path: string): Promise<number | null> {
  return stat(path).then(
    ({ size }) => size,
    () => null,
  )
}
