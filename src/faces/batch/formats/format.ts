import type { Vicinage } from '../../../library/vicinage.ts'
import type { Counts } from '../answer-rows.ts'
import type { BatchQuestion } from '../batch-question.ts'
import type { InputIdentity } from '../input/identity.ts'
import type { AnsweredChunk } from '../output/sink.ts'
import type { PlaceOptions } from '../place-columns.ts'

/** A format of batch files, read and written. */
export interface Format {
  /** Of file names, in lower case, without the dot. */
  readonly extensions: readonly string[]
  /**
   * Opens an input and finds out what it holds.
   *
   * @throws {BatchError} when it cannot be read or makes no sense
   */
  plan(options: InputOptions, question: BatchQuestion): Promise<Input>
  /**
   * Cuts an input into tasks, from `from` on, the `end` of an earlier task; undefined: from its start. Cut for this
   * many threads; without them, as small as makes sense.
   */
  split(input: Input, from: number | undefined, threads?: number): AsyncIterable<Split>
  /** Answers the tasks of a job, one at a time, on any thread or machine. */
  answer(vicinage: Vicinage, job: Job): (task: Task) => Promise<TaskAnswer>
  /** Puts the answers to an input together. */
  write(input: Input, question: BatchQuestion): OutputWriter
}

/** How an input is read. */
export interface InputOptions extends PlaceOptions {
  /** Path of the input; `-` for standard input. */
  readonly input: string
  /** Of CSV: one character; detected when left out. */
  readonly delimiter?: string | undefined
  /** Of CSV: whether the first line names the columns. Default true; without, columns are numbered from 1. */
  readonly header?: boolean | undefined
  /**
   * Bytes of text that are answered, written and noted together. Default 4 MiB of coordinates, 2 MiB where rows become
   * strings.
   */
  readonly pieceBytes?: number | undefined
}

/** An input that has been opened. */
export interface Input {
  readonly plan: InputPlan
  /** Null for standard input. */
  readonly identity: InputIdentity | null
  /** Whether its bytes are others than those of the file. */
  readonly isConverted: boolean
  /** Of its place columns, what the first rows hold. */
  readonly sample: readonly (readonly string[])[]
  /** How many threads its size is worth, at least 1; unlimited where its size is unknown. */
  readonly threads: number
  /** Where its rows begin, and its size, in the unit of `Split.end`. */
  readonly start: number
  readonly size: number | null
  /** Share of the input that has been read, 0-1; null where its size is unknown. */
  share(): number | null
  close(): Promise<void>
}

/**
 * What is known of an input before its rows are read: the name of its format, and under that name what the format
 * found. JSON.
 */
export interface InputPlan {
  readonly format: string
  readonly [format: string]: unknown
}

/** A task, and where it ends in the input: a byte, or the number of a row group. */
export interface Split {
  readonly end: number
  readonly task: Task
}

/** Part of an input: whole records of a text, or row groups of a Parquet file, which the thread reads itself. */
export type Task = Uint8Array<ArrayBuffer> | RowGroupRange

/** Row groups that follow each other, from `from` to before `to`. */
export interface RowGroupRange {
  readonly from: number
  readonly to: number
}

/** What a thread or a machine has to know to answer tasks. JSON. */
export interface Job {
  readonly plan: InputPlan
  readonly question: BatchQuestion
  /** Compress each answer as a gzip member of its own. */
  readonly gzip: boolean
}

/** The answer to a task. The same task gives the same answer on every thread and machine. */
export interface TaskAnswer {
  readonly bytes: Uint8Array<ArrayBuffer>
  readonly counts: Counts
  /** What the end of the output has to know of it. JSON. */
  readonly note?: unknown
}

export interface OutputWriter {
  /** What the output begins with. */
  readonly header: Uint8Array
  /** What of an answer goes to the output. */
  chunk(end: number, answer: TaskAnswer): AnsweredChunk
  /** What the output ends with, from the notes of all answers; `build` names the data. */
  trailer(notes: readonly unknown[], build: string): Promise<Uint8Array | undefined>
}
