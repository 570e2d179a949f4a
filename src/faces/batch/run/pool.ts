import { Worker } from 'node:worker_threads'
import { newCellsOfThreads } from '../../../answers/scores/column-scorer.ts'
import type { BundleImages } from '../../../library/bundles.ts'
import { keepBuffer, moved, shareBuffers } from '../buffers.ts'
import { BatchError, receivedBatchError, type SentBatchError } from '../errors.ts'
import type { Job, Task, TaskAnswer } from '../formats/format.ts'

/** Answers tasks, several at a time. */
export interface Pool {
  /** Number of tasks that may be started before the first task is answered. */
  readonly room: number
  answer(task: Task): Promise<TaskAnswer>
  /** Reclaims the memory of an answer that was written. */
  free(answer: TaskAnswer): void
  close(): Promise<void>
}

export interface WorkerStart {
  readonly bundles: BundleImages
  readonly job: Job
  /** Folder of the street index. */
  readonly streets: string | undefined
}

export interface WorkerData extends WorkerStart {
  /** Memory for the raster pages in use. All threads share it. */
  readonly cells: SharedArrayBuffer
}

/** Message to a thread: a task, and spare memory for its answer. */
export type WorkerTask = readonly [Task, spare: ArrayBuffer | undefined]

/** Message from a thread: an answer or an error, and the memory of its task. */
export type WorkerAnswer = readonly [TaskAnswer | WorkerError, spare: ArrayBuffer | undefined]

interface WorkerError {
  readonly error: SentBatchError
}

interface Thread {
  readonly worker: Worker
  /** Unfinished tasks, in the order in which the thread answers them. */
  readonly waiting: { readonly resolve: (answer: TaskAnswer) => void; readonly reject: (error: Error) => void }[]
}

/** First words of the error message after a crash. */
export const WORKER_CRASHED = 'A worker crashed'

/**
 * Creates a pool that answers tasks on the current thread. Used for inputs that are finished before a thread would have
 * started.
 */
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
 * Creates threads that answer tasks. Each task is assigned to the thread with the fewest tasks. A thread has up to two
 * tasks, so that it never waits for the main thread. If a thread crashes, its tasks and all later tasks fail.
 */
export function threadPool(count: number, start: WorkerStart): Pool {
  shareBuffers()
  let crash: Error | undefined
  const spareBuffers: ArrayBuffer[] = []
  const workerData: WorkerData = { ...start, cells: newCellsOfThreads() }
  const threads = Array.from({ length: count }, (): Thread => {
    const worker = new Worker(new URL(entry, import.meta.url), { workerData })
    const thread: Thread = { worker, waiting: [] }
    worker.on('message', ([answer, spare]: WorkerAnswer) => {
      const task = thread.waiting.shift()
      if (spare !== undefined) keepBuffer(spare)
      if ('error' in answer) task?.reject(receivedBatchError(answer.error))
      else task?.resolve(answer)
    })
    const fail = (why: string) => {
      crash ??= new BatchError(`${WORKER_CRASHED}: ${why}. Run the command again.`)
      for (const { reject } of thread.waiting.splice(0)) reject(crash)
    }
    worker.on('error', (error) => fail(error.message))
    worker.on('exit', (code) => fail(`it exited with code ${code}`))
    return thread
  })
  return {
    room: 2 * count,
    answer(task) {
      const { worker, waiting } = threads.reduce((least, thread) =>
        thread.waiting.length < least.waiting.length ? thread : least,
      )
      return new Promise((resolve, reject) => {
        if (crash !== undefined) return reject(crash)
        waiting.push({ resolve, reject })
        const sent: WorkerTask = [task, spareBuffers.pop()]
        worker.postMessage(sent, moved(task instanceof Uint8Array ? task.buffer : undefined, sent[1]))
      })
    },
    free: ({ bytes }) => void spareBuffers.push(bytes.buffer),
    async close() {
      await Promise.all(threads.map(({ worker }) => worker.terminate()))
    },
  }
}

// In the built package, the entry file of the threads is next to this file.
const entry = import.meta.url.endsWith('.ts') ? './worker-start.mjs' : './batch-worker.js'
