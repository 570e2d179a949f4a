import { joined } from '../buffers.ts'
import {
  type AddedColumnChunk,
  type ColumnWriter,
  PlainColumnWriter,
  pageRows,
  plainBinary,
  plainIntegers,
  plainNumbers,
  ScoreColumnWriter,
  TextColumnWriter,
  type WrittenColumnChunk,
} from '../formats/parquet/column-writers.ts'
import { SNAPPY } from '../formats/parquet/snappy.ts'
import { i32Field, i64Field, listField, STRUCT, struct, structField, textField } from '../formats/parquet/thrift.ts'
import {
  columnChunks,
  FILE,
  fileEnd,
  GROUP,
  MAGIC_BYTES,
  schemaElement,
  type WrittenColumn,
} from '../formats/parquet/write-footer.ts'
import { wkb } from './geometry.ts'
import { type Geometry, type RowBlock, type Table, type TableColumn, type Values, valueAt } from './table.ts'

/** Approximate number of rows in a row group. */
const GROUP_ROWS = 100_000

/**
 * Writes a Parquet file, one row group at a time as the table is created.
 *
 * @param metadata the file's key-value metadata
 */
export function* parquetFile(
  table: Table,
  metadata: readonly (readonly [key: string, value: string])[],
): Generator<Uint8Array> {
  const columns = table.columns.map(writtenColumn)
  const groups: Uint8Array[] = []
  let rows = 0
  let at = MAGIC_BYTES.length
  yield MAGIC_BYTES
  let group = new RowGroup(table.columns)
  const finish = () => {
    const chunks = group.finish()
    const bytes = joined(chunks.flatMap(({ pages }) => pages.flatMap(({ parts }) => parts)))
    groups.push(
      rowGroup(
        columns,
        chunks.map(({ chunk }) => chunk),
        group.rows,
        at,
      ),
    )
    rows += group.rows
    at += bytes.length
    group = new RowGroup(table.columns)
    return bytes
  }
  for (const block of table.blocks) {
    group.add(block)
    if (group.rows >= GROUP_ROWS) yield finish()
  }
  if (group.rows > 0) yield finish()
  const keyValues = metadata.map(([key, value]) => struct([textField(1, key), textField(2, value)]))
  const root = struct([textField(4, 'schema'), i32Field(5, columns.length)])
  const footer = struct([
    i32Field(1, 2),
    listField(FILE.schema, STRUCT, [root, ...columns.map(schemaElement)]),
    i64Field(FILE.rows, rows),
    listField(FILE.rowGroups, STRUCT, groups),
    listField(FILE.keyValues, STRUCT, keyValues),
    textField(6, 'vicinage'),
    // Declares that the minimum and maximum of each column use the order of the column type.
    listField(
      FILE.columnOrders,
      STRUCT,
      columns.map(() => struct([structField(1, [])])),
    ),
  ])
  yield fileEnd(footer)
}

function writtenColumn({ name, kind }: TableColumn): WrittenColumn {
  if (kind === 'key') return { name, kind: 'text' }
  return { name, kind: kind === 'geometry' ? 'binary' : kind }
}

function rowGroup(
  columns: readonly WrittenColumn[],
  chunks: readonly AddedColumnChunk[],
  rows: number,
  start: number,
): Uint8Array {
  return struct([
    listField(GROUP.columns, STRUCT, columnChunks(chunks, columns, start)),
    i64Field(
      GROUP.bytes,
      chunks.reduce((sum, { bytes, uncompressed = bytes }) => sum + uncompressed, 0),
    ),
    i64Field(GROUP.rows, rows),
    i64Field(GROUP.offset, start),
    i64Field(
      GROUP.compressed,
      chunks.reduce((sum, { bytes }) => sum + bytes, 0),
    ),
  ])
}

/** Columns of the row group that is being filled. Each block becomes one page per column. */
class RowGroup {
  rows = 0
  readonly #columns: readonly Column[]

  constructor(columns: readonly TableColumn[]) {
    this.#columns = columns.map(newColumn)
  }

  add(block: RowBlock): void {
    this.rows += block.rows
    this.#columns.forEach((column, c) => {
      column.add(block.columns[c], block.rows)
    })
  }

  finish(): readonly WrittenColumnChunk[] {
    return this.#columns.map((column) => column.finish())
  }
}

interface Column {
  add(values: Values, rows: number): void
  finish(): WrittenColumnChunk
}

function newColumn({ kind }: TableColumn): Column {
  switch (kind) {
    case 'score': {
      const writer = new ScoreColumnWriter(SNAPPY)
      return {
        add: (values, rows) => {
          if (!('bytes' in values)) throw new TypeError('A column of scores must contain bytes.')
          const { bytes, none } = values
          const present = Uint8Array.from(bytes, (byte) => (byte === none ? 0 : 1))
          writer.add(bytes.subarray(0, rows), pageRows(present))
        },
        finish: () => writer.finish(),
      }
    }
    case 'text':
      return getColumn(new TextColumnWriter(SNAPPY), String)
    case 'number':
      return getColumn(new PlainColumnWriter(SNAPPY, plainNumbers), Number)
    case 'integer':
      return getColumn(new PlainColumnWriter(SNAPPY, plainIntegers), Number)
    // All values are distinct, so a dictionary would only add bytes.
    case 'key':
      return getColumn(new PlainColumnWriter(SNAPPY, plainBinary), String)
    case 'geometry':
      return getColumn(new PlainColumnWriter(SNAPPY, plainBinary), (value) => wkb(value as Geometry))
  }
}

function getColumn<Value>(writer: ColumnWriter<Value>, from: (value: string | number | Geometry) => Value): Column {
  return {
    add(values, rows) {
      const present = new Uint8Array(rows)
      const kept: Value[] = []
      for (let row = 0; row < rows; row++) {
        const value = valueAt(values, row)
        if (value === null) continue
        present[row] = 1
        kept.push(from(value))
      }
      writer.add(kept, pageRows(present))
    },
    finish: () => writer.finish(),
  }
}
