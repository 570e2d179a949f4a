import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { strToU8, zipSync } from 'fflate'
import { onTestFinished } from 'vitest'
import type { FileResult } from '../../data-build/fetch/fetch-file.ts'
import { fetchSources } from '../../data-build/fetch/fetch-sources.ts'
import type { PlannedFile } from '../../data-build/fetch/plan.ts'
import { defaultSettings, type FetchSettings } from '../../data-build/fetch/settings.ts'

/** A folder to fetch into, deleted when the test ends. */
export function emptyFolder(): string {
  const directory = mkdtempSync(join(tmpdir(), 'vicinage-fetch-'))
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }))
  return directory
}

export interface Run {
  readonly results: readonly FileResult[]
  readonly lines: readonly string[]
}

/** Fetches with the patience of a test: short waits, few tries. */
export async function run(
  files: readonly PlannedFile[],
  directory: string,
  changes: Partial<FetchSettings> = {},
  interrupted: AbortSignal = new AbortController().signal,
): Promise<Run> {
  const lines: string[] = []
  const settings: FetchSettings = {
    ...defaultSettings,
    idleMs: 2000,
    tries: 3,
    backoffMs: 10,
    userAgent: 'vicinage-test',
    ...changes,
  }
  const results = await fetchSources(files, directory, settings, interrupted, {
    arrived: () => undefined,
    report: (line) => lines.push(line),
    finished: () => undefined,
  })
  return { results, lines }
}

/** A planned zip at the address. */
export function planned(url: string, changes: Partial<PlannedFile> = {}): PlannedFile {
  return { source: 'made', url, path: 'made/file.zip', kind: 'zip', leastBytes: 10, tried: false, ...changes }
}

/** A zip of one table of about `bytes` bytes that deflate cannot shrink much. */
export function madeZip(bytes = 5000, seed = 1): Uint8Array {
  let state = seed
  const rows = Array.from({ length: Math.ceil(bytes / 16) }, () => {
    state = (state * 48271) % 2147483647
    return `${state.toString(36)},${(state * 31).toString(36)}`
  })
  return zipSync({ 'table.csv': strToU8(`a,b\n${rows.join('\n')}\n`) })
}

/** Names of everything below a folder, sorted. */
export function namesIn(directory: string): readonly string[] {
  return readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(directory.length + 1))
    .sort()
}

export function bytesOf(directory: string, path = 'made/file.zip'): Uint8Array | null {
  const full = join(directory, path)
  return existsSync(full) ? new Uint8Array(readFileSync(full)) : null
}
