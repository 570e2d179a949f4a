/** How the pages of a column chunk are written. */
export interface PageCodec {
  /** CompressionCodec of parquet.thrift. */
  readonly id: number
  /** Null: pages stay as they are. */
  readonly compress: ((bytes: Uint8Array) => Uint8Array) | null
}

export const UNCOMPRESSED: PageCodec = { id: 0, compress: null }

/** Everything that reads Parquet reads it. */
export const SNAPPY: PageCodec = { id: 1, compress: snappyCompress }

/** Places that are remembered, by the hash of their first four bytes. */
const HASH_BITS = 14
/** A copy begins less than this before its place, in an offset of two bytes, and has at most 64 bytes. */
const FARTHEST = 1 << 16
const LONGEST_COPY = 64
/**
 * Scores of places in no order repeat in four bytes here and there: copying those saves an eighth, and takes seven
 * times as long.
 */
const SHORTEST_COPY = 8

/**
 * Compresses with Snappy: texts as they are, and copies of what came before.
 * https://github.com/google/snappy/blob/main/format_description.txt
 *
 * The same bytes give the same result everywhere, which the compressor of hysnappy does not: it depends on what it
 * compressed before.
 */
export function snappyCompress(bytes: Uint8Array): Uint8Array {
  const { length } = bytes
  const view = new DataView(bytes.buffer, bytes.byteOffset, length)
  const out = new Uint8Array(32 + length + Math.ceil(length / 6))
  const seen = new Int32Array(1 << HASH_BITS).fill(-FARTHEST)
  let written = 0
  for (let rest = length; ; rest >>>= 7) {
    out[written++] = rest < 128 ? rest : (rest & 127) | 128
    if (rest < 128) break
  }
  /** Where the bytes begin that are not written yet. */
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
      // The longer nothing repeats, the fewer places are looked at.
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

/** Bytes as they are, after their length: in six bits of the tag, or in one to four bytes after it. */
function writeText(bytes: Uint8Array, start: number, end: number, out: Uint8Array, at: number): number {
  if (start === end) return at
  const most = end - start - 1
  let next = at
  if (most < 60) out[next++] = most << 2
  else {
    const lengthBytes = most < 1 << 8 ? 1 : most < 1 << 16 ? 2 : most < 1 << 24 ? 3 : 4
    out[next++] = (59 + lengthBytes) << 2
    for (let byte = 0; byte < lengthBytes; byte++) out[next++] = (most >>> (8 * byte)) & 255
  }
  out.set(bytes.subarray(start, end), next)
  return next + end - start
}
