import { Worker } from 'node:worker_threads'
import { newCellsOfThreads } from '../../../answers/scores/column-scorer.ts'
import type { BundleImages } from '../../../library/bundles.ts'
import { keepBuffer, moved, shareBuffers } from '../buffers.ts'
import { BatchError } from '../errors.ts'
import type { Job, Task, TaskAnswer } from '../formats/format.ts'

/** Answers tasks, several at a time. */
export interface Pool {
  /** Tasks that may be given before the first of them is answered. */
  readonly room: number
  answer(task: Task): Promise<TaskAnswer>
  /** Takes the memory of an answer back that was written. */
  free(answer: TaskAnswer): void
  close(): Promise<void>
}

/** What a thread is started with. */
export interface WorkerStart {
  readonly bundles: BundleImages
  readonly job: Job
  /** Folder of street layers. */
  readonly streets: string | undefined
}

/** What a thread gets. */
export interface WorkerData extends WorkerStart {
  /** Memory for pages of rasters in use, of all threads. */
  readonly cells: SharedArrayBuffer
}

/** What a thread is sent: a task, and memory for its answer, which was that of another. */
export type WorkerTask = readonly [Task, spare: ArrayBuffer | undefined]

/** What a thread answers: rows, or why there are none; and the memory of its task. */
export type WorkerAnswer = readonly [TaskAnswer | WorkerError, spare: ArrayBuffer | undefined]

interface WorkerError {
  readonly error: { readonly name: string; readonly message: string }
}

interface Thread {
  readonly worker: Worker
  /** Tasks under way, in the order in which the thread answers them. */
  readonly waiting: { readonly resolve: (answer: TaskAnswer) => void; readonly reject: (error: Error) => void }[]
}

/** How the error of a crash begins. */
export const WORKER_CRASHED = 'A worker crashed'

/** Answers tasks on this thread, for inputs that are done before a thread would have started. */
export function noThreads(answer: (task: Task) => Promise<TaskAnswer>): Pool {
  return {
    room: 1,
    async answer(task) {
      const answered = await answer(task)
      if (task instanceof Uint8Array) keepBuffer(task.buffer)
      return answered
    },
    free() {},
    async close() {},
  }
}

/**
 * Threads that answer tasks, each task by the thread with the fewest. Two tasks a thread are under way, so that none
 * waits for the main thread. When a worker crashes, its tasks and all that are given afterwards fail.
 */
export function threadPool(count: number, start: WorkerStart): Pool {
  shareBuffers()
  let crash: Error | undefined
  const written: ArrayBuffer[] = []
  const workerData: WorkerData = { ...start, cells: newCellsOfThreads() }
  const threads = Array.from({ length: count }, (): Thread => {
    const worker = new Worker(new URL(entry, import.meta.url), { workerData })
    const thread: Thread = { worker, waiting: [] }
    worker.on('message', ([answer, spare]: WorkerAnswer) => {
      const task = thread.waiting.shift()
      if (spare !== undefined) keepBuffer(spare)
      if ('error' in answer) task?.reject(errorOf(answer.error))
      else task?.resolve(answer)
    })
    const fail = (why: string) => {
      crash ??= new BatchError(`${WORKER_CRASHED}: ${why}. Run it again.`)
      for (const { reject } of thread.waiting.splice(0)) reject(crash)
    }
    worker.on('error', (error) => fail(error.message))
    worker.on('exit', (code) => fail(`it ended with code ${code}`))
    return thread
  })
  return {
    room: 2 * count,
    answer(task) {
      const { worker, waiting } = threads.reduce((least, one) =>
        one.waiting.length < least.waiting.length ? one : least,
      )
      return new Promise((resolve, reject) => {
        if (crash !== undefined) return reject(crash)
        waiting.push({ resolve, reject })
        const sent: WorkerTask = [task, written.pop()]
        worker.postMessage(sent, moved(task instanceof Uint8Array ? task.buffer : undefined, sent[1]))
      })
    },
    free: ({ bytes }) => void written.push(bytes.buffer),
    async close() {
      await Promise.all(threads.map(({ worker }) => worker.terminate()))
    },
  }
}

// Built, the threads' entry is a file of its own beside this one.
const entry = import.meta.url.endsWith('.ts') ? './worker-start.mjs' : './batch-worker.js'

function errorOf({ name, message }: { readonly name: string; readonly message: string }): Error {
  return name === 'BatchError' ? new BatchError(message) : new Error(message)
}
