import { availableParallelism } from 'node:os'
import { dimensions } from '../../../answers/dimensions/catalog.ts'
import { listShards, shardsIdentity } from '../../../answers/geocode/streets/shard-file.ts'
import { schoolsNotLoaded } from '../../../answers/schools/no-schools.ts'
import { attempt } from '../../../base/parameters/guard.ts'
import { buildName, lookupUpgrades } from '../../../library/bundles.ts'
import { bundlesForThreads, readBundles, vicinageForRows } from '../../../library/open.ts'
import type { OpenOptions } from '../../../library/open-options.ts'
import { layerIds, layersIdentity } from '../../../library/user-data/layers.ts'
import { streetsFolder } from '../../../library/user-data/streets.ts'
import { addCounts, type Counts, countsAfter, noCounts } from '../answer-rows.ts'
import { type BatchQuestion, completeQuestion, getNeeds, prioritiesIn, questionIn } from '../batch-question.ts'
import { BatchError, checkBatchOptions, emptyInput, failed, stoppedRun } from '../errors.ts'
import type { Format, Input, Job, OutputWriter, Split, TaskAnswer } from '../formats/format.ts'
import { FORMATS, formatNamed, getPlace, placeNames, taskAnswerer } from '../formats/index.ts'
import { isGzip } from '../input/gzip.ts'
import { checkUnchanged } from '../input/identity.ts'
import { standardInputStart } from '../input/source.ts'
import { type BatchOptions, batchOptions, checkCounts, formatOfName, formatOfStart, getFormat } from '../options.ts'
import { openSink } from '../output/file-sink.ts'
import type { Sink } from '../output/sink.ts'
import { noThreads, type Pool, threadPool } from './pool.ts'

/** Result of a run. */
export interface BatchSummary extends Counts {
  /** Number of rows that an interrupted run had already written. Included in `rows`. */
  readonly resumed: number
  /** Duration in seconds. */
  readonly seconds: number
  /** ID of the data build that the answers come from. */
  readonly build: string
}

/**
 * Scores a file: writes every row of the input in order, with the answers in added columns. The output gets its final
 * name when it is complete. Requires Node.
 *
 * @throws {BatchError} with a one-sentence message when an input, output or option is invalid, the disk is full, or a
 * worker crashed
 * @throws {BundleError} when the data cannot be read
 */
export function runBatch(options: BatchOptions): Promise<BatchSummary> {
  return attempt('runBatch(options: object)', [options], () => run(options))
}

/** Plans the input, opens the data and the output, answers the rows, and finishes the output. */
async function run(input: BatchOptions): Promise<BatchSummary> {
  checkBatchOptions(input, batchOptions)
  const options = await withFormat(input)
  const started = performance.now()
  const seconds = () => (performance.now() - started) / 1000
  const closing: { close(): Promise<void> }[] = []
  const runEnd = new AbortController()
  try {
    const planned = await planRun(options)
    closing.push(planned.input)
    const data = await openRunData(options, planned)
    const sink = await openOutput(options, planned, data)
    closing.push({ close: () => sink.abandon() })
    const pool = data.pool({ plan: planned.input.plan, question: planned.question, gzip: planned.gzip })
    closing.push(pool)

    options.onStart?.({ ...placeNames(planned.input.plan), sample: planned.input.sample })
    const answered = await answerInput(
      options,
      planned,
      { pool, sink, ended: runEnd.signal, seconds },
      async (totals) => {
        await refuseChanges(options, planned, data)
        if (totals.counts.rows === 0) throw emptyInput(options.input, 'has no rows')
        await sink.finish(await planned.writer.trailer(totals.notes, data.build))
      },
    )
    return {
      ...countsAfter(planned.writer.header, answered.counts),
      resumed: answered.resumed,
      seconds: seconds(),
      build: data.build,
    }
  } finally {
    runEnd.abort()
    await Promise.all(closing.map((resource) => resource.close()))
  }
}

/** Detects the format of standard input if neither an option nor the name of the output determines it. */
async function withFormat(options: BatchOptions): Promise<BatchOptions> {
  const { format, input, output } = options
  if (input !== '-' || format !== undefined || formatOfName(output) !== undefined) return options
  return { ...options, format: formatOfStart(await standardInputStart()) }
}

/** The input, the question and the output format of a run. */
interface PlannedRun {
  readonly format: Format
  /** IDs of the user's custom dimensions. */
  readonly customIds: readonly string[]
  readonly question: BatchQuestion
  readonly input: Input
  readonly writer: OutputWriter
  /** Whether the output is compressed. */
  readonly gzip: boolean
  readonly threads: number
}

async function planRun(options: BatchOptions): Promise<PlannedRun> {
  const format = formatNamed(getFormat(options))
  const customIds = options.userData === false ? [] : layerIds()
  checkCounts(options)
  const question = completeQuestion(questionIn(options), customIds)
  const input = await format.plan(options, question)
  return {
    format,
    customIds,
    question,
    input,
    writer: format.write(input, question),
    gzip: format !== FORMATS.parquet && isGzip(options.output),
    threads: options.threads ?? Math.min(availableParallelism(), input.threads),
  }
}

/** Data of a run. Includes the street index and its identity if the run needs them. */
interface RunData extends OpenedData {
  readonly streets: string | undefined
  readonly streetsIdentity: string | null
  /** IDs of the dimensions to answer. */
  readonly ids: readonly string[]
}

async function openRunData(
  options: BatchOptions,
  { question, input, customIds, threads }: PlannedRun,
): Promise<RunData> {
  const { dimensions: ids, ...needed } = getNeeds(question, getPlace(input.plan))
  const streets = needed.geocoder ? streetsFolder(options) : undefined
  const streetsIdentity = streets === undefined ? null : shardsIdentity(listShards(streets))
  // If all dimensions were requested, opens all dimensions that the data folder has. Dimensions that were requested by
  // name must exist in the folder.
  const isAll = ids.length === dimensions.length + customIds.length
  const opened = await openData(
    {
      ...(options.data === undefined ? {} : { data: options.data }),
      ...(options.userData === undefined ? {} : { userData: options.userData }),
      ...needed,
      ...(isAll ? {} : { dimensions: ids }),
    },
    { streets, threads, question },
  )
  return { ...opened, streets, streetsIdentity, ids }
}

/**
 * Opens a new output, or the output of an interrupted run if `resume` is set. The fingerprint contains everything that
 * the output depends on.
 */
async function openOutput(options: BatchOptions, planned: PlannedRun, data: RunData): Promise<Sink> {
  const { question, input, writer, gzip, customIds } = planned
  const { plan, identity } = input
  const { resume = false, force = false, version = null } = options
  if (resume && identity === null)
    throw new BatchError('Only a run that reads a file can be resumed: standard input and pipes can be read only once.')
  const usedIds = customIds.filter((id) => data.ids.includes(id))
  const fingerprint = {
    question,
    plan,
    identity,
    data: data.build,
    streets: data.streetsIdentity,
    version,
    ...(usedIds.length === 0 ? {} : { layers: await layersIdentity(usedIds) }),
  }
  return openSink(options.output, {
    input: options.input,
    gzip,
    header: writer.header,
    fingerprint,
    resume,
    force,
    isOnce: identity === null,
  })
}

/** Totals of an answered input, including the rows of a resumed run. */
interface Totals {
  readonly counts: Counts
  readonly notes: readonly unknown[]
  /** Rows that an interrupted run had written before. */
  readonly resumed: number
}

/**
 * Answers the input from the position where an interrupted run ended, then calls `finish`. Rejects if the run is
 * stopped before `finish` is done.
 */
async function answerInput(
  options: BatchOptions,
  { format, input, writer, threads }: PlannedRun,
  { pool, sink, ended: over, seconds }: Pick<Stages, 'pool' | 'sink' | 'ended'> & { readonly seconds: () => number },
  finish: (totals: Totals) => Promise<void>,
): Promise<Totals> {
  const counts = noCounts()
  addCounts(counts, sink.resumed?.counts ?? noCounts())
  const resumed = counts.rows
  const notes = [...(sink.resumed?.notes ?? [])]
  const totals = { counts, notes, resumed }
  const tasks = format.split(input, sink.resumed?.input, threads)
  const answering = answerAll(tasks, { input, writer, pool, sink, ended: over }, (answer, share) => {
    addCounts(counts, answer.counts)
    notes.push(answer.note)
    const { rows } = counts
    options.onProgress?.({ rows, newRows: rows - resumed, share, seconds: seconds() })
  })
  const stopped = stoppedBy(options.signal, over, input.identity !== null && options.output !== '-')
  await Promise.race([answering, stopped])
    .then(() => finish(totals))
    .catch(failed)
  return totals
}

/** Throws if the input or the street index changed during the run. */
async function refuseChanges(options: BatchOptions, { input }: PlannedRun, data: RunData): Promise<void> {
  if (input.identity !== null) await checkUnchanged(options.input, input.identity)
  const { streets, streetsIdentity } = data
  if (streets !== undefined && shardsIdentity(listShards(streets)) !== streetsIdentity) throw layersChanged(streets)
}

function layersChanged(folder: string): BatchError {
  return new BatchError(
    `The street index in ${folder} changed during the run, so the output was discarded. Start over with --force.`,
  )
}

/** Checks the first rows for swapped coordinates. Otherwise, a run could take hours and produce no scores. */
function refuseSwapped({ plan }: Input, { rows, scored, swapped }: Counts): void {
  const { coordinates } = placeNames(plan)
  if (coordinates === null || scored > 0 || 2 * swapped <= rows) return
  const { lat, lon } = coordinates
  throw new BatchError(
    `Latitude and longitude are swapped: no place in the columns "${lat}" and "${lon}" is in the covered states, but ${swapped} of ${rows} would be if the columns were exchanged.`,
    'coordinates_swapped',
    `use --lat "${lon}" --lon "${lat}".`,
  )
}

interface OpenedData {
  /** ID of the data build. */
  readonly build: string
  /** Creates the threads that answer with this data. */
  pool(job: Job): Pool
}

interface RowAnswering {
  readonly streets: string | undefined
  readonly threads: number
  readonly question: BatchQuestion
}

async function openData(needed: OpenOptions, { streets, threads, question }: RowAnswering): Promise<OpenedData> {
  const bundles = await readBundles(needed)
  // Without this check, the columns would be empty and no row would say why.
  if (question.schools > 0 && bundles.schools === null) schoolsNotLoaded('schools')
  if (question.districts && bundles.districts === null) schoolsNotLoaded('districts')
  const build = buildName(bundles.geography.meta.build, [
    ...lookupUpgrades(bundles),
    ...bundles.dimensions.map((bundle) => bundle?.meta ?? {}),
  ])
  if (threads === 1) {
    const vicinage = await vicinageForRows(bundles, streets, prioritiesIn(question) !== null)
    return { build, pool: (job) => noThreads(taskAnswerer(vicinage, job)) }
  }
  // From here on, the original bundles can be garbage collected. The threads use the shared copies.
  const shared = await bundlesForThreads(bundles, streets)
  return { build, pool: (job) => threadPool(threads, { bundles: shared, job, streets }) }
}

interface Stages {
  readonly input: Input
  readonly writer: OutputWriter
  readonly pool: Pool
  readonly sink: Sink
  /**
   * Signal that is aborted before the input is closed, because anything read afterwards may be incomplete and must not
   * be written.
   */
  readonly ended: AbortSignal
}

/** Answers several tasks at a time and writes the answers in order. */
async function answerAll(
  tasks: AsyncIterable<Split>,
  { input, writer, pool, sink, ended: over }: Stages,
  onWritten: (answer: TaskAnswer, share: number | null) => void,
): Promise<void> {
  const underWay: { readonly end: number; readonly share: number | null; readonly answer: Promise<TaskAnswer> }[] = []
  let isFirst = true
  const writeFirst = async () => {
    const { end, share, answer } = underWay.shift()!
    const answered = await answer
    if (over.aborted) return
    if (isFirst) refuseSwapped(input, answered.counts)
    isFirst = false
    await sink.write(writer.chunk(end, answered))
    pool.free(answered)
    onWritten(answered, share)
  }
  for await (const { end, task } of tasks) {
    if (sink.closed || over.aborted) return
    const answer = pool.answer(task)
    // Prevents an unhandled rejection. If this task fails, the error is thrown when its answer is due to be written.
    answer.catch(() => {})
    // Stores how much of the input has been read by now. The progress is reported later, when this task is written.
    underWay.push({ end, share: input.share(), answer })
    if (underWay.length >= pool.room) await writeFirst()
  }
  while (underWay.length > 0 && !sink.closed && !over.aborted) await writeFirst()
}

/**
 * Returns a promise that rejects when the run is stopped. Without a signal, the promise stays pending. The listener is
 * removed when the run ends, because a signal may outlive many runs.
 */
function stoppedBy(signal: AbortSignal | undefined, over: AbortSignal, canResume: boolean): Promise<never> {
  return new Promise((_, reject) => {
    const stop = () => reject(stoppedRun(canResume))
    if (signal?.aborted) stop()
    else signal?.addEventListener('abort', stop, { once: true, signal: over })
  })
}
