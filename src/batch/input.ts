import type { BatchFormat, BatchOptions } from './batch-options.ts'
import type { InputIdentity } from './files/input-identity.ts'
import type { AnsweredPiece } from './files/sink.ts'
import { parquetInput } from './parquet-input.ts'
import type { BatchQuestion } from './question.ts'
import type { InputPlan, Task, TaskAnswer } from './task.ts'
import { textInput } from './text-input.ts'

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
  piece(end: number, answer: TaskAnswer): AnsweredPiece
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
