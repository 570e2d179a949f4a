import type { AnswerColumn } from '../../answer-rows.ts'
import type { AnsweredRowGroups } from './answer.ts'
import type { AddedColumnChunk } from './column-writers.ts'
import { chunkStart, type ParquetPlan, reading } from './footer.ts'
import { type ByteRange, type InputFile, readRange } from './input-file.ts'
import {
  type Field,
  getElements,
  getField,
  getText,
  i32Field,
  i64Field,
  listField,
  readInt,
  STRUCT,
  type Struct,
  struct,
  structField,
  structOf,
  textField,
} from './thrift.ts'
import { CHUNK, columnChunks, FILE, fileEnd, GROUP, MAGIC_BYTES, META, schemaElement } from './write-footer.ts'

const BLOCK = 1 << 22 // bytes of the input to copy at once

/**
 * Yields the bytes of the output row groups. Each row group has the input columns, copied in blocks, followed by the
 * answer columns.
 *
 * @param first index of the first row group
 */
export async function* rowGroupBytes(
  file: InputFile,
  plan: ParquetPlan,
  first: number,
  { bytes, note }: Pick<AnsweredRowGroups, 'bytes' | 'note'>,
): AsyncGenerator<Uint8Array> {
  let at = 0
  for (const [i, added] of note.entries()) {
    for (const { start, end } of plan.rowGroups[first + i].copied)
      for (let from = start; from < end; from += BLOCK)
        yield readRange(file, { start: from, end: Math.min(end, from + BLOCK) })
    const length = added.reduce((sum, chunk) => sum + chunk.bytes, 0)
    yield bytes.subarray(at, at + length)
    at += length
  }
}

/** Returns the size of the row group in the output. */
function rowGroupLength(plan: ParquetPlan, rowGroup: number, columnChunks: readonly AddedColumnChunk[]): number {
  const copied = plan.rowGroups[rowGroup].copied.reduce((sum, { start, end }) => sum + end - start, 0)
  return columnChunks.reduce((sum, { bytes }) => sum + bytes, copied)
}

/**
 * Writes everything after the last row group: the input's footer with the added columns. Page indexes and Bloom filters
 * are omitted because they are not copied. Schemas in other programs' formats are omitted because they lack the added
 * columns.
 *
 * @param added the added columns, in order
 * @param columnChunks added column chunks by row group, as returned by `answerRowGroups`
 * @param build build of the data, stored as `vicinage.data` in the file's metadata
 */
export async function parquetEnd(
  file: InputFile,
  plan: ParquetPlan,
  added: readonly AnswerColumn[],
  columnChunks: readonly (readonly AddedColumnChunk[])[],
  build: string,
): Promise<Uint8Array> {
  const input = await readRange(file, plan.footer)
  const footer = reading(() => struct(fileFields(structOf(input), plan, added, columnChunks, build)))
  return fileEnd(footer)
}

function fileFields(
  file: Struct,
  plan: ParquetPlan,
  added: readonly AnswerColumn[],
  columnChunks: readonly (readonly AddedColumnChunk[])[],
  build: string,
): Struct {
  const named = getField(file, FILE.keyValues)
  const kept = named === undefined ? [] : values(named).filter((value) => !isOutdated(structOf(value)))
  const ours = struct([textField(1, BUILD_KEY), textField(2, build)])
  const others = changed(file, {
    [FILE.schema]: (field) => withSchema(field, added),
    [FILE.rowGroups](field) {
      let start = MAGIC_BYTES.length
      const groups = [...getElements(field)].map(({ value }, g) => {
        const group = struct(groupFields(structOf(value), plan.rowGroups[g].copied, start, added, columnChunks[g]))
        start += rowGroupLength(plan, g, columnChunks[g])
        return group
      })
      return listField(FILE.rowGroups, STRUCT, groups)
    },
    [FILE.keyValues]: () => null,
    [FILE.columnOrders]: (field) =>
      listField(FILE.columnOrders, STRUCT, [...values(field), ...added.map(() => struct([structField(1, [])]))]),
  })
  return [...others, listField(FILE.keyValues, STRUCT, [...kept, ours])]
}

/** Metadata key for the build of the data that the answers come from. */
const BUILD_KEY = 'vicinage.data'

/**
 * Metadata keys under which writers store the whole schema in their own format. These entries are not copied, because
 * their readers would not see the added columns.
 */
const SCHEMAS = ['ARROW:schema', 'org.apache.spark.sql.parquet.row.metadata', 'parquet.avro.schema', 'avro.schema']

function isOutdated(keyValue: Struct): boolean {
  const key = getField(keyValue, 1)
  return key !== undefined && (SCHEMAS.includes(getText(key)) || getText(key) === BUILD_KEY)
}

function withSchema(schema: Field, added: readonly AnswerColumn[]): Field {
  const [root, ...elements] = values(schema)
  const widened = changed(structOf(root), { 5: (children) => i32Field(5, readInt(children) + added.length) })
  return listField(FILE.schema, STRUCT, [struct(widened), ...elements, ...added.map(schemaElement)])
}

function groupFields(
  group: Struct,
  copied: readonly ByteRange[],
  start: number,
  added: readonly AnswerColumn[],
  chunks: readonly AddedColumnChunk[],
): Struct {
  const more = chunks.reduce((sum, { bytes }) => sum + bytes, 0)
  const moreUncompressed = chunks.reduce((sum, { bytes, uncompressed = bytes }) => sum + uncompressed, 0)
  return changed(group, {
    [GROUP.columns](field) {
      const old = values(field).map((chunk) => struct(movedChunk(structOf(chunk), copied, start)))
      const at = copied.reduce((sum, range) => sum + range.end - range.start, start)
      return listField(GROUP.columns, STRUCT, [...old, ...columnChunks(chunks, added, at)])
    },
    [GROUP.bytes]: (field) => i64Field(GROUP.bytes, readInt(field) + moreUncompressed),
    [GROUP.offset]: () => i64Field(GROUP.offset, start),
    [GROUP.compressed]: (field) => i64Field(GROUP.compressed, readInt(field) + more),
  })
}

function movedChunk(chunk: Struct, copied: readonly ByteRange[], start: number): Struct {
  const meta = getField(chunk, CHUNK.meta)!
  const moved = (field: Field) =>
    readInt(field) > 0 ? i64Field(field.id, movedOffset(readInt(field), copied, start)) : field
  const first = chunkStart(structOf(meta.value))
  const kept = chunk.filter(({ id }) => id < CHUNK.offsetIndex || id > CHUNK.columnIndexLength)
  return changed(kept, {
    // In this field, old writers store the end of the chunk, later writers its start, and new writers 0. Readers ignore
    // the value.
    [CHUNK.offset]: (field) => i64Field(field.id, readInt(field) === 0 ? 0 : movedOffset(first, copied, start)),
    [CHUNK.meta]: ({ id, value }) =>
      structField(
        id,
        changed(structOf(value), {
          [META.data]: moved,
          [META.index]: () => null,
          [META.dictionary]: moved,
          [META.bloomOffset]: () => null,
          [META.bloomLength]: () => null,
        }),
      ),
  })
}

/** Returns the output position of an input byte, in a row group that begins at `start`. */
function movedOffset(offset: number, copied: readonly ByteRange[], start: number): number {
  let before = start
  for (const range of copied) {
    if (offset >= range.start && offset <= range.end) return before + offset - range.start
    before += range.end - range.start
  }
  return before
}

/** Returns the struct with some of its existing fields changed. A change that returns null removes the field. */
function changed(fields: Struct, changes: Readonly<Record<number, (field: Field) => Field | null>>): Struct {
  return fields.flatMap((field) => (changes[field.id] ? (changes[field.id](field) ?? []) : field))
}

function values(list: Field): Uint8Array[] {
  return [...getElements(list)].map(({ value }) => value)
}
