import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream, existsSync, renameSync, rmSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import type { PartialFile } from './partial-file.ts'
import type { PlannedFile } from './plan.ts'
import { memberNamed, openZipFile } from './zip-file.ts'

/** A file as it lies in the folder. */
export interface Lying {
  readonly bytes: number
  /** In hex. */
  readonly sha256: string
}

/**
 * Puts a checked download under its name in one step: as it came, or, where the catalogue says so, the one member of a zip
 * or the text compressed.
 */
export async function placeFile(part: PartialFile, target: string, file: PlannedFile): Promise<Lying> {
  const made = await repacked(part.path, target, file)
  try {
    const lying = (await lyingAt(made)) as Lying
    renameSync(made, target)
    part.remove()
    return lying
  } finally {
    if (made !== part.path) rmSync(made, { force: true })
  }
}

/** Size and SHA-256 of a file, null when there is none. */
export async function lyingAt(path: string): Promise<Lying | null> {
  if (!existsSync(path)) return null
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  return { bytes: (await stat(path)).size, sha256: hash.digest('hex') }
}

/** Where the file lies in the form that the folder keeps. */
async function repacked(part: string, target: string, file: PlannedFile): Promise<string> {
  const compress = file.path.endsWith('.gz') && file.kind !== 'gz' ? [createGzip({ level: 9 })] : []
  if (file.member === undefined && compress.length === 0) return part
  const made = `${target}.new`
  try {
    if (file.member === undefined) await pipeline([createReadStream(part), ...compress, createWriteStream(made)])
    else {
      const zip = await openZipFile(part, file.path)
      const entry = memberNamed(file.member, zip.entries, file.path)
      await zip.send(entry, ...compress, createWriteStream(made))
    }
    return made
  } catch (error) {
    rmSync(made, { force: true })
    throw error
  }
}
