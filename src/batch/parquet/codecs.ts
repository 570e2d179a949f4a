import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { snappyUncompress } from 'hyparquet'
import { BatchError } from '../rows.ts'

/** Gives the `length` bytes that were compressed. */
export type Decompress = (bytes: Uint8Array, length: number) => Uint8Array

/** Numbers of codecs, as chunks have them: CompressionCodec of parquet.thrift. */
const NAMES = ['UNCOMPRESSED', 'SNAPPY', 'GZIP', 'LZO', 'BROTLI', 'LZ4', 'ZSTD', 'LZ4_RAW']

export const UNCOMPRESSED = 0

/** @throws {BatchError} when there is nothing that reads the codec */
export async function decompressorOf(codec: number): Promise<Decompress> {
  const name = NAMES[codec] ?? `codec ${codec}`
  const known = BUILT_IN[name] ?? (await installed())?.[name]
  if (known !== undefined) return known
  const cure = OPTIONAL.includes(name) ? 'Install: npm install hyparquet-compressors' : 'Write them with another.'
  throw new BatchError(`The columns of the place are compressed with ${name}, which cannot be read. ${cure}`)
}

const BUILT_IN: Readonly<Record<string, Decompress | undefined>> = {
  UNCOMPRESSED: (bytes) => bytes,
  SNAPPY(bytes, length) {
    const output = new Uint8Array(length)
    snappyUncompress(bytes, output)
    return output
  },
  GZIP: (bytes, length) => gunzipSync(bytes, { maxOutputLength: Math.max(1, length) }),
  BROTLI: (bytes, length) => brotliDecompressSync(bytes, { maxOutputLength: Math.max(1, length) }),
}

/** What an optional package reads. */
const COMPRESSORS: string = 'hyparquet-compressors'
const OPTIONAL = ['ZSTD', 'LZ4', 'LZ4_RAW']

async function installed(): Promise<Readonly<Record<string, Decompress | undefined>> | undefined> {
  try {
    return (await import(COMPRESSORS)).compressors
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_MODULE_NOT_FOUND') return undefined
    throw error
  }
}
