import type { $ZodType, output } from 'zod/v4/core'
import { BundleError } from '../errors.ts'
import { checkShape } from './check-shape.ts'
import {
  align,
  DIGEST_BYTES,
  ELEMENT_ARRAYS,
  type ElementType,
  PREAMBLE_BYTES,
  type SectionArray,
  type SectionArrays,
  sha256,
} from './format.ts'
import {
  type BundleSource,
  checkPreamble,
  checkSectionTable,
  decodeHeader,
  rawBytes,
  type SectionEntry,
} from './header.ts'

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

/** The bundle's meta in the shape that its kind must have. */
export function metaOf<T extends $ZodType>(bundle: Bundle, shape: T): output<T> {
  const parsed = checkShape(shape, bundle.meta)
  if (parsed.success) return parsed.data
  const issue = parsed.error.issues[0]
  throw new BundleError(
    `${bundle.file} has a meta field '${issue.path.join('.')}' that does not fit a bundle of kind '${bundle.kind}': ${issue.message}.`,
  )
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

/**
 * Inflates a raw deflate stream (RFC 1951) of known raw size into an ArrayBuffer of its own. Node's zlib where there is one:
 * it works on its thread pool, so that sections inflate in parallel; elsewhere the web's DecompressionStream.
 * @throws Error when the stream is damaged or its raw size is another than declared.
 */
export async function inflate(stored: Uint8Array, rawBytes: number): Promise<ArrayBuffer> {
  const zlib = globalThis.process?.getBuiltinModule?.('node:zlib')
  return zlib ? inflateWithZlib(zlib, stored, rawBytes) : inflateWithStream(stored, rawBytes)
}

type Zlib = Pick<typeof import('node:zlib'), 'inflateRaw'>

/** zlib refuses smaller chunks. */
const MINIMUM_CHUNK_BYTES = 64

/** What zlib's `info` option answers with; its typings know only the plain Buffer. */
interface InflateInfo {
  readonly buffer: Uint8Array<ArrayBuffer>
  readonly engine: { readonly bytesWritten: number }
}

export function inflateWithZlib(zlib: Zlib, stored: Uint8Array, rawBytes: number): Promise<ArrayBuffer> {
  // One chunk of the declared size: zlib fills it in place and nothing is joined afterwards.
  const chunkSize = Math.max(MINIMUM_CHUNK_BYTES, rawBytes)
  const maxOutputLength = Math.max(1, rawBytes)
  return new Promise((resolve, reject) => {
    zlib.inflateRaw(stored, { chunkSize, maxOutputLength, info: true }, (error, result) => {
      if (error) return reject(tooLong(error) ? new Error(`inflates to more than ${rawBytes} bytes`) : error)
      const { buffer, engine } = result as unknown as InflateInfo
      if (buffer.length !== rawBytes) return reject(new Error(`inflates to ${buffer.length} bytes`))
      if (engine.bytesWritten !== stored.length)
        return reject(new Error(`ends after ${engine.bytesWritten} stored bytes`))
      resolve(ownBuffer(buffer))
    })
  })
}

export async function inflateWithStream(stored: Uint8Array, rawBytes: number): Promise<ArrayBuffer> {
  const raw = new Uint8Array(rawBytes)
  const inflater = new DecompressionStream('deflate-raw')
  // Handed over as it is: a Blob would take it through another process. Copied, because browsers refuse views of shared memory here.
  const writer = inflater.writable.getWriter()
  // What is wrong with it, the reader says as well.
  Promise.all([writer.write(new Uint8Array(stored)), writer.close()]).catch(() => {})
  const reader = inflater.readable.getReader()
  let filled = 0
  for (;;) {
    const { done, value } = await reader.read()
    if (done) break
    if (filled + value.length > rawBytes) {
      await reader.cancel().catch(() => undefined)
      throw new Error(`inflates to more than ${rawBytes} bytes`)
    }
    raw.set(value, filled)
    filled += value.length
  }
  if (filled !== rawBytes) throw new Error(`inflates to ${filled} bytes`)
  return raw.buffer
}

/** zlib's own words for it, "Cannot create a Buffer larger than …", say nothing of the stream. */
function tooLong(error: NodeJS.ErrnoException): boolean {
  return error.code === 'ERR_BUFFER_TOO_LARGE'
}

/** Node hands out small results as views of a shared pool; index structures want a buffer of exactly their bytes. */
function ownBuffer(bytes: Uint8Array<ArrayBuffer>): ArrayBuffer {
  const whole = bytes.byteOffset === 0 && bytes.byteLength === bytes.buffer.byteLength
  return whole ? bytes.buffer : new Uint8Array(bytes).buffer
}
