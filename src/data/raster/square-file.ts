import { BundleError } from '../../base/errors.ts'
import type { Box } from '../../base/geo/box.ts'
import { ROWS } from '../bundle/columns.ts'
import type { ManifestEntry, SquareListing } from '../bundle/data-folder.ts'
import type { DataFolder } from '../bundle/folder.ts'
import { crc32 } from '../bundle/format.ts'
import { decodeHeader } from '../bundle/header.ts'
import { type BlockSource, NoRangesError, PartBundle, readParts } from '../bundle/part-bundle.ts'
import { assertKind, type Bundle, readBundle } from '../bundle/read.ts'
import { TILES } from './in-bundle.ts'
import { firstPieces, type ListedPiece, listPieces, ROW_DIRECTORY } from './square-listing.ts'
import { createTileGrid, type TileGrid } from './tiles.ts'

/** Kinds of the small bundles in a file of map squares. */
export const HEAD_KIND = 'square-head'
export const DIRECTORY_KIND = 'square-directory'

/** Section of a head that holds the header of its bundle. */
export const HEADER_SECTION = 'square.header'

/** A part of a bundle: one square of tiles, or one block of rows. */
interface WantedPart {
  readonly id: string
  readonly number: number
  readonly key: string
}

/**
 * Positions at which the parts of all bundles are stored in the file. A directory lists the parts either for the
 * squares of a strip (a row of squares) or for all blocks of rows.
 */
interface Directory {
  readonly name: string
  /**
   * Index of the record of each square or block of rows. A record contains one part per bundle, in the order of the
   * bundles.
   */
  readonly indexes: ReadonlyMap<number, number>
  /** First byte of each part in the file, record by record, plus the end of the last part. */
  readonly starts: Float64Array
  readonly checks: Uint32Array
}

/**
 * The map-square file of a copied data folder (docs/reference/bundle-format.md, File of map squares). The file stores
 * the heads of all bundles next to each other, and the parts of all bundles in a square next to each other. A request
 * for data of one bundle also fetches the data of the same squares for all other bundles that the current load needs.
 */
export class SquareFile {
  readonly #file: Pick<SquareListing, 'file' | 'bytes'> & { readonly isPartOnly: true }
  /** Bundles in the order of the file. */
  readonly #ids: readonly string[]
  readonly #grid: TileGrid
  readonly #listed: ReadonlyMap<string, ListedPiece>
  /** Heads and directories that were fetched, by name. A head is removed when its bundle is opened. */
  readonly #pieces = new Map<string, Promise<Bundle>>()
  readonly #directories = new Map<string, Promise<Directory>>()
  /** Parts that were fetched together with the parts of another bundle and not returned yet, by `partKey`. */
  readonly #fetched = new Map<string, Promise<Uint8Array>>()
  /** Keys of the parts that were returned. */
  readonly #taken = new Set<string>()
  /** Ids of the bundles that were opened. */
  readonly #opened = new Set<string>()
  /** Ids of the bundles that are entirely in memory. */
  readonly #whole = new Set<string>()
  /** Ids of the bundles whose parts the current load needs. */
  #loading: readonly string[] = []

  constructor(
    private readonly folder: DataFolder,
    private readonly listing: SquareListing,
  ) {
    this.#file = { file: listing.file, bytes: listing.bytes, isPartOnly: true }
    this.#ids = Object.keys(listing.heads).filter((id) => id !== ROW_DIRECTORY)
    this.#grid = createTileGrid(listing.seconds)
    this.#listed = new Map(listPieces(listing).map((piece) => [piece.name, piece]))
  }

  /**
   * Fetches in advance the heads and directories that are needed to load these bundles in these boxes. Adjacent heads
   * and directories are fetched in one request.
   */
  expect(ids: readonly string[], boxes: readonly Box[], signal?: AbortSignal): void {
    this.#loading = ids.filter((id) => this.#ids.includes(id) && !this.#whole.has(id))
    const pieces = firstPieces(this.listing, this.#loading, boxes).filter(({ name }) => !this.#opened.has(name))
    this.#fetchPieces(pieces, signal)
  }

  /** Excludes a bundle from later loads, because it is entirely in memory. */
  release(id: string): void {
    this.#whole.add(id)
  }

  /** Opens a bundle. Returns null if the file does not have it, or the server sends only whole files. */
  async open(entry: ManifestEntry, signal?: AbortSignal): Promise<PartBundle | null> {
    const { id } = entry
    if (!this.#ids.includes(id)) return null
    const head = await this.#piece(id, signal).catch((error: unknown) => {
      if (error instanceof NoRangesError) return null
      throw error
    })
    if (head === null) return null
    this.#pieces.delete(id)
    this.#opened.add(id)
    assertKind(head, HEAD_KIND)
    if (head.meta.sha256 !== entry.sha256) this.#refuseOther(head.file)
    return PartBundle.from(this.#blockSource(id, head))
  }

  #blockSource(id: string, head: Bundle): BlockSource {
    const header = decodeHeader(head.section(HEADER_SECTION, 'u8'), head.file)
    return {
      head: { header, file: head.file },
      sections: header.sections.map(({ name, type }) => head.section(name, type)),
      fetchBlocks: async (list, blocks, signal) => {
        const { name } = header.blocks[list]
        if (name !== TILES) return this.#take(id, name, blocks, signal)
        const at = head.section(`${TILES}.at`, 'u32')
        const numbers = new Map(blocks.map((block) => [at[block], block]))
        const parts = await this.#take(id, name, [...numbers.keys()], signal)
        return new Map([...parts].map(([square, part]) => [numbers.get(square)!, part]))
      },
    }
  }

  /** Returns parts of a bundle. Each part is returned only once. */
  async #take(id: string, list: string, numbers: readonly number[], signal: AbortSignal | undefined) {
    const missing = numbers.filter((number) => !this.#fetched.has(partKey(id, list, number)))
    if (missing.length > 0) this.#fetch(id, list, missing, signal)
    const parts = numbers.map(async (number) => {
      const key = partKey(id, list, number)
      const bytes = await this.#fetched.get(key)!
      this.#fetched.delete(key)
      this.#taken.add(key)
      return [number, bytes] as const
    })
    return new Map(await Promise.all(parts))
  }

  /**
   * Fetches parts of a bundle together with the parts of the same squares or rows for the other bundles of the load.
   */
  #fetch(id: string, list: string, numbers: readonly number[], signal: AbortSignal | undefined): void {
    const wanted: WantedPart[] = []
    for (const number of numbers)
      for (const other of new Set([id, ...this.#loading])) {
        const key = partKey(other, list, number)
        if (other === id || !(this.#fetched.has(key) || this.#taken.has(key))) wanted.push({ id: other, number, key })
      }
    const reading = this.#readParts(id, list, wanted, signal)
    for (const { key } of wanted) {
      const part = reading.then((parts) => parts.get(key) ?? EMPTY)
      part.catch(() => this.#fetched.delete(key))
      this.#fetched.set(key, part)
    }
  }

  async #readParts(id: string, list: string, wanted: readonly WantedPart[], signal: AbortSignal | undefined) {
    const parts = await Promise.all(
      wanted.map(async (part) => {
        const directory = await this.#directory(list === ROWS ? ROW_DIRECTORY : this.#stripName(part.number), signal)
        const record = directory.indexes.get(part.number)
        const at = record === undefined ? -1 : record * this.#ids.length + this.#ids.indexOf(part.id)
        const [start, end] = at < 0 ? [0, 0] : directory.starts.subarray(at, at + 2)
        if (start === end && part.id === id)
          throw new BundleError(
            `${directory.name} has no part of ${id} in ${list} ${part.number}, although its head lists one; fetch or build the file again.`,
          )
        return { ...part, start, end, check: directory.checks[at], directory }
      }),
    )
    const read = new Map<string, Uint8Array>()
    const present = parts.filter(({ start, end }) => end > start)
    await readParts(
      this.folder,
      { ...this.#file, mostBetween: mostBetween(this.#loading.length) },
      present,
      signal,
      ({ key, check, directory, ...part }, bytes) => {
        if (crc32(bytes) !== check)
          throw new BundleError(
            `${directory.name} is damaged, or changed while being read: its part of ${part.id} in ${list} ${part.number} has a different CRC-32 than its directory says; fetch or build the file again.`,
          )
        read.set(key, bytes)
      },
    )
    return read
  }

  #stripName(square: number): string {
    return String(Math.floor(square / this.#grid.columns))
  }

  #directory(name: string, signal: AbortSignal | undefined): Promise<Directory> {
    const directory = this.#directories.get(name)
    if (directory !== undefined) return directory
    const reading = this.#piece(name, signal).then((bundle) =>
      directoryIn(bundle, this.#ids.length, this.listing.bytes),
    )
    reading.catch(() => this.#directories.delete(name))
    this.#directories.set(name, reading)
    return reading
  }

  #piece(name: string, signal: AbortSignal | undefined): Promise<Bundle> {
    const listed = this.#listed.get(name)
    if (listed === undefined) return Promise.reject(this.#missing(name))
    this.#fetchPieces([listed], signal)
    return this.#pieces.get(name)!
  }

  /** Fetches the pieces that have not been fetched yet. */
  #fetchPieces(pieces: readonly ListedPiece[], signal: AbortSignal | undefined): void {
    const parts = pieces.filter(({ name }) => !this.#pieces.has(name) && !this.#directories.has(name))
    const opened = new Map<string, Promise<Bundle>>()
    const reading = readParts(this.folder, this.#file, parts, signal, ({ name }, bytes) => {
      opened.set(name, this.#openPiece(name, bytes))
    })
    for (const { name } of parts) {
      const piece = reading.then(() => opened.get(name)!)
      piece.catch(() => this.#pieces.delete(name))
      this.#pieces.set(name, piece)
    }
  }

  async #openPiece(name: string, bytes: Uint8Array): Promise<Bundle> {
    const file = `${this.listing.file} (${name}) in ${this.folder.name}`
    const bundle = await readBundle(bytes, file)
    if (bundle.meta.key !== this.listing.key) this.#refuseOther(file)
    return bundle
  }

  #refuseOther(file: string): never {
    throw new BundleError(
      `${file} does not match the bundles that manifest.json lists: they belong to different builds; copy the data again.`,
      { code: 'bundle_mismatched' },
    )
  }

  #missing(name: string): BundleError {
    return new BundleError(
      `${this.listing.file} in ${this.folder.name} needs the directory ${name}, which manifest.json does not list; copy the data again.`,
    )
  }
}

/**
 * Returns the maximum gap in bytes to read together with the parts around it. Returns 0 for few bundles, because their
 * parts are small and far apart, and reading the gaps would double the number of bytes.
 */
function mostBetween(bundles: number): number {
  return bundles > FEW_BUNDLES ? 32_768 : 0
}

const FEW_BUNDLES = 4

const EMPTY = new Uint8Array(0)

function partKey(id: string, list: string, number: number): string {
  return `${id} ${list} ${number}`
}

function directoryIn(bundle: Bundle, bundles: number, fileBytes: number): Directory {
  assertKind(bundle, DIRECTORY_KIND)
  const numbers = bundle.section('numbers', 'u32')
  const lengths = bundle.section('lengths', 'u32')
  const checks = bundle.section('checks', 'u32')
  const [start = 0] = bundle.section('start', 'u32')
  const starts = new Float64Array(lengths.length + 1)
  starts[0] = start
  for (const [i, length] of lengths.entries()) starts[i + 1] = starts[i] + length
  const parts = numbers.length * bundles
  if (lengths.length !== parts || checks.length !== parts || starts[parts] > fileBytes)
    throw new BundleError(
      `${bundle.file} has ${lengths.length} parts up to byte ${starts.at(-1)}, expected ${parts} in the ${fileBytes} bytes of the file; copy the data again.`,
    )
  return { name: bundle.file, indexes: new Map([...numbers].map((number, i) => [number, i])), starts, checks }
}
