import { stat } from 'node:fs/promises'
import { LayerError } from '../../src/library/user-data/layer-error.ts'

/**
 * Reads a file and checks that the file does not change while it is being read.
 *
 * @throws {LayerError} when the file has changed
 */
export async function readUnchanged<T>(path: string, read: () => Promise<T>): Promise<T> {
  const check = await watchFile(path)
  const result = await read()
  await check()
  return result
}

/** Returns a function that throws a `LayerError` if the file has changed since this call. */
export async function watchFile(path: string): Promise<() => Promise<void>> {
  const before = await getStamp(path)
  return async () => {
    if ((await getStamp(path)) !== before)
      throw new LayerError(`${path} changed while being read: run the same command again.`)
  }
}

async function getStamp(path: string): Promise<string> {
  const stats = await stat(path).catch(() => null)
  return stats === null ? '' : `${stats.size} ${stats.mtimeMs} ${stats.ino}`
}
