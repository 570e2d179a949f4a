import { mkdirSync } from 'node:fs'
import { mkdir, readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { holderIn } from '../../src/base/locks/file-lock.ts'
import { releaseLock, takeLock } from '../../src/base/locks/held-lock.ts'
import { SourceError } from '../read/source-error.ts'
import { checkFile } from './check-file.ts'
import { type Arrived, download, type EarlierFile, type Served } from './download.ts'
import { type FetchedFile, FetchedRecord } from './fetched-record.ts'
import { fileOnDisk, PartialFile, placeFile } from './partial-file.ts'
import type { PlannedFile } from './plan.ts'
import {
  afterPause,
  eachByHost,
  type FetchSession,
  type FetchSettings,
  hostLocks,
  TransferError,
  withRetries,
} from './request.ts'

/**
 * Downloads the planned files into a sources folder, one request at a time per host, and updates the folder's
 * `fetched.json`. A file gets its final name only after it is complete and checked. A failed file does not affect other
 * files. `finished` is called after each file and awaited before the next file from the same host. Results are in plan
 * order. Throws a `SourceError` if `fetched.json` is not readable or another run is downloading into the folder.
 */
export async function fetchSources(
  files: readonly PlannedFile[],
  directory: string,
  settings: FetchSettings,
  interrupted: AbortSignal,
  { finished, ...watching }: Watching & { readonly finished: (result: FileResult) => void | Promise<void> },
): Promise<readonly FileResult[]> {
  const session: FetchSession = { settings, locks: hostLocks(), interrupted }
  return withFolderLock(directory, () => {
    const record = new FetchedRecord(directory)
    return eachByHost(
      files,
      ({ url }) => new URL(url).hostname,
      settings.hosts,
      async (file) => {
        const fetched = (file: PlannedFile) =>
          afterPause(new URL(file.url).host, session, () => fetchFile(file, directory, record, session, watching))
        let result = await fetched(file)
        for (const url of file.also ?? []) {
          if (result.state !== 'failed') break
          watching.report(`${result.notes[0]}; trying ${url}`)
          result = await fetched({ ...file, url })
        }
        await finished(result)
        return result
      },
    )
  })
}

/**
 * Result for a file: `new` (not in the folder before), `changed` (different bytes), `same` (downloaded again, same
 * bytes), `unchanged` (according to the server), `absent` (does not exist for this state), `failed` (an existing file
 * is kept), or `interrupted` (can be resumed).
 */
export type FileState = 'new' | 'changed' | 'same' | 'unchanged' | 'absent' | 'failed' | 'interrupted'

export interface FileResult {
  readonly file: PlannedFile
  readonly state: FileState
  /** Bytes received in this run. */
  readonly received: number
  readonly ms: number
  /** Reason for the failure, the address after a redirect, or the zip members that could not be checked. */
  readonly notes: readonly string[]
  /** Error, if the file failed. */
  readonly cause?: unknown
  /** Entry in `fetched.json` for the file that is now in the folder. */
  readonly fetched?: FetchedFile
}

interface Watching {
  readonly arrived: (file: PlannedFile, ...of: Parameters<Arrived>) => void
  readonly report: (line: string) => void
  /**
   * Returns whether the data of a file listed in `fetched.json` is in use, for example in a bundle, although the file
   * itself was removed. Such a file need not be downloaded again. Default: never.
   */
  readonly isInUse?: (listed: FetchedFile) => boolean
}

/**
 * Downloads one file into the folder, or leaves the existing file as it was. Server failures are returned, not thrown.
 */
async function fetchFile(
  file: PlannedFile,
  directory: string,
  record: FetchedRecord,
  session: FetchSession,
  watching: Watching,
): Promise<FileResult> {
  const started = performance.now()
  const target = join(directory, file.path)
  const part = new PartialFile(target)
  let received = 0
  const ended = (state: FileState, notes: readonly string[], fetched = record.get(file.path)): FileResult => {
    return { file, state, received, ms: performance.now() - started, notes, ...(fetched ? { fetched } : {}) }
  }
  const failed = (cause: unknown, note: string): FileResult => ({ ...ended('failed', [note]), cause })
  try {
    session.interrupted.throwIfAborted()
    mkdirSync(dirname(target), { recursive: true })
    const before = await fileOnDisk(target)
    const listed = record.get(file.path)
    // A file can only be skipped if it was fetched from this address and has not changed since.
    const isThere = listed && (before ? listed.sha256 === before.sha256 : watching.isInUse?.(listed))
    const previous = isThere && listed.url === file.url ? listed : null
    const arrived: Arrived = (chunk, ...sizes) => {
      received += chunk
      watching.arrived(file, chunk, ...sizes)
    }
    const outcome = await checkedDownload({ file, part, earlier: previous }, session, arrived, watching.report)
    if (outcome === 'unchanged') return ended('unchanged', [])
    const { served, unchecked, servedBytes } = outcome
    const placed = await placeFile(part, target, file)
    const { etag, lastModified } = served.edition
    const { url, path, source } = file
    const time = new Date().toISOString()
    const fetched = { path, source, url, finalUrl: served.finalUrl, ...placed, servedBytes, etag, lastModified, time }
    record.put(fetched)
    const state = before === null ? 'new' : before.sha256 === placed.sha256 ? 'same' : 'changed'
    return ended(state, [...redirectNote(file, served), ...uncheckedNote(unchecked)], fetched)
  } catch (error) {
    if (session.interrupted.aborted) return ended('interrupted', [])
    if (error instanceof TransferError && error.missing && file.mayBeMissing !== undefined) {
      return ended('absent', [file.mayBeMissing])
    }
    if (error instanceof TransferError) return failed(error, `${error.message}: ${file.url}`)
    if (error instanceof SourceError) return failed(error, `${error.message} Downloaded from ${file.url}`)
    // A full disk or a folder without write permission fails only this file, with the system's own message.
    if (typeof (error as NodeJS.ErrnoException).syscall === 'string') return failed(error, (error as Error).message)
    throw error
  }
}

async function checkedDownload(
  {
    file,
    part,
    earlier: previous,
  }: { readonly file: PlannedFile; readonly part: PartialFile; readonly earlier: EarlierFile | null },
  session: FetchSession,
  arrived: Arrived,
  report: Watching['report'],
): Promise<'unchanged' | { served: Served; unchecked: readonly string[]; servedBytes: number }> {
  const retrying = {
    reached: () => part.size(),
    waiting: (error: TransferError, ms: number) => {
      report(`${file.path}: ${error.message}; retrying in ${(ms / 1000).toFixed(ms < 10_000 ? 1 : 0)} s`)
    },
  }
  for (let isSecondTry = false; ; isSecondTry = true) {
    const tryOnce = () => download(file, part, previous, session, arrived)
    const served = await withRetries(tryOnce, session.settings, session.interrupted, retrying)
    if (served === 'unchanged') return served
    try {
      const servedBytes = part.size()
      return { served, unchecked: await checkFile(part.path, file, session.interrupted), servedBytes }
    } catch (error) {
      if (session.interrupted.aborted) throw error
      part.remove()
      // A resumed download can be damaged if the file changed on the server in the meantime, and a download of unknown
      // length can be truncated. Only these are downloaded again.
      const mayBeCut = served.resumed || served.edition.total === null
      if (!mayBeCut || isSecondTry || !(error instanceof SourceError)) throw error
      report(
        `${file.path}: the ${served.resumed ? 'resumed ' : ''}download is damaged; downloading again from the start`,
      )
    }
  }
}

function redirectNote(file: PlannedFile, { finalUrl, permanent }: Served): readonly string[] {
  if (finalUrl === new URL(file.url).href) return []
  return [`moved${permanent ? ' permanently' : ''} to ${finalUrl}`]
}

function uncheckedNote(names: readonly string[]): readonly string[] {
  if (names.length === 0) return []
  return [
    `members that could not be checked because of their compression: ${names.slice(0, 3).join(', ')}${names.length > 3 ? ' …' : ''}`,
  ]
}

const FILE = 'fetching.lock'

/**
 * Calls `run` while holding a lock on the folder, because two runs would write to each other's partial files. Takes
 * over the lock of a process that has ended, for example after a crash. Throws a `SourceError` if another process is
 * using the folder.
 */
export async function withFolderLock<T>(directory: string, run: () => Promise<T>): Promise<T> {
  await mkdir(directory, { recursive: true })
  const path = join(directory, FILE)
  if (!(await takeLock(path))) {
    const holder = holderIn(await readFile(path, 'utf8').catch(() => ''))
    const found = `process ${holder?.pid ?? '(unknown)'} is downloading into this folder`
    throw new SourceError({
      file: path,
      found,
      expectation: 'only one run at a time; wait for the other run to finish, or choose another --out',
    })
  }
  try {
    return await run()
  } finally {
    await releaseLock(path)
  }
}
