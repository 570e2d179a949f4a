import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { crc32, createGunzip, createInflateRaw } from 'node:zlib'
import { inflate64 } from '../../read/inflate64.ts'
import { reasonOf, SourceError } from '../../read/source-error.ts'
import type { SourceFolder, UsedFile } from '../../read/source-folder.ts'

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

/** A member of a zip as it lies there. */
interface CompressedMember {
  /** How errors name it. */
  readonly file: string
  /** 0 stored, 8 Deflate, 9 Deflate64. */
  readonly method: number
  readonly bytes: Uint8Array
  /** CRC-32 of the inflated bytes. */
  readonly crc: number
  /** Length of the inflated bytes. */
  readonly length: number
}

const END_RECORD = 0x06054b50
const END_RECORD_BYTES = 22
const LONGEST_COMMENT = 0xffff
const CENTRAL_RECORD = 0x02014b50
const LOCAL_RECORD = 0x04034b50

/**
 * The one member of a zip whose name matches, not inflated: for members too large to be held whole. Throws a `SourceError`
 * when none or several match, and for zips over 4 GB, which have another directory.
 */
function compressedMember(zip: Uint8Array, file: string, name: RegExp): CompressedMember {
  const all = entries(zip, file)
  const found = all.filter((entry) => name.test(entry.name))
  if (found.length !== 1) {
    const names = (found.length === 0 ? all : found).map((entry) => entry.name)
    const words = `${found.length} members like ${name.source} among ${names.slice(0, 8).join(', ') || 'none'}`
    throw new SourceError({ file, found: words, expectation: 'exactly one' })
  }
  const { start, compressed, method, crc, length } = found[0]
  const view = viewOf(zip)
  if (start + 30 > zip.length || view.getUint32(start, true) !== LOCAL_RECORD) throw damaged(file)
  const from = start + 30 + view.getUint16(start + 26, true) + view.getUint16(start + 28, true)
  if (from + compressed > zip.length) throw damaged(file)
  return { file: `${file} > ${found[0].name}`, method, bytes: zip.subarray(from, from + compressed), crc, length }
}

interface Entry {
  readonly name: string
  readonly method: number
  readonly crc: number
  readonly compressed: number
  readonly length: number
  /** Of its local record. */
  readonly start: number
}

function entries(zip: Uint8Array, file: string): readonly Entry[] {
  const view = viewOf(zip)
  let end = zip.length - END_RECORD_BYTES
  const least = Math.max(0, end - LONGEST_COMMENT)
  while (end >= least && view.getUint32(end, true) !== END_RECORD) end--
  if (end < least) throw damaged(file)
  const count = view.getUint16(end + 10, true)
  let at = view.getUint32(end + 16, true)
  const list: Entry[] = []
  for (let i = 0; i < count; i++) {
    if (at + 46 > zip.length || view.getUint32(at, true) !== CENTRAL_RECORD) throw damaged(file)
    const nameLength = view.getUint16(at + 28, true)
    const entry = {
      name: Buffer.from(zip.subarray(at + 46, at + 46 + nameLength)).toString('utf8'),
      method: view.getUint16(at + 10, true),
      crc: view.getUint32(at + 16, true),
      compressed: view.getUint32(at + 20, true),
      length: view.getUint32(at + 24, true),
      start: view.getUint32(at + 42, true),
    }
    if ([entry.compressed, entry.length, entry.start].includes(0xffffffff)) {
      const expectation = 'a member under 4 GB; unpack it and keep the .csv in the folder'
      throw new SourceError({ file: `${file} > ${entry.name}`, found: 'a Zip64 member', expectation })
    }
    list.push(entry)
    at += 46 + nameLength + view.getUint16(at + 30, true) + view.getUint16(at + 32, true)
  }
  return list
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}

function damaged(file: string): SourceError {
  return new SourceError({ file, found: 'not a whole zip', expectation: 'a zip archive; fetch the file again' })
}

const LF = 0x0a
const QUOTE = 0x22
const COMMA = 0x2c

/** A row longer than this is a quote that is never closed. */
const LONGEST_ROW = 1 << 20

/** Where the scan stands within a row. */
const START = 0
const BARE = 1
const QUOTED = 2
const CLOSED = 3

/** Cuts comma-separated text that comes in pieces into blocks of whole rows; line breaks within quotes end no row. */
export async function* wholeRows(chunks: AsyncIterable<Uint8Array>, file: string): AsyncGenerator<Uint8Array> {
  let rest: Uint8Array = new Uint8Array(0)
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
      // A quote after a closing one is a doubled quote: the field goes on.
      else if (byte === QUOTE && state !== BARE) state = QUOTED
      else if (state === START) state = BARE
    }
    if (end === -1) rest = joined(rest, chunk)
    else {
      yield joined(rest, chunk.subarray(0, end))
      rest = chunk.slice(end)
    }
    if (rest.length > LONGEST_ROW) {
      throw new SourceError({
        file,
        found: 'a row of over a million bytes',
        expectation: 'a closing quote or line break',
      })
    }
  }
  if (rest.length > 0) yield rest
}

function joined(first: Uint8Array, second: Uint8Array): Uint8Array {
  return first.length === 0 ? second : Buffer.concat([first, second])
}
