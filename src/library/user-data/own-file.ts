import { BundleError } from '../../base/errors.ts'
import { mostBytes } from '../../data/bundle/folder.ts'
import { MAGIC } from '../../data/bundle/format.ts'

/** Number of bytes that show what a file is. */
const HEAD = 64

/**
 * Reads a bundle of the user's data folder. Checks its size and first bytes before allocating memory. For a file of
 * another kind, returns only the first bytes, which the bundle reader then reports.
 * @throws {BundleError} when it is larger than any bundle
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
    const head = await read(Math.min(size, HEAD))
    if (!String.fromCharCode(...head).startsWith(MAGIC)) return head
    refuseLarge(path, size)
    return await read(size)
  } finally {
    await file.close()
  }
}

/** @throws {BundleError} when a file of the user's data folder is larger than any of its kind */
export function refuseLarge(path: string, size: number): void {
  const most = mostBytes(path, undefined)
  if (size > most) throw new BundleError(`${path} has ${size} bytes, expected at most ${most}.`)
}
