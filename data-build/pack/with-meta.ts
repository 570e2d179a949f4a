import { DIGEST_BYTES, HEADER_BYTES_AT, PREAMBLE_BYTES, sha256, TOTAL_BYTES_AT } from '../../src/data/bundle/format.ts'
import { readHead } from '../../src/data/bundle/read.ts'
import { writeMsgpack } from '../../src/data/bundle/write-msgpack.ts'

/**
 * Returns a copy of a bundle with new metadata. Only the head is rewritten, so sections and blocks keep their bytes.
 *
 * @throws {BundleError} when the bytes are not a bundle
 */
export async function withMeta(
  bytes: Uint8Array,
  meta: Readonly<Record<string, unknown>>,
  file: string,
): Promise<Uint8Array<ArrayBuffer>> {
  const { header, layout } = await readHead(bytes, bytes.length, file)
  const packed = writeMsgpack({ ...header, meta }, file)
  const headerBytes = new DataView(bytes.buffer, bytes.byteOffset).getUint32(HEADER_BYTES_AT, true)
  const directory = bytes.subarray(PREAMBLE_BYTES + headerBytes, layout.headBytes - DIGEST_BYTES)
  const headBytes = PREAMBLE_BYTES + packed.length + directory.length + DIGEST_BYTES
  const stored = bytes.subarray(layout.headBytes)
  const out = new Uint8Array(headBytes + stored.length)
  out.set(bytes.subarray(0, PREAMBLE_BYTES))
  out.set(packed, PREAMBLE_BYTES)
  out.set(directory, PREAMBLE_BYTES + packed.length)
  const view = new DataView(out.buffer)
  view.setUint32(HEADER_BYTES_AT, packed.length, true)
  view.setUint32(TOTAL_BYTES_AT, out.length % 2 ** 32, true)
  view.setUint32(TOTAL_BYTES_AT + 4, Math.floor(out.length / 2 ** 32), true)
  const digest = await sha256(out.subarray(0, headBytes - DIGEST_BYTES))
  if (digest === undefined)
    throw new RangeError(
      `${file} cannot be written: its SHA-256 is computed with WebCrypto, which this platform does not have.`,
    )
  out.set(digest, headBytes - DIGEST_BYTES)
  out.set(stored, headBytes)
  await readHead(out, out.length, file)
  return out
}
