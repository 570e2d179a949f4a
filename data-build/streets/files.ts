import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { unzipSync } from 'fflate'

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

/** A member of a zip. */
export interface ZipMember {
  readonly name: string
  readonly bytes: Uint8Array
}

/** More than any county's file; what declares more is broken or meant to fill the memory. */
export const MOST_BYTES = 2 ** 31

/**
 * The members of a zip whose names end in one of some extensions, inflated.
 * @throws StreetFileError when the zip is not whole
 */
export function zipMembers(bytes: Uint8Array, file: string, extensions: readonly string[]): ZipMember[] {
  const sizes = new Map<string, number>()
  let inflated: Record<string, Uint8Array>
  try {
    inflated = unzipSync(bytes, {
      filter: ({ name, originalSize }) => {
        if (!extensions.some((extension) => name.toLowerCase().endsWith(extension))) return false
        if (originalSize > MOST_BYTES) throw new Error(`${name} declares ${originalSize} bytes`)
        sizes.set(name, originalSize)
        return true
      },
    })
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new StreetFileError(`${file} is not a whole zip (${reason}): fetch it again.`, { cause })
  }
  return Object.entries(inflated).map(([name, content]) => {
    if (content.length !== sizes.get(name))
      throw new StreetFileError(
        `${file} > ${name} has ${content.length} bytes, expected ${sizes.get(name)} as the zip's directory says: fetch it again.`,
      )
    return { name, bytes: content }
  })
}

/** A file that no street layer can be built from: one sentence that names the file, what was found, and what was expected. */
export class StreetFileError extends Error {
  override readonly name = 'StreetFileError'
}
