import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

/** What a server said of the edition whose first bytes lie in a `.part` file. */
export interface Edition {
  readonly url: string
  readonly etag: string | null
  readonly lastModified: string | null
  /** Bytes of the whole file; null when the server does not say. */
  readonly total: number | null
}

/** A download under way: `<path>.part`, and `<path>.part.json` beside it that says of which edition. */
export class PartialFile {
  readonly path: string
  readonly #notes: string

  constructor(target: string) {
    this.path = `${target}.part`
    this.#notes = `${target}.part.json`
  }

  /** Bytes that lie on disk. */
  size(): number {
    return existsSync(this.path) ? statSync(this.path).size : 0
  }

  /** The edition, when there are bytes of this address that can be gone on with; else whatever is there is removed. */
  edition(url: string): Edition | null {
    const notes = this.#read()
    const size = this.size()
    const usable =
      notes !== null && notes.url === url && size > 0 && size <= (notes.total ?? size) && validatorOf(notes) !== null
    if (usable) return notes
    this.remove()
    return null
  }

  /** Begins a new one, empty. */
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

/** What If-Range takes: a strong entity tag, else the date; a weak tag may stand for other bytes (RFC 9110, 13.1.5). */
export function validatorOf({ etag, lastModified }: Pick<Edition, 'etag' | 'lastModified'>): string | null {
  return etag !== null && !etag.startsWith('W/') ? etag : lastModified
}
