import { basename } from 'node:path'
import type { DimensionId } from '../../src/answers/dimensions/catalog.ts'

/**
 * Use of a source: a score dimension; data that several dimensions share (areas and where people live); schools and
 * districts; a layer of the geocoder; or the background of maps. No answer uses `validation` sources.
 */
export type Feed =
  | 'geography'
  | DimensionId
  | 'schools'
  | 'districts'
  | 'areas'
  | 'places'
  | 'public-places'
  | 'neighborhoods'
  | 'neighborhoods-zillow'
  | 'neighborhoods-gnis'
  | 'landmarks'
  | 'base-map'
  | 'streets'
  | 'streets-brands'
  | 'validation'

/** Published files of one kind: who made them, what they are, and what they are used for. */
export interface Source {
  readonly id: string
  readonly agency: string
  readonly title: string
  /** Path in the sources folder. `*` matches any part of a name, `{a,b}` one of several. */
  readonly path: string
  /** Page or file of the agency. */
  readonly address: string
  /** Period that the data describes, not the date of the copy. */
  readonly vintage: string
  readonly license: string
  /** Files in `catalog/licenses` whose texts must accompany the data; `sources.json` carries them. */
  readonly licenseTexts?: readonly string[]
  /** Copyright notice that must accompany the data: its name in `sources.json`, and its path among the source files. */
  readonly copyright?: { readonly name: string; readonly path: string }
  /** How the file that the package was built from was cut or changed, if it differs from the published one. */
  readonly cut?: string
  /** What has changed at the source since that edition. */
  readonly note?: string
  readonly feeds: readonly Feed[]
  /**
   * Files that `npm run data:fetch` can download from the agency itself. Without them, the source is downloaded by
   * hand.
   */
  readonly downloads?: readonly Download[]
}

/**
 * A file that an agency serves at a fixed address. `{fips}` in `url`, `path` and `member` stands for the two-digit code
 * of a state, with one file for each requested state.
 */
export interface Download {
  readonly url: string
  /** Other addresses of the same file, tried in order if this one fails. */
  readonly also?: readonly string[]
  /**
   * Path in the sources folder. If it ends in `.gz` and the served file is not compressed, the file is compressed when
   * it is stored.
   */
  readonly path: string
  /** Format of the served file. */
  readonly kind: 'zip' | 'gz' | 'xlsx' | 'csv' | 'text'
  /** Minimum size in bytes, about half of the smallest known edition. A smaller response is not the file. */
  readonly leastBytes: number
  /** Name of the one member of a served zip that is kept. */
  readonly member?: string
  /** Postal codes of the only states that it covers. Without them, it covers the nation or the state in the address. */
  readonly states?: readonly string[]
  /** Reason why the file may be missing for a state, so that "not found" is not a failure. */
  readonly mayBeMissing?: string
  /**
   * How reliable the address is, as looked up on 2026-11-22. Without a verdict, other public programs fetch exactly
   * this form. `pattern`: they fetch it with another year or state. `doubtful`: at most one program fetches it.
   */
  readonly verdict?: 'pattern' | 'doubtful'
}

/** Notice that `npm run data:fetch` prints before it downloads, and at the top of `--list`. */
export const UNTRIED = 'These addresses were looked up, but not tried before this version was released.'

/** Scores computed from population densities. */
export const KERNEL_SCORES = [
  'urban-rural',
  'privacy',
  'walkability',
  'visual-appeal',
  'dog-friendliness',
  'liveliness',
] as const

export const FEDERAL = 'public domain (U.S. government work)'
const STATE = 'public record of the state'
const DERIVED = 'derived from federal public data'

/** Begins an entry of the catalog, which `feeds` completes. The license is the federal one unless named. */
export function source(id: string, agency: string, title: string): Entry {
  return new Entry({ id, agency, title, license: FEDERAL, path: '', address: '', vintage: '' })
}

/** Begins an entry licensed as public record of a state. */
export const stateRecord = (id: string, agency: string, title: string) => source(id, agency, title).license(STATE)

/** Begins an entry of figures derived from federal data. */
export const derived = (id: string, agency: string, title: string) => source(id, agency, title).license(DERIVED)

class Entry {
  readonly #about: Omit<Source, 'feeds' | 'downloads'>
  readonly #downloads: Download[] = []

  constructor(about: Omit<Source, 'feeds' | 'downloads'>) {
    this.#about = about
  }

  /** Sets the path in the sources folder, the vintage, and the agency's page. `page` sets a long address. */
  file(path: string, vintage: string, address = ''): this {
    return this.#with({ path, address, vintage })
  }

  page(address: string): this {
    return this.#with({ address })
  }

  license(license: string): this {
    return this.#with({ license })
  }

  /** Texts in `catalog/licenses` that the license asks to pass on. */
  licenseTexts(...files: readonly string[]): this {
    return this.#with({ licenseTexts: files })
  }

  /** Names a copyright notice among the source files, which the license asks to pass on under the given name. */
  copyright(name: string, path: string): this {
    return this.#with({ copyright: { name, path } })
  }

  cut(cut: string): this {
    return this.#with({ cut })
  }

  note(note: string): this {
    return this.#with({ note })
  }

  /** Adds a file that is served. Without a path, it is stored at the path of the source. */
  download(
    kind: Download['kind'],
    url: string,
    leastBytes: number,
    more: { path?: string } & ServedOptions = {},
  ): this {
    const { path = this.#about.path, ...options } = more
    return this.downloads(download(kind, url, path, leastBytes, options))
  }

  downloads(...files: readonly Download[]): this {
    this.#downloads.push(...files)
    return this
  }

  feeds(...feeds: readonly Feed[]): Source {
    return { ...this.#about, feeds, ...(this.#downloads.length > 0 && { downloads: this.#downloads }) }
  }

  #with(more: Partial<Source>): this {
    Object.assign(this.#about, more)
    return this
  }
}

type ServedOptions = Pick<Download, 'also' | 'states' | 'mayBeMissing' | 'verdict'>

/**
 * Describes a file as it is served and stored. If a zip is not stored whole, the member named like the stored file is
 * kept.
 */
export function download(
  kind: Download['kind'],
  url: string,
  path: string,
  leastBytes: number,
  { also, ...options }: ServedOptions = {},
): Download {
  const member = kind === 'zip' && path.endsWith('.gz') && { member: basename(path, '.gz') }
  return { url, ...(also && { also }), path, kind, ...member, leastBytes, ...options }
}
