import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { crc32, createGunzip, createInflateRaw } from 'node:zlib'
import { inflate64 } from '../read/inflate64.ts'
import { reasonOf, SourceError } from '../read/source-error.ts'
import type { SourceFolder, UsedFile } from '../read/source-folder.ts'
import { type CompressedMember, compressedMember } from './national-zip-member.ts'

/** A text that comes piece by piece. */
export interface ChunkedText {
  /** How errors name it. */
  readonly file: string
  readonly chunks: AsyncIterable<Uint8Array>
}

const SLICE = 1 << 16

/**
 * The text of a `.csv`, a `.csv.gz` or the one `.csv` of a `.zip`, piece by piece: a zip is held as it lies on disk, inflated
 * text never. A zip is noted in `sources.used()`; a plain or gzipped file is added to `streamed` once it is read through,
 * because the sources folder notes only what it has read whole.
 * The pieces throw a `SourceError` when the file is missing, truncated or damaged.
 */
export async function openChunks(sources: SourceFolder, path: string, streamed: UsedFile[]): Promise<ChunkedText> {
  if (!/\.zip$/i.test(path)) return { file: path, chunks: fileChunks(sources, path, streamed) }
  const member = compressedMember(await sources.bytes(path), path, /\.csv$/i)
  return { file: member.file, chunks: memberChunks(member) }
}

/** All pieces of a text as one. */
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
    const found = `the file cannot be read to its end (${reasonOf(cause)})`
    throw new SourceError({ file: path, found, expectation: 'a whole file; fetch it again' }, { cause })
  }
  streamed.push({ path, sha256: hash.digest('hex'), bytes })
}

async function* memberChunks(member: CompressedMember): AsyncGenerator<Uint8Array> {
  const { file } = member
  let crc = 0
  let length = 0
  for await (const chunk of inflated(member)) {
    crc = crc32(chunk, crc)
    length += chunk.length
    yield chunk
  }
  if (length !== member.length || crc !== member.crc) {
    const found = `${length} bytes with the checksum ${crc.toString(16)}`
    const expectation = `${member.length} with ${member.crc.toString(16)}, as the zip's directory says`
    throw new SourceError({ file, found, expectation })
  }
}

async function* inflated({ file, method, bytes }: CompressedMember): AsyncGenerator<Uint8Array> {
  if (method === 0) yield* slices(bytes)
  else if (method === 9) yield* inflate64(bytes, file)
  else if (method === 8) {
    try {
      yield* throughStream(slices(bytes), createInflateRaw({ chunkSize: 4 * SLICE }))
    } catch (cause) {
      const found = `the member does not inflate (${reasonOf(cause)})`
      throw new SourceError({ file, found, expectation: 'an undamaged zip; fetch the file again' }, { cause })
    }
  } else {
    const expectation = 'Deflate or Deflate64; unpack it and keep the .csv in the folder'
    throw new SourceError({ file, found: `compression method ${method}`, expectation })
  }
}

function* slices(bytes: Uint8Array): Generator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += SLICE) yield bytes.subarray(at, at + SLICE)
}

async function* throughStream(
  input: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
  inflate: ReturnType<typeof createGunzip> | ReturnType<typeof createInflateRaw>,
): AsyncGenerator<Uint8Array> {
  const source = Readable.from(input, { objectMode: true })
  // An error of the source ends the reading too.
  source.on('error', (error) => inflate.destroy(error))
  source.pipe(inflate)
  try {
    for await (const chunk of inflate) yield chunk
  } finally {
    source.destroy()
    inflate.destroy()
  }
}
