import type { Cost } from '../../library/contract/endpoint.ts'

/** Answers long requests on other threads, so that short ones need not wait. */
export interface RequestPool {
  /**
   * Runs one task on a thread. Resolves with the start of the answer as soon as the first part of its body exists.
   *
   * @param charge counts the actual cost of the task
   * @throws {BusyError} when too much work is waiting; errors of the task; a `ValidationError` when it takes too long
   */
  run(task: PoolTask, charge?: Charge): Promise<PoolAnswer>
  /** Stops the threads and their current tasks. */
  close(): Promise<void>
}

/** Work for a thread. It only contains data that can be cloned. */
export interface PoolTask {
  /** Name of the handler: `values`, `body`, `tile`, `picture`, `mcp` or `tool`. */
  readonly kind: string
  /** Name under which the pool learns how long such tasks take. Default: `kind`. */
  readonly name?: string
  /** Maximum milliseconds. Shorter tasks overtake longer ones. */
  readonly milliseconds: number
  /** Bytes of memory that the task takes while it waits, if they are worth counting. */
  readonly bytes?: number
  /** Input of the handler. */
  readonly input: object
  /** Buffers of the input that are transferred to the thread. The caller can no longer read them. */
  readonly moved?: readonly ArrayBuffer[]
}

/** Counts the cost of a request. Returns the sentence that refuses it, or null to continue. */
export type Charge = (cost: Cost) => Promise<string | null>

/** Answer of a task. */
export interface PoolAnswer {
  /** Information other than the body, such as a status. */
  readonly head: TaskHead
  /** The body: whole, or in parts that are created as they are read. The task ends if the caller stops reading. */
  readonly body: Uint8Array<ArrayBuffer> | AsyncIterable<Uint8Array<ArrayBuffer>>
}

/** Information that a handler returns in addition to the body. */
export interface TaskHead {
  /** Status of the HTTP answer. */
  readonly status: number
  /** Headers of the answer; omitted for JSON. */
  readonly headers?: Readonly<Record<string, string>>
  /** Internal errors. They are logged, but hidden from the caller. */
  readonly faults?: readonly string[]
}

/** Result of a handler. The body is whole, or created while it is read. */
export interface TaskResult {
  readonly head: TaskHead
  readonly body: string | Uint8Array | Iterable<string>
}

/** Handles tasks of one kind. */
export type TaskHandler = (input: never, charge: Charge) => TaskResult | Promise<TaskResult>

/** Signals that too much work is waiting for a thread. The request is answered with 503. */
export class BusyError extends Error {
  /** @param seconds time to wait before another attempt */
  constructor(readonly seconds = 1) {
    super('Service busy')
  }
}
