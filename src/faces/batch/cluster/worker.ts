import { open, stat } from 'node:fs/promises'
import { availableParallelism, hostname } from 'node:os'
import { type Job, UnrecoverableError, Worker } from 'bullmq'
import { dimensions } from '../../../answers/dimensions/catalog.ts'
import { listShards, shardsIdentity } from '../../../answers/geocode/streets/shard-file.ts'
import { counted } from '../../../base/errors.ts'
import { attempt } from '../../../base/parameters/guard.ts'
import type { OptionNames } from '../../../base/parameters/options.ts'
import type { BundleImages } from '../../../library/bundles.ts'
import { bundlesForThreads, readBundles } from '../../../library/open.ts'
import { streetsFolder } from '../../../library/user-data/streets.ts'
import { getNeeds } from '../batch-question.ts'
import { BatchError, checkBatchOptions } from '../errors.ts'
import type { Job as BatchJob, Task, TaskAnswer } from '../formats/format.ts'
import { getPlace } from '../formats/index.ts'
import { inputIdentity } from '../input/identity.ts'
import { readAt } from '../input/source.ts'
import { firstDifference } from '../output/journal.ts'
import { type Pool, threadPool, WORKER_CRASHED, type WorkerStart } from '../run/pool.ts'
import { connect, withTimeout } from './connect.ts'
import { dataIdentity, dataWords } from './data-identity.ts'
import { PartReader, partPath, writePart } from './part-file.ts'
import { getQueue, getRun, listRuns, type Part, type PartJob, PREFIX, putData, type Run } from './run.ts'

/** Options of `runWorker`. */
export interface WorkerOptions {
  /** Redis URL: `redis://[user:password@]host[:port][/database]`, or `rediss://` for TLS. */
  readonly redis: string
  /** Folder of the bundles. Default: the embedded data. */
  readonly data?: string | undefined
  /** Folder of the street index for the geocoder. Default: the street index in the user's data folder. */
  readonly streets?: string | undefined
  /** Whether to use the data in the user's data folder. Default: true. */
  readonly userData?: boolean | undefined
  /** Number of threads. Default: the number of threads that the machine can run in parallel. */
  readonly threads?: number | undefined
  /** Version of the program. Runs of another version are left to other workers. */
  readonly version?: string | undefined
  /** Receives status messages, for example when the worker is waiting, a job failed, or Redis is unavailable. */
  readonly onRemark?: ((text: string) => void) | undefined
  /** Signal that stops the worker after its current jobs. */
  readonly signal: AbortSignal
}

const workerOptions: OptionNames<WorkerOptions> = {
  redis: 'string',
  data: 'string',
  streets: 'string',
  userData: 'boolean',
  threads: 'number',
  version: 'string',
  onRemark: 'function',
  signal: 'signal',
}

/** Totals of the jobs that a worker has answered. */
export interface WorkSummary {
  /** Number of jobs answered. */
  readonly pieces: number
  /** Number of rows in the answered jobs. */
  readonly rows: number
}

/**
 * Milliseconds for which a worker holds the lock on a job. A worker renews its locks halfway through. The job of a dead
 * worker is taken over after 2 to 6 s.
 */
const LOCK = 4000
/** Milliseconds between checks for expired locks. */
const STALLED = 2000
/** Maximum number of times that a job is retried after a worker crashed while answering it. */
const MAX_CRASHES = 3
/** Milliseconds until the next attempt when Redis does not answer. */
const RETRY = 1000
/** Interval in milliseconds at which a worker registers its data again, in case Redis was restarted. */
const NEWS = 10_000

/**
 * Answers the jobs of all runs on the same data until `signal` is aborted.
 *
 * @throws {BatchError} with a one-sentence message when Redis cannot be used
 * @throws {BundleError} when the data cannot be read
 */
export function runWorker(options: WorkerOptions): Promise<WorkSummary> {
  return attempt('runWorker(options: object)', [options], () => work(options))
}

async function work(options: WorkerOptions): Promise<WorkSummary> {
  checkBatchOptions(options, workerOptions)
  const { redis, threads = availableParallelism(), onRemark = () => {}, signal } = options
  const streets = streetsFolder(options)
  const data = await dataIdentity(options)
  const bundles = await sharedBundles(options, streets)
  const connection = await connect(redis, { onRemark, signal })
  const pools = new RunPools(threads, { bundles, streets })
  const layers = streets === undefined ? null : shardsIdentity(listShards(streets))
  const runs = new Map<string, Run>()
  let pieces = 0
  let rows = 0

  const process = async ({ data: { run: id, ...piece } }: Job<PartJob>) => {
    const run = runs.get(id) ?? (await getRun(connection.client, id))
    if (run === null) throw new Error(`Redis at ${connection.place} no longer has run ${id}: submit the input again.`)
    runs.set(id, run)
    const answered = await answerPart(run, piece, pools, () => {
      if (streets !== undefined && shardsIdentity(listShards(streets)) !== layers)
        throw new Error(`The street index in ${streets} on ${hostname()} changed: restart the worker.`)
    }).catch(final)
    rows += answered
    pieces++
  }
  const worker = new Worker<PartJob>(getQueue(data), process, {
    connection: connection.client,
    prefix: PREFIX,
    name: `${hostname()}:${globalThis.process.pid}`,
    // Two jobs per thread, so that the input of the next job is read while the thread answers the current job.
    concurrency: 2 * threads,
    lockDuration: LOCK,
    stalledInterval: STALLED,
    maxStalledCount: MAX_CRASHES,
    runRetryDelay: RETRY,
  })
  // Ignores errors. The connection itself reports connection errors, and a job that was taken over is answered by
  // another worker.
  worker.on('error', () => {})
  worker.on('failed', (_, error) => onRemark(error.message))
  const register = () => putData(connection.client, data)
  const registering = setInterval(() => void register().catch(() => {}), NEWS)
  try {
    await worker.waitUntilReady()
    await register()
    onRemark(`Waiting for jobs at ${connection.place}: ${dataWords(data)}; ${counted(threads, 'thread')}.`)
    for (const { run, progress } of await listRuns(connection.client))
      if (progress.state === 'running' && run.data.id !== data.id)
        onRemark(`The run of ${run.input} needs ${dataWords(run.data)}: other workers will process it.`)
    await aborted(signal)
    onRemark('Finishing the current jobs, then stopping.')
    return { pieces, rows }
  } finally {
    clearInterval(registering)
    // While Redis is unavailable, finished jobs cannot be reported, so the worker is closed without waiting. Other
    // workers will find the written part files.
    if (connection.client.status === 'ready') await worker.close()
    else await withTimeout(worker.close(true))
    await pools.close()
    await connection.close()
  }
}

async function sharedBundles(
  { data, userData = true }: WorkerOptions,
  streets: string | undefined,
): Promise<BundleImages> {
  return bundlesForThreads(await readBundles({ ...(data === undefined ? {} : { data }), userData }), streets)
}

/**
 * Rethrows an error of a job. Invalid input is invalid for every worker, so this error is marked as unrecoverable and
 * the job is not retried.
 */
function final(error: unknown): never {
  throw error instanceof BatchError && !isCrash(error) ? new UnrecoverableError(error.message) : error
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve()
    signal.addEventListener('abort', () => resolve(), { once: true })
  })
}

/**
 * Answers a piece of a run and writes its part file. `checkLayers` throws if the street index has changed since the
 * worker started, so that the file is not written. Resolves to the number of rows, or 0 if the file already existed.
 *
 * @throws {BatchError} when the input is invalid or differs from the submitted file; other errors may be temporary
 */
async function answerPart(run: Run, piece: Part, pools: RunPools, checkLayers: () => void): Promise<number> {
  if ((await stat(partPath(run, piece)).catch(() => null)) && (await new PartReader().read(run, piece))) return 0
  await stat(run.parts).catch((error) => missing(run.parts, error))
  await checkInput(run)
  const { start: from, end: to } = piece
  const task: Task = run.job.plan.format === 'parquet' ? { from, to } : await getBytes(run.input, piece)
  const answer = await pools.answer(run, task)
  checkLayers()
  await writePart(run, piece, answer)
  return answer.counts.rows
}

async function checkInput({ input, identity }: Run): Promise<void> {
  await stat(input).catch((error) => missing(input, error))
  const difference = firstDifference(identity, await inputIdentity(input))
  if (difference === null) return
  throw new BatchError(
    `${input} on ${hostname()} is not the file that was submitted. It has a different ${difference}: submit it again.`,
  )
}

async function getBytes(path: string, { start, end }: Part): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = new Uint8Array(end - start)
  const file = await open(path)
  try {
    if ((await readAt(file, bytes, start)) === bytes.length) return bytes
    throw new BatchError(`${path} ends before byte ${end}: the file was truncated.`)
  } finally {
    await file.close()
  }
}

/**
 * Throws an error for a file that this machine cannot find. The job is retried because the disk may be mounted on
 * another worker.
 */
function missing(path: string, { code }: NodeJS.ErrnoException): never {
  throw new Error(`${path} cannot be found on ${hostname()} (${code}): the path must be the same on all machines.`)
}

/** Milliseconds for which the threads of a run are kept after its last piece. */
const IDLE = 30_000

interface RunPool {
  readonly pool: Pool
  underWay: number
  timer: NodeJS.Timeout | undefined
}

/**
 * Thread pools by run. Runs cannot share threads, because each thread is set up for the dimensions and options of one
 * run. All threads share one copy of the bundles.
 */
class RunPools {
  readonly #pools = new Map<string, RunPool>()

  constructor(
    private readonly threads: number,
    private readonly start: Omit<WorkerStart, 'job'>,
  ) {}

  async answer({ id, job }: Run, task: Task): Promise<TaskAnswer> {
    const pool = this.#pools.get(id)
    const entry = pool ?? { pool: this.#poolFor(job), underWay: 0, timer: undefined }
    this.#pools.set(id, entry)
    clearTimeout(entry.timer)
    entry.underWay++
    try {
      return await entry.pool.answer(task)
    } catch (error) {
      // After one thread of a pool has crashed, the other threads no longer answer, so the pool is closed.
      if (isCrash(error)) await this.#end(id, entry)
      throw error
    } finally {
      entry.underWay--
      if (entry.underWay === 0) entry.timer = setTimeout(() => void this.#end(id, entry), IDLE).unref()
    }
  }

  async close(): Promise<void> {
    await Promise.all([...this.#pools].map(([id, runPool]) => this.#end(id, runPool)))
  }

  #poolFor(job: BatchJob): Pool {
    const { bundles, streets } = this.start
    return threadPool(this.threads, { bundles: neededBundles(bundles, job), streets, job })
  }

  async #end(id: string, runPool: RunPool): Promise<void> {
    clearTimeout(runPool.timer)
    if (this.#pools.get(id) === runPool) this.#pools.delete(id)
    await runPool.pool.close()
  }
}

/** Checks whether an error was caused by a crashed thread rather than the input. */
function isCrash(error: unknown): boolean {
  return error instanceof Error && error.message.startsWith(WORKER_CRASHED)
}

/** Selects the bundles that a job needs. Without the other bundles, threads spend less time on garbage collection. */
function neededBundles(all: BundleImages, { plan, question }: BatchJob): BundleImages {
  const { dimensions: ids, schools, geocoder } = getNeeds(question, getPlace(plan))
  return {
    geography: all.geography,
    schools: schools ? all.schools : null,
    districts: schools ? all.districts : null,
    places: geocoder ? all.places : null,
    publicPlaces: geocoder ? all.publicPlaces : null,
    landmarks: geocoder ? all.landmarks : null,
    outlines: null,
    streets: geocoder ? all.streets : [],
    neighborhoods: geocoder ? all.neighborhoods : [],
    dimensions: all.dimensions.map((bundle, i) => (ids.includes(dimensions[i].id) ? bundle : null)),
    custom: all.custom.filter(({ id }) => (ids as readonly string[]).includes(id)),
  }
}
