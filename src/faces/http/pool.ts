import type { Cost } from '../../library/contract/endpoint.ts'

/** Answers long requests on other threads, so that short ones need not wait for them. */
export interface RequestPool {
  /**
   * Runs one task on a thread. Resolves with its beginning once the first part of its body is made.
   *
   * @param charge counts what the task turns out to cost
   * @throws {BusyError} when too many tasks are waiting; what the task throws, and a `ValidationError` when it takes
   *   too long
   */
  run(task: PoolTask, charge?: Charge): Promise<PoolAnswer>
  /** Ends the threads, and what they are doing. */
  close(): Promise<void>
}

/** One piece of work for a thread. Only data that can be cloned is in it. */
export interface PoolTask {
  /** Name of the handler that does it: `values`, `body`, `tile`, `picture`, `mcp`. */
  readonly kind: string
  /** Milliseconds that it may take. Shorter tasks overtake longer ones. */
  readonly milliseconds: number
  /** What the handler is given. */
  readonly input: object
}

/** Counts what a request costs. Returns the sentence with which it is refused, or null to go on. */
export type Charge = (cost: Cost) => Promise<string | null>

/** What a task answers. */
export interface PoolAnswer {
  /** What the handler says beside the body, such as a status. */
  readonly head: TaskHead
  /** The body: whole, or in parts that are made as they are read. Leaving the loop ends the task. */
  readonly body: Uint8Array<ArrayBuffer> | AsyncIterable<Uint8Array<ArrayBuffer>>
}

/** What a handler says beside the body. */
export interface TaskHead {
  /** Status of the HTTP answer. */
  readonly status: number
  /** Its headers; left out for JSON. */
  readonly headers?: Readonly<Record<string, string>>
  /** Faults that the caller is told nothing about. */
  readonly faults?: readonly string[]
}

/** Result of a handler: the body is whole, or made while it is read. */
export interface TaskResult {
  readonly head: TaskHead
  readonly body: string | Uint8Array | Iterable<string>
}

/** Does tasks of one kind. */
export type TaskHandler = (input: never, charge: Charge) => TaskResult | Promise<TaskResult>

/** Too many requests are waiting for a thread: 503. */
export class BusyError extends Error {}
