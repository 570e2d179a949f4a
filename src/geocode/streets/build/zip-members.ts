import { unzipSync } from 'fflate'
import { StreetFileError } from './street-file-error.ts'

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
