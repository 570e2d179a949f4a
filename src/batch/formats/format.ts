import type { InputIdentity } from '../input/identity.ts'
import type { BatchFormat, BatchOptions, BatchQuestion } from '../options.ts'
import type { AnsweredChunk } from '../output/sink.ts'
import type { InputPlan, Task, TaskAnswer } from '../run/tasks.ts'
import { parquetInput } from './parquet/parquet.ts'
import { textInput } from './text.ts'

/** An input that is cut into tasks, and whose answers become an output. */
export interface Input {
  readonly plan: InputPlan
  /** Null for standard input. */
  readonly identity: InputIdentity | null
  /** How many threads its size is worth, 1 or more; as many as there may be where nobody knows its size. */
  readonly threads: number
  /** What the output begins with. */
  readonly header: Uint8Array
  /**
   * The tasks behind the place `from`, the `end` of a task that was done; undefined: all. Cut for so many threads; without them, as small
   * as makes sense.
   */
  tasks(from: number | undefined, threads?: number): AsyncIterable<{ readonly end: number; readonly task: Task }>
  /** What of an answer goes to the output. */
  piece(end: number, answer: TaskAnswer): AnsweredChunk
  /** What the output ends with, out of the notes of its pieces. */
  trailer(notes: readonly unknown[]): Promise<Uint8Array | undefined>
  /** Share of the input that was read, 0-1; null where nobody knows its size. */
  share(): number | null
  close(): Promise<void>
}

/** Opens an input and finds out what it holds. Throws a `BatchError` when it cannot be read or makes no sense. */
export function openInput(format: BatchFormat, options: BatchOptions, question: BatchQuestion): Promise<Input> {
  return format === 'parquet' ? parquetInput(options, question) : textInput(format, options, question)
}
