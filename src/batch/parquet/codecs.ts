import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { compressors, decompressLz4, decompressLz4Raw, decompressZstd } from 'hyparquet-compressors'
import { BatchError } from '../rows.ts'

/** Gives the `length` bytes that were compressed. */
export type Decompress = (bytes: Uint8Array, length: number) => Uint8Array

export const UNCOMPRESSED = 0

/** By number, as chunks have them: CompressionCodec of parquet.thrift. Nobody writes LZO any more. */
const CODECS: readonly (readonly [name: string, Decompress | null])[] = [
  ['UNCOMPRESSED', (bytes) => bytes],
  // Keeps its WebAssembly from page to page, which `decompressSnappy` compiles anew each time.
  ['SNAPPY', (bytes, length) => compressors.SNAPPY!(bytes, length)],
  ['GZIP', (bytes, length) => gunzipSync(bytes, { maxOutputLength: Math.max(1, length) })],
  ['LZO', null],
  ['BROTLI', (bytes, length) => brotliDecompressSync(bytes, { maxOutputLength: Math.max(1, length) })],
  ['LZ4', decompressLz4],
  ['ZSTD', (bytes, length) => decompressZstd(bytes, new Uint8Array(length))],
  ['LZ4_RAW', decompressLz4Raw],
]

/** @throws {BatchError} when there is nothing that reads the codec */
export function decompressorOf(codec: number): Decompress {
  const [name, decompress] = CODECS[codec] ?? [`codec ${codec}`, null]
  if (decompress !== null) return decompress
  throw new BatchError(
    `The columns of the place are compressed with ${name}, which cannot be read. Write them with another.`,
  )
}
