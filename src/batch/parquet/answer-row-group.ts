import type { Vicinage } from '../../vicinage.ts'
import { type AnswerColumn, type Answers, answerColumns, RowAnswerer } from '../answer-rows.ts'
import { addCounts, type Counts, noCounts } from '../counts.ts'
import { newPlaces } from '../places.ts'
import type { BatchQuestion } from '../question.ts'
import { type AddedChunk, pageRows, type ValueChunk } from './added-chunk.ts'
import type { InputFile } from './input-file.ts'
import { NumberChunk } from './number-chunk.ts'
import type { ParquetPlan } from './plan.ts'
import { rowGroupPlaces } from './row-group-places.ts'
import { ScoreChunk } from './score-chunk.ts'
import { TextChunk } from './text-chunk.ts'
import { joined } from './thrift.ts'

/** The added columns of a row group. */
export interface AnsweredRowGroup {
  /** Their chunks, one behind the other. */
  readonly bytes: Uint8Array<ArrayBuffer>
  /** What the footer says of each. */
  readonly chunks: readonly AddedChunk[]
  readonly counts: Counts
}

const sliceRows = 131_072 // rows that are answered together, and written as one page of each column

/**
 * Answers the rows of a row group. Pure: it gives the same bytes on every thread and machine. Takes some 10 MB, the bytes of a page of each
 * column of the place, and twice the bytes of the answer: 14 a row for all scores.
 *
 * @throws {BatchError} when the columns of the place are damaged, or compressed in a way that cannot be read
 */
export async function answerRowGroup(
  vicinage: Vicinage,
  file: InputFile,
  plan: ParquetPlan,
  question: BatchQuestion,
  rowGroup: number,
): Promise<AnsweredRowGroup> {
  const { rows } = plan.rowGroups[rowGroup]
  const answerer = new RowAnswerer(vicinage, question)
  const added = new AddedColumns(answerColumns(question))
  const counts = noCounts()
  const places = newPlaces(Math.min(rows, sliceRows))
  const source = await rowGroupPlaces(file, plan, rowGroup)
  for (let from = 0; from < rows; from += sliceRows) {
    await source.next(places, Math.min(sliceRows, rows - from))
    const answers = answerer.answer(places)
    added.add(answers)
    addCounts(counts, answers.counts)
  }
  return { ...added.finish(), counts }
}

/** The chunks of the added columns, in their order. */
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

  add({ scored, scores, values, errors, counts }: Answers): void {
    const rows = pageRows(scored, counts.scored)
    this.#scores.forEach((chunk, i) => {
      chunk.add(scores[i], rows)
    })
    this.#values.forEach((chunk, i) => {
      const given = values[i].filter((value) => value !== null)
      chunk.add(
        given,
        pageRows(
          Uint8Array.from(values[i], (value) => (value === null ? 0 : 1)),
          given.length,
        ),
      )
    })
    const failed = scored.map((one) => 1 - one)
    const reasons = [...errors].sort(([a], [b]) => a - b).map(([, reason]) => reason)
    this.#errors.add(reasons, pageRows(failed, counts.failed))
  }

  finish(): Pick<AnsweredRowGroup, 'bytes' | 'chunks'> {
    const all = [...this.#scores, ...this.#values, this.#errors].map((chunk) => chunk.finish())
    return { bytes: joined(all.flatMap(({ pages }) => pages)), chunks: all.map(({ chunk }) => chunk) }
  }
}
