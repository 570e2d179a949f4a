import { type FileHandle, open, stat } from 'node:fs/promises'
import { countLines, joined } from '../buffers.ts'
import { BatchError, BatchFailure } from '../errors.ts'
import { inflateGzip } from './gzip.ts'

/**
 * Text of an input from its beginning or a later position, after decompression and conversion to UTF-8. Carriage
 * returns become line feeds in files whose lines end in just carriage returns.
 */
export interface Source {
  /** Path of the file, or `standard input`, for messages. */
  readonly name: string
  /** Size of the stored file when it was opened. null if the size is unknown, as for standard input and pipes. */
  readonly size: number | null
  /** Position in the text at which this source begins, in bytes after decompression and conversion to UTF-8. */
  readonly start: number
  /** Returns the number of stored bytes that have been read or skipped, for reporting progress. */
  position(): number
  /**
   * Returns whether the text is converted: from UTF-16, or from lines that end in just carriage returns. Known after
   * `head` was called.
   */
  isConverted(): boolean
  /**
   * Returns the first `most` bytes, or fewer if the input is shorter. `read` returns the same bytes again. `last` means
   * that the input has no more bytes.
   */
  head(most: number): Promise<{ readonly bytes: Uint8Array; readonly last: boolean }>
  /** Counts the lines that begin before a position in the text. null if the input cannot be read again. */
  readonly linesBefore: ((end: number) => Promise<number>) | null
  /** Returns the next available bytes, up to a few MB, or null at the end. The bytes are valid until the next call. */
  read(): Promise<Uint8Array | null>
  close(): Promise<void>
}

/**
 * Opens a file, a pipe, or standard input (`-`). Throws a `BatchError` if the input is missing, is a folder, is not
 * readable by this user, is shorter than `start`, or turns out to be damaged.
 *
 * @param options.gzip whether the input is compressed; by default, true if the name ends in `.gz`
 * @param options.start position in the text to begin at; compressed or converted input is read up to this position
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
  const noteEncoding = (encoding: Encoding) => {
    converted = !isPlain(encoding)
  }
  const unpacked = gzip ? inflateGzip(counted, name) : counted
  const bytes = without(start - stored.skipped, stored.skipped === 0 ? inUtf8(unpacked, noteEncoding) : unpacked, name)
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
      // Reads one more byte, to learn whether the input continues after the head.
      while (!ended && ahead.length <= most) ahead = joined([ahead, (await next()) ?? new Uint8Array(0)])
      return { bytes: ahead.subarray(0, most), last: ahead.length <= most }
    },
    async read() {
      if (ahead.length === 0) return next()
      const first = ahead
      ahead = new Uint8Array(0)
      return first
    },
    linesBefore: size === null ? null : (end) => linesBefore(path, gzip, end),
    async close() {
      await stored.close()
      await bytes.return(undefined)
    },
  }
}

/** Counts the lines of a file that begin before a position in its text. */
async function linesBefore(path: string, gzip: boolean, end: number): Promise<number> {
  const source = await openSource(path, { gzip })
  try {
    let lines = 0
    for (let left = end; left > 0; ) {
      const bytes = await source.read()
      if (bytes === null) break
      lines += countLines(bytes.subarray(0, left))
      left -= bytes.length
    }
    return lines
  } finally {
    await source.close()
  }
}

/** Checks whether the text of a file has to be converted. If so, the file can only be read from its beginning. */
async function isConverted(path: string): Promise<boolean> {
  // A pipe can only be read once, so its encoding cannot be detected in advance.
  if (!(await stat(path).catch(() => null))?.isFile()) return false
  const stored = await openStored(path, 0)
  try {
    const { value } = await stored.chunks.next()
    return value !== undefined && !isPlain(getEncoding(value))
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

/** Skips the first `skip` bytes. */
async function* without(skip: number, chunks: AsyncIterable<Uint8Array>, name: string): AsyncGenerator<Uint8Array> {
  let left = skip
  for await (const chunk of chunks) {
    if (left < chunk.length) yield left === 0 ? chunk : chunk.subarray(left)
    left = Math.max(0, left - chunk.length)
  }
  if (left > 0) throw truncated(name, skip - left, skip)
}

/** Reads bytes from a position in a file into `into`. Returns the number of bytes read. */
export async function readAt(file: FileHandle, into: Uint8Array, start: number): Promise<number> {
  for (let filled = 0; ; ) {
    const { bytesRead } = await file.read(into, filled, into.length - filled, start + filled)
    filled += bytesRead
    if (bytesRead === 0 || filled === into.length) return filled
  }
}

/** Number of bytes to read at once. */
const READ = 1 << 20

/** Stored bytes of an input, without decompression. */
interface StoredBytes {
  /** Path of the file, or `standard input`, for messages. */
  readonly name: string
  /** Size in bytes when the input was opened. null if the size is unknown, as for standard input and pipes. */
  readonly size: number | null
  /** Number of bytes at the start that `chunks` does not contain. */
  readonly skipped: number
  /** Chunks of bytes. Each chunk is valid until the next is requested. */
  readonly chunks: AsyncGenerator<Uint8Array>
  close(): Promise<void>
}

/**
 * Opens a file or a pipe; `-` is standard input. If the input is a file, `chunks` begins at byte `start`. Throws a
 * `BatchError` if the file does not exist, is a folder, or is not readable by this user.
 */
async function openStored(path: string, start: number): Promise<StoredBytes> {
  if (path === '-') return standardInput()
  const file = await open(path).catch((error) => unreadable(path, error))
  try {
    const stats = await file.stat()
    // Not all systems report an error when a folder is read.
    if (stats.isDirectory()) throw isFolder(path)
    const size = stats.isFile() ? stats.size : null
    const skipped = size === null ? 0 : start
    if (size !== null && start > size) throw truncated(path, size, start)
    const chunks = size === null ? readBlocks(path, file, null) : readBlocks(path, file, start)
    return { name: path, size, skipped, chunks, close: () => file.close() }
  } catch (error) {
    await file.close()
    throw error
  }
}

/** @param start position to read from, or null to read the next bytes, as from a pipe */
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

/** Returns the first bytes of standard input without consuming them, or an empty array if there are none. */
export async function standardInputStart(): Promise<Uint8Array> {
  const { stdin } = process
  await new Promise<void>((resolve) => {
    for (const event of ['readable', 'end', 'error']) stdin.once(event, () => resolve())
  })
  const start: Buffer | null = stdin.read()
  if (start === null) return new Uint8Array(0)
  stdin.unshift(start)
  return start
}

async function* readStandardInput(name: string): AsyncGenerator<Uint8Array> {
  try {
    for await (const chunk of process.stdin) yield chunk as Uint8Array
  } catch (error) {
    unreadable(name, error)
  }
}

function truncated(name: string, size: number, start: number): BatchError {
  return new BatchError(
    `${name} was truncated: it has ${size} bytes, but the run continues at byte ${start}. Restore the file or start over.`,
  )
}

/** Creates the error for a folder. A batch reads a single file, but data engines write folders with many files. */
export function isFolder(path: string): BatchError {
  const pattern = `${path.replace(/\/+$/, '')}/*.parquet`
  return new BatchError(
    `${path} is a folder: name a file, or score its files one by one, for example with for f in ${pattern}; do npx vicinage batch "$f" "$f.scored.parquet"; done.`,
  )
}

/** Converts a system error from opening or reading an input to a `BatchError`. Rethrows other errors. */
export function unreadable(name: string, error: unknown): never {
  if (error instanceof BatchError) throw error
  const { code, message } = error as NodeJS.ErrnoException
  switch (code) {
    case 'ENOENT':
    case 'ENOTDIR':
      throw new BatchError(`There is no file ${name}.`)
    case 'EACCES':
    case 'EPERM':
      throw new BatchError(`${name} cannot be read: this user does not have permission.`)
    case 'EISDIR':
      throw isFolder(name)
    case undefined:
      throw error
    default:
      throw new BatchFailure(`${name} cannot be read: ${message}.`)
  }
}

/** Encoding of an input's stored text. */
export interface Encoding {
  readonly charset: 'utf-8' | 'utf-16le' | 'utf-16be'
  /** Whether lines end in just carriage returns, as in files of old Macintosh programs. */
  readonly endsInReturns: boolean
}

/** Number of bytes in which to detect the encoding. */
const LOOKED_AT = 1 << 20
/** Number of bytes in which UTF-16 without a byte order mark is detected. In such text, every other byte is zero. */
const ZEROS_IN = 256

const RETURN = 0x0d
const LINE_FEED = 0x0a

/** @param head the first bytes of an input */
export function getEncoding(head: Uint8Array): Encoding {
  const charset = detectCharset(head)
  const text = charset === 'utf-8' ? head : new TextEncoder().encode(new TextDecoder(charset).decode(head))
  const first = text.indexOf(RETURN)
  const endsInReturns = first >= 0 && first < text.length - 1 && !text.includes(LINE_FEED) && !text.includes(0)
  return { charset, endsInReturns }
}

export function isPlain({ charset, endsInReturns }: Encoding): boolean {
  return charset === 'utf-8' && !endsInReturns
}

/** Detects the encoding by the byte order mark, or by zeros next to ASCII letters. */
function detectCharset(head: Uint8Array): Encoding['charset'] {
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

/** Converts an input to UTF-8 with line feeds. Before the first chunk, calls `tell` with the encoding. */
async function* inUtf8(
  chunks: AsyncGenerator<Uint8Array>,
  tell: (encoding: Encoding) => void,
): AsyncGenerator<Uint8Array> {
  let head = new Uint8Array(0)
  // A `for await` loop would close `chunks` on `break`, but `converted` still reads the remaining chunks.
  for (let next = await chunks.next(); !next.done; next = await chunks.next()) {
    head = joined([head, next.value])
    if (head.length >= LOOKED_AT || (head.length > ZEROS_IN && head.includes(LINE_FEED))) break
  }
  const encoding = getEncoding(head)
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
