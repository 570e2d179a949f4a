import { open } from 'node:fs/promises'
import { BatchError } from '../../errors.ts'
import { readAt } from '../../input/source.ts'

/** A file that is read in parts, from disk, memory or anything else with a `slice`. */
export interface InputFile {
  readonly byteLength: number
  slice(start: number, end?: number): Promise<ArrayBuffer> | ArrayBuffer
}

/** Byte range in a file, from `start` up to but not including `end`. */
export interface ByteRange {
  readonly start: number
  readonly end: number
}

/** Byte range of a column in a row group, and its codec number. */
export interface ColumnChunk extends ByteRange {
  readonly codec: number
}

/** @throws {BatchError} when the file has become shorter */
export async function readRange(file: InputFile, { start, end }: ByteRange): Promise<Uint8Array> {
  const bytes = new Uint8Array(await file.slice(start, end))
  if (bytes.length !== end - start)
    throw new BatchError(
      `The input ends at byte ${start + bytes.length}, before byte ${end}: it was truncated while being read.`,
    )
  return bytes
}

/**
 * Opens a file on disk.
 *
 * @throws {BatchError} when the file cannot be read
 */
export async function openInputFile(path: string): Promise<InputFile & { close(): Promise<void> }> {
  try {
    const file = await open(path)
    const { size } = await file.stat()
    return {
      byteLength: size,
      async slice(start, end = size) {
        const bytes = new Uint8Array(Math.max(0, Math.min(end, size) - start))
        const filled = await readAt(file, bytes, start)
        return filled === bytes.length ? bytes.buffer : bytes.buffer.slice(0, filled)
      },
      close: () => file.close(),
    }
  } catch (error) {
    throw new BatchError(`${path} cannot be read: ${(error as Error).message}.`)
  }
}
