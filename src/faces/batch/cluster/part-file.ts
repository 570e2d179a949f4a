import { randomBytes } from 'node:crypto'
import { open, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import { BatchFailure } from '../errors.ts'
import type { TaskAnswer } from '../formats/format.ts'
import { readAt } from '../input/source.ts'
import type { Part, Run } from './run.ts'

/** Size in bytes of the checksum at the end of a part file. */
const CHECK = 4

const NEWLINE = 10

/** Header of a part file: one line of JSON. */
interface Head extends Omit<TaskAnswer, 'bytes'> {
  readonly run: string
  readonly piece: Part
}

/** Returns the file name of a part: `000123`. */
export function partName({ index }: Part): string {
  return String(index).padStart(6, '0')
}

export function partPath(run: Run, piece: Part): string {
  return join(run.parts, partName(piece))
}

/**
 * Writes an answer as a line of JSON, the bytes, and a little-endian CRC-32 of both. The file gets its final name when
 * it is complete. Every process that writes the same part writes the same contents.
 */
export async function writePart(run: Run, piece: Part, { bytes, ...summary }: TaskAnswer): Promise<void> {
  const head: Head = { run: run.id, piece, ...summary }
  const line = Buffer.from(`${JSON.stringify(head)}\n`)
  const check = Buffer.alloc(CHECK)
  check.writeUInt32LE(crc32(bytes, crc32(line)))
  const path = partPath(run, piece)
  const temporary = `${path}.${randomBytes(6).toString('hex')}`
  const file = await open(temporary, 'wx')
  try {
    for (const content of [line, bytes, check]) await file.writeFile(content)
    await file.close()
    await rename(temporary, path)
  } catch (error) {
    await file.close().catch(() => {})
    await rm(temporary, { force: true })
    throw error
  }
}

/**
 * Reads the answers from part files, one at a time. An answer is only valid until the next one is read, because both
 * use the same buffer.
 */
export class PartReader {
  #room = Buffer.alloc(0)

  /** Reads an answer. Returns null if the part is missing, incomplete, or from another run. */
  async read(run: Run, piece: Part): Promise<TaskAnswer | null> {
    const part = await this.#bytes(partPath(run, piece))
    if (part === null || part.length < CHECK) return null
    const end = part.length - CHECK
    if (crc32(part.subarray(0, end)) !== part.readUInt32LE(end)) return null
    const newline = part.indexOf(NEWLINE)
    const { run: id, piece: headPiece, ...head } = JSON.parse(part.toString('utf8', 0, newline)) as Head
    if (
      id !== run.id ||
      headPiece.index !== piece.index ||
      headPiece.start !== piece.start ||
      headPiece.end !== piece.end
    )
      return null
    return { ...head, bytes: part.subarray(newline + 1, end) as Uint8Array<ArrayBuffer> }
  }

  /** Reads a part into a reused buffer, because allocating memory for each part would take as long as reading it. */
  async #bytes(path: string): Promise<Buffer | null> {
    const file = await open(path).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return null
      throw unreadable(path, error)
    })
    if (file === null) return null
    try {
      const { size } = await file.stat()
      if (this.#room.length < size) this.#room = Buffer.alloc(size + (size >> 2))
      return this.#room.subarray(0, await readAt(file, this.#room.subarray(0, size), 0))
    } catch (error) {
      throw unreadable(path, error as Error)
    } finally {
      await file.close().catch(() => {}) // everything has been read
    }
  }
}

function unreadable(path: string, { message }: Error): BatchFailure {
  return new BatchFailure(`${path} cannot be read (${message}): fix the cause, then run the command again.`)
}
