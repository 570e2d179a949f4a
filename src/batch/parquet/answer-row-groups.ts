import type { Vicinage } from '../../vicinage.ts'
import { type AnswerColumn, type Answers, answerColumns, RowAnswerer } from '../answer-rows.ts'
import { addCounts, type Counts, noCounts } from '../counts.ts'
import { makeRoom, newPlaces } from '../places.ts'
import { type BatchQuestion, isOfStrings } from '../question.ts'
import { type AddedChunk, pageRows, type ValueChunk, type WrittenChunk } from './added-chunk.ts'
import type { InputFile } from './input-file.ts'
import { NumberChunk } from './number-chunk.ts'
import type { ParquetPlan } from './plan.ts'
import { rowGroupPlaces } from './row-group-places.ts'
import type { RowGroups } from './row-groups.ts'
import { ScoreChunk } from './score-chunk.ts'
import { TextChunk } from './text-chunk.ts'
import { joined } from './thrift.ts'

/** The added columns of row groups. */
export interface AnsweredRowGroups {
  /** The chunks of the first row group, one behind the other, then those of the next. */
  readonly bytes: Uint8Array<ArrayBuffer>
  /** What the footer says of each, by row group. */
  readonly chunks: readonly (readonly AddedChunk[])[]
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
  { from, to }: RowGroups,
  places = newPlaces(0),
): Promise<AnsweredRowGroups> {
  const groups = plan.rowGroups.slice(from, to)
  const rows = groups.reduce((sum, group) => sum + group.rows, 0)
  const together = isOfStrings(question, plan.place) ? TOGETHER_AS_STRINGS : TOGETHER
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
    const source = await rowGroupPlaces(file, plan, from + i)
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
  readonly #scores: readonly ScoreChunk[]
  /** Those beside the scores, without the last. */
  readonly #values: readonly ValueChunk[]
  readonly #errors = new TextChunk()

  constructor(columns: readonly AnswerColumn[]) {
    this.#scores = columns.filter(({ kind }) => kind === 'score').map(() => new ScoreChunk())
    this.#values = columns
      .slice(this.#scores.length, -1)
      .map(({ kind }) => (kind === 'number' ? new NumberChunk() : new TextChunk()))
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

  finish(): WrittenChunk[] {
    return [...this.#scores, ...this.#values, this.#errors].map((chunk) => chunk.finish())
  }
}

function addValues(chunk: ValueChunk, values: readonly (string | number | null)[]): void {
  const given = values.filter((value) => value !== null)
  chunk.add(given, pageRows(Uint8Array.from(values, (value) => (value === null ? 0 : 1))))
}
