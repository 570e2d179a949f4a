import { basename } from 'node:path'
import type { DimensionId } from '../../src/answers/dimensions/catalog.ts'

/**
 * A score dimension; what several share: the shapes of the areas and where people live; the schools and the districts;
 * a layer of the geocoder; or what a map shows below the scores. `validation` enters no answer.
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

/** Published files of one kind: who made them, what they are, and what they enter. */
export interface Source {
  readonly id: string
  readonly agency: string
  readonly title: string
  /** Path in the sources folder; `*` matches any part of a name and `{a,b}` one of several. */
  readonly path: string
  /** The agency's page or file. */
  readonly address: string
  /** The time the data speak of, not the day of the copy. */
  readonly vintage: string
  readonly licence: string
  /** How the file that the package was built from was cut or made over, where it is not as published. */
  readonly cut?: string
  /** What became of the source. */
  readonly note?: string
  readonly feeds: readonly Feed[]
  /**
   * The files that `npm run data:fetch` can take from the agency itself; without them the source is fetched by hand.
   */
  readonly downloads?: readonly Download[]
}

/**
 * A file that an agency serves at a fixed address. `{fips}` in `url`, `path` and `member` is replaced by the two-digit
 * code of a state: one file for each requested state.
 */
export interface Download {
  readonly url: string
  /** Addresses of the same file that are tried in turn where this one fails. */
  readonly also?: readonly string[]
  /**
   * Its place in the sources folder. Where the name ends in `.gz` and what is served does not, it is kept compressed.
   */
  readonly path: string
  /** What is served. */
  readonly kind: 'zip' | 'gz' | 'xlsx' | 'csv' | 'text'
  /** Fewer served bytes than this are not the file: about half of the smallest edition known. */
  readonly leastBytes: number
  /** The one member of a served zip that is kept, by its name. */
  readonly member?: string
  /** Postal codes of the only states it speaks of; without them, of the nation or of the state in the address. */
  readonly states?: readonly string[]
  /** Why a state may lack it: then "not found" is not a failure. */
  readonly mayBeMissing?: string
  /**
   * What is known of the address, looked up on 2026-11-22. Without it, others' public programs fetch exactly this form;
   * `pattern`: they fetch this form with another year or state; `doubtful`: one witness or none.
   */
  readonly verdict?: 'pattern' | 'doubtful'
}

/** What `npm run data:fetch` says before it downloads, and at the head of `--list`. */
export const UNTRIED = 'These addresses were looked up, not tried, when this version was made.'

/** The scores made from densities of people. */
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

/** Begins an entry of the catalog, which `feeds` completes; the license is the federal one unless named. */
export function source(id: string, agency: string, title: string): Entry {
  return new Entry({ id, agency, title, licence: FEDERAL, path: '', address: '', vintage: '' })
}

/** An entry whose license is the public record of a state. */
export const stateRecord = (id: string, agency: string, title: string) => source(id, agency, title).licence(STATE)

/** An entry of figures that were derived from federal data. */
export const derived = (id: string, agency: string, title: string) => source(id, agency, title).licence(DERIVED)

class Entry {
  readonly #about: Omit<Source, 'feeds' | 'downloads'>
  readonly #downloads: Download[] = []

  constructor(about: Omit<Source, 'feeds' | 'downloads'>) {
    this.#about = about
  }

  /** The path in the sources folder, the vintage, and the agency's page, which `page` adds where it is long. */
  file(path: string, vintage: string, address = ''): this {
    return this.#with({ path, address, vintage })
  }

  page(address: string): this {
    return this.#with({ address })
  }

  licence(licence: string): this {
    return this.#with({ licence })
  }

  cut(cut: string): this {
    return this.#with({ cut })
  }

  note(note: string): this {
    return this.#with({ note })
  }

  /** A file that is served; without a path of its own it is kept at the path of the source. */
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

/** A file as it is served and kept: of a zip that is not kept whole, the member named like the kept file. */
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
