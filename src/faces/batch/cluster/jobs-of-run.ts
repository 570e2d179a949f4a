import { readdir } from 'node:fs/promises'
import { Queue, QueueEvents } from 'bullmq'
import { BatchError } from '../errors.ts'
import { type Connection, withTimeout } from './connect.ts'
import { partName } from './part-file.ts'
import { getQueue, jobId, type Part, type PartJob, PREFIX, putRun, type Run } from './run.ts'

/** Milliseconds between checks for missed events. Events are lost when Redis restarts. */
const LOOK = 2000

/** Retry settings: a failed job is retried after 1, 2, 4 and 8 s. */
const ATTEMPTS = { attempts: 5, backoff: { type: 'exponential', delay: 1000 } }

interface Waiting {
  readonly piece: Part
  readonly resolve: () => void
  readonly reject: (error: Error) => void
}

/** The jobs of one run in Redis. */
export class JobsOfRun {
  readonly #queue: Queue<PartJob>
  readonly #events: QueueEvents
  /** Unanswered jobs by job ID, in the order in which they were queued. */
  readonly #waiting = new Map<string, Waiting>()
  readonly #looking: NodeJS.Timeout
  #isLooking = false
  #stopped: Error | undefined

  readonly #whenStopped: Promise<never>
  #reject!: (error: Error) => void

  constructor(
    private readonly run: Run,
    private readonly connection: Connection,
  ) {
    this.#whenStopped = new Promise((_, reject) => {
      this.#reject = reject
    })
    this.#whenStopped.catch(() => {})
    const options = { connection: connection.client, prefix: PREFIX }
    const defaultJobOptions = { ...ATTEMPTS, removeOnComplete: true, removeOnFail: true, stackTraceLimit: 0 }
    this.#queue = new Queue(getQueue(run.data), { ...options, defaultJobOptions })
    this.#events = new QueueEvents(getQueue(run.data), options)
    // Ignores connection errors, which the connection itself reports.
    this.#queue.on('error', () => {})
    this.#events.on('error', () => {})
    this.#events.on('completed', ({ jobId: id }) => this.#answered(id))
    this.#events.on('failed', ({ jobId: id, failedReason }) => {
      const piece = this.#waiting.get(id)?.piece
      if (piece !== undefined) this.stop(new BatchError(sentence(failedReason, run, piece)))
    })
    this.#looking = setInterval(() => void this.#look(), LOOK)
  }

  /** Publishes the run to workers and starts listening for their answers. */
  async open(): Promise<void> {
    await putRun(this.connection.client, this.run)
    await this.#events.waitUntilReady()
  }

  /** Returns the result of `waiting`. Rejects when the jobs are stopped, even if Redis never answers. */
  unlessStopped<T>(waiting: Promise<T>): Promise<T> {
    return Promise.race([this.#whenStopped, waiting])
  }

  get underWay(): number {
    return this.#waiting.size
  }

  /** Returns the number of active workers that have the run's data. */
  workers(): Promise<number> {
    return this.#queue.getWorkersCount()
  }

  /**
   * Resolves when a worker has written the part file of a piece. Rejects when any job failed for good, or after `stop`.
   */
  answered(piece: Part): Promise<void> {
    return new Promise((resolve, reject) => {
      if (this.#stopped) return reject(this.#stopped)
      this.#waiting.set(jobId(this.run.id, piece), { piece, resolve, reject })
      // While Redis is unavailable, `#add` waits. If Redis loses jobs in a restart, `#look` queues them again.
      this.#add([piece]).catch((error) => this.stop(error))
    })
  }

  /** Rejects all pending answers. */
  stop(error: Error): void {
    this.#stopped ??= error
    this.#reject(this.#stopped)
    for (const { reject } of this.#waiting.values()) reject(this.#stopped)
  }

  throwIfStopped(): void {
    if (this.#stopped !== undefined) throw this.#stopped
  }

  /** Removes jobs that no worker has started from Redis. Workers finish the jobs that they have started. */
  async takeBack(): Promise<void> {
    await Promise.all([...this.#waiting.keys()].map((id) => this.#queue.remove(id).catch(() => {})))
  }

  async close(): Promise<void> {
    clearInterval(this.#looking)
    await withTimeout(Promise.all([this.#queue.close(), this.#events.close()]))
  }

  #answered(id: string): void {
    this.#waiting.get(id)?.resolve()
    this.#waiting.delete(id)
  }

  async #add(pieces: readonly Part[]): Promise<void> {
    const run = this.run.id
    await this.#queue.addBulk(
      pieces.map((piece) => ({ name: 'piece', data: { run, ...piece }, opts: { jobId: jobId(run, piece) } })),
    )
  }

  async #look(): Promise<void> {
    if (this.#isLooking || this.#waiting.size === 0) return
    this.#isLooking = true
    try {
      const written = new Set(await readdir(this.run.parts))
      for (const [id, { piece }] of this.#waiting) if (written.has(partName(piece))) this.#answered(id)
      const [first] = this.#waiting.keys()
      if (first === undefined || (await this.#queue.getJob(first)) !== undefined || !this.#waiting.has(first)) return
      await putRun(this.connection.client, this.run)
      await this.#add([...this.#waiting.values()].map(({ piece }) => piece))
    } catch (error) {
      this.stop(new BatchError(`${this.run.parts} cannot be watched: ${(error as Error).message}.`))
    } finally {
      this.#isLooking = false
    }
  }
}

function sentence(reason: string, { input }: Run, { start, end }: Part): string {
  if (!reason.startsWith('job stalled')) return reason
  return `Some rows in ${input} from ${start} to ${end} (bytes, or row groups of a Parquet file) crashed several workers, one after another: see the worker logs.`
}
