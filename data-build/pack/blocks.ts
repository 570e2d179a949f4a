import { constants, deflateRawSync } from 'node:zlib'
import { Deflate } from 'pako'
import { BundleError } from '../../src/base/errors.ts'
import { ByteReader, ByteWriter } from '../../src/data/bundle/bytes.ts'
import { type BlockContent, textSections } from '../../src/data/bundle/columns.ts'
import { crc32 } from '../../src/data/bundle/format.ts'
import { readBundle, readHead } from '../../src/data/bundle/read.ts'
import {
  type BundleContent,
  type EncodedBlocks,
  getBytes,
  getType,
  type SectionContent,
  type SectionData,
  writeBundle,
} from '../../src/data/bundle/write.ts'

/** zlib's Z_FULL_FLUSH. The type declarations of pako only allow values up to 2. */
const FULL_FLUSH = 3 as 2

/** zlib's Z_DEFAULT_STRATEGY and Z_HUFFMAN_ONLY. */
const STRATEGIES = [0, 2] as const

/** Bundle content: whole sections, and sections that are split into one part per block. */
export interface PackedContent extends BundleContent {
  readonly blocks?: readonly BlockContent[]
}

/** Packs a column of strings, one per row. */
export function getTexts<Row>(name: string, rows: readonly Row[], of: (row: Row) => string | null): SectionContent[] {
  return textSections(name, rows.map(of))
}

/**
 * `shortest` writes the same bytes on every machine. `quick` uses the machine's zlib, which takes a tenth of the time
 * for 10% more bytes.
 */
export type Effort = 'shortest' | 'quick'

/**
 * Writes the bytes of a bundle.
 * @param storedParts compressed parts of another bundle; parts with the same content are copied from there
 */
export function writePacked(
  { blocks = [], ...content }: PackedContent,
  effort: Effort = 'shortest',
  storedParts?: StoredParts,
): Promise<Uint8Array<ArrayBuffer>> {
  return writeBundle(
    content,
    blocks.map((block) => encodeBlocks(block, effort, storedParts)),
  )
}

/** The compressed parts of a bundle's blocks, looked up by their content. */
export class StoredParts {
  readonly #parts = new Map<string, { readonly raw: Uint8Array; readonly stored: Uint8Array }>()

  /** Reads the parts of a bundle. Throws the same errors as `readBundle`. */
  static async of(bytes: Uint8Array, file: string): Promise<StoredParts> {
    const parts = new StoredParts()
    const bundle = await readBundle(bytes, file)
    const { directory } = await readHead(bytes, bytes.length, file)
    for (const [list, { count, starts }] of bundle.blocks.entries())
      for (let block = 0; block < count; block++) {
        const [from, to] = directory.blocks[list].starts.subarray(block)
        const reader = new ByteReader(bytes.subarray(from, to), (found) => {
          throw new BundleError(`${file} has a block whose lengths ${found}.`)
        })
        const lengths = Array.from(starts, () => [reader.varint(), reader.varint()])
        let at = from + reader.at
        for (const [i, [name, first]] of [...starts].entries()) {
          const data = bundle.arrays[bundle.sections.findIndex((section) => section.name === name)]
          const raw = getBytes(data.subarray(first[block], first[block + 1]))
          const [length] = lengths[i]
          if (raw.length > 0) parts.#parts.set(getKey(name, raw), { raw, stored: bytes.subarray(at, at + length) })
          at += length
        }
      }
    return parts
  }

  find(section: string, raw: Uint8Array): Uint8Array | undefined {
    const part = this.#parts.get(getKey(section, raw))
    return part !== undefined && Buffer.compare(part.raw, raw) === 0 ? part.stored : undefined
  }
}

function getKey(section: string, raw: Uint8Array): string {
  return `${section} ${raw.length} ${crc32(raw)}`
}

/** Encodes the blocks. Every block begins with the stored size and the element count of each part. */
function encodeBlocks({ name, sections }: BlockContent, effort: Effort, storedParts?: StoredParts): EncodedBlocks {
  const blocks = sections[0].parts.map((_, block) => {
    const parts = sections.map((section) => section.parts[block])
    const stored = parts.map(
      (part, i) =>
        storedParts?.find(sections[i].name, getBytes(part)) ?? deflated(part, sections[i].seams?.[block] ?? [], effort),
    )
    const writer = new ByteWriter()
    parts.forEach((part, i) => {
      writer.varint(stored[i].length)
      writer.varint(part.length)
    })
    for (const bytes of stored) writer.put(bytes)
    return writer.finish()
  })
  return {
    name,
    sections: sections.map(({ name, parts }) => ({
      name,
      type: getType(parts[0]),
      length: parts.reduce((sum, part) => sum + part.length, 0),
    })),
    blocks,
  }
}

/**
 * Compresses a part. `seams` are the offsets at which the part is cut into pieces. Each piece uses the deflate strategy
 * with the shortest output, because noise compresses best with Huffman codes alone.
 */
function deflated(part: SectionData, seams: readonly number[], effort: Effort): Uint8Array {
  const writer = new ByteWriter()
  const ends = [...seams, part.length]
  ends.forEach((end, i) => {
    const raw = getBytes(part.subarray(ends[i - 1] ?? 0, end))
    writer.put(
      STRATEGIES.map((strategy) => flushed(raw, strategy, effort)).reduce((a, b) => (b.length < a.length ? b : a)),
    )
  })
  return writer.finish()
}

/**
 * Writes a deflate stream without an end marker. The stream is flushed to whole bytes and has no references to earlier
 * data, so that such streams can be concatenated. Uses pako, a JavaScript port of zlib, because its output is the same
 * on every machine. fflate cannot flush to whole bytes.
 */
function flushed(raw: Uint8Array, strategy: 0 | 2, effort: Effort): Uint8Array {
  const writer = new ByteWriter()
  if (raw.length === 0) return writer.finish()
  if (effort === 'quick') return deflateRawSync(raw, { strategy, finishFlush: constants.Z_FULL_FLUSH })
  const deflate = new Deflate({ raw: true, level: 9, strategy })
  deflate.onData = (bytes) => writer.put(bytes as Uint8Array)
  deflate.push(raw, FULL_FLUSH)
  return writer.finish()
}
