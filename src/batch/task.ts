import type { Counts } from './counts.ts'
import type { CsvPlan } from './csv/plan.ts'
import type { NdjsonPlan } from './ndjson/plan.ts'
import type { AddedChunk } from './parquet/added-chunk.ts'
import type { ParquetPlan } from './parquet/plan.ts'
import type { RowGroups } from './parquet/row-groups.ts'
import type { BatchQuestion } from './question.ts'
import type { PlaceColumns } from './rows.ts'

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
export type Task = Uint8Array<ArrayBuffer> | RowGroups

/** The answer to a task. The same task gives the same answer on every thread and machine. */
export interface TaskAnswer {
  readonly bytes: Uint8Array<ArrayBuffer>
  readonly counts: Counts
  /** Of row groups: what the footer says of their added columns. */
  readonly chunks?: readonly (readonly AddedChunk[])[]
}
