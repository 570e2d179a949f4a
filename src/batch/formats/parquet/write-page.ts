import { type Field, i32Field, joined, lengthOf, struct, structField, unsignedVarint } from './thrift.ts'

/** How the pages of a column chunk are written. */
export interface PageCodec {
  /** CompressionCodec of parquet.thrift. */
  readonly id: number
  /** Null: pages stay as they are. */
  readonly compress: ((bytes: Uint8Array) => Uint8Array) | null
}

export const UNCOMPRESSED: PageCodec = { id: 0, compress: null }

/** A page: its bytes, in parts that are not copied before all of them are, and how many they are uncompressed. */
export interface WrittenPage {
  readonly parts: readonly Uint8Array[]
  readonly uncompressed: number
}

/** Numbers of encodings in parquet.thrift. */
export const PLAIN = 0
export const RUNS = 3
export const DICTIONARY = 8

/**
 * Whether rows have a value, as a page of an optional column says it before its values: runs, or a bit for each row.
 */
export function presenceLevels(present: Uint8Array, values: number): Uint8Array {
  const rows = present.length
  if (values === rows || values === 0) return withLength([...unsignedVarint(rows * 2), values === 0 ? 0 : 1])
  const groups = Math.ceil(rows / 8)
  const bits = new Uint8Array(groups)
  for (let row = 0; row < rows; row++) bits[row >> 3] |= present[row] << (row & 7)
  return withLength([...unsignedVarint(groups * 2 + 1)], bits)
}

/**
 * Numbers of a dictionary, packed into one or two bytes each: as they are in memory.
 * @param numbers an array whose length is a multiple of 8
 */
export function packedNumbers(numbers: Uint8Array | Uint16Array): Uint8Array[] {
  const { buffer, byteOffset, byteLength, BYTES_PER_ELEMENT } = numbers
  const header = Uint8Array.of(8 * BYTES_PER_ELEMENT, ...unsignedVarint((numbers.length / 8) * 2 + 1))
  return [header, new Uint8Array(buffer, byteOffset, byteLength)]
}

/** @param rows those without a value among them */
export function writtenDataPage(
  codec: PageCodec,
  rows: number,
  encoding: number,
  parts: readonly Uint8Array[],
): WrittenPage {
  return page(
    codec,
    0,
    parts,
    structField(5, [i32Field(1, rows), i32Field(2, encoding), i32Field(3, RUNS), i32Field(4, RUNS)]),
  )
}

/** A dictionary of `count` plain values. */
export function writtenDictionary(codec: PageCodec, count: number, values: Uint8Array): WrittenPage {
  return page(codec, 2, [values], structField(7, [i32Field(1, count), i32Field(2, PLAIN)]))
}

function page({ compress }: PageCodec, type: number, parts: readonly Uint8Array[], header: Field): WrittenPage {
  const length = lengthOf(parts)
  const stored = compress === null ? parts : [compress(joined(parts))]
  const head = struct([i32Field(1, type), i32Field(2, length), i32Field(3, lengthOf(stored)), header])
  return { parts: [head, ...stored], uncompressed: head.length + length }
}

function withLength(...parts: readonly ArrayLike<number>[]): Uint8Array {
  const bytes = new Uint8Array(4 + parts.reduce((sum, { length }) => sum + length, 0))
  new DataView(bytes.buffer).setUint32(0, bytes.length - 4, true)
  let at = 4
  for (const part of parts) {
    bytes.set(part, at)
    at += part.length
  }
  return bytes
}
