/** Values of a column in the memory layout of its type; texts as bytes. */
export type Stored = Float64Array | Float32Array | Int32Array | BigInt64Array | readonly Uint8Array[]

/** The physical types of parquet.thrift, by their number. */
export const TYPES = [
  'BOOLEAN',
  'INT32',
  'INT64',
  'INT96',
  'FLOAT',
  'DOUBLE',
  'BYTE_ARRAY',
  'FIXED_LEN_BYTE_ARRAY',
] as const

/** How the values of a column are stored. */
export interface StoredType {
  readonly type: Exclude<(typeof TYPES)[number], 'BOOLEAN' | 'INT96'>
  /** Bytes of a FIXED_LEN_BYTE_ARRAY. */
  readonly length: number | undefined
}

const NUMBERS = { INT32: Int32Array, INT64: BigInt64Array, FLOAT: Float32Array, DOUBLE: Float64Array }

/** Numbers of encodings that values may have, as parquet.thrift has them. */
const ENCODING = { plain: 0, delta: 5, deltaLengths: 6, deltaTexts: 7, split: 9 }

/**
 * The values of a page, as Encodings.md of parquet-format describes them: those of hyparquet, with memory and time
 * bounded by `count`, which is for the caller to bound.
 *
 * @throws when the bytes end too early, or make no sense
 */
export function valuesIn(bytes: Uint8Array, encoding: number, count: number, column: StoredType): Stored {
  switch (encoding) {
    case ENCODING.plain:
      return plainValues(bytes, count, column)
    case ENCODING.split:
      return plainValues(unsplit(bytes, count, widthOf(column)), count, column)
    case ENCODING.delta: {
      const values = deltas(new Bytes(bytes), count)
      return column.type === 'INT32' ? Int32Array.from(values, Number) : values
    }
    case ENCODING.deltaLengths:
      return textsByLength(new Bytes(bytes), count)
    case ENCODING.deltaTexts:
      return textsByPrefix(new Bytes(bytes), count)
    default:
      throw new Error(`encoding ${encoding} is not read`)
  }
}

/** Values one after the other, texts each after its length. */
export function plainValues(bytes: Uint8Array, count: number, column: StoredType): Stored {
  const { type } = column
  const reader = new Bytes(bytes)
  if (type === 'BYTE_ARRAY') return Array.from({ length: count }, () => reader.take(reader.word()))
  const width = widthOf(column)
  if (type === 'FIXED_LEN_BYTE_ARRAY') return Array.from({ length: count }, () => reader.take(width))
  const own = reader.take(count * width)
  const { buffer, byteOffset } = own.byteOffset % width === 0 ? own : Uint8Array.from(own)
  return new NUMBERS[type](buffer as ArrayBuffer, byteOffset, count)
}

function widthOf({ type, length }: StoredType): number {
  if (type === 'BYTE_ARRAY') throw new Error('texts are not stored in this encoding')
  return type === 'FIXED_LEN_BYTE_ARRAY' ? (length ?? 0) : NUMBERS[type].BYTES_PER_ELEMENT
}

/**
 * Runs of one number, and of packed bits.
 *
 * @param into filled to its end
 */
export function readRuns(bytes: Uint8Array, bits: number, into: Uint8Array | Uint32Array): void {
  // More do not fit into 32 bits beside those before them; a dictionary of more values than pages may have is not
  // written.
  if (bits > 24) throw new Error(`values of ${bits} bits are not read`)
  const reader = new Bytes(bytes)
  const mask = 2 ** bits - 1
  for (let at = 0; at < into.length; ) {
    const header = reader.varint()
    const isPacked = header % 2 === 1
    const count = Math.floor(header / 2) * (isPacked ? 8 : 1)
    const end = Math.min(at + count, into.length)
    if (!isPacked) {
      const value = reader.take((bits + 7) >> 3).reduceRight((sum, byte) => (sum << 8) | byte, 0)
      into.fill(value, at, end)
      at = end
      continue
    }
    // Writers may leave out the bytes after the last value.
    for (let held = 0, have = 0; at < end; at++, have -= bits, held >>>= bits) {
      for (; have < bits; have += 8) held |= reader.byte() << have
      into[at] = held & mask
    }
  }
}

/** Bytes of numbers that were written byte by byte: the first of all, then the second of all. */
function unsplit(bytes: Uint8Array, count: number, width: number): Uint8Array {
  const own = new Bytes(bytes).take(count * width)
  const whole = new Uint8Array(own.length)
  for (let byte = 0, from = 0; byte < width; byte++)
    for (let i = 0; i < count; i++) whole[i * width + byte] = own[from++]
  return whole
}

/** DELTA_BINARY_PACKED: blocks of differences, each of small blocks with a width of their own. */
function deltas(reader: Bytes, count: number): BigInt64Array {
  const values = new BigInt64Array(count)
  const block = reader.varint()
  const parts = reader.varint()
  const perPart = block / parts
  if (reader.varint() < count) throw new Error('it has fewer differences than values')
  if (!(Number.isInteger(perPart) && perPart > 0 && perPart % 8 === 0))
    throw new Error(`blocks of ${block} are not read`)
  const first = reader.zigzag()
  if (count > 0) values[0] = first
  for (let i = 1; i < count; ) {
    const least = reader.zigzag()
    for (const bits of reader.take(parts)) {
      if (i >= count) break
      if (bits > 64) throw new Error(`differences of ${bits} bits are not read`)
      const packed = reader.take((perPart / 8) * bits)
      for (let k = 0; k < perPart && i < count; k++, i++)
        values[i] = values[i - 1] + least + bitsAt(packed, k * bits, bits)
    }
  }
  return values
}

function bitsAt(packed: Uint8Array, from: number, bits: number): bigint {
  let value = 0n
  for (let bit = from, end = from + bits; bit < end; ) {
    const some = Math.min(8 - (bit & 7), end - bit)
    value |= BigInt((packed[bit >> 3] >> (bit & 7)) & ((1 << some) - 1)) << BigInt(bit - from)
    bit += some
  }
  return value
}

function textsByLength(reader: Bytes, count: number): Uint8Array[] {
  return Array.from(deltas(reader, count), (length) => reader.take(Number(length)))
}

/** Texts that begin as the one before. */
function textsByPrefix(reader: Bytes, count: number): Uint8Array[] {
  const prefixes = deltas(reader, count)
  let before = new Uint8Array(0)
  return textsByLength(reader, count).map((rest, i) => {
    const shared = Number(prefixes[i])
    if (shared < 0 || shared > before.length) throw new Error('a text begins as more than the one before')
    const text = new Uint8Array(shared + rest.length)
    text.set(before.subarray(0, shared))
    text.set(rest, shared)
    before = text
    return text
  })
}

/** Bytes that are read from their beginning on. */
class Bytes {
  #at = 0

  constructor(private readonly bytes: Uint8Array) {}

  byte(): number {
    if (this.#at === this.bytes.length) throw new Error('it ends too early')
    return this.bytes[this.#at++]
  }

  take(count: number): Uint8Array {
    if (!(count >= 0 && count <= this.bytes.length - this.#at)) throw new Error('it ends too early')
    this.#at += count
    return this.bytes.subarray(this.#at - count, this.#at)
  }

  /** Four bytes, the lowest first. */
  word(): number {
    const [a, b, c, d] = this.take(4)
    return (a | (b << 8) | (c << 16) | (d << 24)) >>> 0
  }

  varint(): number {
    return Number(this.#long())
  }

  zigzag(): bigint {
    const value = this.#long()
    return (value >> 1n) ^ -(value & 1n)
  }

  #long(): bigint {
    const low = this.byte()
    if (low < 128) return BigInt(low)
    let value = BigInt(low & 127)
    for (let shift = 7n; ; shift += 7n) {
      if (shift > 63n) throw new Error('a number has more than 64 bits')
      const byte = this.byte()
      value |= BigInt(byte & 127) << shift
      if (byte < 128) return BigInt.asUintN(64, value)
    }
  }
}
