import { createReadStream, openAsBlob } from 'node:fs'
import { open, stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { boundedBytes } from '../../src/base/bounded-bytes.ts'
import { StreetFileError } from '../../src/library/user-data/streets.ts'
import { SourceError } from '../read/source-error.ts'
import { gunzip } from '../read/source-folder.ts'
import { MAX_INFLATED, openZip } from '../read/zip.ts'

/**
 * Returns the decompressed contents of a file: the shapefiles or tables of a zip, the table of a gzip file, or the file
 * itself.
 * @throws {StreetFileError | SourceError} when the file cannot be read or is incomplete
 */
export async function fileMembers(file: string): Promise<ZipMember[]> {
  const unreadable = (cause: NodeJS.ErrnoException): never => {
    throw new StreetFileError(`${file} cannot be read: ${UNREADABLE[cause.code ?? ''] ?? cause.message}.`, { cause })
  }
  const mark = await firstBytes(file).catch(unreadable)
  // Every zip file begins with "PK", and no table does.
  if (mark === 'PK') {
    const members = await zipMembers(file)
    if (members.length === 0) throw new StreetFileError(`${file} contains neither a shapefile nor a CSV file.`)
    const isShapefile = members.some(({ name }) => name.toLowerCase().endsWith('.shp'))
    return isShapefile ? members : members.filter(({ name }) => !name.toLowerCase().endsWith('.dbf'))
  }
  const isGzip = mark === '\x1f\x8b'
  if (!isGzip && (await stat(file).catch(unreadable)).size > MAX_INFLATED) throw tooLarge(file)
  const pieces = isGzip ? gunzip(createReadStream(file), file) : createReadStream(file)
  const refuse = (): never => {
    throw tooLarge(file)
  }
  const bytes = await boundedBytes(tableOnly(pieces, file), { most: MAX_INFLATED, refuse }).catch((cause) => {
    if (cause instanceof StreetFileError) throw cause
    if (!(cause instanceof SourceError)) return unreadable(cause)
    throw new StreetFileError(`${file} is not a complete gzip file: download it again.`, { cause })
  })
  return [{ name: isGzip ? basename(file, '.gz') : basename(file), bytes }]
}

function tooLarge(file: string): StreetFileError {
  return new StreetFileError(`${file} is larger than ${MAX_INFLATED >> 20} MiB; split it by county.`)
}

/**
 * Yields the pieces of a table. The first piece shows whether the file is a table, so decompression of other files
 * stops there.
 * @throws {StreetFileError} when the first piece contains only whitespace
 */
async function* tableOnly(pieces: AsyncIterable<Uint8Array>, file: string): AsyncGenerator<Uint8Array> {
  let isFirst = true
  for await (const piece of pieces) {
    if (isFirst && piece.length > 0) {
      if (!piece.some((byte) => byte > SPACE))
        throw new StreetFileError(
          `${file} begins with ${piece.length} bytes of white space: it is not a table of addresses.`,
        )
      isFirst = false
    }
    yield piece
  }
}

const SPACE = 0x20

/** Reads the two bytes that distinguish zip, gzip and text. */
async function firstBytes(file: string): Promise<string> {
  const handle = await open(file)
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(2), 0, 2)
    return buffer.toString('latin1', 0, bytesRead)
  } finally {
    await handle.close()
  }
}

const UNREADABLE: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  EISDIR: 'it is a folder',
}

export interface ZipMember {
  readonly name: string
  readonly bytes: Uint8Array
}

const EXTENSIONS: readonly string[] = ['.shp', '.dbf', '.csv', '.txt']

/** Decompresses the zip members that a street index can be built from. The zip itself stays on disk. */
async function zipMembers(file: string): Promise<ZipMember[]> {
  const inflated: ZipMember[] = []
  for (const member of (await openZip(await openAsBlob(file), file)).members) {
    if (!EXTENSIONS.some((extension) => member.name.toLowerCase().endsWith(extension))) continue
    if (member.size > MAX_INFLATED) throw tooLarge(member.file)
    inflated.push({ name: member.name, bytes: await member.bytes() })
  }
  return inflated
}
