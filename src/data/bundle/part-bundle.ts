import { BundleError } from '../../base/errors.ts'
import { bundleMissing, checkEntry, type ManifestEntry } from './data-folder.ts'
import type { DataFolder, Span } from './folder.ts'
import { MINIMUM_BYTES, type SectionArray, TOTAL_BYTES_AT } from './format.ts'
import { type Bundle, bundleOfParts, checkBlock, decodeBlocks, type Head, readHead, readSections } from './read.ts'
import { mergedSpans } from './spans.ts'

/**
 * Numbers of the wanted blocks, keyed by the name of their list. If the numbers are a promise, the blocks are fetched
 * as soon as it resolves.
 */
type BlockNumbers = Readonly<Record<string, Iterable<number> | Promise<Iterable<number>>>>

/** The part of a bundle before its blocks, and a way to fetch the blocks. */
export interface BlockSource {
  readonly head: Pick<Head, 'header' | 'file'>
  readonly sections: readonly SectionArray[]
  /**
   * Fetches blocks of a list by their numbers.
   *
   * @param list index of the list in the header
   * @throws {BundleError} when a block does not match its checksum
   */
  fetchBlocks(
    list: number,
    numbers: readonly number[],
    signal: AbortSignal | undefined,
  ): Promise<ReadonlyMap<number, Uint8Array>>
}

/** A bundle with some of its blocks in memory: everything before the blocks, plus the requested blocks. Immutable. */
export class PartBundle {
  private constructor(
    private readonly source: BlockSource,
    /** Bytes of blocks by number, for each list. */
    private readonly stored: readonly ReadonlyMap<number, Uint8Array>[],
    readonly bundle: Bundle,
  ) {}

  /**
   * Reads everything before the blocks.
   *
   * @throws {BundleError} when the file is missing, damaged, or not the one in the manifest
   */
  static async open(folder: DataFolder, entry: ManifestEntry, signal?: AbortSignal): Promise<PartBundle> {
    return PartBundle.from(await openFile(folder, entry, signal))
  }

  /** Creates a bundle without any blocks. */
  static async from(source: BlockSource): Promise<PartBundle> {
    const stored = source.head.header.blocks.map(() => new Map<number, Uint8Array>())
    return new PartBundle(source, stored, await decoded(source, stored))
  }

  /**
   * Returns the bundle with more blocks, or this bundle if it already has all of them.
   *
   * @throws {BundleError} when a block does not match the head, because the block is damaged or the file was replaced
   */
  async with(wanted: BlockNumbers, signal?: AbortSignal): Promise<PartBundle> {
    const { source } = this
    // The numbers for a list that this bundle does not have are never awaited, so a rejected promise would be reported
    // as unhandled.
    for (const numbers of Object.values(wanted)) Promise.resolve(numbers).catch(() => {})
    const stored = this.stored.map((blocks) => new Map(blocks))
    const fetchMissing = async (name: string, list: number): Promise<boolean> => {
      const missing = [...new Set(await (wanted[name] ?? []))].filter((number) => !stored[list].has(number))
      if (missing.length === 0) return false
      for (const [number, block] of await source.fetchBlocks(list, missing, signal)) stored[list].set(number, block)
      return true
    }
    const changed = await Promise.all(source.head.header.blocks.map(({ name }, list) => fetchMissing(name, list)))
    if (!changed.includes(true)) return this
    return new PartBundle(source, stored, await decoded(source, stored))
  }
}

/** Opens the blocks of a bundle's own file. */
async function openFile(folder: DataFolder, entry: ManifestEntry, signal?: AbortSignal): Promise<BlockSource> {
  const name = `${entry.file} in ${folder.name}`
  const bytes = await readSpan(folder, entry, { start: 0, end: entry.start }, signal)
  const head = await readHead(bytes, getSize(bytes, entry), name)
  checkEntry(entry, getSize(bytes, entry), head.digest, name)
  return {
    head,
    sections: await readSections(head, bytes),
    async fetchBlocks(list, numbers, signal) {
      const { starts } = head.directory.blocks[list]
      const blocks = new Map<number, Uint8Array>()
      const parts = numbers.map((number) => ({ number, start: starts[number], end: starts[number + 1] }))
      await readParts(folder, entry, parts, signal, ({ number }, block) => {
        checkBlock(head, list, number, block)
        blocks.set(number, block)
      })
      return blocks
    },
  }
}

/** A file that is read in parts. */
interface PartedFile extends Pick<ManifestEntry, 'file' | 'bytes'> {
  /** Whether to throw `NoRangesError` instead of loading the whole file if the server only sends whole files. */
  readonly isPartOnly?: boolean
  /** Maximum gap in bytes between parts that are read in one request: see `mergedSpans`. */
  readonly mostBetween?: number
}

/** Thrown when a server sends only whole files. */
export class NoRangesError extends BundleError {}

/** Reads parts of a file in few requests, and passes each with a copy of its bytes to `visit`. */
export async function readParts<Part extends Span>(
  folder: DataFolder,
  file: PartedFile,
  parts: readonly Part[],
  signal: AbortSignal | undefined,
  visit: (part: Part, bytes: Uint8Array) => void,
): Promise<void> {
  const reading = mergedSpans(parts, file.mostBetween).map(async ({ span, parts }) => {
    const bytes = await readSpan(folder, file, span, signal)
    for (const part of parts) visit(part, bytes.slice(part.start - span.start, part.end - span.start))
  })
  await Promise.all(reading)
}

/**
 * Reads a span of a file that the manifest lists.
 *
 * @throws {BundleError} when the file is missing or ends too early
 */
async function readSpan(
  folder: DataFolder,
  { file, bytes: fileBytes, isPartOnly }: PartedFile,
  span: Span,
  signal: AbortSignal | undefined,
): Promise<Uint8Array> {
  const bytes = await folder.read(file, { span, bytes: fileBytes, isPartOnly, signal })
  if (bytes === null) throw bundleMissing(folder, file)
  if (bytes.length === span.end - span.start) return bytes
  if (isPartOnly && bytes.length === 0)
    throw new NoRangesError(
      `${file} in ${folder.name} can only be fetched as a whole: use a server that supports range requests.`,
    )
  throw new BundleError(
    `${file} in ${folder.name} ends at byte ${span.start + bytes.length}, expected at least ${span.end}: it was truncated, or changed while being read; fetch or build the data again.`,
  )
}

/**
 * Returns the file length declared in the preamble. Only the first bytes of the file were read, so their number is not
 * the file length.
 */
function getSize(bytes: Uint8Array, entry: ManifestEntry): number {
  if (bytes.length < MINIMUM_BYTES) return entry.bytes
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  return view.getUint32(TOTAL_BYTES_AT, true) + view.getUint32(TOTAL_BYTES_AT + 4, true) * 2 ** 32
}

async function decoded(
  { head, sections }: BlockSource,
  stored: readonly ReadonlyMap<number, Uint8Array>[],
): Promise<Bundle> {
  const lists = head.header.blocks.map(async (list, i) => {
    const numbers = Uint32Array.from(stored[i].keys()).sort()
    const blocks = Array.from(numbers, (number) => stored[i].get(number)!)
    return { numbers, parts: await decodeBlocks(list, blocks, head.file) }
  })
  return bundleOfParts(head, sections, await Promise.all(lists))
}
