import { readFile, stat } from 'node:fs/promises'
import { crc32 } from 'node:zlib'
import { addCounts, type Counts, noCounts } from '../answer-rows.ts'
import { BatchError } from '../errors.ts'
import type { OutputFiles } from './output-files.ts'
import type { Resumed } from './sink.ts'

interface InterruptedRun {
  /** Position and totals from which to continue; null if no chunk was finished. */
  readonly resumed: Resumed | null
  /** Whether the run may replace an existing output. */
  readonly force: boolean
  /** Whether the output already has its final name, so that only the journal has to be removed. */
  readonly complete: boolean
  /** Size of the journal in bytes up to the end of its last chunk. */
  readonly journalLength: number
}

/**
 * Returns the interrupted run of an output. Returns null if there is none or if it finished no chunk. If the run had a
 * different input or options, returns null with `force`, and otherwise throws a `BatchError`. Also throws a
 * `BatchError` if the files of the run are inconsistent.
 */
export async function interruptedRun(
  files: OutputFiles,
  fingerprint: unknown,
  force = false,
): Promise<InterruptedRun | null> {
  const journal = await readJournal(files.journal)
  if (journal === null) return null
  // The journal stores the fingerprint as JSON. The fingerprint of the current run is converted to JSON and back, so
  // that the two can be compared.
  const now: unknown = JSON.parse(JSON.stringify(fingerprint))
  const difference = firstDifference(journal.head.fingerprint, now)
  if (difference !== null) {
    if (force) return null
    throw new BatchError(
      `${files.journal} belongs to another run with a different ${difference}: start over with --force and without --resume.`,
    )
  }
  if (journal.chunks.length === 0 && journal.end === null) return null
  const resumed = getResumed(journal)
  const part = await getSize(files.part)
  const complete = part === null && journal.end !== null && (await getSize(files.output)) === journal.end.complete
  if (!complete && part === null)
    throw new BatchError(`${files.part} is missing, though ${files.journal} lists it: start over with --force.`)
  if (part !== null && part < (resumed?.output ?? 0))
    throw new BatchError(
      `${files.part} has ${part} bytes, but ${files.journal} lists ${resumed?.output}: start over with --force and without --resume.`,
    )
  return { resumed, force: journal.head.force, complete, journalLength: journal.length }
}

function getResumed({ chunks }: Journal): Resumed | null {
  const last = chunks.at(-1)
  if (last === undefined) return null
  const counts = noCounts()
  for (const chunk of chunks) addCounts(counts, chunk.counts)
  return { input: last.input, output: last.output, counts, notes: chunks.map(({ note }) => note) }
}

function getSize(path: string): Promise<number | null> {
  return stat(path).then(
    ({ size }) => size,
    () => null,
  )
}

/** First line of a journal, which identifies the run. */
interface JournalHead {
  readonly fingerprint: unknown
  /** Whether the run may replace an existing output. */
  readonly force: boolean
}

/** Journal line for a chunk that is on the disk. */
interface JournalChunk {
  /** End of the chunk in the input. */
  readonly input: number
  /** End of the chunk's answers in the output. */
  readonly output: number
  readonly counts: Counts
  readonly note?: unknown
}

/**
 * Last line of a journal, with the size of the output in bytes. The line is written just before the output gets its
 * final name.
 */
interface JournalEnd {
  readonly complete: number
}

interface Journal {
  readonly head: JournalHead
  readonly chunks: readonly JournalChunk[]
  readonly end: JournalEnd | null
  /** Size of the journal in bytes up to the last valid chunk. */
  readonly length: number
}

/** Formats a journal line: JSON with its checksum in `check`. */
export function journalLine(entry: object): Buffer {
  const json = JSON.stringify(entry)
  return Buffer.from(`${json.slice(0, -1)},"check":"${checksum(json)}"}\n`)
}

/**
 * Reads a journal up to the first incomplete or damaged line. Returns null if there is no journal, or if its first line
 * is incomplete.
 */
async function readJournal(path: string): Promise<Journal | null> {
  const bytes = await readFile(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return Buffer.alloc(0)
    throw error
  })
  const entries: unknown[] = []
  let length = 0
  let end: JournalEnd | null = null
  for (let at = 0; end === null; ) {
    const newline = bytes.indexOf(10, at)
    const entry = newline < 0 ? undefined : readJournalLine(bytes.toString('utf8', at, newline))
    if (entry === undefined) break
    at = newline + 1
    if (entries.length > 0 && 'complete' in entry) end = entry as JournalEnd
    else {
      entries.push(entry)
      length = at
    }
  }
  if (entries.length === 0) return null
  const [head, ...chunks] = entries as [JournalHead, ...JournalChunk[]]
  return { head, chunks, end, length }
}

/** Parses a journal line. Returns undefined if the line is incomplete or damaged. */
export function readJournalLine(line: string): object | undefined {
  const [, json, check] = /^(.*),"check":"([0-9a-f]{8})"\}$/.exec(line) ?? []
  return json !== undefined && checksum(`${json}}`) === check ? JSON.parse(`${json}}`) : undefined
}

function checksum(text: string): string {
  return crc32(text).toString(16).padStart(8, '0')
}

/**
 * Returns the first difference between two JSON values, such as `input.size (120 then, 100 now)`, or null if they are
 * equal.
 */
export function firstDifference(then: unknown, now: unknown, path = ''): string | null {
  if (isObject(then) && isObject(now)) {
    for (const key of new Set([...Object.keys(then), ...Object.keys(now)])) {
      const change = firstDifference(then[key], now[key], path === '' ? key : `${path}.${key}`)
      if (change !== null) return change
    }
    return Array.isArray(then) === Array.isArray(now) ? null : `${path} (of another kind)`
  }
  return then === now ? null : `${path} (${shown(then)} then, ${shown(now)} now)`
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing'
  return text.length > 60 ? `${text.slice(0, 60)}…` : text
}
