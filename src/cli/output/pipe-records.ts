import type { Writable } from 'node:stream'
import type { PieceAnswerer, RecordSplitter } from '../../batch/rows.ts'

/** What is known of an input once its first record is there. */
export interface Filter {
  /** Where the first record to be answered begins. */
  readonly headerBytes: number
  /** Bytes with which the output begins. */
  readonly outputHeader: readonly number[]
  readonly splitter: RecordSplitter
  readonly answerer: PieceAnswerer
}

export interface PipeOptions {
  /** Answer what is there at once, in place of waiting for `BLOCK` bytes or the end. */
  readonly unbuffered: boolean
  /** Whether `head` holds the first record whole. */
  readonly isEnough: (head: Uint8Array) => boolean
  /** Begins with the first bytes; `last`: they are all. */
  readonly begin: (head: Uint8Array, last: boolean) => Promise<Filter>
}

const BLOCK = 1 << 20 // bytes: enough rows for scoring in spatial order, and no wait that anybody feels
const LARGEST_HEAD = 16 << 20 // bytes: the longest record

/** Answers records as they come, in their order; ends when the input ends, or nobody reads the output any more. Of nothing comes nothing. */
export async function pipeRecords(
  input: AsyncIterable<Uint8Array>,
  output: Writable,
  { unbuffered, isEnough, begin }: PipeOptions,
): Promise<void> {
  let filter: Filter | undefined
  let rest: Uint8Array = new Uint8Array(0)
  for await (const { bytes, last } of blocksOf(input, unbuffered ? 1 : BLOCK)) {
    rest = joined(rest, bytes)
    if (filter === undefined) {
      if (last ? rest.length === 0 : rest.length < LARGEST_HEAD && !isEnough(rest)) continue
      filter = await begin(rest, last)
      rest = rest.subarray(filter.headerBytes)
      if (!(await isWritten(output, Uint8Array.from(filter.outputHeader)))) return
    }
    const end = rest.length === 0 ? 0 : filter.splitter.end(rest, last)
    if (end > 0 && !(await isWritten(output, filter.answerer.answer(rest.subarray(0, end)).bytes))) return
    rest = rest.subarray(end)
  }
}

/** The input in blocks of `size` bytes at least; the last one may be shorter, or empty. */
async function* blocksOf(input: AsyncIterable<Uint8Array>, size: number) {
  let parts: Uint8Array[] = []
  let length = 0
  for await (const part of input) {
    parts.push(part)
    length += part.length
    if (length < size) continue
    yield { bytes: joined(...parts), last: false }
    parts = []
    length = 0
  }
  yield { bytes: joined(...parts), last: true }
}

function joined(...parts: readonly Uint8Array[]): Uint8Array {
  const filled = parts.filter(({ length }) => length > 0)
  if (filled.length === 1) return filled[0]
  const whole = new Uint8Array(filled.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of filled) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}

/** Waits until the bytes are written: their memory is used again. False when nobody reads any more, as behind `| head`. */
function isWritten(output: Writable, bytes: Uint8Array): Promise<boolean> {
  if (bytes.length === 0) return Promise.resolve(true)
  return new Promise((resolve, reject) => {
    output.write(bytes, (error) => {
      if (error == null) resolve(true)
      else if ((error as NodeJS.ErrnoException).code === 'EPIPE') resolve(false)
      else reject(error)
    })
  })
}
