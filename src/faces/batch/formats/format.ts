import type { Vicinage } from '../../../library/vicinage.ts'
import type { Counts } from '../answer-rows.ts'
import type { BatchQuestion } from '../batch-question.ts'
import type { InputIdentity } from '../input/identity.ts'
import type { AnsweredChunk } from '../output/sink.ts'
import type { PlaceOptions } from '../place-columns.ts'

/** A batch file format that can be read and written. */
export interface Format {
  /** File name extensions in lowercase, without the dot. */
  readonly extensions: readonly string[]
  /**
   * Opens an input and determines its contents.
   *
   * @throws {BatchError} when the input cannot be read or is invalid
   */
  plan(options: InputOptions, question: BatchQuestion): Promise<Input>
  /**
   * Splits an input into tasks. Starts at `from`, which is the `end` of an earlier task. If `from` is undefined, starts
   * at the beginning of the input. With `threads`, tasks can be larger, sized for that number of threads.
   */
  split(input: Input, from: number | undefined, threads?: number): AsyncIterable<Split>
  /** Answers the tasks of a job one at a time, on any thread or machine. */
  answer(vicinage: Vicinage, job: Job): (task: Task) => Promise<TaskAnswer>
  /** Creates the writer for the output of an input. */
  write(input: Input, question: BatchQuestion): OutputWriter
}

/** Options for reading an input. */
export interface InputOptions extends PlaceOptions {
  /** Path of the input. `-` for standard input. */
  readonly input: string
  /** CSV delimiter, one character. Default: detected. */
  readonly delimiter?: string | undefined
  /**
   * Whether the first line of CSV contains the column names. Default: true. Without a header, columns are numbered from
   * 1.
   */
  readonly header?: boolean | undefined
  /**
   * Size in bytes of the pieces of text that are answered, written and recorded one at a time. Default: 4 MiB for CSV
   * with coordinates and no added text, percentiles or intervals, otherwise 2 MiB.
   */
  readonly pieceBytes?: number | undefined
}

/** An input that has been opened. */
export interface Input {
  readonly plan: InputPlan
  /** Identity of the file; null for standard input. */
  readonly identity: InputIdentity | null
  /** Whether the text is converted: from UTF-16, or from lines that end in just carriage returns. */
  readonly isConverted: boolean
  /** Values of the input's place columns in the first rows. */
  readonly sample: readonly (readonly string[])[]
  /** Number of threads that the input's size justifies, at least 1. Unlimited if the size is unknown. */
  readonly threads: number
  /** Start of the first row, in the unit of `Split.end`. */
  readonly start: number
  /** Size of the input, in the unit of `Split.end`. null if unknown. */
  readonly size: number | null
  /** Returns the fraction of the input that has been read, 0-1, or null if the size is unknown. */
  share(): number | null
  close(): Promise<void>
}

/**
 * Description of an input before its rows are read: the name of its format, and the format's plan (such as a `CsvPlan`)
 * in a property with that name. Serializable as JSON.
 */
export interface InputPlan {
  readonly format: string
  readonly [format: string]: unknown
}

/** A task and its end in the input: a byte offset or a row group number. */
export interface Split {
  readonly end: number
  readonly task: Task
}

/**
 * Part of an input: whole text records, or a range of Parquet row groups. The thread that answers a range reads the row
 * groups itself.
 */
export type Task = Uint8Array<ArrayBuffer> | RowGroupRange

/** Consecutive row groups, from `from` up to but not including `to`. */
export interface RowGroupRange {
  readonly from: number
  readonly to: number
}

/** Description of a job for threads and machines that answer its tasks. Serializable as JSON. */
export interface Job {
  readonly plan: InputPlan
  readonly question: BatchQuestion
  /** Whether to compress each answer as a separate gzip member. */
  readonly gzip: boolean
}

/** Answer to a task. The answer is the same on every thread and machine. */
export interface TaskAnswer {
  readonly bytes: Uint8Array<ArrayBuffer>
  readonly counts: Counts
  /** Information for the end of the output. Serializable as JSON. */
  readonly note?: unknown
}

export interface OutputWriter {
  /** Beginning of the output. */
  readonly header: Uint8Array
  /** Converts an answer to the chunk that is written to the output. */
  chunk(end: number, answer: TaskAnswer): AnsweredChunk
  /** Creates the end of the output from the notes of all answers. `build` identifies the data. */
  trailer(notes: readonly unknown[], build: string): Promise<Uint8Array | undefined>
}
