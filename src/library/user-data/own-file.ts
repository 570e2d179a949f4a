import { BundleError } from '../../base/errors.ts'
import { mostBytes } from '../../data/bundle/folder.ts'
import { MAGIC } from '../../data/bundle/format.ts'

/** Number of leading bytes that are enough to identify the kind of a file. */
const HEAD_LENGTH = 64

/**
 * Reads a bundle of the user's data folder. Checks its first bytes and its size before allocating memory. If the file
 * is not a bundle, returns only its first bytes, which the bundle reader then rejects.
 *
 * @throws {BundleError} when the file is larger than any bundle
 */
export async function readOwnBundle(path: string): Promise<Uint8Array> {
  const { open } = globalThis.process.getBuiltinModule('node:fs/promises')
  const file = await open(path)
  try {
    const { size } = await file.stat()
    const read = async (length: number) => {
      const bytes = new Uint8Array(length)
      const { bytesRead } = await file.read(bytes, 0, length, 0)
      return bytes.subarray(0, bytesRead)
    }
    const head = await read(Math.min(size, HEAD_LENGTH))
    if (!String.fromCharCode(...head).startsWith(MAGIC)) return head
    refuseLarge(path, size)
    return await read(size)
  } finally {
    await file.close()
  }
}

/** @throws {BundleError} when a file in the user's data folder is larger than any file of its kind */
export function refuseLarge(path: string, size: number): void {
  const most = mostBytes(path, undefined)
  if (size > most) throw new BundleError(`${path} has ${size} bytes, expected at most ${most}.`)
}
