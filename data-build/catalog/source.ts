import { basename } from 'node:path'
import type { DimensionId } from '../../src/answers/dimensions/catalog.ts'

/**
 * Use of a source: a score dimension, data that several dimensions share (areas and where people live), schools and
 * districts, a geocoder layer, or the base map. `validation` sources do not affect any answer.
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

/** A set of published files of the same kind, with their origin and use. */
export interface Source {
  readonly id: string
  readonly agency: string
  readonly title: string
  /** Path in the sources folder. `*` matches any part of a name, and `{a,b}` matches either alternative. */
  readonly path: string
  /** Address of the agency's page or file. */
  readonly address: string
  /** Period that the data describes, not the date of the copy. */
  readonly vintage: string
  readonly license: string
  /** Files in `catalog/licenses` whose text must accompany the data. The texts are included in `sources.json`. */
  readonly licenseTexts?: readonly string[]
  /** Copyright notice that must accompany the data: its name in `sources.json`, and its path among the source files. */
  readonly copyright?: { readonly name: string; readonly path: string }
  /** How the package's copy of the file was cut or changed; absent if it is the published file. */
  readonly cut?: string
  /** Changes at the source since the package was built. */
  readonly note?: string
  readonly feeds: readonly Feed[]
  /** Files that `npm run data:fetch` can download from the agency. If absent, the source must be downloaded by hand. */
  readonly downloads?: readonly Download[]
}

/**
 * A file that an agency serves at a fixed address. `{fips}` in `url`, `path` and `member` stands for a two-digit state
 * code, and one file is downloaded for each requested state.
 */
export interface Download {
  readonly url: string
  /** Other addresses of the file, tried in order if `url` fails. */
  readonly also?: readonly string[]
  /**
   * Path in the sources folder. If it ends in `.gz` and the served file is not compressed, the file is compressed when
   * it is stored.
   */
  readonly path: string
  /** Format of the served file. */
  readonly kind: 'zip' | 'gz' | 'xlsx' | 'csv' | 'text'
  /** Minimum size in bytes, about half of the smallest known edition. A smaller response is rejected. */
  readonly leastBytes: number
  /** Name of the only zip member to keep. */
  readonly member?: string
  /**
   * Postal codes of the states that the file is limited to. If absent, the file covers the nation or the state in the
   * address.
   */
  readonly states?: readonly string[]
  /** Reason why the file may be missing for a state, so that "not found" is not a failure. */
  readonly mayBeMissing?: string
  /**
   * How reliable the address is, as checked on 2026-11-22. If other public programs fetch exactly this address, the
   * field is absent. Otherwise, it is `pattern` if they fetch the address with a different year or state, and
   * `doubtful` if at most one program fetches it.
   */
  readonly verdict?: 'pattern' | 'doubtful'
}

/** Notice that `npm run data:fetch` prints before it downloads, and at the top of `--list`. */
export const UNTRIED = 'These addresses were looked up but not tested before this version was released.'

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

/** Begins a catalog entry, which `feeds` completes. The default license is `FEDERAL`. */
export function source(id: string, agency: string, title: string): Entry {
  return new Entry({ id, agency, title, license: FEDERAL, path: '', address: '', vintage: '' })
}

/** Begins an entry with the license of a state public record. */
export const stateRecord = (id: string, agency: string, title: string) => source(id, agency, title).license(STATE)

/** Begins an entry for figures derived from federal data. */
export const derived = (id: string, agency: string, title: string) => source(id, agency, title).license(DERIVED)

class Entry {
  readonly #about: Omit<Source, 'feeds' | 'downloads'>
  readonly #downloads: Download[] = []

  constructor(about: Omit<Source, 'feeds' | 'downloads'>) {
    this.#about = about
  }

  /**
   * Sets the path in the sources folder, the vintage, and the address of the agency's page. Long addresses are set with
   * `page` instead.
   */
  file(path: string, vintage: string, address = ''): this {
    return this.#with({ path, address, vintage })
  }

  page(address: string): this {
    return this.#with({ address })
  }

  license(license: string): this {
    return this.#with({ license })
  }

  /** Sets the files in `catalog/licenses` that the license requires to be passed on. */
  licenseTexts(...files: readonly string[]): this {
    return this.#with({ licenseTexts: files })
  }

  /**
   * Sets a copyright notice that the license requires to be passed on: its name in `sources.json`, and its path among
   * the source files.
   */
  copyright(name: string, path: string): this {
    return this.#with({ copyright: { name, path } })
  }

  cut(cut: string): this {
    return this.#with({ cut })
  }

  note(note: string): this {
    return this.#with({ note })
  }

  /** Adds a download. The default path is the path of the source. */
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

/** Creates a `Download`. If a zip is stored as a `.gz` file, only the member with the same base name is kept. */
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
