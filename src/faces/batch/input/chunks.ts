import { countLines, takeBytes } from '../buffers.ts'
import type { BatchError } from '../errors.ts'
import type { Source } from './source.ts'

/** Maximum size of a record in bytes. Without a limit, an unclosed quote would swallow the rest of the input. */
export const LONGEST_RECORD = 16 << 20

/** Finds the ends of records in bytes that arrive in pieces. */
export interface RecordSplitter {
  /**
   * Returns the end of the last complete record in `bytes`, 0 if no record is complete, or -1 if the first record is
   * longer than `LONGEST_RECORD`. `bytes` must begin with a record. The next call gets the remaining bytes, followed by
   * more bytes. `last` means that the input ends here.
   */
  end(bytes: Uint8Array, last: boolean): number
  /**
   * Returns the error for a record that is too long, or that does not end before the input does. `where` is the line in
   * which the record begins, if known.
   */
  refusal(record: Uint8Array, where?: LineOfInput): BatchError
}

/** Line of an input, for messages. */
export interface LineOfInput {
  /** Number of the line, from 1. */
  readonly line: number
  /** Path of the file, or `standard input`. */
  readonly name: string
}

/** A chunk of an input that contains whole records. */
export interface Chunk {
  /** Index of the chunk, from 0. */
  readonly index: number
  /** Byte range in the decompressed input. `end` is not included. */
  readonly start: number
  readonly end: number
  /** Bytes in their own buffer, which may be transferred to a thread. */
  readonly bytes: Uint8Array<ArrayBuffer>
}

/**
 * Splits an input at record ends into chunks of at most `size` bytes, or more if a single record is longer. The end of
 * a chunk depends only on its start and the input, so a resumed run has the same chunks as an uninterrupted run.
 *
 * @param options.start the decompressed byte at which the first record begins; everything before is skipped
 * @throws {BatchError} with the line of a record that is too long, or that does not end before the input does
 */
export async function* getChunks(
  source: Source,
  splitter: RecordSplitter,
  { size = 4 << 20, start = source.start }: { size?: number; start?: number } = {},
): AsyncGenerator<Chunk> {
  const unread = new Unread(source)
  // The lines of a file are counted only for an error. Standard input cannot be read again for that.
  let lines = 0
  const note = (bytes: Uint8Array) => {
    if (source.linesBefore === null) lines += countLines(bytes)
  }
  await unread.pass(start - source.start, note)
  let room = takeBytes(size)
  let filled = 0
  let at = start
  // The number of bytes to read doubles until a record ends, so that a long record is scanned only a few times and not
  // after every read.
  let ask = size
  for (let index = 0; ; ) {
    if (room.length < ask) room = resized(room.subarray(0, filled), ask)
    while (filled < ask) {
      const taken = await unread.take(room.subarray(filled, ask))
      if (taken === 0) break
      filled += taken
    }
    if (filled === 0) return
    const last = filled < ask
    const available = room.subarray(0, Math.min(filled, ask))
    const end = splitter.end(available, last)
    if (end > 0) {
      const bytes = room.subarray(0, end)
      note(bytes)
      filled -= end
      room = resized(room.subarray(end, end + filled), Math.max(size, filled))
      ask = size
      yield { index, start: at, end: at + end, bytes }
      index++
      at += end
    } else if (last || end < 0) {
      const line = 1 + (source.linesBefore === null ? lines : await source.linesBefore(at))
      throw splitter.refusal(available, { line, name: source.name })
    } else ask *= 2
  }
}

/** Bytes of a source that have not been consumed yet. */
class Unread {
  #bytes: Uint8Array | null = new Uint8Array(0)

  constructor(private readonly source: Source) {}

  /** Fills the start of `into`. Returns the number of bytes, or 0 at the end of the source. */
  async take(into: Uint8Array): Promise<number> {
    const bytes = await this.#nextBytes()
    const taken = bytes.subarray(0, into.length)
    into.set(taken)
    this.#bytes = bytes.subarray(taken.length)
    return taken.length
  }

  /** Skips `count` bytes, and calls `note` with them. */
  async pass(count: number, note: (bytes: Uint8Array) => void): Promise<void> {
    for (let left = count; left > 0; ) {
      const bytes = await this.#nextBytes()
      if (bytes.length === 0) return
      note(bytes.subarray(0, left))
      this.#bytes = bytes.subarray(left)
      left -= Math.min(left, bytes.length)
    }
  }

  /** Returns the next bytes, or an empty array at the end of the source. */
  async #nextBytes(): Promise<Uint8Array> {
    while (this.#bytes?.length === 0) this.#bytes = await this.source.read()
    return this.#bytes ?? new Uint8Array(0)
  }
}

function resized(bytes: Uint8Array, length: number): Uint8Array<ArrayBuffer> {
  const room = takeBytes(length)
  room.set(bytes)
  return room
}
