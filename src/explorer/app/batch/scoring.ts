import { computed, signal } from '@preact/signals'
import { proxy, type Remote, wrap } from 'comlink'
import { dimensions } from '../catalog.ts'
import type { BatchCode, BatchQuestion, Note, NotLoadedError } from '../library.ts'
import type { BatchWorker } from './batch-worker.ts'
import type { FileAnswer, FileOptions, Look } from './file-scorer.ts'
import type { OtherFormat } from './scored-file.ts'
import type { TableWorker } from './table-worker.ts'

/** Stage of scoring a file in the dialog. */
type Stage =
  | { readonly at: 'start'; readonly problem?: Note }
  | { readonly at: 'reading' }
  | Ready
  | Scoring
  | { readonly at: 'done'; readonly answer: FileAnswer }

interface Ready {
  readonly at: 'ready'
  readonly problem?: Note
  /** Whether the problem may go away if the user tries again. */
  readonly isFailure?: boolean
}

interface Scoring {
  readonly at: 'scoring'
  /** Number of rows scored; undefined while the data is still loading. */
  readonly rows: number | undefined
  /** Time at which scoring of the rows began, from `performance.now()`. */
  readonly since: number
}

export const stage = signal<Stage>({ at: 'start' })
export const file = signal<File | null>(null)
/** Contents of the file; null if it cannot be read as CSV. */
export const look = signal<Look | null>(null)

/** Options for reading the file. The worker detects columns that are not named. */
export const format = signal<Omit<FileOptions, 'question'>>({ header: true })
/** Columns to add to every row. The choice is kept for the next file. */
export const question = signal<BatchQuestion>({
  dimensions: dimensions.map(({ id }) => id),
  descriptions: false,
  districts: false,
  schools: 0,
  geocodeDetails: false,
  bands: true,
  noData: null,
  prefix: '',
})
const options = computed<FileOptions>(() => ({
  ...format.value,
  question: question.value,
  own: dimensions.flatMap(({ id, group }) => (group === 'layers' ? [id] : [])),
}))

interface Started {
  readonly thread: Worker
  readonly remote: Remote<BatchWorker>
  /** Resolves when the worker has read the file. */
  readonly read: Promise<void>
}
/** Worker for the latest file; undefined if none is running. */
let started: Started | undefined

/**
 * Whether no file has been chosen yet. Choosing the first file selects all dimensions. This cannot be done when the
 * module loads, because the server's custom dimensions are not known then.
 */
let isFirst = true

/** Replaces the current file, even while it is being processed. */
export async function take(chosen: File): Promise<void> {
  if (isFirst) question.value = { ...question.value, dimensions: dimensions.map(({ id }) => id) }
  isFirst = false
  file.value = chosen
  look.value = null
  format.value = { header: true }
  stage.value = { at: 'reading' }
  const mine = startWorker(chosen)
  try {
    await mine.read
    const contents = await mine.remote.look(options.value)
    if (started !== mine) return
    look.value = contents
    stage.value = { at: 'ready' }
  } catch (error) {
    if (started !== mine) return
    endWorker()
    stage.value = { at: 'start', problem: getProblem(error) }
  }
}

/** Examines the file again with other options. */
export async function lookAgain(change: { format?: typeof format.value; question?: BatchQuestion }): Promise<void> {
  const before = format.value
  if (change.format !== undefined) format.value = change.format
  if (change.question !== undefined) question.value = change.question
  if (file.value === null) return
  const mine = started ?? startWorker(file.value)
  const wanted = options.value
  const isLast = () => started === mine && options.value === wanted && stage.value.at === 'ready'
  try {
    await mine.read
    const contents = await mine.remote.look(wanted)
    if (!isLast()) return
    look.value = contents
    stage.value = { at: 'ready' }
  } catch (error) {
    if (!isLast()) return
    format.value = before
    stage.value = { at: 'ready', problem: getProblem(error) }
  }
}

export async function score(): Promise<void> {
  if (file.value === null || stage.value.at === 'scoring') return
  const mine = started ?? startWorker(file.value)
  stage.value = { at: 'scoring', rows: undefined, since: performance.now() }
  let since = 0
  const tell = (rows: number | undefined) => {
    if (started !== mine || stage.value.at !== 'scoring') return
    if (rows === 0) since = performance.now()
    stage.value = { at: 'scoring', rows, since }
  }
  try {
    await mine.read
    const answer = await mine.remote.score(options.value, proxy(tell))
    if (started !== mine) return
    endWorker()
    stage.value = { at: 'done', answer }
  } catch (error) {
    if (started === mine) stage.value = { at: 'ready', problem: getProblem(error), isFailure: true }
  }
}

/** Scores the rows again, this time placing rows with an unknown city at the centroid of their ZIP code. */
export function acceptZipCentroids(): void {
  question.value = { ...question.value, zipCentroids: true }
  void score()
}

/**
 * Converts the scored file to another format. Loads the code that writes the format.
 *
 * @throws {Error} with a one-sentence message
 */
export async function inFormat({ table }: FileAnswer, format: OtherFormat): Promise<Blob> {
  const thread = new Worker(new URL(workerFile.table, document.baseURI), { type: 'module' })
  try {
    return await new Promise<Blob>((resolve, reject) => {
      thread.addEventListener('error', () =>
        reject(new Error('The part of this page that writes files could not be loaded.')),
      )
      wrap<TableWorker>(thread).write(table, format).then(resolve, reject)
    })
  } finally {
    thread.terminate()
  }
}

/** Stops a run immediately. The file and all options are kept. */
export function cancel(): void {
  endWorker()
  stage.value = { at: 'ready' }
}

/** Returns to the choices for the same file. */
export function chooseAgain(): void {
  stage.value = { at: 'ready' }
}

export function forget(): void {
  endWorker()
  file.value = null
  look.value = null
  stage.value = { at: 'start' }
}

function startWorker(chosen: File): Started {
  endWorker()
  const thread = new Worker(new URL(workerFile.batch, document.baseURI), {
    type: 'module',
    name: new URL('data/', document.baseURI).href,
  })
  const remote = wrap<BatchWorker>(thread)
  const mine = { thread, remote, read: remote.read(chosen) }
  // A worker that cannot start or runs out of memory never responds, so its failure is reported here.
  thread.addEventListener('error', () => {
    if (started !== mine) return
    endWorker()
    const text = 'The part of this page that scores files has stopped: try again, or reload the page.'
    const problem = { code: 'worker_stopped', text }
    stage.value = look.value === null ? { at: 'start', problem } : { at: 'ready', problem, isFailure: true }
  })
  started = mine
  return mine
}

function endWorker(): void {
  started?.thread.terminate()
  started = undefined
}

/** Converts an error to a note. The worker already throws notes. */
function getProblem(error: unknown): Note {
  return error instanceof Error ? { code: 'failed', text: error.message } : (error as Note)
}

/** Formats a count: `1,234`; with a noun, `1 row` and `1,234 rows`. */
export function counted(count: number, noun?: string): string {
  const digits = String(count).replace(/\B(?=(\d{3})+$)/g, ',')
  return noun === undefined ? digits : `${digits} ${noun}${count === 1 ? '' : 's'}`
}

/** Formats a size: `30.2 KB`. */
export function sizeWords(bytes: number): string {
  if (bytes < 1000) return counted(bytes, 'byte')
  const [size, unit] = bytes < 1e6 ? [bytes / 1e3, 'KB'] : [bytes / 1e6, 'MB']
  return `${size.toFixed(size < 10 ? 1 : 0)} ${unit}`
}

/** Returns the percentage of rows scored, 0-100. */
export function getPercent(stage: Stage, look: Look | null): number {
  if (stage.at !== 'scoring' || look === null) return 0
  return Math.floor((100 * (stage.rows ?? 0)) / Math.max(1, look.rows))
}

/** Part of the page where the user can fix a problem with a file; null if the page has no such part. */
type Remedy = 'columns' | 'header' | 'prefix' | 'additions' | 'other file' | null

interface Advice {
  readonly sentence: string
  readonly remedy: Remedy
}

/** Explains what is wrong with a file and how to solve the problem on the page, without the command line. */
export function getAdvice({ code, text }: Note): Advice {
  const remedy = REMEDIES[code] ?? null
  return { sentence: remedy === null ? text : `${text} ${WHAT_TO_DO[remedy]}`, remedy }
}

const REMEDIES: Readonly<Record<string, Remedy>> = {
  columns_unknown: 'columns',
  columns_unused: 'columns',
  header_missing: 'header',
  column_taken: 'prefix',
  encoding_unknown: 'other file',
  schools_not_loaded: 'additions',
  districts_not_loaded: 'additions',
} satisfies Partial<Record<BatchCode | NotLoadedError['code'], Remedy>>

const WHAT_TO_DO: Readonly<Record<NonNullable<Remedy>, string>> = {
  columns: 'Choose the columns below.',
  header: 'Clear “The first line is a header” and choose the columns below.',
  prefix: 'Give the added columns a prefix below.',
  additions: 'Remove them under “Also add”.',
  'other file': 'Save it as CSV (in Excel “CSV UTF-8”) and drop the CSV file here.',
}
