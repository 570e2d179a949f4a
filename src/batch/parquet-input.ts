import { answerColumns } from './answer-rows.ts'
import type { BatchOptions } from './batch-options.ts'
import { inputIdentity } from './files/input-identity.ts'
import type { Input } from './input.ts'
import type { AddedChunk } from './parquet/added-chunk.ts'
import { openInputFile } from './parquet/open-input-file.ts'
import { parquetEnd, parquetStart, rowGroupBytes } from './parquet/output.ts'
import { type ParquetPlan, planParquet } from './parquet/plan.ts'
import { type RowGroups, spans } from './parquet/row-groups.ts'
import { type BatchQuestion, isOfStrings } from './question.ts'
import { BatchError } from './rows.ts'

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
    trailer: (notes) => parquetEnd(file, parquet, added, (notes as readonly (readonly AddedChunk[])[][]).flat()),
    share: () => begun / parquet.rowGroups.length,
    close: () => file.close(),
  }
}

function threadsFor({ rows, rowGroups, place }: ParquetPlan, question: BatchQuestion): number {
  const each = isOfStrings(question, place) ? ROWS_OF_THREAD_AS_STRINGS : ROWS_OF_THREAD
  return Math.max(1, Math.min(rowGroups.length, Math.floor(rows / each)))
}

/** Wherever a run of a cluster goes on, its parts are the same; `spans` are cut from there on. */
function* each({ rowGroups }: ParquetPlan, first: number): Generator<RowGroups> {
  for (let from = first; from < rowGroups.length; from++) yield { from, to: from + 1 }
}
