import { openAsBlob } from 'node:fs'
import { open, readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { StreetFileError } from '../../src/library/user-data/streets.ts'
import { openZip } from '../read/zip.ts'

/**
 * Returns the inflated contents of a file: the shapefiles or tables of a zip, the table of a gzip file, or the file
 * itself.
 * @throws {StreetFileError | SourceError} when it cannot be read or is incomplete
 */
export async function fileMembers(file: string): Promise<ZipMember[]> {
  const unreadable = (cause: NodeJS.ErrnoException): never => {
    throw new StreetFileError(`${file} cannot be read: ${UNREADABLE[cause.code ?? ''] ?? cause.message}.`, { cause })
  }
  const mark = await firstBytes(file).catch(unreadable)
  // Every zip begins with "PK", and no table does.
  if (mark === 'PK') {
    const members = await zipMembers(file)
    if (members.length === 0) throw new StreetFileError(`${file} contains neither a shapefile nor a CSV file.`)
    const isShapefile = members.some(({ name }) => name.toLowerCase().endsWith('.shp'))
    return isShapefile ? members : members.filter(({ name }) => !name.toLowerCase().endsWith('.dbf'))
  }
  const bytes = await readFile(file).catch(unreadable)
  return mark === '\x1f\x8b'
    ? [{ name: basename(file, '.gz'), bytes: gunzipped(bytes, file) }]
    : [{ name: basename(file), bytes }]
}

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
  ERR_FS_FILE_TOO_LARGE: 'it is larger than 2 GiB; split it by county',
}

function gunzipped(bytes: Uint8Array, file: string): Uint8Array {
  try {
    return gunzipSync(bytes, { maxOutputLength: MAX_BYTES })
  } catch (cause) {
    throw new StreetFileError(`${file} is not a complete gzip file (${(cause as Error).message}): download it again.`, {
      cause,
    })
  }
}

/** A member of a zip. */
export interface ZipMember {
  readonly name: string
  readonly bytes: Uint8Array
}

/** Larger than any county's file. A zip that declares more is broken or malicious. */
const MAX_BYTES = 2 ** 31

const EXTENSIONS: readonly string[] = ['.shp', '.dbf', '.csv', '.txt']

/** Inflates the members of a zip that a street index can be built from. The zip itself stays on disk. */
async function zipMembers(file: string): Promise<ZipMember[]> {
  const inflated: ZipMember[] = []
  for (const member of (await openZip(await openAsBlob(file), file)).members) {
    if (!EXTENSIONS.some((extension) => member.name.toLowerCase().endsWith(extension))) continue
    if (member.size > MAX_BYTES) throw new StreetFileError(`${member.file} is larger than 2 GiB; split it by county.`)
    inflated.push({ name: member.name, bytes: await member.bytes() })
  }
  return inflated
}
