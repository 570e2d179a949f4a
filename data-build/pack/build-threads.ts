import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import type { LookupLayer, PackedLookups } from '../pack-lookups.ts'
import { SourceError } from '../read/source-error.ts'
import type { PackedContent } from './blocks.ts'

/** Task for a thread: write the bytes of a bundle, or build the lookup layers. */
export type Task =
  | { readonly kind: 'write'; readonly content: PackedContent }
  | { readonly kind: 'lookups'; readonly sources: string; readonly wanted: readonly LookupLayer[] }

export type ThreadMessage =
  | { readonly line: string }
  | { readonly result: unknown }
  | { readonly message: string; readonly problem?: object }

/** Threads that work while the build continues. Each thread is started when there is a task for it. */
export class BuildThreads {
  readonly #threads: Worker[] = []
  readonly #idle: Worker[] = []
  readonly #waiting: ((thread: Worker) => void)[] = []
  readonly #running = new Map<Worker, { resolve: (result: unknown) => void; reject: (error: Error) => void }>()

  constructor(private readonly report: (line: string) => void) {}

  lookups(sources: string, wanted: readonly LookupLayer[]): Promise<PackedLookups> {
    return this.#run({ kind: 'lookups', sources, wanted }) as Promise<PackedLookups>
  }

  write = (content: PackedContent): Promise<Uint8Array<ArrayBuffer>> =>
    this.#run({ kind: 'write', content }) as Promise<Uint8Array<ArrayBuffer>>

  async stop(): Promise<void> {
    await Promise.all(this.#threads.map((thread) => thread.terminate()))
  }

  async #run(task: Task): Promise<unknown> {
    const free = this.#idle.pop() ?? this.#started()
    const thread = free ?? (await new Promise<Worker>((resolve) => this.#waiting.push(resolve)))
    return new Promise((resolve, reject) => {
      this.#running.set(thread, { resolve, reject })
      thread.postMessage(task)
    })
  }

  /** Starts a thread, or returns null if the maximum number of threads is running. */
  #started(): Worker | null {
    if (this.#threads.length >= Math.min(availableParallelism(), 4)) return null
    const thread = startThread('./build-thread.ts', {})
    this.#threads.push(thread)
    const fail = (error: Error) => this.#running.get(thread)?.reject(error)
    thread.on('error', fail)
    thread.on('exit', (code) => fail(new RangeError(`A build thread exited with code ${code}.`)))
    thread.on('message', (message: ThreadMessage) => {
      if ('line' in message) return this.report(message.line)
      if ('result' in message) this.#running.get(thread)?.resolve(message.result)
      else fail(getError(message))
      this.#running.delete(thread)
      const next = this.#waiting.shift()
      if (next) next(thread)
      else this.#idle.push(thread)
    })
    return thread
  }
}

/** Starts a thread that runs a module in this folder. */
export function startThread(module: string, data: object): Worker {
  return new Worker(new URL('./thread-start.mjs', import.meta.url), { workerData: { ...data, module }, execArgv: [] })
}

/** Recreates an error that a thread reported. An error with a `problem` becomes a `SourceError`. */
function getError({ message, problem }: { readonly message: string; readonly problem?: object }): Error {
  if (!problem) return new RangeError(message)
  return Object.assign(new SourceError({ file: '', found: '', expectation: '' }), problem, { message })
}
