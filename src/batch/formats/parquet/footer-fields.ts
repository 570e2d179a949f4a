/** What a Parquet file begins and ends with. */
export const MAGIC = 'PAR1'

/** Ids of fields in parquet.thrift: FileMetaData, RowGroup, ColumnChunk, ColumnMetaData. */
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
