/** Codec for the pages of a column chunk. */
export interface PageCodec {
  /** CompressionCodec number in parquet.thrift. */
  readonly id: number
  /** Compresses a page; null if pages are not compressed. */
  readonly compress: ((bytes: Uint8Array) => Uint8Array) | null
}

export const UNCOMPRESSED: PageCodec = { id: 0, compress: null }

/** Snappy, which every reader of Parquet supports. */
export const SNAPPY: PageCodec = { id: 1, compress: snappyCompress }

/** Number of bits in the hash of four bytes. The hash is the index into the table of earlier positions. */
const HASH_BITS = 14
/** A copy refers back by fewer bytes than this, so that the offset fits in two bytes. */
const FARTHEST = 1 << 16
/** Maximum number of bytes in a copy. */
const LONGEST_COPY = 64
/**
 * Minimum number of bytes in a copy. Copies of four bytes, which are common for scores of unordered places, would save
 * an eighth of the size but take seven times as long.
 */
const SHORTEST_COPY = 8

/**
 * Compresses with Snappy, using literals and copies of earlier bytes.
 * https://github.com/google/snappy/blob/main/format_description.txt
 *
 * The same bytes always produce the same result. The compressor of hysnappy does not guarantee this, because its result
 * depends on what it compressed before.
 */
export function snappyCompress(bytes: Uint8Array): Uint8Array {
  const { length } = bytes
  const view = new DataView(bytes.buffer, bytes.byteOffset, length)
  const out = new Uint8Array(32 + length + Math.ceil(length / 6))
  const seen = new Int32Array(1 << HASH_BITS).fill(-FARTHEST)
  let written = 0
  for (let remaining = length; ; remaining >>>= 7) {
    out[written++] = remaining < 128 ? remaining : (remaining & 127) | 128
    if (remaining < 128) break
  }
  /** Start of the bytes that have not been written yet. */
  let begun = 0
  for (let at = 0; at + SHORTEST_COPY <= length; ) {
    const word = view.getInt32(at, true)
    const hash = Math.imul(word, 0x9e3779b1) >>> (32 - HASH_BITS)
    const before = seen[hash]
    seen[hash] = at
    const isCopy =
      at - before < FARTHEST &&
      view.getInt32(before, true) === word &&
      view.getInt32(before + 4, true) === view.getInt32(at + 4, true)
    if (!isCopy) {
      // The longer nothing has repeated, the more positions are skipped.
      at += 1 + ((at - begun) >> 5)
      continue
    }
    written = writeText(bytes, begun, at, out, written)
    let end = at + SHORTEST_COPY
    while (end < length && bytes[end] === bytes[end + before - at]) end++
    for (let from = at; from < end; from += LONGEST_COPY) {
      out[written++] = ((Math.min(LONGEST_COPY, end - from) - 1) << 2) | 2
      out[written++] = (at - before) & 255
      out[written++] = (at - before) >> 8
    }
    at = end
    begun = end
  }
  return out.subarray(0, writeText(bytes, begun, length, out, written))
}

/**
 * Writes literal bytes, preceded by their length. The length is in six bits of the tag, or in one to four bytes after
 * the tag.
 */
function writeText(bytes: Uint8Array, start: number, end: number, out: Uint8Array, at: number): number {
  if (start === end) return at
  const storedLength = end - start - 1
  let next = at
  if (storedLength < 60) out[next++] = storedLength << 2
  else {
    const lengthBytes = storedLength < 1 << 8 ? 1 : storedLength < 1 << 16 ? 2 : storedLength < 1 << 24 ? 3 : 4
    out[next++] = (59 + lengthBytes) << 2
    for (let byte = 0; byte < lengthBytes; byte++) out[next++] = (storedLength >>> (8 * byte)) & 255
  }
  out.set(bytes.subarray(start, end), next)
  return next + end - start
}
