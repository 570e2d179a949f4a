import { readFile, stat } from 'node:fs/promises'
import { KeyFileError, keysOfText } from './key-file-text.ts'
import { type ApiKey, type Keys, knownKeys } from './keys.ts'

/** Milliseconds between looks at the file. */
const PERIOD = 1000

export interface KeyFileOptions {
  /** Called with the keys of a changed file, once they are in use. */
  readonly onReload?: (keys: readonly ApiKey[]) => void
  /** Called once when a changed file is refused, cannot be read or is gone: the keys from before stay in use. */
  readonly onError?: (error: Error) => void
}

/**
 * The keys of a file, and about a second after each change of the file its new ones. The timer keeps no process running;
 * `close` ends it. Throws a `KeyFileError` when there are no keys to begin with.
 */
export async function openKeyFile(path: string, options: KeyFileOptions = {}): Promise<Keys & { close(): void }> {
  // The state before the keys: a change in between is seen as one.
  let seen = await stateOf(path)
  let keys = knownKeys(await readKeyFile(path))
  let complaint: string | undefined
  let closed = false

  async function look(): Promise<void> {
    const state = await stateOf(path)
    const found = state === seen ? undefined : await readKeyFile(path).catch((error: Error) => error)
    if (closed) return
    timer = wait()
    if (found instanceof Error) {
      // What was refused stays unseen, and is looked at again: a full table of open files passes without a change of the file.
      if (found.message !== complaint) options.onError?.(found)
      complaint = found.message
      return
    }
    complaint = undefined
    if (found === undefined) return
    seen = state
    keys = knownKeys(found)
    options.onReload?.(found)
  }

  // Not fs.watch: it loses sight of a file that another is renamed over.
  const wait = () => setTimeout(look, PERIOD).unref()
  let timer = wait()
  return {
    find: (token) => keys.find(token),
    close() {
      closed = true
      clearTimeout(timer)
    },
  }
}

/** What no change leaves as it was: times in the file's own resolution, and the inode, which a rename replaces. */
async function stateOf(path: string): Promise<string> {
  try {
    const { dev, ino, size, mtimeNs, ctimeNs } = await stat(path, { bigint: true })
    return [dev, ino, size, mtimeNs, ctimeNs].join()
  } catch {
    return 'unknown'
  }
}

/**
 * The keys of a file. Throws a `KeyFileError` when it is missing, damaged, of a later version, or open to others than its
 * owner.
 */
export async function readKeyFile(path: string): Promise<ApiKey[]> {
  try {
    const file = await stat(path)
    if (!file.isFile()) throw new KeyFileError(`${path} is not a file.`)
    // Windows has no such bits.
    if (process.platform !== 'win32' && (file.mode & 0o077) !== 0)
      throw new KeyFileError(`${path} is open to others than its owner: give it mode 600.`)
    return keysOfText(await readFile(path, 'utf8'), path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw refusal(error, path)
    throw new KeyFileError(`There is no key file ${path}: make one with vicinage keys add NAME --file ${path}.`)
  }
}

/** What the system says (`EACCES: permission denied, open '…'`) as a `KeyFileError`; other errors as they are. */
export function refusal(error: unknown, path: string): unknown {
  const { code, syscall, message } = error as NodeJS.ErrnoException
  return code === undefined || syscall === undefined ? error : new KeyFileError(`${path} cannot be used: ${message}.`)
}
