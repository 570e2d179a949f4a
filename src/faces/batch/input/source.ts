import { type FileHandle, open, stat } from 'node:fs/promises'
import { joined } from '../buffers.ts'
import { BatchError, BatchFailure } from '../errors.ts'
import { inflateGzip } from './gzip.ts'

/**
 * The text of an input, from its beginning or from a place in it on: decompressed, in UTF-8, its lines ended by line
 * feeds.
 */
export interface Source {
  /** The file, or `standard input`, for messages. */
  readonly name: string
  /** Bytes of the file as it is stored, when it was opened; null where it is unknown: standard input, pipes. */
  readonly size: number | null
  /** Where it begins, in bytes of that text. */
  readonly start: number
  /** Bytes of the file as it is stored that have been read or passed over, for the progress. */
  position(): number
  /** Whether its bytes are others than the stored ones because the text was converted; known after `head`. */
  isConverted(): boolean
  /**
   * The first `most` bytes, fewer where there are no more; `read` gives them again. `last`: they are all that there is.
   */
  head(most: number): Promise<{ readonly bytes: Uint8Array; readonly last: boolean }>
  /** The next bytes, as many as are there, up to some MB; null at the end. Valid until the next call. */
  read(): Promise<Uint8Array | null>
  close(): Promise<void>
}

/**
 * Opens a file or a pipe, or standard input (`-`). Throws a `BatchError` when it is missing, a folder, not allowed,
 * shorter than `start`, or, on reading, damaged.
 *
 * @param options.gzip whether it is compressed; by default where the name ends in `.gz`
 * @param options.start the byte of the text to begin at; what is compressed or converted is read up to there
 */
export async function openSource(
  path: string,
  { gzip = /\.gz$/i.test(path), start = 0 }: { gzip?: boolean; start?: number } = {},
): Promise<Source> {
  const stored = await openStored(path, gzip || (start > 0 && (await isConverted(path))) ? 0 : start)
  const { name, size } = stored
  let position = stored.skipped
  const counted = counting(stored.chunks, (bytes) => {
    position += bytes
  })
  let converted = false
  const told = (encoding: Encoding) => {
    converted = !isPlain(encoding)
  }
  const unpacked = gzip ? inflateGzip(counted, name) : counted
  const bytes = without(start - stored.skipped, stored.skipped === 0 ? inUtf8(unpacked, told) : unpacked, name)
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
    isConverted: () => converted,
    async head(most) {
      // One byte more tells whether the head is all.
      while (!ended && ahead.length <= most) ahead = joined([ahead, (await next()) ?? new Uint8Array(0)])
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

/** Whether the bytes of a file are not those of its text, so that no place in it can be chosen. */
async function isConverted(path: string): Promise<boolean> {
  // A pipe is read once.
  if (!(await stat(path).catch(() => null))?.isFile()) return false
  const stored = await openStored(path, 0)
  try {
    const { value } = await stored.chunks.next()
    return value !== undefined && !isPlain(encodingOf(value))
  } finally {
    await stored.close()
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

/** Fills bytes with those that a file has from `start` on, and returns how many there were. */
export async function readAt(file: FileHandle, into: Uint8Array, start: number): Promise<number> {
  for (let filled = 0; ; ) {
    const { bytesRead } = await file.read(into, filled, into.length - filled, start + filled)
    filled += bytesRead
    if (bytesRead === 0 || filled === into.length) return filled
  }
}

/** Bytes read of a file at once. */
const READ = 1 << 20

/** The bytes of an input as they are stored: compressed ones are not decompressed here. */
interface StoredBytes {
  /** The file, or `standard input`, for messages. */
  readonly name: string
  /** Bytes in all, when it was opened; null where it is unknown: standard input, pipes. */
  readonly size: number | null
  /** Bytes at the beginning that `chunks` leaves out. */
  readonly skipped: number
  /** Each chunk is valid until the next is requested. */
  readonly chunks: AsyncGenerator<Uint8Array>
  close(): Promise<void>
}

/**
 * Opens a file or a pipe; `-` is standard input. Where the place can be chosen, as in files, `chunks` begins at byte
 * `start`. Throws a `BatchError` when there is no such file, or it is a folder, or this user may not read it.
 */
async function openStored(path: string, start: number): Promise<StoredBytes> {
  if (path === '-') return standardInput()
  const file = await open(path).catch((error) => unreadable(path, error))
  try {
    const stats = await file.stat()
    // Reading would say so too, but not on every system.
    if (stats.isDirectory()) throw isFolder(path)
    const size = stats.isFile() ? stats.size : null
    const skipped = size === null ? 0 : start
    if (size !== null && start > size)
      throw new BatchError(`${path} has ${size} bytes: it is shorter than it was, there is no byte ${start}.`)
    const chunks = size === null ? readBlocks(path, file, null) : readBlocks(path, file, start)
    return { name: path, size, skipped, chunks, close: () => file.close() }
  } catch (error) {
    await file.close()
    throw error
  }
}

/** @param start null: whatever comes next, as from pipes */
async function* readBlocks(path: string, file: FileHandle, start: number | null): AsyncGenerator<Uint8Array> {
  const buffer = new Uint8Array(READ)
  let at = start
  while (true) {
    const { bytesRead } = await file.read(buffer, 0, READ, at).catch((error) => unreadable(path, error))
    if (bytesRead === 0) return
    if (at !== null) at += bytesRead
    yield buffer.subarray(0, bytesRead)
  }
}

function standardInput(): StoredBytes {
  const name = 'standard input'
  return {
    name,
    size: null,
    skipped: 0,
    chunks: readStandardInput(name),
    close: async () => void process.stdin.destroy(),
  }
}

async function* readStandardInput(name: string): AsyncGenerator<Uint8Array> {
  try {
    for await (const chunk of process.stdin) yield chunk as Uint8Array
  } catch (error) {
    unreadable(name, error)
  }
}

/** A batch reads one file; engines leave folders of many. */
export function isFolder(path: string): BatchError {
  const each = `${path.replace(/\/+$/, '')}/*.parquet`
  return new BatchError(
    `${path} is a folder: name a file, or score its files one by one, for example with for f in ${each}; do npx vicinage batch "$f" "$f.scored.parquet"; done.`,
  )
}

/**
 * What the system says when an input cannot be opened or read, as a `BatchError`; other errors are thrown as they are.
 */
export function unreadable(name: string, error: unknown): never {
  if (error instanceof BatchError) throw error
  const { code, message } = error as NodeJS.ErrnoException
  switch (code) {
    case 'ENOENT':
    case 'ENOTDIR':
      throw new BatchError(`There is no file ${name}.`)
    case 'EACCES':
    case 'EPERM':
      throw new BatchError(`${name} may not be read by this user.`)
    case 'EISDIR':
      throw isFolder(name)
    case undefined:
      throw error
    default:
      throw new BatchFailure(`${name} cannot be read: ${message}.`)
  }
}

/** How the text of an input is stored, where that is not UTF-8 in lines that end in line feeds. */
export interface Encoding {
  readonly charset: 'utf-8' | 'utf-16le' | 'utf-16be'
  /** Whether lines end in carriage returns alone, as old programs for the Macintosh wrote them. */
  readonly endsInReturns: boolean
}

/** Bytes that an encoding is found in. */
const LOOKED_AT = 1 << 20
/** Bytes in which UTF-16 without byte order mark has a zero in every other one. */
const ZEROS_IN = 256

const RETURN = 0x0d
const LINE_FEED = 0x0a

/** @param head the first bytes of an input */
export function encodingOf(head: Uint8Array): Encoding {
  const charset = charsetOf(head)
  const text = charset === 'utf-8' ? head : new TextEncoder().encode(new TextDecoder(charset).decode(head))
  const first = text.indexOf(RETURN)
  const endsInReturns = first >= 0 && first < text.length - 1 && !text.includes(LINE_FEED) && !text.includes(0)
  return { charset, endsInReturns }
}

export function isPlain({ charset, endsInReturns }: Encoding): boolean {
  return charset === 'utf-8' && !endsInReturns
}

/** By the byte order mark; without one, text of few letters beyond ASCII has a zero beside each of them. */
function charsetOf(head: Uint8Array): Encoding['charset'] {
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le'
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be'
  const start = head.subarray(0, Math.min(ZEROS_IN, head.length & ~1))
  const zeros = [0, 0]
  start.forEach((byte, at) => {
    if (byte === 0) zeros[at & 1]++
  })
  const most = 0.4 * start.length
  if (start.length >= 4 && zeros[0] === 0 && zeros[1] > most) return 'utf-16le'
  return start.length >= 4 && zeros[1] === 0 && zeros[0] > most ? 'utf-16be' : 'utf-8'
}

/** The text of an input from its beginning in UTF-8, with line feeds; `tell` is told first how it is stored. */
async function* inUtf8(
  chunks: AsyncGenerator<Uint8Array>,
  tell: (encoding: Encoding) => void,
): AsyncGenerator<Uint8Array> {
  let head = new Uint8Array(0)
  // A loop that is left would end `chunks`.
  for (let next = await chunks.next(); !next.done; next = await chunks.next()) {
    head = joined([head, next.value])
    if (head.length >= LOOKED_AT || (head.length > ZEROS_IN && head.includes(LINE_FEED))) break
  }
  const encoding = encodingOf(head)
  tell(encoding)
  yield* converted(head, chunks, encoding)
}

async function* converted(
  head: Uint8Array,
  rest: AsyncGenerator<Uint8Array>,
  encoding: Encoding,
): AsyncGenerator<Uint8Array> {
  const { charset, endsInReturns } = encoding
  const decoder = charset === 'utf-8' ? null : new TextDecoder(charset)
  const encoder = new TextEncoder()
  const convert = (bytes: Uint8Array, stream: boolean) => {
    const text = decoder === null ? bytes : encoder.encode(decoder.decode(bytes, { stream }))
    return endsInReturns ? text.map((byte) => (byte === RETURN ? LINE_FEED : byte)) : text
  }
  if (head.length > 0) yield convert(head, true)
  for await (const chunk of rest) yield isPlain(encoding) ? chunk : convert(chunk, true)
  if (decoder !== null) yield convert(new Uint8Array(0), false)
}
