import { deflateSync } from 'fflate'
import { Packr } from 'msgpackr'
import { BundleError } from '../errors.ts'
import {
  align,
  DIGEST_BYTES,
  ELEMENT_ARRAYS,
  type ElementType,
  FORMAT_VERSION,
  HEADER_BYTES_AT,
  MAGIC,
  MAXIMUM_HEADER_BYTES,
  PREAMBLE_BYTES,
  sha256,
  TOTAL_BYTES_AT,
  VERSION_AT,
} from './format.ts'
import {
  type BundleHeader,
  type BundleSource,
  checkSectionTable,
  decodeHeader,
  type SectionEntry,
  validateHeader,
} from './header.ts'

type SectionData = Uint8Array | Uint16Array | Uint32Array | Int32Array | Float32Array | Float64Array

export interface SectionContent {
  readonly name: string
  readonly data: SectionData
  /** By default whichever of the two is smaller. */
  readonly codec?: SectionEntry['codec']
}

export interface BundleContent {
  readonly kind: string
  readonly id: string
  /** JSON-like: no `undefined`, no dates, no NaN. */
  readonly meta: Readonly<Record<string, unknown>>
  readonly sources: readonly BundleSource[]
  readonly sections: readonly SectionContent[]
}

/** A section's place in the file and the bytes that go there. */
interface Placed {
  readonly entry: SectionEntry
  readonly stored: Uint8Array
}

/**
 * Lays out a bundle (docs/bundle-format.md). The same content gives the same bytes on every machine: fflate compresses in
 * plain JavaScript, where zlib's output depends on its build and the processor.
 * @throws BundleError when the content is not what a reader would accept.
 */
export async function writeBundle({
  kind,
  id,
  meta,
  sources,
  sections,
}: BundleContent): Promise<Uint8Array<ArrayBuffer>> {
  const file = `${id || 'the bundle'} (being written)`
  const encoded = sections.map(encodeSection)
  const { header, placed } = packHeader({ kind, id, meta, sources }, encoded, file)

  const last = placed.at(-1)?.entry
  const end = align(last ? last.offset + last.bytes : PREAMBLE_BYTES + header.length)
  checkSectionTable(
    placed.map(({ entry }) => entry),
    { start: align(PREAMBLE_BYTES + header.length), end },
    file,
  )

  const bytes = new Uint8Array(end + DIGEST_BYTES)
  writePreamble(bytes, header.length)
  bytes.set(header, PREAMBLE_BYTES)
  for (const { entry, stored } of placed) bytes.set(stored, entry.offset)
  const digest = await sha256(bytes.subarray(0, end))
  if (digest === undefined)
    throw new BundleError(`${file} cannot be sealed: this platform has no SHA-256, expected WebCrypto.`)
  bytes.set(digest, end)
  return bytes
}

function encodeSection({ name, data, codec }: SectionContent): Placed {
  const raw = new Uint8Array(data.buffer, data.byteOffset, data.byteLength)
  const deflated = codec === 'none' ? undefined : deflateSync(raw, { level: 9, mem: 12 })
  const chosen = codec ?? (deflated && deflated.length < raw.length ? 'deflate-raw' : 'none')
  const stored = chosen === 'deflate-raw' && deflated ? deflated : raw
  const entry = { name, type: typeOf(data), codec: chosen, offset: 0, bytes: stored.length, length: data.length }
  return { entry, stored }
}

function typeOf(data: SectionData): ElementType {
  const types = Object.keys(ELEMENT_ARRAYS) as ElementType[]
  const type = types.find((candidate) => data instanceof ELEMENT_ARRAYS[candidate])
  if (type === undefined) throw new BundleError(`A bundle cannot hold a section of ${data}, expected one of ${types}.`)
  return type
}

/** Sections come after the header that lists their offsets, and their digits decide its length: repeated until both agree. */
function packHeader(
  head: Omit<BundleContent, 'sections'>,
  encoded: readonly Placed[],
  file: string,
): { header: Uint8Array; placed: readonly Placed[] } {
  const packr = new Packr({ useRecords: false, variableMapSize: true })
  let headerBytes = 0
  for (;;) {
    const placed = place(encoded, align(PREAMBLE_BYTES + headerBytes))
    const { kind, id, meta, sources } = head
    const value = { kind, id, meta, sources, sections: placed.map(({ entry }) => entry) }
    const header = packr.pack(validateHeader(value, file) satisfies BundleHeader)
    if (header.length > MAXIMUM_HEADER_BYTES)
      throw new BundleError(`${file} has a header of ${header.length} bytes, expected ${MAXIMUM_HEADER_BYTES} at most.`)
    if (align(header.length) === align(headerBytes)) {
      decodeHeader(header, file)
      return { header, placed }
    }
    headerBytes = header.length
  }
}

function place(encoded: readonly Placed[], start: number): Placed[] {
  let free = start
  return encoded.map(({ entry, stored }) => {
    const offset = free
    free = align(offset + stored.length)
    return { entry: { ...entry, offset }, stored }
  })
}

function writePreamble(bytes: Uint8Array<ArrayBuffer>, headerBytes: number): void {
  const view = new DataView(bytes.buffer)
  for (let index = 0; index < MAGIC.length; index++) bytes[index] = MAGIC.charCodeAt(index)
  view.setUint32(VERSION_AT, FORMAT_VERSION, true)
  view.setUint32(HEADER_BYTES_AT, headerBytes, true)
  view.setUint32(TOTAL_BYTES_AT, bytes.length % 2 ** 32, true)
  view.setUint32(TOTAL_BYTES_AT + 4, Math.floor(bytes.length / 2 ** 32), true)
}
