import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { getReason, SourceError } from '../read/source-error.ts'

/** Entry of a file in the folder's `fetched.json`. */
export interface FetchedFile {
  /** Path in the sources folder. */
  readonly path: string
  /** Source id. */
  readonly source: string
  /** Address in the catalog. */
  readonly url: string
  /** Address that responded after redirects. */
  readonly finalUrl: string
  /**
   * Size in bytes of the file in the folder. It differs from `servedBytes`, the size that was received, if the file was
   * compressed or extracted after the download.
   */
  readonly bytes: number
  readonly sha256: string
  readonly servedBytes: number
  readonly etag: string | null
  readonly lastModified: string | null
  /** Time of the download, ISO 8601 in UTC. */
  readonly time: string
}

const NAME = 'fetched.json'

/** List of a folder's downloaded files and where they came from. Each change is written to disk immediately. */
export class FetchedRecord {
  readonly #directory: string
  readonly #files: Map<string, FetchedFile>

  /**
   * Throws a `SourceError` if the folder's list is not readable, because otherwise all files would be fetched again.
   */
  constructor(directory: string) {
    this.#directory = directory
    this.#files = new Map(readFiles(join(directory, NAME)).map((file) => [file.path, file]))
  }

  get(path: string): FetchedFile | undefined {
    return this.#files.get(path)
  }

  /** Checks whether any file in the list satisfies a condition. */
  has(isMeant: (file: FetchedFile) => boolean): boolean {
    return [...this.#files.values()].some(isMeant)
  }

  put(file: FetchedFile): void {
    this.#files.set(file.path, file)
    const files = [...this.#files.values()].sort((a, b) => (a.path < b.path ? -1 : 1))
    const target = join(this.#directory, NAME)
    mkdirSync(this.#directory, { recursive: true })
    writeFileSync(`${target}.new`, `${JSON.stringify({ format: 1, files }, null, 2)}\n`)
    renameSync(`${target}.new`, target)
  }
}

function readFiles(path: string): readonly FetchedFile[] {
  if (!existsSync(path)) return []
  try {
    const { format, files } = JSON.parse(readFileSync(path, 'utf8')) as { format: unknown; files: unknown }
    if (format !== 1 || !Array.isArray(files)) throw new Error(`format ${String(format)}`)
    for (const file of files as FetchedFile[]) {
      if (typeof file.path !== 'string' || typeof file.sha256 !== 'string' || typeof file.url !== 'string') {
        throw new Error('an entry without path, sha256 or url')
      }
    }
    return files as FetchedFile[]
  } catch (cause) {
    const expectation = 'a list of the downloaded files; delete this list to download every file again'
    throw new SourceError({ file: path, found: `not readable (${getReason(cause)})`, expectation }, { cause })
  }
}

/** The part of `dist-data/sources.json` that lists the files used to build the bundles. */
export interface BuiltFrom {
  readonly sources: readonly {
    readonly id: string
    readonly files: readonly { readonly path: string; readonly sha256: string }[]
  }[]
}

/** Comparison of a source's downloaded files with the files used to build the bundles. */
export interface SinceBuild {
  readonly source: string
  /** Number of files with the same SHA-256 as a file used in the build, under any name. */
  readonly same: number
  /** Number of files with the name of a file used in the build, but a different SHA-256. */
  readonly other: number
  /** Number of files with neither the name nor the SHA-256 of a file used in the build. */
  readonly fresh: number
}

/** Counts the changes since the bundles were built, with one entry per source in the order of the files. */
export function sinceBuild({ sources }: BuiltFrom, files: readonly FetchedFile[]): readonly SinceBuild[] {
  return [...new Set(files.map((file) => file.source))].map((source) => {
    const built = sources.find((entry) => entry.id === source)?.files ?? []
    let same = 0
    let other = 0
    let fresh = 0
    for (const file of files) {
      if (file.source !== source) continue
      if (built.some(({ sha256 }) => sha256 === file.sha256)) same++
      else if (built.some(({ path }) => path === file.path)) other++
      else fresh++
    }
    return { source, same, other, fresh }
  })
}

/** Summarizes the changes: "2 unchanged, 1 changed, 1 new". */
export function sinceText({ same, other, fresh }: SinceBuild): string {
  const parts = [same && `${same} unchanged`, other && `${other} changed`, fresh && `${fresh} new`]
  return parts.filter((part) => part !== 0).join(', ')
}
