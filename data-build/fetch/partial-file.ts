import { createHash } from 'node:crypto'
import {
  createReadStream,
  createWriteStream,
  existsSync,
  mkdirSync,
  openAsBlob,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { openZip } from '../read/zip.ts'
import type { PlannedFile } from './plan.ts'

/** Server's description of the edition whose first bytes are in a `.part` file. */
export interface Edition {
  readonly url: string
  readonly etag: string | null
  readonly lastModified: string | null
  /** Size of the whole file; null if the server does not say. */
  readonly total: number | null
}

/** A download in progress: `<path>.part`, and `<path>.part.json`, which describes its edition. */
export class PartialFile {
  readonly path: string
  readonly #notes: string

  constructor(target: string) {
    this.path = `${target}.part`
    this.#notes = `${target}.part.json`
  }

  /** Returns the number of bytes on disk. */
  size(): number {
    return existsSync(this.path) ? statSync(this.path).size : 0
  }

  /**
   * Returns the edition if the partial file came from this address and can be resumed. Otherwise removes the partial
   * file.
   */
  edition(url: string): Edition | null {
    const notes = this.#read()
    const size = this.size()
    const usable =
      notes !== null &&
      notes.url === url &&
      size > 0 &&
      size <= (notes.total ?? size) &&
      createValidator(notes) !== null
    if (usable) return notes
    this.remove()
    return null
  }

  /** Starts an empty file for a new edition. */
  begin(edition: Edition): void {
    this.remove()
    mkdirSync(dirname(this.path), { recursive: true })
    writeFileSync(this.#notes, `${JSON.stringify(edition)}\n`)
    writeFileSync(this.path, '')
  }

  remove(): void {
    rmSync(this.path, { force: true })
    rmSync(this.#notes, { force: true })
  }

  #read(): Edition | null {
    try {
      const { url, etag, lastModified, total } = JSON.parse(readFileSync(this.#notes, 'utf8')) as Partial<Edition>
      return typeof url === 'string'
        ? {
            url,
            etag: typeof etag === 'string' ? etag : null,
            lastModified: typeof lastModified === 'string' ? lastModified : null,
            total: typeof total === 'number' ? total : null,
          }
        : null
    } catch {
      return null
    }
  }
}

/**
 * Returns a validator for If-Range: a strong ETag, otherwise the Last-Modified date. A weak ETag may match different
 * bytes (RFC 9110, 13.1.5).
 */
export function createValidator({ etag, lastModified }: Pick<Edition, 'etag' | 'lastModified'>): string | null {
  return etag !== null && !etag.startsWith('W/') ? etag : lastModified
}

/** Size and checksum of a file in the folder. */
interface FileOnDisk {
  readonly bytes: number
  /** SHA-256 in hex. */
  readonly sha256: string
}

/**
 * Moves a checked download to its final name in one step. Depending on the catalog, the file is kept unchanged,
 * extracted from a zip or compressed.
 */
export async function placeFile(part: PartialFile, target: string, file: PlannedFile): Promise<FileOnDisk> {
  const written = await repacked(part.path, target, file)
  try {
    const onDisk = (await fileOnDisk(written)) as FileOnDisk
    renameSync(written, target)
    part.remove()
    return onDisk
  } finally {
    if (written !== part.path) rmSync(written, { force: true })
  }
}

/** Returns the size and SHA-256 of a file, or null if the file does not exist. */
export async function fileOnDisk(path: string): Promise<FileOnDisk | null> {
  if (!existsSync(path)) return null
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  return { bytes: (await stat(path)).size, sha256: hash.digest('hex') }
}

/** Converts the file to its stored form and returns the path of the result. */
async function repacked(part: string, target: string, file: PlannedFile): Promise<string> {
  const compress = file.path.endsWith('.gz') && file.kind !== 'gz' ? [createGzip({ level: 9 })] : []
  if (file.member === undefined && compress.length === 0) return part
  const draft = `${target}.new`
  try {
    const zip = file.member === undefined ? null : await openZip(await openAsBlob(part), file.path)
    const content = zip ? Readable.from(zip.member(file.member!).chunks()) : createReadStream(part)
    await pipeline([content, ...compress, createWriteStream(draft)])
    return draft
  } catch (error) {
    rmSync(draft, { force: true })
    throw error
  }
}
