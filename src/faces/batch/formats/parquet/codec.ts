import * as zlib from 'node:zlib'
import { BatchError } from '../../errors.ts'
import { gzipMember } from '../../input/gzip.ts'
import { type PageCodec, SNAPPY, UNCOMPRESSED } from './snappy.ts'

/** Decompresses to `length` bytes. */
export type Decompress = (bytes: Uint8Array, length: number) => Uint8Array

/** CompressionCodec names in parquet.thrift, by number. No current program writes LZO. */
const NAMES = ['UNCOMPRESSED', 'SNAPPY', 'GZIP', 'LZO', 'BROTLI', 'LZ4', 'ZSTD', 'LZ4_RAW']

/**
 * Loads the decompressor of a codec. WebAssembly decompressors are only loaded when a file needs them, because each
 * reserves 10 GB of address space, which some machines do not allow.
 *
 * @throws {BatchError} when the codec is not supported
 */
export async function createDecompressor(codec: number): Promise<Decompress> {
  const name = NAMES[codec] ?? `codec ${codec}`
  switch (name) {
    case 'UNCOMPRESSED':
      return (bytes) => bytes
    case 'GZIP':
      return (bytes, length) => zlib.gunzipSync(bytes, { maxOutputLength: Math.max(1, length) })
    case 'BROTLI':
      return (bytes, length) => zlib.brotliDecompressSync(bytes, { maxOutputLength: Math.max(1, length) })
    case 'SNAPPY':
      // Snappy is the most common codec. Its own package loads faster than hyparquet-compressors, which is seventeen
      // files.
      return (await import('hysnappy')).snappyUncompressor()
  }
  const { decompressLz4, decompressLz4Raw, decompressZstd } = await import('hyparquet-compressors')
  switch (name) {
    case 'LZ4':
      return decompressLz4
    case 'ZSTD':
      return (bytes, length) => decompressZstd(bytes, new Uint8Array(length))
    case 'LZ4_RAW':
      return decompressLz4Raw
  }
  throw new BatchError(
    `The place columns are compressed with ${name}, which is not supported: write the file with another codec.`,
  )
}

/**
 * Returns the codec for writing. If Node cannot compress with this codec (LZ4, and ZSTD before Node 22.15), pages stay
 * uncompressed.
 */
export function pageCodec(codec: number): PageCodec {
  switch (NAMES[codec]) {
    case 'SNAPPY':
      return SNAPPY
    case 'GZIP':
      return { id: codec, compress: (bytes) => gzipMember(bytes) }
    case 'BROTLI':
      return { id: codec, compress: (bytes) => zlib.brotliCompressSync(bytes, { params: BROTLI_FAST }) }
    case 'ZSTD':
      return zstdCompress === undefined ? UNCOMPRESSED : { id: codec, compress: (bytes) => zstdCompress(bytes) }
    default:
      return UNCOMPRESSED
  }
}

const BROTLI_FAST = { [zlib.constants.BROTLI_PARAM_QUALITY]: 1 }

const { zstdCompressSync: zstdCompress } = zlib as { readonly zstdCompressSync?: (bytes: Uint8Array) => Uint8Array }
