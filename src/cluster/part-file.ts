import { randomBytes } from 'node:crypto'
import { open, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import type { TaskAnswer } from '../batch/task.ts'
import type { Piece, Run } from './run.ts'

/** Bytes of the checksum at the end. */
const CHECK = 4

const NEWLINE = 10

/** What stands before the bytes of a part, on one line of JSON. */
interface Head extends Omit<TaskAnswer, 'bytes'> {
  readonly run: string
  readonly piece: Piece
}

/** The name of a part in its folder: `000123`. */
export function partName({ index }: Piece): string {
  return String(index).padStart(6, '0')
}

export function partPath(run: Run, piece: Piece): string {
  return join(run.parts, partName(piece))
}

/**
 * Writes an answer: a line of JSON, the bytes, and the CRC-32 of both, little-endian. It appears under its name when it is complete;
 * whoever writes it, and however often, it is the same.
 */
export async function writePart(run: Run, piece: Piece, { bytes, ...known }: TaskAnswer): Promise<void> {
  const head: Head = { run: run.id, piece, ...known }
  const line = Buffer.from(`${JSON.stringify(head)}\n`)
  const check = Buffer.alloc(CHECK)
  check.writeUInt32LE(crc32(bytes, crc32(line)))
  const path = partPath(run, piece)
  const temporary = `${path}.${randomBytes(6).toString('hex')}`
  const file = await open(temporary, 'wx')
  try {
    for (const some of [line, bytes, check])
      for (let at = 0; at < some.length; ) at += (await file.write(some, at)).bytesWritten
    await file.close()
    await rename(temporary, path)
  } catch (error) {
    await file.close().catch(() => {})
    await rm(temporary, { force: true })
    throw error
  }
}

/** Reads an answer; null where there is none, or it is torn, or of another run. */
export async function readPart(run: Run, piece: Piece): Promise<TaskAnswer | null> {
  const file = await readFile(partPath(run, piece)).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw error
  })
  if (file === null || file.length < CHECK) return null
  const end = file.length - CHECK
  if (crc32(file.subarray(0, end)) !== file.readUInt32LE(end)) return null
  const newline = file.indexOf(NEWLINE)
  const { run: id, piece: of, ...known } = JSON.parse(file.toString('utf8', 0, newline)) as Head
  if (id !== run.id || of.index !== piece.index || of.start !== piece.start || of.end !== piece.end) return null
  return { ...known, bytes: file.subarray(newline + 1, end) as Uint8Array<ArrayBuffer> }
}
