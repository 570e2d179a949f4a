import { open } from 'node:fs/promises'
import { BatchError } from '../rows.ts'
import type { InputFile } from './input-file.ts'

/**
 * A file of the disk.
 *
 * @throws {BatchError} when it cannot be read
 */
export async function openInputFile(path: string): Promise<InputFile & { close(): Promise<void> }> {
  try {
    const file = await open(path)
    const { size } = await file.stat()
    return {
      byteLength: size,
      async slice(start, end = size) {
        const bytes = new Uint8Array(Math.max(0, Math.min(end, size) - start))
        let filled = 0
        while (filled < bytes.length) {
          const { bytesRead } = await file.read(bytes, filled, bytes.length - filled, start + filled)
          if (bytesRead === 0) break
          filled += bytesRead
        }
        return filled === bytes.length ? bytes.buffer : bytes.buffer.slice(0, filled)
      },
      close: () => file.close(),
    }
  } catch (error) {
    throw new BatchError(`${path} cannot be read: ${(error as Error).message}.`)
  }
}
