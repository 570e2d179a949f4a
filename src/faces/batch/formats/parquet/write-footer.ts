import { joined } from '../../buffers.ts'
import type { AddedColumnChunk } from './column-writers.ts'
import { UNCOMPRESSED } from './snappy.ts'
import {
  BINARY,
  BYTE,
  binaryField,
  FALSE,
  I32,
  i32Field,
  i64Field,
  listField,
  littleEndian,
  type Struct,
  struct,
  structField,
  textField,
} from './thrift.ts'

/** A column that this program writes. */
export interface WrittenColumn {
  readonly name: string
  readonly kind: 'score' | 'number' | 'text' | 'integer' | 'binary'
}

/**
 * Type numbers in parquet.thrift by column kind: INT32 (8-bit unsigned), DOUBLE, BYTE_ARRAY (UTF-8), INT64, and
 * BYTE_ARRAY.
 */
const TYPES = { score: 1, number: 5, text: 6, integer: 2, binary: 6 }

/** IntType with 8 unsigned bits. */
const UNSIGNED: Struct = [
  { id: 1, type: BYTE, value: Uint8Array.of(8) },
  { id: 2, type: FALSE, value: new Uint8Array(0) },
]

/** Writes the SchemaElement of an optional column. */
export function schemaElement({ name, kind }: WrittenColumn): Uint8Array {
  const optional = 1
  const meaning = {
    score: [i32Field(6, 11), structField(10, [structField(10, UNSIGNED)])],
    number: [],
    text: [i32Field(6, 0), structField(10, [structField(1, [])])],
    integer: [],
    binary: [],
  }[kind]
  return struct([i32Field(1, TYPES[kind]), i32Field(3, optional), textField(4, name), ...meaning])
}

/** Writes the ColumnChunks of consecutive columns. `start` is the position of the first column's bytes in the file. */
export function columnChunks(
  chunks: readonly AddedColumnChunk[],
  columns: readonly WrittenColumn[],
  start: number,
): Uint8Array[] {
  let at = start
  return chunks.map((chunk, i) => {
    at += chunk.bytes
    return struct(columnChunk(chunk, columns[i], at - chunk.bytes))
  })
}

/** Writes the end of the file: the footer, its length, and the magic bytes. */
export function fileEnd(footer: Uint8Array): Uint8Array {
  return joined([footer, littleEndian(footer.length), MAGIC_BYTES])
}

function columnChunk(chunk: AddedColumnChunk, { name, kind }: WrittenColumn, start: number): Struct {
  const { bytes, dictionary, rows, nulls, encodings, range, uncompressed = bytes } = chunk
  const bounds = range === null ? [] : [binaryField(5, int32(range[1])), binaryField(6, int32(range[0]))]
  return [
    i64Field(CHUNK.offset, 0),
    structField(CHUNK.meta, [
      i32Field(META.type, TYPES[kind]),
      listField(
        META.encodings,
        I32,
        encodings.map((encoding) => i32Field(0, encoding).value),
      ),
      listField(META.path, BINARY, [textField(0, name).value]),
      i32Field(META.codec, chunk.codec ?? UNCOMPRESSED.id),
      i64Field(META.values, rows),
      i64Field(META.bytes, uncompressed),
      i64Field(META.compressed, bytes),
      i64Field(META.data, start + dictionary),
      ...(dictionary > 0 ? [i64Field(META.dictionary, start)] : []),
      structField(META.statistics, [i64Field(3, nulls), ...bounds]),
    ]),
  ]
}

function int32(value: number): Uint8Array {
  return new Uint8Array(Int32Array.of(value).buffer)
}

/** Magic bytes at the start and end of a Parquet file. */
export const MAGIC = 'PAR1'
export const MAGIC_BYTES: Uint8Array = new TextEncoder().encode(MAGIC)

/** Field IDs in parquet.thrift: FileMetaData, RowGroup, ColumnChunk, ColumnMetaData. */
export const FILE = { schema: 2, rows: 3, rowGroups: 4, keyValues: 5, columnOrders: 7, encryption: 8 }
export const GROUP = { columns: 1, bytes: 2, rows: 3, offset: 5, compressed: 6 }
export const CHUNK = { file: 1, offset: 2, meta: 3, offsetIndex: 4, columnIndexLength: 7, crypto: 8, encrypted: 9 }
export const META = {
  type: 1,
  encodings: 2,
  path: 3,
  codec: 4,
  values: 5,
  bytes: 6,
  compressed: 7,
  data: 9,
  index: 10,
  dictionary: 11,
  statistics: 12,
  bloomOffset: 14,
  bloomLength: 15,
}
