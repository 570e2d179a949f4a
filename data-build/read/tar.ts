import { SourceError } from './source-error.ts'
import { buildArchive, type ZipArchive, type ZipMember } from './zip.ts'

/** Size of a header in bytes. Members are padded to a multiple of this size. */
const BLOCK = 512

/**
 * Opens a tar archive in memory (POSIX ustar with plain files whose names have at most 255 bytes; folders are skipped).
 * Throws a `SourceError` that names `file` if it is truncated or not a tar archive.
 */
export function openTar(bytes: Uint8Array, file: string): ZipArchive {
  const members: ZipMember[] = []
  for (let at = 0; at + BLOCK <= bytes.length && bytes[at] !== 0; ) {
    const header = bytes.subarray(at, at + BLOCK)
    if (textIn(header, 257, 5) !== 'ustar') {
      throw new SourceError({ file, found: `no header at byte ${at}`, expectation: 'a tar archive (ustar)' })
    }
    const size = Number.parseInt(textIn(header, 124, 12), 8)
    const start = at + BLOCK
    if (!(start + size <= bytes.length)) {
      const found = `${bytes.length} bytes, but a member ends at ${start + size}`
      throw new SourceError({ file, found, expectation: 'a complete tar archive; download the file again' })
    }
    const prefix = textIn(header, 345, 155)
    const name = `${prefix === '' ? '' : `${prefix}/`}${textIn(header, 0, 100)}`
    const type = textIn(header, 156, 1)
    if (type === '' || type === '0') members.push(getMember(name, bytes.subarray(start, start + size), file))
    at = start + Math.ceil(size / BLOCK) * BLOCK
  }
  return buildArchive(members, file)
}

function getMember(name: string, content: Uint8Array, archive: string): ZipMember {
  return {
    file: `${archive} > ${name}`,
    name,
    size: content.length,
    encrypted: false,
    supported: true,
    async *chunks() {
      yield content
    },
    // The content is copied, because readers expect bytes at the start of their own buffer.
    bytes: async () => content.slice(),
  }
}

/** Returns the Latin-1 text of a field, up to its first zero byte. */
function textIn(header: Uint8Array, offset: number, length: number): string {
  const field = header.subarray(offset, offset + length)
  const end = field.indexOf(0)
  return String.fromCharCode(...field.subarray(0, end < 0 ? length : end)).trim()
}
