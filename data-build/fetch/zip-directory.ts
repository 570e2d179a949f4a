import { SourceError } from '../read/source-error.ts'

/** A member as the zip's directory describes it. */
export interface ZipEntry {
  readonly name: string
  /** 0 stored, 8 Deflate, 9 Deflate64; others cannot be inflated here. */
  readonly method: number
  readonly crc: number
  readonly packedBytes: number
  readonly bytes: number
  /** Where the packed bytes begin in the file. */
  readonly start: number
  readonly encrypted: boolean
}

/** Reads bytes of the file; throws what `damagedZip` gives when they lie outside of it. */
export type ReadBytes = (at: number, length: number) => Promise<Buffer>

const END = 0x06054b50
const END_64 = 0x06064b50
const LOCATOR_64 = 0x07064b50
const CENTRAL = 0x02014b50
const LOCAL = 0x04034b50
/** A count or an offset that stands in the zip64 record instead. */
const ELSEWHERE_16 = 0xffff
const ELSEWHERE_32 = 0xffffffff

/**
 * The members of a zip of `size` bytes, zip64 or not, by the directory at its end (PKWARE APPNOTE 4.3). Throws a
 * `SourceError` that names `file` when the zip is not whole or empty, or when a member would lie outside of it.
 */
export async function readZipDirectory(read: ReadBytes, size: number, file: string): Promise<readonly ZipEntry[]> {
  const { count, start, bytes } = await findDirectory(read, size, file)
  const entries: ZipEntry[] = []
  for (const { offset, ...entry } of listed(await read(start, bytes), count, file)) {
    entries.push({ ...entry, start: await dataStart(read, offset, entry.packedBytes, start, file) })
  }
  return entries
}

/** What is thrown for a zip that is cut off or overwritten. */
export function damagedZip(file: string): SourceError {
  return new SourceError({ file, found: 'not a whole zip', expectation: 'a zip archive with its directory at the end' })
}

async function findDirectory(read: ReadBytes, size: number, file: string) {
  const tailBytes = Math.min(size, 22 + 0xffff)
  const tail = await read(size - tailBytes, tailBytes)
  let at = tail.length - 22
  // The comment after the record must end where the file ends: else these four bytes are somebody's data.
  while (at >= 0 && !(tail.readUInt32LE(at) === END && at + 22 + tail.readUInt16LE(at + 20) === tail.length)) at--
  if (at < 0) throw damagedZip(file)
  const end = size - tailBytes + at
  const plain = {
    count: tail.readUInt16LE(at + 10),
    bytes: tail.readUInt32LE(at + 12),
    start: tail.readUInt32LE(at + 16),
  }
  const in64 = plain.count === ELSEWHERE_16 || plain.bytes === ELSEWHERE_32 || plain.start === ELSEWHERE_32
  if (!in64) return within(plain, end, file)
  const locator = await read(end - 20, 20)
  if (locator.readUInt32LE(0) !== LOCATOR_64) return within(plain, end, file)
  const record = await read(Number(locator.readBigUInt64LE(8)), 56)
  if (record.readUInt32LE(0) !== END_64) throw damagedZip(file)
  const wide = (offset: number) => Number(record.readBigUInt64LE(offset))
  return within({ count: wide(32), bytes: wide(40), start: wide(48) }, end, file)
}

function within(directory: { count: number; bytes: number; start: number }, end: number, file: string) {
  if (directory.start + directory.bytes > end || directory.count * 46 > directory.bytes) throw damagedZip(file)
  if (directory.count > 0) return directory
  throw new SourceError({ file, found: 'a zip without members', expectation: 'the published archive' })
}

function listed(directory: Buffer, count: number, file: string) {
  const entries: (Omit<ZipEntry, 'start'> & { readonly offset: number })[] = []
  let at = 0
  for (let i = 0; i < count; i++) {
    if (at + 46 > directory.length || directory.readUInt32LE(at) !== CENTRAL) throw damagedZip(file)
    const [nameBytes, extraBytes, commentBytes] = [28, 30, 32].map((field) => directory.readUInt16LE(at + field))
    const extraAt = at + 46 + nameBytes
    if (extraAt + extraBytes + commentBytes > directory.length) throw damagedZip(file)
    const [packedBytes, bytes, offset] = sizes(directory, at, directory.subarray(extraAt, extraAt + extraBytes), file)
    entries.push({
      name: directory.toString('utf8', at + 46, extraAt),
      method: directory.readUInt16LE(at + 10),
      crc: directory.readUInt32LE(at + 16),
      encrypted: (directory.readUInt16LE(at + 8) & 1) === 1,
      packedBytes,
      bytes,
      offset,
    })
    at = extraAt + extraBytes + commentBytes
  }
  return entries
}

/** Packed size, size and offset: what does not fit in 32 bits stands in the extra field 1, size first. */
function sizes(directory: Buffer, at: number, extra: Buffer, file: string): readonly [number, number, number] {
  let wide: Buffer = Buffer.alloc(0)
  for (let i = 0; i + 4 <= extra.length; i += 4 + extra.readUInt16LE(i + 2)) {
    if (extra.readUInt16LE(i) === 1) wide = extra.subarray(i + 4, i + 4 + extra.readUInt16LE(i + 2))
  }
  let next = 0
  const [bytes, packedBytes, offset] = [24, 20, 42].map((field) => {
    const value = directory.readUInt32LE(at + field)
    if (value !== ELSEWHERE_32) return value
    if (next + 8 > wide.length) throw damagedZip(file)
    next += 8
    return Number(wide.readBigUInt64LE(next - 8))
  })
  return [packedBytes, bytes, offset]
}

/** Where a member's packed bytes begin; all of them must lie before the directory. */
async function dataStart(read: ReadBytes, offset: number, packedBytes: number, directory: number, file: string) {
  const header = await read(offset, 30)
  if (header.readUInt32LE(0) !== LOCAL) throw damagedZip(file)
  const start = offset + 30 + header.readUInt16LE(26) + header.readUInt16LE(28)
  if (start + packedBytes > directory) throw damagedZip(file)
  return start
}
