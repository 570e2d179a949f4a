import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { unzipSync } from 'fflate'
import { StreetFileError } from '../../src/geocode/streets/building.ts'

/**
 * The contents of a file, inflated: shapefiles or tables of a zip, the table of a gzip file, else the file itself.
 * @throws StreetFileError when it cannot be read or is not complete
 */
export async function fileMembers(file: string): Promise<ZipMember[]> {
  const bytes = await readFile(file).catch((cause: NodeJS.ErrnoException) => {
    throw new StreetFileError(`${file} cannot be read: ${UNREADABLE[cause.code ?? ''] ?? cause.message}.`, { cause })
  })
  if (bytes[0] === 0x1f && bytes[1] === 0x8b) return [{ name: basename(file, '.gz'), bytes: gunzipped(bytes, file) }]
  // "PK": every zip begins with it, and no table.
  if (bytes[0] !== 0x50 || bytes[1] !== 0x4b) return [{ name: basename(file), bytes }]
  const members = zipMembers(bytes, file, ['.shp', '.dbf', '.csv', '.txt'])
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

/**
 * The members of a zip whose names end in one of some extensions, inflated.
 * @throws StreetFileError when the zip is not whole
 */
function zipMembers(bytes: Uint8Array, file: string, extensions: readonly string[]): ZipMember[] {
  const sizes = new Map<string, number>()
  let inflated: Record<string, Uint8Array>
  try {
    inflated = unzipSync(bytes, {
      filter: ({ name, originalSize }) => {
        if (!extensions.some((extension) => name.toLowerCase().endsWith(extension))) return false
        if (originalSize > MAX_BYTES) throw new Error(`${name} declares ${originalSize} bytes`)
        sizes.set(name, originalSize)
        return true
      },
    })
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new StreetFileError(`${file} is not a complete zip (${reason}): download it again.`, { cause })
  }
  return Object.entries(inflated).map(([name, content]) => {
    if (content.length !== sizes.get(name))
      throw new StreetFileError(
        `${file} > ${name} has ${content.length} bytes, expected ${sizes.get(name)} as the zip's directory says: download it again.`,
      )
    return { name, bytes: content }
  })
}
