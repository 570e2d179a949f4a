import { createHash } from 'node:crypto'
import { type FileHandle, open, stat } from 'node:fs/promises'
import { BatchError } from '../errors.ts'
import { isFolder, readAt, unreadable } from './source.ts'

/** Number of bytes to hash at each end of the file. */
const END = 64 << 10

/** Identifies an input file and its state. Serializable as JSON. */
export interface InputIdentity {
  readonly size: number
  /** Time of the last modification: ISO 8601, UTC. */
  readonly modified: string
  /** SHA-256 of the first 64 kB. */
  readonly first: string
  /** SHA-256 of the last 64 kB. */
  readonly last: string
}

/**
 * Returns the identity of a file. Returns null for standard input (`-`) and pipes, which have no earlier state to
 * compare. Throws a `BatchError` if the file cannot be read.
 */
export async function inputIdentity(path: string): Promise<InputIdentity | null> {
  if (path === '-') return null
  try {
    const stats = await stat(path)
    if (stats.isDirectory()) throw isFolder(path)
    if (!stats.isFile()) return null
    const file = await open(path)
    try {
      const { size, mtimeNs } = await file.stat({ bigint: true })
      const bytes = Number(size)
      return {
        size: bytes,
        modified: asTime(mtimeNs),
        first: await digest(file, 0, Math.min(END, bytes)),
        last: await digest(file, Math.max(0, bytes - END), bytes),
      }
    } finally {
      await file.close()
    }
  } catch (error) {
    unreadable(path, error)
  }
}

/** Throws a `BatchError` if the file was changed or removed since it was identified. Called after the last chunk. */
export async function checkUnchanged(path: string, identity: InputIdentity): Promise<void> {
  const now = await stat(path, { bigint: true }).catch(() => null)
  if (now !== null && Number(now.size) === identity.size && asTime(now.mtimeNs) === identity.modified) return
  throw new BatchError(
    `${path} ${now === null ? 'was removed' : 'changed'} while being read, so the output was discarded. Start over with --force once the file no longer changes.`,
  )
}

async function digest(file: FileHandle, start: number, end: number): Promise<string> {
  const bytes = new Uint8Array(end - start)
  const filled = await readAt(file, bytes, start)
  return createHash('sha256').update(bytes.subarray(0, filled)).digest('hex')
}

/** Formats a time with nanoseconds, which a Date does not have. */
function asTime(nanoseconds: bigint): string {
  const seconds = nanoseconds / 1_000_000_000n
  const fraction = String(nanoseconds % 1_000_000_000n).padStart(9, '0')
  return new Date(Number(seconds) * 1000).toISOString().replace('.000Z', `.${fraction}Z`)
}
