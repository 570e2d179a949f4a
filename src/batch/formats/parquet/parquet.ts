import { answerColumns } from '../../answer-rows.ts'
import { BatchError } from '../../errors.ts'
import { inputIdentity } from '../../input/identity.ts'
import { type BatchOptions, type BatchQuestion, makesStrings } from '../../options.ts'
import type { Input } from '../format.ts'
import type { AddedColumnChunk } from './column-writers.ts'
import { type ParquetPlan, planParquet } from './footer.ts'
import { openInputFile } from './input-file.ts'
import { parquetEnd, parquetStart, rowGroupBytes } from './output.ts'

/** Rows that are worth a thread: with fewer, the start of threads takes longer than they save. */
const ROWS_OF_THREAD = 800_000
const ROWS_OF_THREAD_AS_STRINGS = 10_000

/** Parquet, a task for some row groups. */
export async function parquetInput(options: BatchOptions, question: BatchQuestion): Promise<Input> {
  const path = options.input
  if (path === '-')
    throw new BatchError('Parquet cannot be read from standard input: its end is read first. Name a file.')
  const identity = await inputIdentity(path)
  const file = await openInputFile(path)
  const added = answerColumns(question)
  const names = added.map(({ name }) => name)
  const parquet = await planParquet(file, options, names).catch(async (error) => {
    await file.close()
    throw error
  })
  let begun = 0
  return {
    plan: { format: 'parquet', parquet, path },
    identity,
    threads: threadsFor(parquet, question),
    header: parquetStart,
    async *tasks(from = 0, threads) {
      for (const task of threads === undefined ? each(parquet, from) : spans(parquet, from, threads)) {
        begun = task.to
        yield { end: task.to, task }
      }
    },
    piece: (end, { bytes, counts, chunks = [] }) => ({
      end,
      bytes: rowGroupBytes(file, parquet, end - chunks.length, { bytes, chunks }),
      counts,
      note: chunks,
    }),
    trailer: (notes) => parquetEnd(file, parquet, added, (notes as readonly (readonly AddedColumnChunk[])[][]).flat()),
    share: () => begun / parquet.rowGroups.length,
    close: () => file.close(),
  }
}

function threadsFor({ rows, rowGroups, place }: ParquetPlan, question: BatchQuestion): number {
  const each = makesStrings(question, place) ? ROWS_OF_THREAD_AS_STRINGS : ROWS_OF_THREAD
  return Math.max(1, Math.min(rowGroups.length, Math.floor(rows / each)))
}

/** Wherever a run of a cluster goes on, its parts are the same; `spans` are cut from there on. */
function* each({ rowGroups }: ParquetPlan, first: number): Generator<RowGroupRange> {
  for (let from = first; from < rowGroups.length; from++) yield { from, to: from + 1 }
}

/** Row groups that follow each other, from `from` to before `to`. */
export interface RowGroupRange {
  readonly from: number
  readonly to: number
}

/** Rows that a thread answers together, at most: the more, the more of them share pages of the rasters. Each takes about 100 bytes. */
const MOST = 3 << 18

/** The same of all threads: 300 MB, however many there are. */
const MOST_OF_ALL = 4 * MOST

/** What the pages and dictionaries of a row group take beside its rows, in rows. */
const WEIGHT = 1500

/**
 * Row groups that a thread answers together, from a row group on to the end: as many rows for each thread. The answers do not depend on
 * where they are cut.
 */
export function* spans({ rowGroups }: ParquetPlan, from: number, threads: number): Generator<RowGroupRange> {
  const weights = rowGroups.slice(from).map(({ rows }) => rows + WEIGHT)
  const whole = weights.reduce((sum, weight) => sum + weight, 0)
  const rounds = Math.ceil(whole / Math.min(threads * MOST, MOST_OF_ALL))
  const size = whole / (rounds * threads)
  let begun = from
  let before = 0
  let ended = 1
  for (const [i, weight] of weights.entries()) {
    before += weight
    if (before < ended * size - weight / 2 && i < weights.length - 1) continue
    yield { from: begun, to: from + i + 1 }
    begun = from + i + 1
    ended = Math.round(before / size) + 1
  }
}
