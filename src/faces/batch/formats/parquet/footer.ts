import { firstAtLeast } from '../../../../base/first-at-least.ts'
import { answerColumns } from '../../answer-rows.ts'
import type { BatchQuestion } from '../../batch-question.ts'
import { BatchError, damagedInput } from '../../errors.ts'
import {
  getPlaceColumns,
  LOOKED_AT_ROWS,
  type PlaceColumns,
  type PlaceOptions,
  type Rows,
  refuseTakenNames,
} from '../../place-columns.ts'
import { firstRows } from './first-rows.ts'
import { type ByteRange, type ColumnChunk, type InputFile, readRange } from './input-file.ts'
import { type PlaceColumn, placeColumn } from './place-column.ts'
import { type Field, getElements, getField, getText, numberIn, type Struct, structOf, ThriftError } from './thrift.ts'
import { CHUNK, FILE, GROUP, MAGIC, META } from './write-footer.ts'

/** How to read a Parquet file. Serializable as JSON. */
export interface ParquetPlan {
  readonly footer: ByteRange
  /** Place columns, as indices into `read`. */
  readonly place: PlaceColumns<number>
  /** Columns to decode. */
  readonly read: readonly PlaceColumn[]
  readonly rows: number
  readonly rowGroups: readonly RowGroup[]
}

export interface RowGroup {
  readonly rows: number
  /** Byte ranges of all columns in the row group, in ascending order without overlaps. */
  readonly copied: readonly ByteRange[]
  /** Position and codec number of each column in `read`. */
  readonly chunks: readonly ColumnChunk[]
}

const mostRows = 2 ** 24 // maximum number of rows in a row group; their scores take 235 MB, and twice as much while they are joined

/**
 * Reads the footer of a Parquet file and finds the place columns by their names and first rows.
 *
 * @throws {BatchError} when the file is damaged or encrypted, or the columns are ambiguous
 */
export async function planParquet(
  file: InputFile,
  options: PlaceOptions,
  question: BatchQuestion,
): Promise<ParquetPlan> {
  const footer = await footerRange(file)
  const bytes = await readRange(file, footer)
  const table = reading(() => getTable(structOf(bytes), footer))
  const rows = await getRows(file, table)
  const { place, read } = reading(() => getPlace(table.columns, options, rows))
  refuseTakenNames(
    table.columns.map(({ name }) => name),
    answerColumns(question, place).map(({ name }) => name),
  )
  const rowGroups = table.groups.map(({ rows, chunks }) => ({
    rows,
    copied: merged(chunks),
    chunks: read.map(({ chunk }) => chunks[chunk]),
  }))
  return { footer, place, read, rows: table.rows, rowGroups }
}

/** A column of a Parquet file, and its chunk in each row group. */
export interface NamedColumn {
  readonly column: PlaceColumn
  readonly chunks: readonly ColumnChunk[]
}

/**
 * Finds a number or text column whose name matches one of several patterns. Earlier patterns take precedence. Returns
 * null if no name matches.
 *
 * @param except column names to skip
 */
export async function findColumn(
  file: InputFile,
  names: readonly RegExp[],
  except: readonly string[],
): Promise<NamedColumn | null> {
  const footer = await footerRange(file)
  const bytes = await readRange(file, footer)
  const { columns, groups } = reading(() => getTable(structOf(bytes), footer))
  const readable = reading(() => flatColumns(columns).map(readableColumn)).filter((column) => column !== null)
  const column = names
    .map((pattern) => readable.find(({ name }) => !except.includes(name) && pattern.test(name.trim())))
    .find((match) => match !== undefined)
  return column === undefined ? null : { column, chunks: groups.map(({ chunks }) => chunks[column.chunk]) }
}

/** Columns and row groups as the footer describes them. */
interface Table {
  readonly columns: readonly TopColumn[]
  readonly rows: number
  readonly groups: readonly { readonly rows: number; readonly chunks: readonly ColumnChunk[] }[]
}

function getTable(file: Struct, footer: ByteRange): Table {
  if (getField(file, FILE.encryption) !== undefined) throw encrypted()
  const { columns, chunks } = topColumns(required(file, FILE.schema))
  const stored = [...getElements(required(file, FILE.rowGroups))].map(({ value }) => {
    const group = structOf(value)
    return { rows: positive(group, GROUP.rows), chunks: getChunks(group, chunks, footer.start) }
  })
  const endOf = chunkEnds(
    stored.flatMap((group) => group.chunks),
    footer.start,
  )
  const groups = stored.map((group) => ({ rows: group.rows, chunks: group.chunks.map(endOf) }))
  let rows = 0
  let copied = 4 // after the magic bytes
  for (const group of groups) {
    if (group.rows > mostRows)
      throw new BatchError(
        `A row group has ${group.rows} rows, but the maximum is ${mostRows}: write the file with smaller row groups.`,
      )
    rows += group.rows
    copied += merged(group.chunks).reduce((sum, { start, end }) => sum + end - start, 0)
    if (copied > footer.start) throw damaged('its row groups overlap')
  }
  if (rows !== positive(file, FILE.rows)) throw damaged('its row groups do not have as many rows as its footer says')
  return { columns, rows, groups }
}

/** Returns the first rows of all flat columns, or null if there are no rows. */
async function getRows(file: InputFile, { columns, groups }: Table): Promise<Rows | null> {
  const group = groups.find(({ rows }) => rows > 0)
  if (group === undefined) return null
  const readable = reading(() => flatColumns(columns).map(readableColumn))
  return firstRows(file, readable, group.chunks, Math.min(group.rows, LOOKED_AT_ROWS))
}

function readableColumn({ name, chunk, flat }: FlatColumn): PlaceColumn | null {
  try {
    return placeColumn(name, chunk, flat)
  } catch (error) {
    if (!(error instanceof BatchError)) throw error
    return null
  }
}

type FlatColumn = TopColumn & { readonly flat: Struct }

function flatColumns(columns: readonly TopColumn[]): FlatColumn[] {
  return columns.filter((column): column is FlatColumn => column.flat !== null)
}

/** Finds the place columns. Nested columns are skipped. Throws if an option names a nested column. */
function getPlace(
  columns: readonly TopColumn[],
  options: PlaceOptions,
  rows: Rows | null,
): Pick<ParquetPlan, 'place' | 'read'> {
  for (const name of [options.lat, options.lon, ...(options.address ?? '').split(',').map((part) => part.trim())])
    if (columns.some((column) => column.name === name && column.flat === null))
      throw new BatchError(`The column "${name}" is nested or repeated, so it cannot be used for the place.`)
  const flat = flatColumns(columns)
  const placeColumns = getPlaceColumns(
    flat.map(({ name }) => name),
    options,
    rows,
  )
  const used = [
    ...(placeColumns.coordinates ? [placeColumns.coordinates.lat, placeColumns.coordinates.lon] : []),
    ...placeColumns.address,
  ]
  const read = used.map((column) => placeColumn(flat[column].name, flat[column].chunk, flat[column].flat))
  const [lat, lon, ...addressColumns] = read.keys()
  const { parts, unused } = placeColumns
  return placeColumns.coordinates
    ? { read, place: { coordinates: { lat, lon }, address: addressColumns, parts, unused } }
    : { read, place: { coordinates: null, address: [...read.keys()], parts, unused } }
}

function getChunks(group: Struct, chunkCount: number, dataEnd: number): ColumnChunk[] {
  const chunks = [...getElements(required(group, GROUP.columns))].map(({ value }) => getChunk(structOf(value), dataEnd))
  if (chunks.length !== chunkCount) throw damaged('the columns of a row group do not match the schema')
  return chunks
}

/** Maximum size in bytes of a dictionary page header. */
const DICTIONARY_HEADER = 100

/**
 * Creates a function that extends a chunk toward the next chunk, by at most the size of a dictionary header. Old
 * versions of Impala and parquet-mr did not count that header in the chunk size.
 */
function chunkEnds(all: readonly ColumnChunk[], dataEnd: number): (chunk: ColumnChunk) => ColumnChunk {
  const starts = all.filter(({ start, end }) => end > start).map(({ start }) => start)
  const sorted = Float64Array.from([...starts, dataEnd]).sort()
  return (chunk) => {
    if (chunk.end === chunk.start) return chunk
    const next = sorted[firstAtLeast(sorted, chunk.end)]
    return { ...chunk, end: Math.min(next, chunk.end + DICTIONARY_HEADER) }
  }
}

function getChunk(chunk: Struct, dataEnd: number): ColumnChunk {
  if (getField(chunk, CHUNK.crypto) !== undefined || getField(chunk, CHUNK.encrypted) !== undefined) throw encrypted()
  const file = getField(chunk, CHUNK.file)
  if (file !== undefined && getText(file) !== '')
    throw new BatchError(
      `The column data of the Parquet file is in other files, such as ${getText(file)}. Score these files instead.`,
    )
  const meta = structOf(required(chunk, CHUNK.meta).value)
  const start = chunkStart(meta)
  const end = start + positive(meta, META.compressed)
  // The position of an empty column has no meaning, so it is not checked.
  if (end > start && (start < 4 || end > dataEnd)) throw damaged('a column is outside the file')
  return { start, end, codec: positive(meta, META.codec) }
}

/**
 * Returns the start of a chunk, which is its dictionary if there is one. If the dictionary or the data is missing, some
 * writers store the offset 0, for example for Arrow data without rows.
 */
export function chunkStart(meta: Struct): number {
  const offsets = [positive(meta, META.data), numberIn(meta, META.dictionary) ?? 0].filter((offset) => offset > 0)
  return Math.min(...(offsets.length > 0 ? offsets : [0]))
}

/** Merges ranges that touch or overlap. */
function merged(ranges: readonly ByteRange[]): ByteRange[] {
  const all: { start: number; end: number }[] = []
  for (const { start, end } of [...ranges].sort((a, b) => a.start - b.start)) {
    if (start === end) continue
    const last = all.at(-1)
    if (last !== undefined && start <= last.end) last.end = Math.max(last.end, end)
    else all.push({ start, end })
  }
  return all
}

function required(struct: Struct, id: number): Field {
  const field = getField(struct, id)
  if (field === undefined) throw new ThriftError(`field ${id} is missing`)
  return field
}

export function positive(struct: Struct, id: number): number {
  const number = numberIn(struct, id)
  if (number === undefined || number < 0) throw new ThriftError(`field ${id} is missing`)
  return number
}

/** A top-level column, as described in the footer. */
interface TopColumn {
  readonly name: string
  /** Index of the column's first chunk in a row group. */
  readonly chunk: number
  /** Schema element of a flat column. null if the column is nested or repeated. */
  readonly flat: Struct | null
}

const most = 100_000 // maximum number of schema elements

/**
 * Returns the columns of a schema, and the number of chunks in a row group.
 * @param schema list of SchemaElements, each before its children, starting with the root
 */
function topColumns(schema: Field): { readonly columns: readonly TopColumn[]; readonly chunks: number } {
  const elements: Struct[] = []
  for (const { value } of getElements(schema)) {
    if (elements.push(structOf(value)) > most)
      throw new BatchError(`The schema has more than ${most} columns and groups.`)
  }
  const columns: TopColumn[] = []
  let chunks = 0
  let at = 1
  for (let left = getChildren(elements[0]); left > 0; left--) {
    const element = elements[at]
    const column = { name: getName(element), chunk: chunks }
    const nested = getChildren(element) > 0
    // Number of elements left to read in this column, including nested elements.
    for (let open = 1; open > 0; open--) {
      const children = getChildren(elements[at++])
      open += children
      if (children === 0) chunks++
    }
    columns.push({ ...column, flat: nested || isRepeated(element) ? null : element })
  }
  if (at !== elements.length) throw new ThriftError('the schema is inconsistent')
  return { columns, chunks }
}

const REPEATED = 2

function isRepeated(element: Struct): boolean {
  return numberIn(element, 3) === REPEATED
}

function getName(element: Struct | undefined): string {
  const name = element === undefined ? undefined : getField(element, 4)
  if (name === undefined) throw new ThriftError('the schema is inconsistent')
  return getText(name)
}

function getChildren(element: Struct | undefined): number {
  if (element === undefined) throw new ThriftError('the schema is inconsistent')
  const children = numberIn(element, 5) ?? 0
  if (children < 0) throw new ThriftError('the schema is inconsistent')
  return children
}

const ENCRYPTED = 'PARE'
const shortest = 12 // bytes: the magic bytes twice, and the footer length
const longest = 2 ** 27 // maximum footer size in bytes, 128 MiB: enough for hundreds of thousands of chunks

/**
 * Returns the byte range of the footer in a Parquet file.
 * @throws {BatchError} when the file is not Parquet, or is encrypted
 */
async function footerRange(file: InputFile): Promise<ByteRange> {
  const { byteLength } = file
  if (byteLength < shortest) throw new BatchError(`The input is not a Parquet file: it has ${byteLength} bytes.`)
  const head = await readRange(file, { start: 0, end: 4 })
  const tail = await readRange(file, { start: byteLength - 8, end: byteLength })
  const first = latin(head)
  const last = latin(tail.subarray(4))
  if (last === ENCRYPTED) throw encrypted()
  if (first !== MAGIC) throw new BatchError(`The input is not a Parquet file: it does not begin with ${MAGIC}.`)
  if (last !== MAGIC)
    throw damagedInput(`The input is not a complete Parquet file: it does not end with ${MAGIC}. It may be truncated.`)
  const length = new DataView(tail.buffer, tail.byteOffset).getUint32(0, true)
  if (length > byteLength - shortest) throw damaged(`its footer of ${length} bytes is longer than the file`)
  if (length > longest)
    throw new BatchError(`The footer of the Parquet file has ${length} bytes; the maximum is ${longest}.`)
  return { start: byteLength - 8 - length, end: byteLength - 8 }
}

export function encrypted(): BatchError {
  return new BatchError('The Parquet file is encrypted. Decrypt it first.')
}

/** Runs `read`. If the bytes are invalid, throws an error that says the file is damaged. */
export function reading<T>(read: () => T): T {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof ThriftError)) throw error
    throw damaged(`its footer is invalid (${error.message})`)
  }
}

export function damaged(problem: string): BatchError {
  return damagedInput(`The Parquet file is damaged: ${problem}.`)
}

function latin(bytes: Uint8Array): string {
  return String.fromCharCode(...bytes)
}
