import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { StreetFileError } from '../../src/geocode/streets/building.ts'
import { openZip } from '../read/zip.ts'

/**
 * The contents of a file, inflated: shapefiles or tables of a zip, the table of a gzip file, else the file itself.
 * @throws {StreetFileError | SourceError} when it cannot be read or is not complete
 */
export async function fileMembers(file: string): Promise<ZipMember[]> {
  const bytes = await readFile(file).catch((cause: NodeJS.ErrnoException) => {
    throw new StreetFileError(`${file} cannot be read: ${UNREADABLE[cause.code ?? ''] ?? cause.message}.`, { cause })
  })
  if (bytes[0] === 0x1f && bytes[1] === 0x8b) return [{ name: basename(file, '.gz'), bytes: gunzipped(bytes, file) }]
  // "PK": every zip begins with it, and no table.
  if (bytes[0] !== 0x50 || bytes[1] !== 0x4b) return [{ name: basename(file), bytes }]
  const members = await zipMembers(bytes, file)
  if (members.length === 0) throw new StreetFileError(`${file} contains neither a shapefile nor a CSV file.`)
  return members.some(({ name }) => name.toLowerCase().endsWith('.shp'))
    ? members
    : members.filter(({ name }) => !name.toLowerCase().endsWith('.dbf'))
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

/** More than any county's file; a zip that declares more is broken or malicious. */
const MAX_BYTES = 2 ** 31

const EXTENSIONS: readonly string[] = ['.shp', '.dbf', '.csv', '.txt']

/** The members of a zip that a street layer can be made of, inflated. */
async function zipMembers(bytes: Uint8Array, file: string): Promise<ZipMember[]> {
  const inflated: ZipMember[] = []
  for (const member of (await openZip(bytes, file)).members) {
    if (!EXTENSIONS.some((extension) => member.name.toLowerCase().endsWith(extension))) continue
    if (member.size > MAX_BYTES) throw new StreetFileError(`${member.file} is larger than 2 GiB; split it by county.`)
    inflated.push({ name: member.name, bytes: await member.bytes() })
  }
  return inflated
}
