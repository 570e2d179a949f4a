import { BatchError } from '../rows.ts'

/** A file that is read in parts: of the disk, of memory, or whatever gives bytes from `start` to `end`. */
export interface InputFile {
  readonly byteLength: number
  slice(start: number, end?: number): Promise<ArrayBuffer> | ArrayBuffer
}

/** Bytes of a file from `start` to before `end`. */
export interface ByteRange {
  readonly start: number
  readonly end: number
}

/** @throws {BatchError} when the file is shorter by now */
export async function readRange(file: InputFile, { start, end }: ByteRange): Promise<Uint8Array> {
  const bytes = new Uint8Array(await file.slice(start, end))
  if (bytes.length !== end - start)
    throw new BatchError(
      `The input ends at byte ${start + bytes.length}, before byte ${end}: it was cut short while it was read.`,
    )
  return bytes
}
