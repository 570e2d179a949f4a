import { availableParallelism } from 'node:os'
import { type OpenOptions, readBundles, vicinageOf } from '../open.ts'
import { type BatchOptions, formatOf, isGzip, wholeQuestion } from './batch-options.ts'
import { addCounts, type Counts, noCounts } from './counts.ts'
import { checkUnchanged } from './files/input-identity.ts'
import { openSink, type Sink } from './files/sink.ts'
import { type Input, openInput } from './input.ts'
import { noThreads, type Pool, threadPool } from './pool.ts'
import type { BatchQuestion } from './question.ts'
import { BatchError } from './rows.ts'
import { bundlesOf, shareBundles } from './shared-bundles.ts'
import type { InputPlan, TaskAnswer } from './task.ts'
import { taskAnswerer } from './task-answerer.ts'

export interface BatchSummary extends Counts {
  /** Rows that an interrupted run had written before; `rows` has them, too. */
  readonly resumed: number
  readonly seconds: number
}

/**
 * Scores a file: every row of the input, in its order, with the answers in added columns. The output appears under its name when it is
 * complete. Needs Node.
 *
 * @throws {BatchError} one sentence: an input, an output or an option that makes no sense, a full disk, a thread that died
 * @throws {BundleError} when the data cannot be read
 */
export async function runBatch(options: BatchOptions): Promise<BatchSummary> {
  const started = performance.now()
  const seconds = () => (performance.now() - started) / 1000
  const format = formatOf(options)
  const question = wholeQuestion(options.question)
  const gzip = format !== 'parquet' && isGzip(options.output)
  const input = await openInput(format, options, question)
  const closing: { close(): Promise<void> }[] = [input]
  try {
    const { plan, identity, header } = input
    const bundles = shareBundles(await readBundles(needs(options, question, plan)))
    // Opened before any thread has them: what readers decode in place is decoded once.
    const vicinage = vicinageOf(bundlesOf(bundles), options.streets)
    const { resume = false, force = false, version = null } = options
    if (resume && identity === null)
      throw new BatchError(
        'Only a run that reads a file can be resumed: standard input and pipes give their rows once.',
      )
    const fingerprint = { question, plan, identity, data: bundles.geography.meta.build, version }
    const sink = await openSink(options.output, { input: options.input, gzip, header, fingerprint, resume, force })
    closing.push({ close: () => sink.abandon() })
    const job = { plan, question, gzip }
    const pool = input.isSmall
      ? noThreads(taskAnswerer(vicinage, job))
      : threadPool(options.threads ?? availableParallelism(), {
          bundles,
          job,
          streets: options.streets,
        })
    closing.push(pool)

    const counts = noCounts()
    addCounts(counts, sink.resumed?.counts ?? noCounts())
    const resumed = counts.rows
    const notes = [...(sink.resumed?.notes ?? [])]
    await answerAll(input, pool, sink, (answer) => {
      addCounts(counts, answer.counts)
      notes.push(answer.chunks)
      const { rows } = counts
      options.onProgress?.({ rows, newRows: rows - resumed, share: input.share(), seconds: seconds() })
    })
    if (identity !== null) await checkUnchanged(options.input, identity)
    await sink.finish(await input.trailer(notes))
    return { ...counts, resumed, seconds: seconds() }
  } finally {
    await Promise.all(closing.map((one) => one.close()))
  }
}

/** Tasks are answered several at a time, and written in their order. */
async function answerAll(input: Input, pool: Pool, sink: Sink, written: (answer: TaskAnswer) => void): Promise<void> {
  const underWay: { readonly end: number; readonly answer: Promise<TaskAnswer> }[] = []
  const writeFirst = async () => {
    const { end, answer } = underWay.shift()!
    const answered = await answer
    await sink.write(input.piece(end, answered))
    written(answered)
  }
  for await (const { end, task } of input.tasks(sink.resumed?.input)) {
    if (sink.closed) return
    const answer = pool.answer(task)
    // A failure is met where the turn of its task to be written comes.
    answer.catch(() => {})
    underWay.push({ end, answer })
    if (underWay.length >= pool.room) await writeFirst()
  }
  while (underWay.length > 0 && !sink.closed) await writeFirst()
}

/** What has to be loaded: millions of rows do not need what none of them asks for. */
function needs({ data }: BatchOptions, question: BatchQuestion, plan: InputPlan): OpenOptions {
  const { place } = plan.format === 'csv' ? plan.csv : plan.format === 'ndjson' ? plan.ndjson : plan.parquet
  return {
    ...(data === undefined ? {} : { data }),
    dimensions: question.dimensions,
    schools: question.districts || question.schools > 0,
    geocoder: place.address.length > 0,
  }
}
