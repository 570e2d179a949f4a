import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { StreetFileError } from './street-file-error.ts'
import { MOST_BYTES, type ZipMember, zipMembers } from './zip-members.ts'

/**
 * What a file holds, inflated: shapefiles or tables of a zip, the table of a gzip file, else the file itself.
 * @throws StreetFileError when it cannot be read or is not whole
 */
export async function fileMembers(file: string): Promise<ZipMember[]> {
  const bytes = await readFile(file).catch((cause: NodeJS.ErrnoException) => {
    throw new StreetFileError(`${file} cannot be read: ${UNREADABLE[cause.code ?? ''] ?? cause.message}.`, { cause })
  })
  if (bytes[0] === 0x1f && bytes[1] === 0x8b) return [{ name: basename(file, '.gz'), bytes: gunzipped(bytes, file) }]
  // "PK": every zip begins with it, and no table.
  if (bytes[0] !== 0x50 || bytes[1] !== 0x4b) return [{ name: basename(file), bytes }]
  const members = zipMembers(bytes, file, ['.shp', '.dbf', '.csv', '.txt'])
  if (members.length === 0)
    throw new StreetFileError(`${file} holds neither a shapefile nor a CSV, expected one of the two.`)
  return members.some(({ name }) => name.toLowerCase().endsWith('.shp'))
    ? members
    : members.filter(({ name }) => !name.toLowerCase().endsWith('.dbf'))
}

const UNREADABLE: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  EISDIR: 'it is a folder, expected a file',
  ERR_FS_FILE_TOO_LARGE: 'it is larger than 2 GiB; cut it by county',
}

function gunzipped(bytes: Uint8Array, file: string): Uint8Array {
  try {
    return gunzipSync(bytes, { maxOutputLength: MOST_BYTES })
  } catch (cause) {
    throw new StreetFileError(`${file} is not a whole gzip file (${(cause as Error).message}): fetch it again.`, {
      cause,
    })
  }
}
