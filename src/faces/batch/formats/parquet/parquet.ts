import { answerColumns } from '../../answer-rows.ts'
import { type BatchQuestion, makesStrings } from '../../batch-question.ts'
import { BatchError, emptyInput } from '../../errors.ts'
import { inputIdentity } from '../../input/identity.ts'
import { newPoints } from '../../points.ts'
import type { Format, Input, RowGroupRange } from '../format.ts'
import { type AnsweredRowGroups, answerRowGroups } from './answer.ts'
import type { AddedColumnChunk } from './column-writers.ts'
import { firstRows } from './first-rows.ts'
import { type ParquetPlan, planParquet } from './footer.ts'
import { type InputFile, openInputFile } from './input-file.ts'
import { parquetEnd, rowGroupBytes } from './output.ts'
import { MAGIC_BYTES } from './write-footer.ts'

/** Number of rows that justify one thread. With fewer rows, starting a thread takes longer than it saves. */
const ROWS_OF_THREAD = 800_000
/** Number of rows that justify one thread if rows are handled as strings. */
const ROWS_OF_THREAD_AS_STRINGS = 10_000

interface ParquetInput extends Input {
  readonly parquet: ParquetPlan
  readonly file: InputFile
  /** Number of row groups that have been started. */
  begun: number
}

/** The Parquet format. A task is a range of row groups. Their columns are copied unchanged. */
export const parquet: Format = {
  extensions: ['parquet', 'pq'],
  async plan(options, question): Promise<ParquetInput> {
    const path = options.input
    if (path === '-')
      throw new BatchError(
        'Parquet cannot be read from standard input, because reading starts at the end of the file. Pass a file name instead.',
      )
    const identity = await inputIdentity(path)
    if (identity?.size === 0) throw emptyInput(path)
    const file = await openInputFile(path)
    const parquet = await planParquet(file, options, question).catch(async (error) => {
      await file.close()
      throw error
    })
    const size = parquet.rowGroups.length
    const sample = await getSample(file, parquet)
    const input: ParquetInput = {
      plan: { format: 'parquet', parquet, path },
      identity,
      isConverted: false,
      sample,
      threads: threadsFor(parquet, question),
      start: 0,
      size,
      parquet,
      file,
      begun: 0,
      share: () => input.begun / size,
      close: () => file.close(),
    }
    return input
  },
  async *split(input: ParquetInput, from = 0, threads) {
    const { parquet } = input
    for (const task of threads === undefined ? singleRowGroups(parquet, from) : spans(parquet, from, threads)) {
      input.begun = task.to
      yield { end: task.to, task }
    }
  },
  answer(vicinage, { plan, question }) {
    const { parquet, path } = plan as unknown as { readonly parquet: ParquetPlan; readonly path: string }
    const points = newPoints(0)
    return async (task) => {
      const file = await openInputFile(path)
      try {
        return await answerRowGroups(vicinage, { file, plan: parquet }, question, task as RowGroupRange, points)
      } finally {
        await file.close()
      }
    }
  },
  write({ file, parquet }: ParquetInput, question) {
    return {
      header: MAGIC_BYTES,
      chunk(end, answer) {
        const { bytes, counts, note } = answer as AnsweredRowGroups
        return { end, bytes: rowGroupBytes(file, parquet, end - note.length, { bytes, note }), counts, note }
      },
      trailer: (notes, build) =>
        parquetEnd(
          file,
          parquet,
          answerColumns(question, parquet.place),
          (notes as (readonly AddedColumnChunk[])[][]).flat(),
          build,
        ),
    }
  },
}

/** Number of sample rows that are shown before a run. */
const SAMPLE = 3

/** Returns the contents of the place columns in the first rows. */
async function getSample(file: InputFile, { rowGroups, read }: ParquetPlan): Promise<string[][]> {
  const group = rowGroups.find(({ rows }) => rows > 0)
  if (group === undefined) return []
  const columns = read.map((column, chunk) => ({ ...column, chunk }))
  return firstRows(file, columns, group.chunks, Math.min(group.rows, SAMPLE))
}

function threadsFor({ rows, rowGroups, place }: ParquetPlan, question: BatchQuestion): number {
  const rowsPerThread = makesStrings(question, place) ? ROWS_OF_THREAD_AS_STRINGS : ROWS_OF_THREAD
  return Math.max(1, Math.min(rowGroups.length, Math.floor(rows / rowsPerThread)))
}

/**
 * Yields one task per row group, so that a cluster run has the same parts no matter where it resumes. The tasks of
 * `spans`, in contrast, depend on the start position.
 */
function* singleRowGroups({ rowGroups }: ParquetPlan, first: number): Generator<RowGroupRange> {
  for (let from = first; from < rowGroups.length; from++) yield { from, to: from + 1 }
}

/**
 * Maximum number of rows that a thread answers together. More rows share raster pages better, but each row takes about
 * 100 bytes.
 */
const MOST = 3 << 18

/** Maximum number of rows that all threads answer together. They take 300 MB, regardless of the number of threads. */
const MAX_TOTAL = 4 * MOST

/**
 * Weight of the pages and dictionaries of a row group when row groups are distributed to threads, expressed as a number
 * of rows.
 */
const WEIGHT = 1500

/**
 * Splits row groups into ranges that a thread answers together, with about the same number of rows for each thread. The
 * answers do not depend on the split.
 */
export function* spans({ rowGroups }: ParquetPlan, from: number, threads: number): Generator<RowGroupRange> {
  const weights = rowGroups.slice(from).map(({ rows }) => rows + WEIGHT)
  const whole = weights.reduce((sum, weight) => sum + weight, 0)
  const rounds = Math.ceil(whole / Math.min(threads * MOST, MAX_TOTAL))
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
