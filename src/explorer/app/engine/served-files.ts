import { BundleError, type DataFolder } from '../library.ts'
import { LoadError, PATIENCE } from './load-error.ts'
import { dataFolder } from './map-library.ts'

/**
 * Reads the files of a folder for a page. Rejects with a LoadError on failure, including when the server stops
 * responding. Returns null if a file does not exist. Parts of files are read with HTTP ranges if the server supports
 * them.
 *
 * @param data URL or path
 * @param patience maximum number of milliseconds without receiving a byte of any file. A single file may take longer,
 * because browsers queue requests.
 * @param versionOf returns the version of a file's content if it is known; files cached under that version are not
 * requested again
 */
export function getFiles(
  data: string | URL,
  patience = PATIENCE * 1000,
  versionOf: (file: string) => string | undefined = () => undefined,
): Pick<DataFolder, 'name' | 'read'> {
  /** Files that failed to load. A retry bypasses the cache, which may have stored the failure. */
  const failed = new Set<string>()
  const folder = dataFolder(data, {
    timeout: patience,
    async fetch(address, init) {
      const file = getFile(String(address))
      const version = versionOf(file)
      const named = version === undefined ? address : `${address}?v=${version}`
      const cache = failed.has(file) ? 'reload' : version === undefined ? 'no-cache' : 'default'
      const answer = await fetch(named, { ...init, cache })
      if (!answer.ok && answer.status !== 404) throw new LoadError(file, answer.status)
      return answer
    },
  })
  return {
    name: folder.name,
    async read(file, wanted) {
      try {
        return await folder.read(file, wanted)
      } catch (error) {
        failed.add(file)
        throw explained(file, error)
      }
    },
  }
}

function explained(file: string, error: unknown): LoadError {
  if (error instanceof LoadError) return error
  // A `BundleError` without a cause means that the file is damaged. Otherwise the cause is the error of `fetch`.
  const cause = error instanceof BundleError ? error.cause : error
  if (cause === undefined) return new LoadError(file, 'damaged')
  if ((cause as Error).name === 'AbortError') return new LoadError(file, 'stalled')
  return new LoadError(file, globalThis.navigator?.onLine === false ? 'offline' : 'unreachable')
}

function getFile(address: string): string {
  return address.slice(address.lastIndexOf('/') + 1)
}
