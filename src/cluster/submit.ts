import { createHash } from 'node:crypto'
import { resolve } from 'node:path'
import { addCounts, noCounts } from '../batch/answer-rows.ts'
import { completeQuestion, questionIn } from '../batch/batch-question.ts'
import { BatchError, checkBatchOptions, failed } from '../batch/errors.ts'
import type { Input, OutputWriter } from '../batch/formats/format.ts'
import { formatNamed } from '../batch/formats/index.ts'
import { isGzip } from '../batch/input/gzip.ts'
import { checkUnchanged } from '../batch/input/identity.ts'
import { type BatchOptions, batchOptions, formatOf } from '../batch/options.ts'
import { openSink } from '../batch/output/file-sink.ts'
import { outputFiles, unwritable } from '../batch/output/output-files.ts'
import type { Sink } from '../batch/output/sink.ts'
import type { BatchSummary } from '../batch/run/run-batch.ts'
import { assemble, PartsFolder } from './assemble.ts'
import { type Connection, connect, withTimeout } from './connect.ts'
import { dataIdentity, dataWords } from './data-identity.ts'
import { JobsOfRun } from './jobs-of-run.ts'
import { putProgress, type Run, type RunProgress } from './run.ts'

/** What `submitBatch` takes. */
export interface SubmitOptions extends Omit<BatchOptions, 'threads'> {
  /** `redis://[user:password@]host[:port][/database]`, with `rediss://` over TLS. */
  readonly redis: string
  /** Of the program: workers of another one are not asked. */
  readonly version?: string | undefined
  /** Told what a person should know while a run waits: there are no workers, Redis is lost. */
  readonly onRemark?: ((text: string) => void) | undefined
  /** Stops the run: jobs that no worker has begun are taken back. It can be resumed. */
  readonly signal?: AbortSignal | undefined
}

/** Milliseconds between two notes of the progress in Redis, and between two looks for workers. */
const NOTE = 1000
const LOOK = 10_000

/**
 * Scores a file by the workers of a cluster, who read the input and leave parts of the output under the same paths as
 * this process sees them. The output is that of `runBatch`, byte for byte, and appears under its name when it is
 * complete.
 *
 * @throws {BatchError} one sentence: an input, an output or an option that makes no sense, a Redis that cannot be used,
 * a job that failed
 * @throws {BundleError} when the data cannot be read
 */
export async function submitBatch(options: SubmitOptions): Promise<BatchSummary> {
  const { threads: _, ...shared } = batchOptions
  checkBatchOptions(options, { ...shared, redis: true, onRemark: true })
  refuse(options)
  const { resume = false, force = false, onRemark = () => {} } = options
  const given = { ...options, input: resolve(options.input) }
  const question = completeQuestion(questionIn(options))
  const format = formatNamed(formatOf(options))
  const input = await format.plan(given, question)
  const writer = format.write(input, question)
  const closing: (() => Promise<unknown>)[] = [() => input.close()]
  try {
    if (input.isConverted)
      throw new BatchError(
        `${options.input} is not UTF-8 in lines, so workers cannot read parts of it: convert it first.`,
      )
    const { fingerprint, ...about } = await plannedRun(given, input)
    const connection = await connect(options.redis, {
      onRemark,
      signal: options.signal ?? new AbortController().signal,
    })
    closing.push(() => connection.close())
    const { gzip } = about.job
    const sink = await openSink(options.output, {
      input: given.input,
      gzip,
      header: writer.header,
      fingerprint,
      resume,
      force,
    })
    closing.push(() => sink.abandon())
    const parts = await PartsFolder.open(about, { keep: resume }).catch((error) => unwritable(about.parts, error))
    const summary = await runJobs(about, { input, writer, sink, parts, connection, options }).catch(failed)
    await parts.remove()
    return summary
  } finally {
    for (const close of closing.reverse()) await close()
  }
}

function refuse({ input, output, pieceBytes = 1 }: SubmitOptions): void {
  if (input === '-' || output === '-')
    throw new BatchError('A cluster cannot use standard input or output: name files that all its machines can read.')
  if (isGzip(input))
    throw new BatchError(`${input} is compressed, so workers cannot read parts of it: decompress it first.`)
  if (!(Number.isInteger(pieceBytes) && pieceBytes > 0))
    throw new BatchError(`pieceBytes: expected a whole number from 1, got ${pieceBytes}.`)
}

async function plannedRun(options: SubmitOptions, { plan, identity }: Input) {
  if (identity === null)
    throw new BatchError(`${options.input} is not a regular file, so workers cannot read parts of it.`)
  const data = await dataIdentity(options)
  const job = {
    plan,
    question: completeQuestion(questionIn(options)),
    gzip: plan.format !== 'parquet' && isGzip(options.output),
  }
  const output = resolve((await outputFiles(options.output)).output)
  const fingerprint = { job, identity, data, pieceBytes: options.pieceBytes }
  const id = createHash('sha256')
    .update(JSON.stringify([fingerprint, output]))
    .digest('hex')
    .slice(0, 16)
  return { id, input: options.input, output, parts: `${output}.vicinage-parts`, identity, job, data, fingerprint }
}

interface Means {
  readonly input: Input
  readonly writer: OutputWriter
  readonly sink: Sink
  readonly parts: PartsFolder
  readonly connection: Connection
  readonly options: SubmitOptions
}

async function runJobs(run: Run, { input, writer, sink, parts, connection, options }: Means): Promise<BatchSummary> {
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
  // Before the connection is closed: what they ask for then would be refused.
  const clearTimers = () => {
    for (const timer of timers) clearInterval(timer)
  }
  const stop = () => jobs.stop(new Stopped('The run was stopped: continue it with --resume.'))
  options.signal?.addEventListener('abort', stop)
  try {
    if (options.signal?.aborted) stop()
    await jobs.unlessStopped(jobs.open())
    await jobs.unlessStopped(note('running'))
    await jobs.unlessStopped(warnIfNoWorkers(jobs, run, options))
    await assemble({
      input,
      writer,
      sink,
      jobs,
      parts,
      written({ end }, answer) {
        addCounts(counts, answer.counts)
        notes.push(answer.note)
        share = end / size
        const { rows } = counts
        options.onProgress?.({ rows, newRows: rows - resumed, share, seconds: (Date.now() - began) / 1000 })
      },
    })
    await checkUnchanged(run.input, run.identity)
    await sink.finish(await writer.trailer(notes, run.data.build))
    // The output is there, whether Redis can be told or not.
    await withTimeout(note('complete'))
    return { ...counts, resumed, seconds: (Date.now() - began) / 1000, build: run.data.build }
  } catch (error) {
    clearTimers()
    const state = error instanceof Stopped ? 'stopped' : 'failed'
    await connection.close(() => Promise.all([jobs.takeBack(), note(state, (error as Error).message)]))
    throw error
  } finally {
    clearTimers()
    options.signal?.removeEventListener('abort', stop)
    await jobs.close()
  }
}

class Stopped extends BatchError {}

async function warnIfNoWorkers(jobs: JobsOfRun, { data }: Run, { onRemark }: SubmitOptions): Promise<void> {
  if (onRemark === undefined || (await jobs.workers()) > 0) return
  onRemark(`There is no worker with ${dataWords(data)}: start one with \`vicinage cluster worker\`.`)
}
