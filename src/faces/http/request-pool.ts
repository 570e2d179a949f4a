import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import {
  type ErrorCode,
  NotFoundError,
  NotLoadedError,
  refusedArgument,
  type ValidationDetail,
  ValidationError,
} from '../../base/errors.ts'
import type { OpenOptions } from '../../library/open-options.ts'
import { BusyError, type RequestPool } from './exchange.ts'

/** With what a thread opens the data: what `share()` gave, and the street layers of the service. */
export type ThreadStart = Pick<OpenOptions, 'shared' | 'streets' | 'userData'>

/** What a thread is asked. */
export interface ThreadRequest {
  readonly endpoint: string
  readonly values: object
}

/** What it answers: JSON, or the error, as JSON has it. */
export type ThreadAnswer =
  | { readonly json: string }
  | { readonly error: { readonly name: string; readonly message: string; readonly code?: string; detail?: unknown } }

interface Job extends ThreadRequest {
  readonly resolve: (json: string) => void
  readonly reject: (error: Error) => void
}

interface Thread {
  readonly worker: Worker
  job: Job | null
  timer?: ReturnType<typeof setTimeout>
}

const LIMITS = {
  /** One for each two processors: the first serves. */
  threads: Math.max(1, Math.floor(availableParallelism() / 2)),
  /** Requests that wait at most. */
  waiting: 100,
  /** Milliseconds that a request may take. What the endpoints allow is far less: this ends what no limit foresaw. */
  timeout: 10_000,
}

/** Memory of a thread beside the data, which all share. */
const MEGABYTES = 512

/** A pool whose threads start with the first requests that need them. */
export function requestPool(start: ThreadStart, limits: Partial<typeof LIMITS> = {}): RequestPool {
  const { threads: most, waiting: room, timeout } = { ...LIMITS, ...limits }
  const waiting: Job[] = []
  const threads = new Set<Thread>()

  function begin(): Thread {
    const worker = new Worker(new URL(entry, import.meta.url), {
      workerData: start,
      resourceLimits: { maxOldGenerationSizeMb: MEGABYTES },
    })
    const thread: Thread = { worker, job: null }
    threads.add(thread)
    worker.unref()
    worker.on('message', (answer: ThreadAnswer) => {
      const { job } = thread
      next(thread)
      if ('json' in answer) job?.resolve(answer.json)
      else job?.reject(errorOf(answer.error))
    })
    worker.on('error', (error) => end(thread, error))
    worker.on('exit', () => end(thread, new Error('A thread of the service ended.')))
    return thread
  }

  function next(thread: Thread): void {
    clearTimeout(thread.timer)
    thread.job = waiting.shift() ?? null
    if (thread.job === null) return
    const { endpoint, values } = thread.job
    thread.worker.postMessage({ endpoint, values } satisfies ThreadRequest)
    const late = `It takes longer than ${timeout / 1000} seconds: ask for less`
    thread.timer = setTimeout(() => end(thread, refusedArgument('request', late, null, 'limit_exceeded')), timeout)
  }

  /** Its request fails; another thread takes those that wait. */
  function end(thread: Thread, error: Error): void {
    if (!threads.delete(thread)) return
    clearTimeout(thread.timer)
    thread.job?.reject(error)
    void thread.worker.terminate()
    if (waiting.length > 0) next(begin())
  }

  return {
    answer(endpoint, values) {
      return new Promise((resolve, reject) => {
        if (waiting.length >= room) return reject(new BusyError())
        waiting.push({ endpoint, values, resolve, reject })
        const idle = [...threads].find(({ job }) => job === null) ?? (threads.size < most ? begin() : undefined)
        if (idle !== undefined) next(idle)
      })
    },
    async close() {
      for (const { reject } of waiting.splice(0)) reject(new BusyError())
      await Promise.all([...threads].map(({ worker }) => worker.terminate()))
    },
  }
}

// Built, the threads' entry is a file of its own beside this one.
const entry = import.meta.url.endsWith('.ts') ? './request-thread-start.mjs' : './http-thread.js'

function errorOf({ name, message, code, detail }: Extract<ThreadAnswer, { error: object }>['error']): Error {
  if (name === 'ValidationError') return new ValidationError(detail as ValidationDetail[], message, code as ErrorCode)
  if (name === 'NotFoundError') return new NotFoundError(detail as string, code as ErrorCode)
  return name === 'NotLoadedError' ? new NotLoadedError(message, code as ErrorCode) : new Error(message)
}
