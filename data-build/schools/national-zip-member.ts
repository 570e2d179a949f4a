import { SourceError } from '../read/source-error.ts'

/** A member of a zip as it lies there. */
export interface CompressedMember {
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
export function compressedMember(zip: Uint8Array, file: string, name: RegExp): CompressedMember {
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
