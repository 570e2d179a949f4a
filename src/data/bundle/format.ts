/** Eight bytes at the start of every bundle. */
export const MAGIC = 'vicinage'

/** Only format version that this package writes and reads; see docs/reference/bundle-format.md. */
export const FORMAT_VERSION = 2

/** Byte position of the format version in the preamble. All numbers in the preamble are little endian. */
export const VERSION_AT = 8
/** Byte position of the header's length in bytes. */
export const HEADER_BYTES_AT = 12
export const TOTAL_BYTES_AT = 16
export const PREAMBLE_BYTES = 24

/** Length of the SHA-256 that ends the head, after the preamble, header and directory. */
export const DIGEST_BYTES = 32

/** Total length of the preamble and digest. A shorter file cannot be a bundle. */
export const MINIMUM_BYTES = PREAMBLE_BYTES + DIGEST_BYTES

/** Empty final block, which ends a raw deflate stream that was flushed to whole bytes. */
export const DEFLATE_END = Uint8Array.of(3, 0)

/** Bytes per section in the directory, which contain the section's CRC-32. */
export const SECTION_CHECK_BYTES = 4
/** Bytes per block in the directory, which contain the block's length and CRC-32. */
export const BLOCK_CHECK_BYTES = 8

export const MAXIMUM_HEADER_BYTES = 1024 * 1024

/**
 * Returns the maximum total size in bytes of a file's decoded sections. A larger file is broken, because the data is
 * meant to fit in the memory of a web page, and real data decodes to at most seven times the file size. The limit grows
 * with the file size, so that a short file cannot fill the memory.
 */
export function mostRawBytes(fileBytes: number): number {
  return Math.min(2 ** 30, 2 ** 25 + 16 * fileBytes)
}

/** Maximum expansion of deflate, 1032:1 (zlib technical details). */
export const MAXIMUM_EXPANSION = 1032
/** Number of bytes by which a section may exceed the maximum expansion. Needed for sections of a few bytes. */
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

/** Typed array for each element type of a section. */
export interface SectionArrays {
  u8: Uint8Array<ArrayBuffer>
  u16: Uint16Array<ArrayBuffer>
  u32: Uint32Array<ArrayBuffer>
  i32: Int32Array<ArrayBuffer>
  f32: Float32Array<ArrayBuffer>
  f64: Float64Array<ArrayBuffer>
}

export type SectionArray = SectionArrays[ElementType]

/** Returns the bytes per element of a section type. */
export function elementBytes(type: ElementType): number {
  return ELEMENT_ARRAYS[type].BYTES_PER_ELEMENT
}

/**
 * Computes the SHA-256 of the bytes, or returns `undefined` if the platform cannot. Browsers do not provide
 * `crypto.subtle` to pages without a secure context (plain http other than localhost).
 */
export async function sha256(bytes: Uint8Array): Promise<Uint8Array | undefined> {
  // WebCrypto copies its input; Node's hash reads it in place.
  const node = globalThis.process?.getBuiltinModule?.('node:crypto')
  if (node) return node.createHash('sha256').update(bytes).digest()
  const subtle = globalThis.crypto?.subtle as SubtleCrypto | undefined
  if (subtle === undefined) return undefined
  return new Uint8Array(await subtle.digest('SHA-256', unshared(bytes)))
}

let zlib: typeof import('node:zlib') | undefined

/**
 * Returns Node's zlib, if available. The module is cached, because looking it up takes as long as computing the CRC-32
 * of a block.
 */
export function nodeZlib(): typeof import('node:zlib') | undefined {
  zlib ??= globalThis.process?.getBuiltinModule?.('node:zlib')
  return zlib
}

/** Computes the CRC-32 of the bytes, as in gzip and PNG. */
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

/** Copies views of shared memory, because WebCrypto rejects them. */
function unshared(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  return bytes.buffer instanceof ArrayBuffer ? (bytes as Uint8Array<ArrayBuffer>) : new Uint8Array(bytes)
}
