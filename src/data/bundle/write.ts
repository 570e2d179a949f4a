import { deflateSync } from 'fflate'
import { BundleError } from '../../base/errors.ts'
import {
  BLOCK_CHECK_BYTES,
  crc32,
  DIGEST_BYTES,
  ELEMENT_ARRAYS,
  type ElementType,
  FORMAT_VERSION,
  HEADER_BYTES_AT,
  MAGIC,
  MAXIMUM_HEADER_BYTES,
  PREAMBLE_BYTES,
  SECTION_CHECK_BYTES,
  sha256,
  TOTAL_BYTES_AT,
  VERSION_AT,
} from './format.ts'
import {
  type BlockListEntry,
  type BundleHeader,
  type BundleSource,
  decodeHeader,
  getHeadBytes,
  getLayout,
  type SectionEntry,
  validateHeader,
} from './header.ts'
import { writeMsgpack } from './write-msgpack.ts'

export type SectionData = Uint8Array | Uint16Array | Uint32Array | Int32Array | Float32Array | Float64Array

export interface SectionContent {
  readonly name: string
  readonly data: SectionData
  /** Codec; by default whichever gives the smaller result. */
  readonly codec?: SectionEntry['codec']
}

/** Sections stored in blocks that can be read independently, as encoded bytes. */
export interface EncodedBlocks {
  readonly name: string
  /** Sections of the list. `length` counts the elements of all parts. */
  readonly sections: BlockListEntry['sections']
  readonly blocks: readonly Uint8Array[]
}

export interface BundleContent {
  readonly kind: string
  readonly id: string
  /** JSON-like values: no `undefined`, no dates, no NaN. */
  readonly meta: Readonly<Record<string, unknown>>
  readonly sources: readonly BundleSource[]
  readonly sections: readonly SectionContent[]
}

/**
 * Writes a bundle (docs/reference/bundle-format.md). The same content produces the same bytes on every machine, because
 * fflate compresses in plain JavaScript. zlib is not used, because its output depends on its build and the processor.
 *
 * @throws {BundleError} when a reader would not accept the content
 */
export async function writeBundle(
  content: BundleContent,
  lists: readonly EncodedBlocks[] = [],
): Promise<Uint8Array<ArrayBuffer>> {
  const { kind, id, meta, sources } = content
  const file = `${id || 'the bundle'} (being written)`
  const sections = content.sections.map(encodeSection)
  const header = validateHeader(
    {
      kind,
      id,
      meta,
      sources,
      sections: sections.map(({ entry }) => entry),
      blocks: lists.map(({ name, sections, blocks }) => ({ name, count: blocks.length, sections })),
    },
    file,
  )
  const packed = packHeader(header, file)
  const blocks = lists.flatMap((list) => list.blocks)
  const stored = [...sections.map((section) => section.stored), ...blocks]
  const headBytes = getHeadBytes(header, packed.length)
  const total = stored.reduce((sum, { length }) => sum + length, headBytes)
  getLayout(header, packed.length, total, file)

  const bytes = new Uint8Array(total)
  writePreamble(bytes, packed.length)
  bytes.set(packed, PREAMBLE_BYTES)
  const view = new DataView(bytes.buffer)
  let at = PREAMBLE_BYTES + packed.length
  for (const section of sections) {
    view.setUint32(at, crc32(section.stored), true)
    at += SECTION_CHECK_BYTES
  }
  for (const block of blocks) {
    view.setUint32(at, block.length, true)
    view.setUint32(at + 4, crc32(block), true)
    at += BLOCK_CHECK_BYTES
  }
  const digest = await sha256(bytes.subarray(0, at))
  if (digest === undefined)
    throw new BundleError(
      `${file} cannot be written: its SHA-256 is computed with WebCrypto, which this platform does not have.`,
    )
  bytes.set(digest, at)
  at += DIGEST_BYTES
  for (const part of stored) {
    bytes.set(part, at)
    at += part.length
  }
  return bytes
}

/**
 * Minimum size in bytes of a section that is compressed with 32 MB of memory. For smaller sections, clearing this much
 * memory takes longer than everything else, and the result is no smaller.
 */
const MIN_LARGE_SECTION = 1 << 14

function encodeSection({ name, data, codec }: SectionContent): { entry: SectionEntry; stored: Uint8Array } {
  const raw = getBytes(data)
  const mem = raw.length < MIN_LARGE_SECTION ? 4 : 12
  const deflated = codec === 'none' ? undefined : deflateSync(raw, { level: 9, mem })
  const chosen = codec ?? (deflated && deflated.length < raw.length ? 'deflate-raw' : 'none')
  const stored = chosen === 'deflate-raw' && deflated ? deflated : raw
  return { entry: { name, type: getType(data), codec: chosen, bytes: stored.length, length: data.length }, stored }
}

/** Returns the bytes of an array without copying. */
export function getBytes(data: SectionData): Uint8Array {
  return new Uint8Array(data.buffer, data.byteOffset, data.byteLength)
}

/** Returns the element type of an array. Throws if a bundle cannot store it. */
export function getType(data: SectionData): ElementType {
  const types = Object.keys(ELEMENT_ARRAYS) as ElementType[]
  const type = types.find((candidate) => data instanceof ELEMENT_ARRAYS[candidate])
  if (type === undefined)
    throw new BundleError(`A bundle cannot contain a section of ${data}, expected one of ${types}.`)
  return type
}

function packHeader(header: BundleHeader, file: string): Uint8Array {
  const packed = writeMsgpack(header, file)
  if (packed.length > MAXIMUM_HEADER_BYTES)
    throw new BundleError(`${file} has a header of ${packed.length} bytes, expected at most ${MAXIMUM_HEADER_BYTES}.`)
  decodeHeader(packed, file)
  return packed
}

function writePreamble(bytes: Uint8Array<ArrayBuffer>, headerBytes: number): void {
  const view = new DataView(bytes.buffer)
  for (let index = 0; index < MAGIC.length; index++) bytes[index] = MAGIC.charCodeAt(index)
  view.setUint32(VERSION_AT, FORMAT_VERSION, true)
  view.setUint32(HEADER_BYTES_AT, headerBytes, true)
  view.setUint32(TOTAL_BYTES_AT, bytes.length % 2 ** 32, true)
  view.setUint32(TOTAL_BYTES_AT + 4, Math.floor(bytes.length / 2 ** 32), true)
}
