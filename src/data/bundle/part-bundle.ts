import { BundleError } from '../../base/errors.ts'
import { bundleMissing, checkEntry, type ManifestEntry } from './data-folder.ts'
import type { DataFolder, Span } from './folder.ts'
import { MINIMUM_BYTES, type SectionArray, TOTAL_BYTES_AT } from './format.ts'
import { type Bundle, bundleOfParts, checkBlock, decodeBlocks, type Head, readHead, readSections } from './read.ts'

/** Maximum gap in bytes between two blocks that are fetched in one request, because another request would cost more. */
const MOST_BETWEEN = 2048

/** Block numbers by the name of their list. Numbers given as promises are fetched as soon as they are known. */
type BlockNumbers = Readonly<Record<string, Iterable<number> | Promise<Iterable<number>>>>

/**
 * A bundle with some of its blocks in memory: everything before the blocks, plus those that were requested. Immutable.
 */
export class PartBundle {
  private constructor(
    private readonly folder: DataFolder,
    private readonly entry: ManifestEntry,
    private readonly head: Head,
    private readonly sections: readonly SectionArray[],
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
    const { file } = entry
    const name = `${file} in ${folder.name}`
    const bytes = await read(folder, entry, { start: 0, end: entry.start }, signal)
    const head = await readHead(bytes, sizeOf(bytes, entry), name)
    checkEntry(entry, sizeOf(bytes, entry), head.digest, name)
    const sections = await readSections(head, bytes)
    const stored = head.header.blocks.map(() => new Map<number, Uint8Array>())
    return new PartBundle(folder, entry, head, sections, stored, await decoded(head, sections, stored))
  }

  /**
   * Returns the bundle with more blocks, or this one if it has them all.
   *
   * @throws {BundleError} when a block does not match the head, because it is damaged or the file was replaced
   */
  async with(wanted: BlockNumbers, signal?: AbortSignal): Promise<PartBundle> {
    const { head, folder, entry } = this
    // No one waits for the numbers of a list that this bundle does not have, so ignore their errors.
    for (const numbers of Object.values(wanted)) Promise.resolve(numbers).catch(() => {})
    const stored = this.stored.map((blocks) => new Map(blocks))
    const fetchMissing = async (name: string, list: number): Promise<boolean> => {
      const { starts } = head.directory.blocks[list]
      const missing = [...new Set(await (wanted[name] ?? []))].filter((number) => !stored[list].has(number))
      const parts = missing.map((number) => ({ number, start: starts[number], end: starts[number + 1] }))
      const fetched = spansOf(parts).map(async ({ span, parts }) => {
        const bytes = await read(folder, entry, span, signal)
        for (const { number, start, end } of parts) {
          const block = bytes.slice(start - span.start, end - span.start)
          checkBlock(head, list, number, block)
          stored[list].set(number, block)
        }
      })
      await Promise.all(fetched)
      return missing.length > 0
    }
    const changed = await Promise.all(head.header.blocks.map(({ name }, list) => fetchMissing(name, list)))
    if (!changed.includes(true)) return this
    return new PartBundle(folder, entry, head, this.sections, stored, await decoded(head, this.sections, stored))
  }
}

async function read(folder: DataFolder, entry: ManifestEntry, span: Span, signal: AbortSignal | undefined) {
  const { file, bytes: fileBytes } = entry
  const bytes = await folder.read(file, { span, bytes: fileBytes, signal })
  if (bytes === null) throw bundleMissing(folder, file)
  if (bytes.length === span.end - span.start) return bytes
  throw new BundleError(
    `${file} in ${folder.name} ends at byte ${span.start + bytes.length}, expected at least ${span.end}: it was cut short, or changed while it was read; fetch or build the data again.`,
  )
}

/** Returns the length that the file declares. A reader of its start does not see the rest. */
function sizeOf(bytes: Uint8Array, entry: ManifestEntry): number {
  if (bytes.length < MINIMUM_BYTES) return entry.bytes
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  return view.getUint32(TOTAL_BYTES_AT, true) + view.getUint32(TOTAL_BYTES_AT + 4, true) * 2 ** 32
}

/** Merges nearby spans into few requests. */
function spansOf<Part extends Span>(parts: readonly Part[]): { readonly span: Span; readonly parts: Part[] }[] {
  const spans: { span: Span; parts: Part[] }[] = []
  for (const part of parts.toSorted((a, b) => a.start - b.start)) {
    const last = spans.at(-1)
    if (last !== undefined && part.start - last.span.end <= MOST_BETWEEN) {
      last.span = { start: last.span.start, end: Math.max(last.span.end, part.end) }
      last.parts.push(part)
    } else spans.push({ span: { start: part.start, end: part.end }, parts: [part] })
  }
  return spans
}

async function decoded(
  head: Head,
  sections: readonly SectionArray[],
  stored: readonly ReadonlyMap<number, Uint8Array>[],
): Promise<Bundle> {
  const lists = head.header.blocks.map(async (list, i) => {
    const numbers = Uint32Array.from(stored[i].keys()).sort()
    const blocks = Array.from(numbers, (number) => stored[i].get(number)!)
    return { numbers, parts: await decodeBlocks(list, blocks, head.file) }
  })
  return bundleOfParts(head, sections, await Promise.all(lists))
}
