import type { Vicinage } from '../../vicinage.ts'
import type { Counts } from '../answer-rows.ts'
import type { PlaceColumns } from '../errors.ts'
import type { CsvPlan } from '../formats/csv/header.ts'
import type { NdjsonPlan } from '../formats/ndjson/fields.ts'
import { answerRowGroups } from '../formats/parquet/answer.ts'
import type { AddedColumnChunk } from '../formats/parquet/column-writers.ts'
import type { ParquetPlan } from '../formats/parquet/footer.ts'
import { openInputFile } from '../formats/parquet/input-file.ts'
import type { RowGroupRange } from '../formats/parquet/parquet.ts'
import { chunkAnswerer } from '../formats/text.ts'
import { gzipMember } from '../input/gzip.ts'
import type { BatchQuestion } from '../options.ts'
import { newPoints } from '../points.ts'

/** What is known of a text before its records are read. JSON. */
export type TextPlan =
  | { readonly format: 'csv'; readonly csv: CsvPlan }
  | { readonly format: 'ndjson'; readonly ndjson: NdjsonPlan }

/** What is known of an input before its rows are read. JSON. */
export type InputPlan = TextPlan | { readonly format: 'parquet'; readonly parquet: ParquetPlan; readonly path: string }

/** Columns of the place in an input. */
export function placeOf(plan: InputPlan): PlaceColumns<number> | PlaceColumns<string> {
  return plan.format === 'csv' ? plan.csv.place : plan.format === 'ndjson' ? plan.ndjson.place : plan.parquet.place
}

/** What a thread or a machine has to know to answer tasks. JSON. */
export interface Job {
  readonly plan: InputPlan
  readonly question: BatchQuestion
  /** Compress each answer as a gzip member of its own. */
  readonly gzip: boolean
}

/** A part of an input: whole records, or row groups of a Parquet file that the thread reads itself. */
export type Task = Uint8Array<ArrayBuffer> | RowGroupRange

/** The answer to a task. The same task gives the same answer on every thread and machine. */
export interface TaskAnswer {
  readonly bytes: Uint8Array<ArrayBuffer>
  readonly counts: Counts
  /** Of row groups: what the footer says of their added columns. */
  readonly chunks?: readonly (readonly AddedColumnChunk[])[]
}

/** Answers the tasks of a job, one at a time. */
export function taskAnswerer(vicinage: Vicinage, { plan, question, gzip }: Job): (task: Task) => Promise<TaskAnswer> {
  if (plan.format === 'parquet') {
    const places = newPoints(0)
    return async (task) => {
      const file = await openInputFile(plan.path)
      try {
        return await answerRowGroups(vicinage, file, plan.parquet, question, task as RowGroupRange, places)
      } finally {
        await file.close()
      }
    }
  }
  const answerer = chunkAnswerer(vicinage, plan, question)
  return async (piece) => {
    const { bytes, counts } = answerer.answer(piece as Uint8Array)
    // The answerer keeps its buffer.
    return { bytes: gzip ? gzipMember(bytes) : bytes.slice(), counts }
  }
}
