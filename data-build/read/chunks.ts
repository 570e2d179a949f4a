import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { getReason, SourceError } from './source-error.ts'
import type { SourceFolder, UsedFile } from './source-folder.ts'

/** A string that arrives piece by piece. */
export interface ChunkedText {
  /** Name of the text in errors. */
  readonly file: string
  readonly chunks: AsyncIterable<Uint8Array>
}

const SLICE = 1 << 16

/**
 * Opens a `.csv`, a `.csv.gz` or the only `.csv` in a `.zip` as chunks of text. A zip is kept compressed in memory and
 * inflated chunk by chunk. A zip is recorded in `sources.used()`. The sources folder does not record files that are
 * read in chunks, so a plain or gzipped file is added to `streamed` when its last chunk has been read. The chunks throw
 * a `SourceError` if the file is missing, truncated or damaged.
 */
export async function openChunks(sources: SourceFolder, path: string, streamed: UsedFile[]): Promise<ChunkedText> {
  if (!/\.zip$/i.test(path)) return { file: path, chunks: fileChunks(sources, path, streamed) }
  const member = (await sources.archive(path)).member(/\.csv$/i)
  return { file: member.file, chunks: member.chunks() }
}

/** Joins all pieces of a string. */
export async function wholeText({ chunks }: ChunkedText): Promise<Uint8Array> {
  const pieces: Uint8Array[] = []
  for await (const chunk of chunks) pieces.push(chunk)
  return Buffer.concat(pieces)
}

async function* fileChunks(sources: SourceFolder, path: string, streamed: UsedFile[]): AsyncGenerator<Uint8Array> {
  const hash = createHash('sha256')
  let bytes = 0
  async function* raw(): AsyncGenerator<Uint8Array> {
    for await (const chunk of createReadStream(join(sources.directory, path), { highWaterMark: 4 * SLICE })) {
      hash.update(chunk)
      bytes += chunk.length
      yield chunk
    }
  }
  try {
    yield* /\.gz$/i.test(path) ? throughStream(raw(), createGunzip({ chunkSize: 4 * SLICE })) : raw()
  } catch (cause) {
    const found = `the file cannot be read to its end (${getReason(cause)})`
    throw new SourceError({ file: path, found, expectation: 'a complete file; download it again' }, { cause })
  }
  streamed.push({ path, sha256: hash.digest('hex'), bytes })
}

async function* throughStream(
  input: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
  inflate: ReturnType<typeof createGunzip>,
): AsyncGenerator<Uint8Array> {
  const source = Readable.from(input, { objectMode: true })
  // `pipe` does not forward errors, so an error in the source has to end the output stream as well.
  source.on('error', (error) => inflate.destroy(error))
  source.pipe(inflate)
  try {
    for await (const chunk of inflate) yield chunk
  } finally {
    source.destroy()
    inflate.destroy()
  }
}

const LF = 0x0a
const QUOTE = 0x22
const COMMA = 0x2c

/** Maximum length of a row in bytes. A longer row means that a quote is never closed. */
const LONGEST_ROW = 1 << 20

/** State of the scan within a row. */
const START = 0
const BARE = 1
const QUOTED = 2
const CLOSED = 3

/**
 * Splits comma-separated text that arrives in pieces into blocks of whole rows. Line breaks within quotes do not end a
 * row.
 */
export async function* wholeRows(chunks: AsyncIterable<Uint8Array>, file: string): AsyncGenerator<Uint8Array> {
  let pending: Uint8Array = new Uint8Array(0)
  let state = START
  for await (const chunk of chunks) {
    let end = -1
    for (let i = 0; i < chunk.length; i++) {
      const byte = chunk[i]
      if (state === QUOTED) {
        if (byte === QUOTE) state = CLOSED
      } else if (byte === LF) {
        state = START
        end = i + 1
      } else if (byte === COMMA) state = START
      // A quote right after a closing quote is a doubled quote, so the field continues.
      else if (byte === QUOTE && state !== BARE) state = QUOTED
      else if (state === START) state = BARE
    }
    if (end === -1) pending = joined(pending, chunk)
    else {
      yield joined(pending, chunk.subarray(0, end))
      pending = chunk.slice(end)
    }
    if (pending.length > LONGEST_ROW) {
      throw new SourceError({
        file,
        found: 'a row of over a million bytes',
        expectation: 'a closing quote or line break',
      })
    }
  }
  if (pending.length > 0) yield pending
}

function joined(first: Uint8Array, second: Uint8Array): Uint8Array {
  return first.length === 0 ? second : Buffer.concat([first, second])
}
