import type { Vicinage } from '../../../vicinage.ts'
import {
  type AnswerColumn,
  type Answers,
  addCounts,
  answerColumns,
  type Counts,
  noCounts,
  RowAnswerer,
} from '../../answer-rows.ts'
import { type BatchQuestion, makesStrings } from '../../options.ts'
import { makeRoom, newPoints, type Points, putPoint } from '../../points.ts'
import { ColumnReader } from './column-reader.ts'
import {
  type AddedColumnChunk,
  type ColumnWriter,
  NumberColumnWriter,
  pageRows,
  ScoreColumnWriter,
  TextColumnWriter,
  type WrittenColumnChunk,
} from './column-writers.ts'
import type { ParquetPlan } from './footer.ts'
import type { InputFile } from './input-file.ts'
import type { RowGroupRange } from './parquet.ts'
import { numbersOf, textsOf } from './place-column.ts'
import { joined } from './thrift.ts'

/** The added columns of row groups. */
export interface AnsweredRowGroups {
  /** The chunks of the first row group, one behind the other, then those of the next. */
  readonly bytes: Uint8Array<ArrayBuffer>
  /** What the footer says of each, by row group. */
  readonly chunks: readonly (readonly AddedColumnChunk[])[]
  readonly counts: Counts
}

const PAGE = 1 << 17 // rows of a page of each column

/** Rows that are answered together, of whatever row groups. Where they become strings fewer, because those take many times their bytes. */
const TOGETHER = 1 << 20
const TOGETHER_AS_STRINGS = PAGE

/**
 * Answers the rows of row groups. Pure: a row group gives the same bytes on every thread and machine, and whatever others it is answered
 * with. Takes some 50 bytes for each row that is answered together, and twice the bytes of the answer: 14 a row for all scores.
 *
 * @param places filled anew; kept from call to call they need not be made each time
 * @throws {BatchError} when the columns of the place are damaged, or compressed in a way that cannot be read
 */
export async function answerRowGroups(
  vicinage: Vicinage,
  file: InputFile,
  plan: ParquetPlan,
  question: BatchQuestion,
  { from, to }: RowGroupRange,
  places = newPoints(0),
): Promise<AnsweredRowGroups> {
  const groups = plan.rowGroups.slice(from, to)
  const rows = groups.reduce((sum, group) => sum + group.rows, 0)
  const together = makesStrings(question, plan.place) ? TOGETHER_AS_STRINGS : TOGETHER
  const columns = answerColumns(question)
  const answerer = new RowAnswerer(vicinage, question)
  const counts = noCounts()
  const pages: { readonly added: AddedColumns; readonly start: number; readonly end: number }[] = []
  makeRoom(places, Math.min(rows, together))
  places.count = 0
  const answerPages = () => {
    const answers = answerer.answer(places)
    for (const { added, start, end } of pages.splice(0)) added.add(answers, start, end)
    addCounts(counts, answers.counts)
    makeRoom(places, 0)
  }
  const all: AddedColumns[] = []
  for (const [i, group] of groups.entries()) {
    const source = await rowGroupPoints(file, plan, from + i)
    const added = new AddedColumns(columns)
    for (let row = 0; row < group.rows; row += PAGE) {
      const count = Math.min(PAGE, group.rows - row)
      if (places.count + count > together) answerPages()
      const start = places.count
      await source.next(places, count)
      pages.push({ added, start, end: start + count })
    }
    all.push(added)
  }
  answerPages()
  const written = all.map((added) => added.finish())
  return {
    bytes: joined(written.flatMap((chunks) => chunks.flatMap(({ pages }) => pages.flat()))),
    chunks: written.map((chunks) => chunks.map(({ chunk }) => chunk)),
    counts,
  }
}

/** The chunks of the added columns of a row group, in their order. */
class AddedColumns {
  readonly #scores: readonly ScoreColumnWriter[]
  /** Those beside the scores, without the last. */
  readonly #values: readonly ColumnWriter[]
  readonly #errors = new TextColumnWriter()

  constructor(columns: readonly AnswerColumn[]) {
    this.#scores = columns.filter(({ kind }) => kind === 'score').map(() => new ScoreColumnWriter())
    this.#values = columns
      .slice(this.#scores.length, -1)
      .map(({ kind }) => (kind === 'number' ? new NumberColumnWriter() : new TextColumnWriter()))
  }

  /** Adds a page with the answers from the row `start` to before `end`. */
  add({ scored, scores, values, errors }: Answers, start: number, end: number): void {
    const rows = pageRows(scored.subarray(start, end))
    this.#scores.forEach((chunk, i) => {
      chunk.add(scores[i].subarray(start, end), rows)
    })
    this.#values.forEach((chunk, i) => {
      addValues(chunk, values[i].slice(start, end))
    })
    const failed = new Uint8Array(end - start)
    const reasons: string[] = []
    if (rows.count < failed.length)
      for (let row = start; row < end; row++) {
        if (scored[row] === 1) continue
        failed[row - start] = 1
        reasons.push(errors.get(row) ?? '')
      }
    this.#errors.add(reasons, pageRows(failed))
  }

  finish(): WrittenColumnChunk[] {
    return [...this.#scores, ...this.#values, this.#errors].map((chunk) => chunk.finish())
  }
}

function addValues(chunk: ColumnWriter, values: readonly (string | number | null)[]): void {
  const given = values.filter((value) => value !== null)
  chunk.add(given, pageRows(Uint8Array.from(values, (value) => (value === null ? 0 : 1))))
}

/** Reads the places of a row group, one slice of rows after the other. */
export interface RowGroupPoints {
  /** Puts the places of the next `count` rows behind those that `places` has. There must be room for them. */
  next(places: Points, count: number): Promise<void>
}

/** @throws {BatchError} when a column cannot be read */
export async function rowGroupPoints(file: InputFile, plan: ParquetPlan, rowGroup: number): Promise<RowGroupPoints> {
  const { chunks } = plan.rowGroups[rowGroup]
  const { coordinates, address } = plan.place
  const texts = (column: number) =>
    ColumnReader.open(file, plan.read[column], chunks[column], textsOf(plan.read[column]))
  const numbers = (column: number) =>
    ColumnReader.open(file, plan.read[column], chunks[column], numbersOf(plan.read[column]))
  const parts = await Promise.all(address.map(texts))
  if (coordinates === null) return { next: (places, count) => addressesOf(places, count, null, parts) }
  const pair = [coordinates.lat, coordinates.lon] as const
  if (pair.some((column) => plan.read[column].meaning === 'text')) {
    const [lat, lon] = await Promise.all(pair.map(texts))
    return { next: (places, count) => addressesOf(places, count, { lat, lon }, parts) }
  }
  const [lat, lon] = await Promise.all(pair.map(numbers))
  return { next: (places, count) => coordinatesOf(places, count, lat, lon, parts) }
}

/** Rows without a coordinate have an address, if there is a column of addresses; the others are passed over. */
async function coordinatesOf(
  places: Points,
  count: number,
  lat: ColumnReader<number>,
  lon: ColumnReader<number>,
  parts: readonly ColumnReader<string>[],
): Promise<void> {
  const start = places.count
  places.count += count
  await lat.read(places.lat.subarray(start), count, Number.NaN)
  await lon.read(places.lon.subarray(start), count, Number.NaN)
  if (parts.length === 0) return
  const isEmpty = (row: number) => Number.isNaN(places.lat[start + row]) || Number.isNaN(places.lon[start + row])
  let some = false
  for (let row = 0; row < count && !some; row++) some = isEmpty(row)
  if (!some) {
    for (const part of parts) await part.skip(count)
    return
  }
  const addresses = await textsOfRows(parts, count)
  for (let row = 0; row < count; row++)
    if (isEmpty(row))
      putPoint(places, start + row, { lat: null, lon: null, address: addresses.map((part) => part[row]) })
}

/** Addresses, and coordinates that are written as texts. */
async function addressesOf(
  places: Points,
  count: number,
  pair: { readonly lat: ColumnReader<string>; readonly lon: ColumnReader<string> } | null,
  parts: readonly ColumnReader<string>[],
): Promise<void> {
  const start = places.count
  places.count += count
  const [lat, lon] = pair === null ? [null, null] : await textsOfRows([pair.lat, pair.lon], count)
  const addresses = await textsOfRows(parts, count)
  for (let row = 0; row < count; row++)
    putPoint(places, start + row, { lat: lat?.[row], lon: lon?.[row], address: addresses.map((part) => part[row]) })
}

async function textsOfRows(readers: readonly ColumnReader<string>[], count: number): Promise<string[][]> {
  const columns = readers.map(() => new Array<string>(count))
  for (const [i, reader] of readers.entries()) await reader.read(columns[i], count, '')
  return columns
}
