import { createHash } from 'node:crypto'
import { createReadStream, existsSync, readdirSync, statSync } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { boundedBytes } from '../../src/base/bounded-bytes.ts'
import { getReason, SourceError } from './source-error.ts'
import { openTar } from './tar.ts'
import {
  buildArchive,
  MAX_INFLATED,
  type MemberPath,
  memberAt,
  openZip,
  type ZipArchive,
  type ZipMember,
} from './zip.ts'

/** A file that a build has read: its path in the folder, SHA-256 in hex and size on disk. */
export interface UsedFile {
  readonly path: string
  readonly sha256: string
  readonly bytes: number
}

/** Location of a table or layer: a path relative to the sources folder, or a member of a zip in that folder. */
export type SourcePath = string | { readonly zip: string; readonly member: MemberPath }

/**
 * Checks whether a path is a folder rather than a file.
 * @throws {SourceError} when the path does not exist
 */
export async function isFolder(path: string): Promise<boolean> {
  const stats = await stat(path).catch((cause: unknown) => {
    throw new SourceError({ file: path, found: getReason(cause), expectation: 'a readable file' }, { cause })
  })
  return stats.isDirectory()
}

/**
 * Inflates a gzip.
 * @throws {SourceError} when it is damaged, or inflates to more than any published file
 */
export function gunzipped(bytes: Uint8Array, file: string, most = MAX_INFLATED): Promise<Uint8Array> {
  return inflatedBytes(gunzip([bytes], file), file, most)
}

/**
 * Joins pieces of at most `most` bytes in total.
 * @throws {SourceError} when the pieces have more bytes
 */
export function inflatedBytes(pieces: AsyncIterable<Uint8Array>, file: string, most = MAX_INFLATED) {
  const refuse = (): never => {
    throw new SourceError({ file, found: `more than ${most} bytes`, expectation: 'fewer; split it' })
  }
  return boundedBytes(pieces, { most, refuse })
}

/**
 * Inflates a gzip stream piece by piece.
 * @throws {SourceError} when it is damaged
 */
export async function* gunzip(
  pieces: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
  file: string,
): AsyncGenerator<Uint8Array> {
  const source = Readable.from(pieces, { objectMode: true })
  const inflate = createGunzip({ chunkSize: PIECE })
  // `pipe` does not forward errors, so an error in the source has to end the output stream as well.
  source.on('error', (error) => inflate.destroy(error))
  source.pipe(inflate)
  try {
    for await (const piece of inflate) yield piece
  } catch (cause) {
    if (cause instanceof SourceError) throw cause
    const found = `not a complete gzip file (${getReason(cause)})`
    throw new SourceError({ file, found, expectation: 'a complete gzip file; download the file again' }, { cause })
  } finally {
    source.destroy()
    inflate.destroy()
  }
}

/** Number of bytes to read and inflate at once. */
const PIECE = 1 << 18

/** The folder of published files. It reads files, records which files it read, and never writes. */
export class SourceFolder {
  readonly directory: string
  readonly #used = new Map<string, UsedFile>()

  constructor(directory: string) {
    this.directory = directory
  }

  /**
   * Returns the bytes of a file, inflated if its name ends in `.gz`. Throws a `SourceError` if it is missing or
   * truncated.
   */
  async bytes(path: string): Promise<Uint8Array> {
    const raw = await this.#raw(path)
    if (!path.endsWith('.gz')) return raw
    return gunzipped(raw, path)
  }

  /**
   * Returns a file or zip member in pieces, inflated if it is a gzip, regardless of its name. A file only counts as
   * used once it has been read completely. The pieces throw a `SourceError` if it is missing or damaged.
   */
  async pieces(path: SourcePath): Promise<{ readonly file: string; readonly pieces: AsyncIterable<Uint8Array> }> {
    if (typeof path === 'string') return { file: path, pieces: this.#pieces(path) }
    const member = await memberAt(await this.archive(path.zip), path.member)
    return { file: member.file, pieces: member.chunks() }
  }

  async *#pieces(path: string): AsyncGenerator<Uint8Array> {
    const raw = this.#stored(path)
    const first = await raw.next()
    if (first.done) return
    const all = (async function* () {
      yield first.value
      yield* raw
    })()
    if (first.value[0] === 0x1f && first.value[1] === 0x8b) yield* gunzip(all, path)
    else yield* all
  }

  async *#stored(path: string): AsyncGenerator<Uint8Array> {
    const hash = createHash('sha256')
    let bytes = 0
    try {
      for await (const piece of createReadStream(join(this.directory, path), { highWaterMark: PIECE })) {
        hash.update(piece)
        bytes += piece.length
        yield piece
      }
    } catch (cause) {
      throw this.#unreadable(path, cause)
    }
    if (!this.#used.has(path)) this.#used.set(path, { path, sha256: hash.digest('hex'), bytes })
  }

  #unreadable(path: string, cause: unknown): SourceError {
    const found = this.has(path) ? `the file cannot be read (${getReason(cause)})` : 'no such file'
    return new SourceError({ file: path, found, expectation: `it in ${this.directory}` }, { cause })
  }

  /**
   * Opens a zip or `.tar.gz` in the folder. Members of a zip are inflated on demand. For a loose `.shp`, opens the
   * files beside it with the same name.
   */
  async archive(path: string): Promise<ZipArchive> {
    if (/\.shp$/i.test(path)) return this.#beside(path)
    return path.endsWith('.tar.gz') ? openTar(await this.bytes(path), path) : openZip(await this.#raw(path), path)
  }

  /** Returns the bytes of one member of a zip. If `member` is a list of names, it leads through nested zips. */
  async member(zipPath: string, member: MemberPath): Promise<Uint8Array> {
    return (await memberAt(await this.archive(zipPath), member)).bytes()
  }

  /** Returns the bytes of a file or zip member, and its name for errors. */
  async open(path: SourcePath): Promise<{ readonly file: string; readonly bytes: Uint8Array }> {
    if (typeof path === 'string') return { file: path, bytes: await this.bytes(path) }
    const member = await memberAt(await this.archive(path.zip), path.member)
    return { file: member.file, bytes: await member.bytes() }
  }

  has(path: string): boolean {
    return existsSync(join(this.directory, path))
  }

  /** Lists the files directly in a folder by their paths relative to the sources folder, in code-unit order. */
  list(directory: string): readonly string[] {
    if (!this.has(directory)) {
      throw new SourceError({ file: directory, found: 'no such folder', expectation: `it in ${this.directory}` })
    }
    return readdirSync(join(this.directory, directory), { withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => `${directory.replace(/\/+$/, '')}/${entry.name}`)
      .sort()
  }

  /** Lists the files read so far in code-unit order of their paths. */
  used(): readonly UsedFile[] {
    return [...this.#used.values()].sort((a, b) => (a.path < b.path ? -1 : 1))
  }

  async #beside(path: string): Promise<ZipArchive> {
    const stem = basename(path).replace(/\.shp$/i, '.')
    // Throws an error that names the file if it is missing.
    await this.#raw(path)
    const members = this.list(dirname(path)).flatMap((file): ZipMember[] => {
      const name = basename(file)
      if (!name.startsWith(stem) || !/^[a-z]+$/i.test(name.slice(stem.length))) return []
      const bytes = () => this.#raw(file)
      const chunks = async function* () {
        yield await bytes()
      }
      const { size } = statSync(join(this.directory, file))
      return [{ file, name, size, encrypted: false, supported: true, bytes, chunks }]
    })
    return buildArchive(members, path)
  }

  async #raw(path: string): Promise<Uint8Array> {
    let raw: Uint8Array
    try {
      const { size } = await stat(join(this.directory, path))
      if (size > MAX_INFLATED)
        throw new SourceError({ file: path, found: `${size} bytes`, expectation: `at most ${MAX_INFLATED}; split it` })
      raw = await readFile(join(this.directory, path))
    } catch (cause) {
      throw cause instanceof SourceError ? cause : this.#unreadable(path, cause)
    }
    if (!this.#used.has(path)) {
      const sha256 = createHash('sha256').update(raw).digest('hex')
      this.#used.set(path, { path, sha256, bytes: raw.length })
    }
    return raw
  }
}
