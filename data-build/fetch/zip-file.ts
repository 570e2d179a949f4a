import { createReadStream } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { Readable, Transform } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { setImmediate } from 'node:timers/promises'
import { crc32, createInflateRaw } from 'node:zlib'
import { inflate64 } from '../read/inflate64.ts'
import { SourceError } from '../read/source-error.ts'
import { damagedZip, type ReadBytes, readZipDirectory, type ZipEntry } from './zip-directory.ts'

/** A zip on disk, read with flat memory whatever its size (Deflate64 apart). */
export interface ZipFile {
  readonly entries: readonly ZipEntry[]
  /** Sends the inflated bytes of a member through the streams; throws a `SourceError` unless size and CRC hold. */
  send(entry: ZipEntry, ...through: (NodeJS.ReadWriteStream | NodeJS.WritableStream)[]): Promise<void>
}

/** Windows packs members of 2 GB and more with it. */
const DEFLATE_64 = 9

/** Whether a member's bytes can be checked. */
export function canInflate({ method }: ZipEntry): boolean {
  return method === 0 || method === 8 || method === DEFLATE_64
}

/**
 * The one member of that name, in whatever folder of the zip. Throws a `SourceError` when there is none, or several, or one
 * that cannot be inflated here.
 */
export function memberNamed(name: string, entries: readonly ZipEntry[], file: string): ZipEntry {
  const found = entries.filter((entry) => entry.name === name || entry.name.endsWith(`/${name}`))
  if (found.length === 1 && canInflate(found[0]) && !found[0].encrypted) return found[0]
  const names = entries.map((entry) => entry.name)
  const listed = `${names.slice(0, 8).join(', ')}${names.length > 8 ? ' …' : ''}`
  throw new SourceError({
    file,
    found: `a zip of ${listed}`,
    expectation: `one member ${name} in it, stored or deflated, without a password`,
  })
}

/** Reads the directory at the end of a zip. Throws a `SourceError` that names `file` when it is not whole. */
export async function openZipFile(path: string, file: string): Promise<ZipFile> {
  const handle = await open(path)
  try {
    const { size } = await handle.stat()
    const entries = await readZipDirectory(reader(handle, size, file), size, file)
    return { entries, send: (entry, ...through) => send(path, file, entry, through) }
  } finally {
    await handle.close()
  }
}

function reader(handle: FileHandle, size: number, file: string): ReadBytes {
  return async (at, length) => {
    if (!Number.isSafeInteger(at) || at < 0 || length < 0 || at + length > size) throw damagedZip(file)
    const buffer = Buffer.alloc(length)
    const { bytesRead } = await handle.read(buffer, 0, length, at)
    if (bytesRead !== length) throw damagedZip(file)
    return buffer
  }
}

async function send(
  path: string,
  file: string,
  entry: ZipEntry,
  through: readonly (NodeJS.ReadWriteStream | NodeJS.WritableStream)[],
): Promise<void> {
  const where = `${file} > ${entry.name}`
  const packed = () => createReadStream(path, { start: entry.start, end: entry.start + entry.packedBytes - 1 })
  const inflated = () => {
    if (entry.packedBytes === 0) return [Readable.from([])]
    if (entry.method === DEFLATE_64) return [Readable.from(deflate64(packed(), where), { objectMode: false })]
    return entry.method === 8 ? [packed(), createInflateRaw()] : [packed()]
  }
  try {
    await pipeline([...inflated(), verifier(entry, where), ...through])
  } catch (cause) {
    const code = (cause as { code?: string }).code ?? ''
    if (!/^Z_/.test(code)) throw cause
    const found = `the member does not inflate (${(cause as Error).message})`
    throw new SourceError({ file: where, found, expectation: 'an undamaged zip' }, { cause })
  }
}

/** The blocks of a Deflate64 member, which is held in memory while packed; other transfers go on between them. */
async function* deflate64(packed: Readable, file: string): AsyncGenerator<Uint8Array> {
  for (const block of inflate64(await buffer(packed), file)) {
    yield block
    await setImmediate()
  }
}

function verifier({ bytes, crc }: ZipEntry, file: string): Transform {
  let seen = 0
  let sum = 0
  const stop = () => {
    const found = `${seen} bytes with CRC ${hex(sum)}`
    return new SourceError({ file, found, expectation: `${bytes} bytes with CRC ${hex(crc)}, as the directory says` })
  }
  return new Transform({
    transform(chunk: Buffer, _, done) {
      seen += chunk.length
      sum = crc32(chunk, sum)
      if (seen > bytes) done(stop())
      else done(null, chunk)
    },
    flush: (done) => done(seen === bytes && sum === crc ? null : stop()),
  })
}

const hex = (value: number) => value.toString(16).padStart(8, '0')
