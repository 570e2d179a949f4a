import { answerColumns } from './answer-rows.ts'
import type { BatchOptions } from './batch-options.ts'
import { inputIdentity } from './files/input-identity.ts'
import type { Input } from './input.ts'
import type { AddedChunk } from './parquet/added-chunk.ts'
import { openInputFile } from './parquet/open-input-file.ts'
import { parquetEnd, parquetStart, rowGroupBytes } from './parquet/output.ts'
import { planParquet } from './parquet/plan.ts'
import type { BatchQuestion } from './question.ts'
import { BatchError } from './rows.ts'

/** Rows up to which threads do not pay. */
const SMALL = 50_000

/** Parquet, a task for each row group. */
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
    isSmall: parquet.rows <= SMALL,
    header: parquetStart,
    async *tasks(from = 0) {
      for (begun = from; begun < parquet.rowGroups.length; begun++) yield { end: begun + 1, task: begun }
    },
    piece: (end, { bytes, counts, chunks }) => ({
      end,
      bytes: rowGroupBytes(file, parquet, end - 1, bytes),
      counts,
      note: chunks,
    }),
    trailer: (notes) => parquetEnd(file, parquet, added, notes as readonly (readonly AddedChunk[])[]),
    share: () => begun / parquet.rowGroups.length,
    close: () => file.close(),
  }
}
