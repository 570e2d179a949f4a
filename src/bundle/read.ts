import { BundleError } from '../errors.ts'
import { sha256 } from './digest.ts'
import { type BundleSource, decodeHeader, type SectionEntry } from './header.ts'
import { inflate } from './inflate.ts'
import {
  align,
  DIGEST_BYTES,
  ELEMENT_ARRAYS,
  type ElementType,
  PREAMBLE_BYTES,
  type SectionArray,
  type SectionArrays,
} from './layout.ts'
import { checkPreamble } from './preamble.ts'
import { checkSectionTable, rawBytes } from './section-table.ts'

/** An opened bundle: every section decoded and in memory. */
export interface Bundle {
  /** What the sections hold, such as a raster or a place index; decides who reads them. */
  readonly kind: string
  /** Which one of its kind: unique within a data folder. */
  readonly id: string
  /** What the reader of this kind needs beside the sections; JSON-like, checked by that reader. */
  readonly meta: Readonly<Record<string, unknown>>
  readonly sources: readonly BundleSource[]
  /** The name that the bundle was opened under, for messages. */
  readonly file: string
  readonly sections: readonly SectionEntry[]
  /** The elements of `sections`, in their order. */
  readonly arrays: readonly SectionArray[]
  /** What readers have decoded in place, so that it is done once; their own names for it. */
  readonly decoded: Set<string>
  /**
   * The elements of a section; the array starts its own ArrayBuffer and fills it. The same array at every call.
   * @throws BundleError when there is no such section, or its elements are of another type.
   */
  section<T extends ElementType>(name: string, type: T): SectionArrays[T]
}

/**
 * Reads a bundle (docs/bundle-format.md). The bytes are not trusted: every length and offset is checked before it is used,
 * and the whole against its SHA-256 (except on browser pages without a secure context, which have no SHA-256).
 * @param file name for messages
 * @throws BundleError one sentence: the file, what was found, what was expected.
 */
export async function readBundle(bytes: Uint8Array, file: string): Promise<Bundle> {
  const headerBytes = checkPreamble(bytes, bytes.length, file)
  await checkDigest(bytes, file)
  const headerEnd = PREAMBLE_BYTES + headerBytes
  const { kind, id, meta, sources, sections } = decodeHeader(
    new Uint8Array(bytes.subarray(PREAMBLE_BYTES, headerEnd)),
    file,
  )
  checkSectionTable(sections, { start: align(headerEnd), end: bytes.length - DIGEST_BYTES }, file)

  const arrays = await Promise.all(sections.map((section) => decodeSection(bytes, section, file)))
  return bundleOf({ kind, id, meta, sources, sections, file, arrays, decoded: new Set() })
}

/** A bundle as data alone, which another thread can be given. */
export type BundleImage = Omit<Bundle, 'section'>

/**
 * The bundle of an image. What `section` closes over lives as long as the bundle, and the file's bytes are not among it.
 */
export function bundleOf(image: BundleImage): Bundle {
  const { kind, sections, arrays, file } = image
  const byName = new Map(
    sections.map(({ name, type }, index) => [name, { type, array: arrays[index] as SectionArray }]),
  )
  return {
    ...image,
    section<T extends ElementType>(name: string, type: T): SectionArrays[T] {
      const found = byName.get(name)
      if (found === undefined) {
        const present = [...byName.keys()].join(', ') || 'none'
        throw new BundleError(
          `${file} has no section '${name}', expected in a bundle of kind '${kind}'; it has: ${present}.`,
        )
      }
      if (found.type !== type)
        throw new BundleError(`${file} has a section '${name}' of type ${found.type}, expected ${type}.`)
      return found.array as SectionArrays[T]
    },
  }
}

async function checkDigest(bytes: Uint8Array, file: string): Promise<void> {
  const end = bytes.length - DIGEST_BYTES
  const digest = await sha256(bytes.subarray(0, end))
  if (digest === undefined) return
  const stored = bytes.subarray(end)
  if (digest.every((byte, index) => byte === stored[index])) return
  throw new BundleError(
    `${file} is damaged: its bytes have SHA-256 ${hex(digest)}, expected ${hex(stored)}; fetch or build the file again.`,
  )
}

async function decodeSection(bytes: Uint8Array, section: SectionEntry, file: string): Promise<SectionArray> {
  const stored = bytes.subarray(section.offset, section.offset + section.bytes)
  const raw = section.codec === 'none' ? new Uint8Array(stored).buffer : await inflateSection(stored, section, file)
  return new ELEMENT_ARRAYS[section.type](raw)
}

async function inflateSection(stored: Uint8Array, section: SectionEntry, file: string): Promise<ArrayBuffer> {
  const expected = rawBytes(section)
  try {
    return await inflate(stored, expected)
  } catch (cause) {
    const found = cause instanceof Error ? cause.message : String(cause)
    throw new BundleError(
      `${file} has a section '${section.name}' whose ${stored.length} compressed bytes do not inflate (${found}), expected exactly ${expected} bytes.`,
      { cause },
    )
  }
}

function hex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
