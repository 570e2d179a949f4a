import { BundleError, type DataFolder } from '../library.ts'
import { dataFolder } from './library.ts'
import { LoadError, PATIENCE } from './load-error.ts'

/**
 * The files of a folder, for readers of a page: rejects with a LoadError, and with one where the server falls silent,
 * too. Null where there is no such file. Parts of files come by HTTP ranges where the host knows them.
 *
 * @param data address or path
 * @param patience milliseconds without a byte, of this file or of another: on a slow line some wait in the browser's
 * queue
 * @param versionOf what names the bytes of a file, where it is known: what a cache has under that name is not asked for
 * again
 */
export function filesOf(
  data: string | URL,
  patience = PATIENCE * 1000,
  versionOf: (file: string) => string | undefined = () => undefined,
): Pick<DataFolder, 'name' | 'read'> {
  /** What failed may be in a cache as it failed. */
  const failed = new Set<string>()
  const folder = dataFolder(data, {
    timeout: patience,
    async fetch(address, init) {
      const file = fileOf(String(address))
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
  // What `fetch` said, where it was not the file that was wrong.
  const cause = error instanceof BundleError ? error.cause : error
  if (cause === undefined) return new LoadError(file, 'damaged')
  if ((cause as Error).name === 'AbortError') return new LoadError(file, 'stalled')
  return new LoadError(file, globalThis.navigator?.onLine === false ? 'offline' : 'unreachable')
}

function fileOf(address: string): string {
  return address.slice(address.lastIndexOf('/') + 1)
}
