import { mkdir, rmdir } from 'node:fs/promises'
import { join } from 'node:path'
import { releaseLock, takeLock } from '../../src/base/locks/held-lock.ts'
import { removeLeftOvers } from '../../src/base/locks/write-whole.ts'
import { LayerError } from '../../src/library/user-data/layer-error.ts'

/**
 * Runs a task while other processes cannot change a layer's folder. Other processes may still read the folder. Creates
 * the folder if it does not exist and removes it if it is empty afterwards.
 * @throws {LayerError} when another process is changing the folder, or the folder cannot be written
 */
export async function withLayerFolder<T>(folder: string, run: () => Promise<T>): Promise<T> {
  const lock = join(folder, 'changing.lock')
  let isOurs = false
  try {
    await mkdir(folder, { recursive: true })
    isOurs = await takeLock(lock)
    if (!isOurs)
      throw new LayerError(
        `Another run is changing ${folder}: wait until it ends, then run the command again (${lock} contains its process ID).`,
      )
    await removeLeftOvers(folder)
    return await run()
  } catch (cause) {
    throw systemFault(cause, folder) ?? cause
  } finally {
    if (isOurs) await releaseLock(lock)
    // The folder is only removed if it is empty.
    await rmdir(folder).catch(() => {})
  }
}

/** Returns the error for a full disk or an unwritable folder, or null if the error does not come from the system. */
export function systemFault(thrown: unknown, folder: string): LayerError | null {
  const { code, syscall, message } = thrown as NodeJS.ErrnoException
  if (syscall === undefined) return null
  const words =
    code === 'ENOSPC' || code === 'EDQUOT'
      ? `The disk that contains ${folder} is full: free some space and run the same command again; it resumes where it stopped.`
      : `${folder} cannot be written (${message}): make it writable, or use another folder with --out or VICINAGE_DATA_HOME.`
  return new LayerError(words, { cause: thrown })
}
