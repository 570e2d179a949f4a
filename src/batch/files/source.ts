import { BatchError } from '../rows.ts'
import { inflateGzip } from './inflate-gzip.ts'
import { openStored } from './stored-bytes.ts'

/** The bytes of an input, from its beginning or from a place in it on; decompressed where it is compressed. */
export interface Source {
  /** The file, or `standard input`, for messages. */
  readonly name: string
  /** Bytes of the file as it is stored, when it was opened; null where nobody knows: standard input, pipes. */
  readonly size: number | null
  /** Where it begins, in decompressed bytes. */
  readonly start: number
  /** Bytes of the file as it is stored that have been read or passed over, for the progress. */
  position(): number
  /** The first `most` bytes, fewer where there are no more; `read` gives them again. `last`: they are all that there is. */
  head(most: number): Promise<{ readonly bytes: Uint8Array; readonly last: boolean }>
  /** The next bytes, as many as are there, up to some MB; null at the end. Valid until the next call. */
  read(): Promise<Uint8Array | null>
  close(): Promise<void>
}

/**
 * Opens a file or a pipe, or standard input (`-`). Throws a `BatchError` when it is missing, a folder, not allowed, shorter
 * than `start`, or, on reading, damaged.
 *
 * @param options.gzip whether it is compressed; by default where the name ends in `.gz`
 * @param options.start the decompressed byte to begin at; compressed inputs are decompressed up to there
 */
export async function openSource(
  path: string,
  { gzip = /\.gz$/i.test(path), start = 0 }: { gzip?: boolean; start?: number } = {},
): Promise<Source> {
  const stored = await openStored(path, gzip ? 0 : start)
  const { name, size } = stored
  let position = stored.skipped
  const counted = counting(stored.chunks, (bytes) => {
    position += bytes
  })
  const bytes = without(start - stored.skipped, gzip ? inflateGzip(counted, name) : counted, name)
  let ahead = new Uint8Array(0)
  let ended = false
  const next = async () => {
    const { value, done } = await bytes.next()
    if (done) ended = true
    return done ? null : value
  }
  return {
    name,
    size,
    start,
    position: () => position,
    async head(most) {
      // One byte more tells whether the head is all.
      while (!ended && ahead.length <= most) ahead = joined(ahead, (await next()) ?? new Uint8Array(0))
      return { bytes: ahead.subarray(0, most), last: ahead.length <= most }
    },
    async read() {
      if (ahead.length === 0) return next()
      const first = ahead
      ahead = new Uint8Array(0)
      return first
    },
    async close() {
      await stored.close()
      await bytes.return(undefined)
    },
  }
}

async function* counting(chunks: AsyncIterable<Uint8Array>, count: (bytes: number) => void) {
  for await (const chunk of chunks) {
    count(chunk.length)
    yield chunk
  }
}

/** What comes after the first `skip` bytes. */
async function* without(skip: number, chunks: AsyncIterable<Uint8Array>, name: string): AsyncGenerator<Uint8Array> {
  let left = skip
  for await (const chunk of chunks) {
    if (left < chunk.length) yield left === 0 ? chunk : chunk.subarray(left)
    left = Math.max(0, left - chunk.length)
  }
  if (left > 0)
    throw new BatchError(`${name} has ${skip - left} bytes: it is shorter than it was, there is no byte ${skip}.`)
}

function joined(a: Uint8Array, b: Uint8Array): Uint8Array<ArrayBuffer> {
  const both = new Uint8Array(a.length + b.length)
  both.set(a)
  both.set(b, a.length)
  return both
}
