/**
 * The hybrid of runs and packed bits in which Parquet writes levels and numbers of a dictionary.
 * https://parquet.apache.org/docs/file-format/data-pages/encodings/#run-length-encoding--bit-packing-hybrid-rle--3
 *
 * @param bits of a value, 0-32
 * @param into filled to its end
 * @throws {RangeError} when `bytes` end before
 */
export function readRunLengths(bytes: Uint8Array, bits: number, into: Uint8Array | Uint32Array): void {
  if (bits > 32) throw new RangeError(`values of ${bits} bits`)
  let at = 0
  let done = 0
  while (done < into.length) {
    let header = 0
    for (let unit = 1; ; unit *= 128) {
      if (at >= bytes.length || unit > 2 ** 28) throw new RangeError('runs end too early')
      const byte = bytes[at++]
      header += (byte & 127) * unit
      if (byte < 128) break
    }
    if (header % 2 === 0) {
      const count = Math.min(header / 2, into.length - done)
      if (count === 0) throw new RangeError('a run is empty')
      let value = 0
      for (let b = 0; b < bits; b += 8) {
        if (at >= bytes.length) throw new RangeError('runs end too early')
        value += bytes[at++] * 2 ** b
      }
      into.fill(value, done, done + count)
      done += count
    } else {
      const packed = ((header - 1) / 2) * 8
      if (packed === 0) throw new RangeError('a run is empty')
      const count = Math.min(packed, into.length - done)
      // The last group may be cut off behind the values that count.
      if (at + Math.ceil((count * bits) / 8) > bytes.length) throw new RangeError('runs end too early')
      unpack(bytes, at, bits, into, done, count)
      done += count
      at += (packed * bits) / 8
    }
  }
}

/** Values packed from the lowest bit up. */
function unpack(
  bytes: Uint8Array,
  from: number,
  bits: number,
  into: Uint8Array | Uint32Array,
  start: number,
  count: number,
): void {
  if (bits === 8) {
    into.set(bytes.subarray(from, from + count), start)
    return
  }
  if (bits > 24) {
    for (let i = 0; i < count; i++) into[start + i] = wide(bytes, from, i * bits, bits)
    return
  }
  const mask = 2 ** bits - 1
  let at = from
  let held = 0
  let buffer = 0
  for (let i = 0; i < count; i++) {
    while (held < bits) {
      buffer |= bytes[at++] << held
      held += 8
    }
    into[start + i] = buffer & mask
    buffer >>>= bits
    held -= bits
  }
}

/** A value of more than 24 bits, which with the bits before it does not fit into 32. */
function wide(bytes: Uint8Array, from: number, bit: number, bits: number): number {
  let value = 0
  for (let b = 0; b < bits; b++) {
    const at = bit + b
    value += ((bytes[from + (at >> 3)] >> (at & 7)) & 1) * 2 ** b
  }
  return value
}

/** How many of the bytes, each 0 or 1, are 1. */
export function ones(bytes: Uint8Array): number {
  if (!bytes.includes(0)) return bytes.length // most columns have no gaps, and this is several times faster
  let count = 0
  for (let i = 0; i < bytes.length; i++) count += bytes[i]
  return count
}
