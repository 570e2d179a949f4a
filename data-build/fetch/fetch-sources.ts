import type { Asking } from './ask.ts'
import { eachByHost, hostTurns } from './by-host.ts'
import { type FileResult, fetchFile, type Watching } from './fetch-file.ts'
import { FetchedRecord } from './fetched-record.ts'
import { aloneIn } from './folder-lock.ts'
import type { PlannedFile } from './plan.ts'
import type { FetchSettings } from './settings.ts'

/**
 * Fetches the planned files into a folder of the sources' layout, one request at a time per host, and keeps `fetched.json`
 * there. A file appears under its name only when it is complete and checked; one that fails leaves the others alone.
 * `finished` is called after each file. Results come in the order of the plan. Throws a `SourceError` when the folder's
 * `fetched.json` is not readable, or another run is filling the folder.
 */
export async function fetchSources(
  files: readonly PlannedFile[],
  directory: string,
  settings: FetchSettings,
  interrupted: AbortSignal,
  { finished, ...watching }: Watching & { readonly finished: (result: FileResult) => void },
): Promise<readonly FileResult[]> {
  const asking: Asking = { settings, turns: hostTurns(), interrupted }
  return aloneIn(directory, () => {
    const record = new FetchedRecord(directory)
    return eachByHost(
      files,
      ({ url }) => new URL(url).hostname,
      settings.hosts,
      async (file) => {
        const result = await fetchFile(file, directory, record, asking, watching)
        finished(result)
        return result
      },
    )
  })
}
