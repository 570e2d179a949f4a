import { closeSync, fsyncSync, ftruncateSync, openSync, readFileSync, writeSync } from 'node:fs'
import type { SitesPart } from '../../answers/areas/sites.ts'
import { firstDifference, journalLine, readJournalLine } from '../batch/output/journal.ts'
import { UsageError } from './usage-error.ts'

/** How to treat the journal of an earlier run. */
export interface JournalOptions {
  readonly resume: boolean
  readonly force: boolean
}

/**
 * File next to the output of `vicinage sites` that stores all finished sites, so that an interrupted run can continue.
 * The first line identifies the run.
 */
export class SitesJournal {
  /** Results of the sites that the interrupted run finished, in their original order. */
  readonly parts: readonly SitesPart[]
  readonly #file: number
  /** Bytes written so far. */
  #end: number

  /**
   * @throws {UsageError} if a journal exists and neither `resume` nor `force` is set, or if the journal belongs to a
   * different run
   */
  constructor(
    readonly path: string,
    fingerprint: object,
    { resume, force }: JournalOptions,
  ) {
    const left = readLines(path)
    if (left.lines.length > 0 && !resume && !force)
      throw new UsageError(`An interrupted run left ${path}.`, 'Continue it with --resume, or start over with --force.')
    const [head, ...parts] = resume ? left.lines : []
    const difference = head === undefined ? null : firstDifference(head, JSON.parse(JSON.stringify(fingerprint)))
    if (difference !== null)
      throw new UsageError(`${path} belongs to another run with a different ${difference}.`, 'Start over with --force.')
    this.parts = parts as unknown as readonly SitesPart[]
    this.#file = openSync(path, head === undefined ? 'w' : 'r+')
    // Remove an incomplete line at the end.
    ftruncateSync(this.#file, head === undefined ? 0 : left.bytes)
    this.#end = head === undefined ? 0 : left.bytes
    if (head === undefined) this.#append(fingerprint)
  }

  /** Appends the results of finished sites and flushes them to disk, so that they survive a crash. */
  add(part: SitesPart): void {
    this.#append(part)
    fsyncSync(this.#file)
  }

  #append(entry: object): void {
    const line = journalLine(entry)
    for (let at = 0; at < line.length; ) at += writeSync(this.#file, line, at, line.length - at, this.#end + at)
    this.#end += line.length
  }

  /** Closes the file, but keeps it for a later run. */
  close(): void {
    closeSync(this.#file)
  }
}

/**
 * Reads the valid lines of a journal and their total length in bytes. Stops at the first incomplete or damaged line.
 */
function readLines(path: string): { readonly lines: readonly object[]; readonly bytes: number } {
  const lines: object[] = []
  let at = 0
  const bytes = readIfThere(path)
  for (let end = bytes.indexOf(10); end >= 0; end = bytes.indexOf(10, at)) {
    const line = readJournalLine(bytes.toString('utf8', at, end))
    if (line === undefined) break
    lines.push(line)
    at = end + 1
  }
  return { lines, bytes: at }
}

function readIfThere(path: string): Buffer {
  try {
    return readFileSync(path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return Buffer.alloc(0)
    throw error
  }
}
