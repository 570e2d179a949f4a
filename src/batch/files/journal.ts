import { readFile } from 'node:fs/promises'
import { crc32 } from 'node:zlib'
import type { Counts } from '../counts.ts'

/** The first line of a journal: which run it is of. */
export interface JournalHead {
  readonly fingerprint: unknown
  /** Whether the run was told to replace an output that was there. */
  readonly force: boolean
}

/** A line for every piece that is on the disk. */
export interface JournalPiece {
  /** Where the piece ends in the input, and its answers in the output. */
  readonly input: number
  readonly output: number
  readonly counts: Counts
  readonly note?: unknown
}

/** The last line: the output has this many bytes, and is given its name next. */
export interface JournalEnd {
  readonly complete: number
}

export interface Journal {
  readonly head: JournalHead
  readonly pieces: readonly JournalPiece[]
  readonly end: JournalEnd | null
  /** Bytes of the file up to the last piece that can be trusted. */
  readonly length: number
}

/** A line of a journal: JSON with a checksum of itself, in `check`. */
export function journalLine(entry: JournalHead | JournalPiece | JournalEnd): Buffer {
  const json = JSON.stringify(entry)
  return Buffer.from(`${json.slice(0, -1)},"check":"${checksum(json)}"}\n`)
}

/** Reads a journal up to the first line that is torn or damaged; null where there is none, or not even that line is whole. */
export async function readJournal(path: string): Promise<Journal | null> {
  const bytes = await readFile(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return Buffer.alloc(0)
    throw error
  })
  const entries: unknown[] = []
  let length = 0
  let end: JournalEnd | null = null
  for (let at = 0; end === null; ) {
    const newline = bytes.indexOf(10, at)
    const entry = newline < 0 ? undefined : entryOf(bytes.toString('utf8', at, newline))
    if (entry === undefined) break
    at = newline + 1
    if (entries.length > 0 && 'complete' in entry) end = entry as JournalEnd
    else {
      entries.push(entry)
      length = at
    }
  }
  if (entries.length === 0) return null
  const [head, ...pieces] = entries as [JournalHead, ...JournalPiece[]]
  return { head, pieces, end, length }
}

function entryOf(line: string): object | undefined {
  const [, json, check] = /^(.*),"check":"([0-9a-f]{8})"\}$/.exec(line) ?? []
  return json !== undefined && checksum(`${json}}`) === check ? JSON.parse(`${json}}`) : undefined
}

function checksum(text: string): string {
  return crc32(text).toString(16).padStart(8, '0')
}
