import { createHash } from 'node:crypto'
import { mkdir, rm, stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { attempt } from '../../../base/parameters/guard.ts'
import { addCounts, countsAfter, noCounts } from '../answer-rows.ts'
import { type BatchQuestion, completeQuestion, questionIn } from '../batch-question.ts'
import { BatchError, checkBatchOptions, failed, stoppedRun } from '../errors.ts'
import type { Input, OutputWriter, TaskAnswer } from '../formats/format.ts'
import { formatNamed } from '../formats/index.ts'
import { isGzip } from '../input/gzip.ts'
import { checkUnchanged } from '../input/identity.ts'
import { type BatchOptions, batchOptions, checkCounts, getFormat } from '../options.ts'
import { openSink } from '../output/file-sink.ts'
import { outputFiles, unwritable } from '../output/output-files.ts'
import type { Sink } from '../output/sink.ts'
import type { BatchSummary } from '../run/run-batch.ts'
import { type Connection, connect, withTimeout } from './connect.ts'
import { dataIdentity, dataWords } from './data-identity.ts'
import { JobsOfRun } from './jobs-of-run.ts'
import { PartReader, partPath } from './part-file.ts'
import { type Part, putProgress, type Run, type RunProgress } from './run.ts'

/** Options of `submitBatch`. */
export interface SubmitOptions extends Omit<BatchOptions, 'threads'> {
  /** Redis URL: `redis://[user:password@]host[:port][/database]`, or `rediss://` for TLS. */
  readonly redis: string
  /** Version of the program. Workers with another version are not used. */
  readonly version?: string | undefined
  /**
   * Receives messages that say why a run is waiting, for example because there are no workers or Redis is unavailable.
   */
  readonly onRemark?: ((text: string) => void) | undefined
  /** Signal that stops the run and removes jobs that no worker has started. The run can be resumed. */
  readonly signal?: AbortSignal | undefined
}

/** Milliseconds between progress updates in Redis. */
const NOTE = 1000
/** Milliseconds between checks for workers. */
const LOOK = 10_000

/**
 * Scores a file with the workers of a cluster. Workers read the input and write parts of the output, so the paths must
 * be the same on all machines. The output is byte for byte the same as from `runBatch`. It gets its final name when it
 * is complete.
 *
 * @throws {BatchError} with a one-sentence message when an input, output or option is invalid, Redis cannot be used, or
 * a job failed
 * @throws {BundleError} when the data cannot be read
 */
export function submitBatch(options: SubmitOptions): Promise<BatchSummary> {
  return attempt('submitBatch(options: object)', [options], () => submit(options))
}

async function submit(options: SubmitOptions): Promise<BatchSummary> {
  const { threads: _, ...shared } = batchOptions
  checkBatchOptions(options, { ...shared, redis: 'string', onRemark: 'function' })
  refuseUnshareable(options)
  checkCounts(options)
  const { resume = false, force = false, onRemark = () => {} } = options
  const job = { ...options, input: resolve(options.input) }
  const question = completeQuestion(questionIn(options))
  const format = formatNamed(getFormat(options))
  const input = await format.plan(job, question)
  const writer = format.write(input, question)
  const closing: (() => Promise<unknown>)[] = [() => input.close()]
  try {
    if (input.isConverted)
      throw new BatchError(
        `${options.input} is not line-based UTF-8 text, so workers cannot read parts of it: convert it first.`,
      )
    const { fingerprint, ...about } = await plannedRun(job, input, question)
    const connection = await connect(options.redis, {
      onRemark,
      signal: options.signal ?? new AbortController().signal,
    })
    closing.push(() => connection.close())
    const { gzip } = about.job
    const sink = await openSink(options.output, {
      input: job.input,
      gzip,
      header: writer.header,
      fingerprint,
      resume,
      force,
    })
    closing.push(() => sink.abandon())
    await makePartsFolder(about, resume).catch((error) => unwritable(about.parts, error))
    const summary = await runJobs(about, { input, writer, sink, connection, options }).catch(failed)
    await removeParts(about)
    return summary
  } finally {
    for (const close of closing.reverse()) await close()
  }
}

function refuseUnshareable({ input, output }: SubmitOptions): void {
  if (input === '-' || output === '-')
    throw new BatchError('A cluster cannot use standard input or output: name files that all its machines can read.')
  if (isGzip(input))
    throw new BatchError(`${input} is compressed, so workers cannot read parts of it: decompress it first.`)
}

async function plannedRun(options: SubmitOptions, { plan, identity }: Input, question: BatchQuestion) {
  if (identity === null)
    throw new BatchError(`${options.input} is not a regular file, so workers cannot read parts of it.`)
  const data = await dataIdentity(options)
  const job = { plan, question, gzip: plan.format !== 'parquet' && isGzip(options.output) }
  const output = resolve((await outputFiles(options.output)).output)
  const fingerprint = { job, identity, data, pieceBytes: options.pieceBytes }
  const id = createHash('sha256')
    .update(JSON.stringify([fingerprint, output]))
    .digest('hex')
    .slice(0, 16)
  return { id, input: options.input, output, parts: `${output}.vicinage-parts`, identity, job, data, fingerprint }
}

interface RunResources {
  readonly input: Input
  readonly writer: OutputWriter
  readonly sink: Sink
  readonly connection: Connection
  readonly options: SubmitOptions
}

async function runJobs(run: Run, resources: RunResources): Promise<BatchSummary> {
  const { input, writer, sink, connection, options } = resources
  const began = Date.now()
  const counts = noCounts()
  addCounts(counts, sink.resumed?.counts ?? noCounts())
  const resumed = counts.rows
  const notes = [...(sink.resumed?.notes ?? [])]
  const size = input.size ?? run.identity.size
  let share = (sink.resumed?.input ?? 0) / size
  const jobs = new JobsOfRun(run, connection)
  const note = (state: RunProgress['state'], reason?: string) => {
    const { underWay } = jobs
    const { rows } = counts
    return putProgress(connection.client, run.id, { state, began, seen: Date.now(), rows, share, underWay, reason })
  }
  const timers = [
    setInterval(() => void note('running').catch(() => {}), NOTE),
    setInterval(() => void warnIfNoWorkers(jobs, run, options).catch(() => {}), LOOK),
  ]
  // Called before the connection is closed. Otherwise, the timers would send requests on a closed connection.
  const clearTimers = () => {
    for (const timer of timers) clearInterval(timer)
  }
  const stop = () => jobs.stop(stoppedRun(true))
  options.signal?.addEventListener('abort', stop)
  try {
    if (options.signal?.aborted) stop()
    await jobs.unlessStopped(jobs.open())
    await jobs.unlessStopped(note('running'))
    await jobs.unlessStopped(warnIfNoWorkers(jobs, run, options))
    await assemble(run, resources, jobs, ({ end }, answer) => {
      addCounts(counts, answer.counts)
      notes.push(answer.note)
      share = end / size
      const { rows } = counts
      options.onProgress?.({ rows, newRows: rows - resumed, share, seconds: (Date.now() - began) / 1000 })
    })
    await checkUnchanged(run.input, run.identity)
    await sink.finish(await writer.trailer(notes, run.data.build))
    // The output is complete, so the run succeeds even if Redis is unavailable and cannot store the state.
    await withTimeout(note('complete'))
    return {
      ...countsAfter(writer.header, counts),
      resumed,
      seconds: (Date.now() - began) / 1000,
      build: run.data.build,
    }
  } catch (error) {
    clearTimers()
    const state = error instanceof BatchError && error.code === 'batch_stopped' ? 'stopped' : 'failed'
    await connection.close(() => Promise.all([jobs.takeBack(), note(state, (error as Error).message)]))
    throw error
  } finally {
    clearTimers()
    options.signal?.removeEventListener('abort', stop)
    await jobs.close()
  }
}

async function warnIfNoWorkers(jobs: JobsOfRun, { data }: Run, { onRemark }: SubmitOptions): Promise<void> {
  if (onRemark === undefined || (await jobs.workers()) > 0) return
  onRemark(`There is no worker with ${dataWords(data)}: start one with \`vicinage cluster worker\`.`)
}

/**
 * Maximum number of pieces to queue ahead of the first unwritten piece. The limit keeps all worker threads busy without
 * overloading Redis or the disk.
 */
const WINDOW = 4096

/** Queues the unwritten pieces of an input, writes their answers in order, and reports each piece. */
async function assemble(
  run: Run,
  { input, writer, sink }: RunResources,
  jobs: JobsOfRun,
  written: (piece: Part, answer: TaskAnswer) => void,
): Promise<void> {
  const reader = new PartReader()
  const underWay: { readonly piece: Part; readonly answered: Promise<void>; isAnswered: boolean }[] = []
  const writeFirst = async () => {
    const { piece, answered } = underWay.shift()!
    await answered
    const answer = await readPart(run, piece, reader, jobs)
    await sink.write(writer.chunk(piece.end, answer))
    await dropPart(run, piece)
    written(piece, answer)
  }
  for await (const piece of getPieces(input, sink)) {
    // If a part file exists, no job is queued. If the file turns out to belong to another run, `readPart` queues the
    // job.
    const part = await stat(partPath(run, piece)).catch(() => null)
    const answered = part === null ? jobs.answered(piece) : Promise.resolve()
    const entry = { piece, answered, isAnswered: false }
    underWay.push(entry)
    answered.then(
      () => {
        entry.isAnswered = true
      },
      // Prevents an unhandled rejection. The error is thrown when this piece is written, or before the next piece is
      // queued.
      () => {},
    )
    jobs.throwIfStopped()
    while (underWay.length >= WINDOW || underWay[0]?.isAnswered) await writeFirst()
  }
  while (underWay.length > 0) await writeFirst()
}

async function* getPieces(input: Input, { resumed }: Sink): AsyncGenerator<Part> {
  let index = resumed?.notes.length ?? 0
  let start = resumed?.input ?? input.start
  for await (const { end } of formatNamed(input.plan.format).split(input, resumed?.input)) {
    yield { index, start, end }
    index++
    start = end
  }
}

/**
 * Number of times to look for a part file that a worker has reported as written. On network disks, new files can appear
 * late.
 */
const LOOKS = 60
/** Milliseconds to wait before looking for the part file again. */
const PAUSE = 1000

/** Creates the folder where workers write the parts of an output. Existing parts are kept if the run is resumed. */
async function makePartsFolder(run: Run, isResumed: boolean): Promise<void> {
  if (!isResumed) await removeParts(run)
  await mkdir(run.parts, { recursive: true })
}

function removeParts({ parts }: Run): Promise<void> {
  return rm(parts, { recursive: true, force: true, maxRetries: 5 })
}

function dropPart(run: Run, piece: Part): Promise<void> {
  return rm(partPath(run, piece), { force: true })
}

/**
 * Reads the part file of a piece. The result is valid until the next read. If the file is incomplete or from another
 * run, the piece is answered again.
 */
async function readPart(run: Run, piece: Part, reader: PartReader, jobs: JobsOfRun): Promise<TaskAnswer> {
  for (let looks = 1; looks <= LOOKS; looks++) {
    const answer = await reader.read(run, piece)
    if (answer !== null) return answer
    await dropPart(run, piece)
    if (looks > 1) await pause(PAUSE)
    await jobs.answered(piece)
  }
  throw new BatchError(
    `Workers report ${partPath(run, piece)} as written, but it does not exist here: is the folder shared by all machines?`,
  )
}
