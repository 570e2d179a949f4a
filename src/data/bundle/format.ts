/** The eight bytes that every bundle starts with. */
export const MAGIC = 'vicinage'

/** The one format version that this package writes and reads: docs/reference/bundle-format.md. */
export const FORMAT_VERSION = 2

/** Byte positions of the preamble; all numbers are little endian. */
export const VERSION_AT = 8
export const HEADER_BYTES_AT = 12
export const TOTAL_BYTES_AT = 16
export const PREAMBLE_BYTES = 24

/** The SHA-256 that ends the head: preamble, header and directory. */
export const DIGEST_BYTES = 32

/** Preamble and digest: nothing shorter can be a bundle. */
export const MINIMUM_BYTES = PREAMBLE_BYTES + DIGEST_BYTES

/** Ends a raw deflate stream that was flushed to whole bytes: an empty last block. */
export const DEFLATE_END = Uint8Array.of(3, 0)

/** Bytes in the directory of a section (its CRC-32) and of a block (its length and its CRC-32). */
export const SECTION_CHECK_BYTES = 4
export const BLOCK_CHECK_BYTES = 8

export const MAXIMUM_HEADER_BYTES = 1024 * 1024

/** Raw bytes of all sections together. A page in memory is the aim of the project; more than this is a broken file. */
export const MAXIMUM_RAW_BYTES = 1024 * 1024 * 1024

/** Deflate cannot shrink by more than 1032 : 1 (zlib technical details); the 64 covers sections of a few bytes. */
export const MAXIMUM_EXPANSION = 1032
export const EXPANSION_ALLOWANCE = 64

/** Element types of a section, as named in the header. */
export const ELEMENT_ARRAYS = {
  u8: Uint8Array,
  u16: Uint16Array,
  u32: Uint32Array,
  i32: Int32Array,
  f32: Float32Array,
  f64: Float64Array,
} as const

export type ElementType = keyof typeof ELEMENT_ARRAYS

/** The typed array that a section of each element type is read into. */
export interface SectionArrays {
  u8: Uint8Array<ArrayBuffer>
  u16: Uint16Array<ArrayBuffer>
  u32: Uint32Array<ArrayBuffer>
  i32: Int32Array<ArrayBuffer>
  f32: Float32Array<ArrayBuffer>
  f64: Float64Array<ArrayBuffer>
}

export type SectionArray = SectionArrays[ElementType]

/** Bytes per element of a section type. */
export function elementBytes(type: ElementType): number {
  return ELEMENT_ARRAYS[type].BYTES_PER_ELEMENT
}

/**
 * SHA-256 of the bytes, or `undefined` where the platform offers none: browsers keep `crypto.subtle` from pages that
 * are not a secure context (plain http other than localhost).
 */
export async function sha256(bytes: Uint8Array): Promise<Uint8Array | undefined> {
  // WebCrypto copies what it hashes; Node's own hash reads it in place.
  const node = globalThis.process?.getBuiltinModule?.('node:crypto')
  if (node) return node.createHash('sha256').update(bytes).digest()
  const subtle = globalThis.crypto?.subtle as SubtleCrypto | undefined
  if (subtle === undefined) return undefined
  return new Uint8Array(await subtle.digest('SHA-256', unshared(bytes)))
}

let zlib: typeof import('node:zlib') | undefined

/** Node's zlib, where there is one. To look it up takes as long as the CRC-32 of a block. */
export function nodeZlib(): typeof import('node:zlib') | undefined {
  zlib ??= globalThis.process?.getBuiltinModule?.('node:zlib')
  return zlib
}

/** CRC-32 of the bytes, as gzip and PNG compute it. */
export function crc32(bytes: Uint8Array): number {
  const zlib = nodeZlib()
  if (zlib?.crc32) return zlib.crc32(bytes)
  crcTable ??= Uint32Array.from({ length: 256 }, (_, byte) => {
    let crc = byte
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1
    return crc
  })
  let crc = -1
  for (let i = 0; i < bytes.length; i++) crc = (crc >>> 8) ^ crcTable[(crc ^ bytes[i]) & 255]
  return ~crc >>> 0
}

let crcTable: Uint32Array | undefined

/** WebCrypto refuses views of shared memory, so those are copied. */
function unshared(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  return bytes.buffer instanceof ArrayBuffer ? (bytes as Uint8Array<ArrayBuffer>) : new Uint8Array(bytes)
}
