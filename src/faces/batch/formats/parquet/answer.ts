import type { Vicinage } from '../../../../library/vicinage.ts'
import { type AnswerColumn, type Answers, addCounts, answerColumns, noCounts, RowAnswerer } from '../../answer-rows.ts'
import { type BatchQuestion, makesStrings } from '../../batch-question.ts'
import { joined } from '../../buffers.ts'
import type { PlaceColumns } from '../../place-columns.ts'
import { makeRoom, newPoints, type Points, putPoint } from '../../points.ts'
import type { RowGroupRange, TaskAnswer } from '../format.ts'
import { pageCodec } from './codec.ts'
import { ColumnReader } from './column-reader.ts'
import {
  type AddedColumnChunk,
  type ColumnWriter,
  PlainColumnWriter,
  pageRows,
  plainNumbers,
  ScoreColumnWriter,
  TextColumnWriter,
  type WrittenColumnChunk,
} from './column-writers.ts'
import type { ParquetPlan } from './footer.ts'
import type { InputFile } from './input-file.ts'
import { getNumbers, getTexts } from './place-column.ts'
import type { PageCodec } from './snappy.ts'

/** Columns added to the row groups: all column chunks of the first row group, then those of the second, and so on. */
export interface AnsweredRowGroups extends TaskAnswer {
  /** Metadata of each chunk for the footer, by row group. */
  readonly note: readonly (readonly AddedColumnChunk[])[]
}

/** A Parquet file and the plan from its footer. */
export interface PlannedParquet {
  readonly file: InputFile
  readonly plan: ParquetPlan
}

const PAGE = 1 << 17 // rows in a page of each column

/** Number of rows to answer together, across row groups. */
const TOGETHER = 1 << 20
/** Number of rows to answer together if rows are handled as strings, which need many times the memory. */
const TOGETHER_AS_STRINGS = PAGE

/**
 * Answers the rows of row groups. The bytes of a row group are the same on every thread and machine, no matter which
 * other row groups are answered in the same call. Uses about 50 bytes of memory for each row that is answered together
 * with others (see `TOGETHER`), plus twice the size of the answer. The answer takes 14 bytes per row for all scores.
 *
 * @param points reused between calls to avoid allocations
 * @throws {BatchError} when the place columns are damaged, or their compression is not supported
 */
export async function answerRowGroups(
  vicinage: Vicinage,
  { file, plan }: PlannedParquet,
  question: BatchQuestion,
  { from, to }: RowGroupRange,
  points = newPoints(0),
): Promise<AnsweredRowGroups> {
  const groups = plan.rowGroups.slice(from, to)
  const rows = groups.reduce((sum, group) => sum + group.rows, 0)
  const together = makesStrings(question, plan.place) ? TOGETHER_AS_STRINGS : TOGETHER
  const columns = answerColumns(question, plan.place)
  const answerer = new RowAnswerer(vicinage, question, plan.place)
  const counts = noCounts()
  const pages: { readonly added: AddedColumns; readonly start: number; readonly end: number }[] = []
  makeRoom(points, Math.min(rows, together))
  points.count = 0
  const answerPages = () => {
    const answers = answerer.answer(points)
    for (const { added, start, end } of pages.splice(0)) added.add(answers, start, end)
    addCounts(counts, answers.counts)
    makeRoom(points, 0)
  }
  const all: AddedColumns[] = []
  for (const [i, group] of groups.entries()) {
    const readPoints = await rowGroupPoints(file, plan, from + i)
    const added = new AddedColumns(columns, pageCodec(group.chunks[0].codec))
    for (let row = 0; row < group.rows; row += PAGE) {
      const count = Math.min(PAGE, group.rows - row)
      if (points.count + count > together) answerPages()
      const start = points.count
      await readPoints(points, count)
      pages.push({ added, start, end: start + count })
    }
    all.push(added)
  }
  answerPages()
  const written = all.map((added) => added.finish())
  return {
    bytes: joined(written.flatMap((group) => group.flatMap(({ pages }) => pages.flatMap(({ parts }) => parts)))),
    note: written.map((group) => group.map(({ chunk }) => chunk)),
    counts,
  }
}

/** Added column chunks of a row group, in order. */
class AddedColumns {
  readonly #scores: readonly ScoreColumnWriter[]
  /** Columns other than scores, except the last. */
  readonly #values: readonly ColumnWriter<string | number>[]
  readonly #errors: TextColumnWriter

  /** @param codec compression codec for all pages */
  constructor(columns: readonly AnswerColumn[], codec: PageCodec) {
    this.#scores = columns.filter(({ kind }) => kind === 'score').map(() => new ScoreColumnWriter(codec))
    this.#values = columns
      .slice(this.#scores.length, -1)
      .map(({ kind }) => (kind === 'number' ? new PlainColumnWriter(codec, plainNumbers) : new TextColumnWriter(codec)))
    this.#errors = new TextColumnWriter(codec)
  }

  /** Adds a page with the answers from the row `start` up to but not including `end`. */
  add({ scored, scores, zeros, values, reason }: Answers, start: number, end: number): void {
    const rows = pageRows(scored.subarray(start, end))
    this.#scores.forEach((chunk, i) => {
      const column = scores[i].subarray(start, end)
      // If no score is missing, the column has values in the same rows as all other score columns, so `rows` is reused.
      const isFull = zeros || (rows.count === column.length && !column.includes(0))
      chunk.add(column, isFull ? rows : pageRows(column.map((score) => (score === 0 ? 0 : 1))))
    })
    this.#values.forEach((chunk, i) => {
      addValues(chunk, values[i].slice(start, end))
    })
    const withReason = new Uint8Array(end - start)
    const reasons: string[] = []
    for (let row = start; row < end; row++) {
      const note = reason(row)
      if (note === null) continue
      withReason[row - start] = 1
      reasons.push(note.text)
    }
    this.#errors.add(reasons, pageRows(withReason))
  }

  finish(): WrittenColumnChunk[] {
    return [...this.#scores, ...this.#values, this.#errors].map((chunk) => chunk.finish())
  }
}

function addValues(chunk: ColumnWriter<string | number>, values: readonly (string | number | null)[]): void {
  const present = values.filter((value) => value !== null)
  chunk.add(present, pageRows(Uint8Array.from(values, (value) => (value === null ? 0 : 1))))
}

/**
 * Returns a function that reads a row group in slices. Each call reads the points of the next `count` rows and appends
 * them to `points`, which must have enough room.
 *
 * @throws {BatchError} when a column cannot be read
 */
export async function rowGroupPoints(
  file: InputFile,
  plan: ParquetPlan,
  rowGroup: number,
): Promise<(points: Points, count: number) => Promise<void>> {
  const { chunks } = plan.rowGroups[rowGroup]
  const { coordinates, address } = plan.place
  const kinds = plan.place.parts
  const texts = (column: number) =>
    ColumnReader.open(file, plan.read[column], chunks[column], getTexts(plan.read[column]))
  const numbers = (column: number) =>
    ColumnReader.open(file, plan.read[column], chunks[column], getNumbers(plan.read[column]))
  const parts: AddressReaders = { columns: await Promise.all(address.map(texts)), kinds }
  if (coordinates === null) return (points, count) => getAddresses(points, count, null, parts)
  const pair = [coordinates.lat, coordinates.lon] as const
  if (pair.some((column) => plan.read[column].meaning === 'text')) {
    const [lat, lon] = await Promise.all(pair.map(texts))
    return (points, count) => getAddresses(points, count, { lat, lon }, parts)
  }
  const [lat, lon] = await Promise.all(pair.map(numbers))
  return (points, count) => getCoordinates(points, count, lat, lon, parts)
}

/** Address columns and the part that each column contains. */
interface AddressReaders {
  readonly columns: readonly ColumnReader<string>[]
  readonly kinds: PlaceColumns<number>['parts']
}

/**
 * Reads coordinates. If there are address columns, also reads the addresses of rows without coordinates. All other
 * addresses are skipped.
 */
async function getCoordinates(
  points: Points,
  count: number,
  lat: ColumnReader<number>,
  lon: ColumnReader<number>,
  parts: AddressReaders,
): Promise<void> {
  const start = points.count
  points.count += count
  await lat.read(points.lat.subarray(start), count, Number.NaN)
  await lon.read(points.lon.subarray(start), count, Number.NaN)
  if (parts.columns.length === 0) return
  const isEmpty = (row: number) => Number.isNaN(points.lat[start + row]) || Number.isNaN(points.lon[start + row])
  let hasEmpty = false
  for (let row = 0; row < count && !hasEmpty; row++) hasEmpty = isEmpty(row)
  if (!hasEmpty) {
    for (const part of parts.columns) await part.skip(count)
    return
  }
  const addresses = await textsOfRows(parts.columns, count)
  for (let row = 0; row < count; row++)
    if (isEmpty(row))
      putPoint(points, start + row, {
        lat: null,
        lon: null,
        address: addresses.map((part) => part[row]),
        hasCoordinates: true,
        parts: parts.kinds,
      })
}

/** Reads addresses, and coordinates that are stored as text. */
async function getAddresses(
  points: Points,
  count: number,
  pair: { readonly lat: ColumnReader<string>; readonly lon: ColumnReader<string> } | null,
  parts: AddressReaders,
): Promise<void> {
  const start = points.count
  points.count += count
  const [lat, lon] = pair === null ? [null, null] : await textsOfRows([pair.lat, pair.lon], count)
  const addresses = await textsOfRows(parts.columns, count)
  for (let row = 0; row < count; row++)
    putPoint(points, start + row, {
      lat: lat?.[row],
      lon: lon?.[row],
      address: addresses.map((part) => part[row]),
      hasCoordinates: pair !== null,
      parts: parts.kinds,
    })
}

async function textsOfRows(readers: readonly ColumnReader<string>[], count: number): Promise<string[][]> {
  const columns = readers.map(() => new Array<string>(count))
  for (const [i, reader] of readers.entries()) await reader.read(columns[i], count, '')
  return columns
}
