import type { Cost } from '../../library/contract/endpoint.ts'

/** Answers long requests on other threads, so that short requests do not have to wait. */
export interface RequestPool {
  /**
   * Runs a task on a thread. Resolves with the start of the answer as soon as the first part of the body exists.
   *
   * @param charge counts the actual cost of the task
   * @throws {BusyError} if too much work is waiting; a `ValidationError` if the task takes too long; any error of the
   * task itself
   */
  run(task: PoolTask, charge?: Charge): Promise<PoolAnswer>
  /** Stops the threads and their current tasks. */
  close(): Promise<void>
}

/** Work for a thread. It only contains data that can be cloned. */
export interface PoolTask {
  /** Name of the handler: `values`, `body`, `tile`, `picture`, `mcp` or `tool`. */
  readonly kind: string
  /** Name under which the pool records how long similar tasks take. Default: `kind`. */
  readonly name?: string
  /** Maximum duration in milliseconds. Shorter tasks overtake longer tasks. */
  readonly milliseconds: number
  /** Memory in bytes that the task needs while it waits, if it is significant. */
  readonly bytes?: number
  /** Input of the handler. */
  readonly input: object
  /** Input buffers that are transferred to the thread. The caller can no longer read them. */
  readonly moved?: readonly ArrayBuffer[]
}

/** Counts the cost of a request. Returns null to continue, or a message that refuses the request. */
export type Charge = (cost: Cost) => Promise<string | null>

/** Response of a handler in a thread. */
export interface PoolAnswer {
  /** Metadata of the answer, such as its status. */
  readonly head: TaskHead
  /** The body: whole, or in parts that are created as they are read. The task ends if the caller stops reading. */
  readonly body: Uint8Array<ArrayBuffer> | AsyncIterable<Uint8Array<ArrayBuffer>>
}

/** Information that a handler returns in addition to the body. */
export interface TaskHead {
  /** HTTP status of the response. */
  readonly status: number
  /** Response headers; omitted for JSON. */
  readonly headers?: Readonly<Record<string, string>>
  /** Internal errors. They are logged, but hidden from the caller. */
  readonly faults?: readonly string[]
}

/** Result of a handler. The body is whole, or created while it is read. */
export interface TaskResult {
  readonly head: TaskHead
  readonly body: string | Uint8Array | Iterable<string>
}

/** Handler for tasks of one kind. */
export type TaskHandler = (input: never, charge: Charge) => TaskResult | Promise<TaskResult>

/** Signals that too much work is waiting for a thread. The request is answered with 503. */
export class BusyError extends Error {
  /** @param seconds time to wait before another attempt */
  constructor(readonly seconds = 1) {
    super('Service busy')
  }
}
