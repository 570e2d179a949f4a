import { type FileHandle, open } from 'node:fs/promises'
import { BatchError, BatchFailure } from '../rows.ts'

/** Bytes asked of a file at once. */
const READ = 1 << 20

/** The bytes of an input as they are stored: compressed ones are not decompressed here. */
export interface StoredBytes {
  /** The file, or `standard input`, for messages. */
  readonly name: string
  /** Bytes in all, when it was opened; null where nobody knows: standard input, pipes. */
  readonly size: number | null
  /** Bytes at the beginning that `chunks` leaves out. */
  readonly skipped: number
  /** Each chunk is valid until the next is asked for. */
  readonly chunks: AsyncGenerator<Uint8Array>
  close(): Promise<void>
}

/**
 * Opens a file or a pipe; `-` is standard input. Where the place can be chosen, as in files, `chunks` begins at byte
 * `start`. Throws a `BatchError` when there is no such file, or it is a folder, or this user may not read it.
 */
export async function openStored(path: string, start: number): Promise<StoredBytes> {
  if (path === '-') return standardInput()
  const file = await open(path).catch((error) => unreadable(path, error))
  try {
    const stats = await file.stat()
    // Reading would say so too, but not on every system.
    if (stats.isDirectory()) throw new BatchError(`${path} is a folder, name a file.`)
    const size = stats.isFile() ? stats.size : null
    const skipped = size === null ? 0 : start
    if (size !== null && start > size)
      throw new BatchError(`${path} has ${size} bytes: it is shorter than it was, there is no byte ${start}.`)
    const chunks = size === null ? chunksOf(path, file, null) : chunksOf(path, file, start)
    return { name: path, size, skipped, chunks, close: () => file.close() }
  } catch (error) {
    await file.close()
    throw error
  }
}

/** @param start null: whatever comes next, as from pipes */
async function* chunksOf(path: string, file: FileHandle, start: number | null): AsyncGenerator<Uint8Array> {
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
    chunks: chunksOfStandardInput(name),
    close: async () => void process.stdin.destroy(),
  }
}

async function* chunksOfStandardInput(name: string): AsyncGenerator<Uint8Array> {
  try {
    for await (const chunk of process.stdin) yield chunk as Uint8Array
  } catch (error) {
    unreadable(name, error)
  }
}

/** What the system says when an input cannot be opened or read, as a `BatchError`; other errors are thrown as they are. */
export function unreadable(name: string, error: unknown): never {
  const { code, message } = error as NodeJS.ErrnoException
  switch (code) {
    case 'ENOENT':
    case 'ENOTDIR':
      throw new BatchError(`There is no file ${name}.`)
    case 'EACCES':
    case 'EPERM':
      throw new BatchError(`${name} may not be read by this user.`)
    case 'EISDIR':
      throw new BatchError(`${name} is a folder, name a file.`)
    case undefined:
      throw error
    default:
      throw new BatchFailure(`${name} cannot be read: ${message}.`)
  }
}
