import type { AnswerColumn, Answers } from '../answer-rows.ts'
import type { GrowingBytes } from './growing-bytes.ts'

/** Writes the fields that are added to objects: `"flood":166,"fire":0,"vicinage_error":null`. */
export class AddedFields {
  /** `"flood":`, with a comma before all but the first. */
  readonly #names: readonly string[]
  /** For each column of scores the 256 fields that it can be, and one without a score. */
  readonly #scores: readonly (readonly Uint8Array[])[]
  /** The other fields, all of them null. */
  readonly #nulls: Uint8Array

  constructor(columns: readonly AnswerColumn[]) {
    this.#names = columns.map(({ name }, i) => `${i === 0 ? '' : ','}${JSON.stringify(name)}:`)
    const scores = this.#names.filter((_, i) => columns[i].kind === 'score')
    this.#scores = scores.map((name) => SCORES.map((score) => encoder.encode(name + score)))
    this.#nulls = encoder.encode(
      this.#names
        .slice(scores.length)
        .map((name) => `${name}null`)
        .join(''),
    )
  }

  put(out: GrowingBytes, { scored, scores, values, errors }: Answers, row: number): void {
    for (let i = 0; i < scores.length; i++) out.put(this.#scores[i][scored[row] === 1 ? scores[i][row] : NO_SCORE])
    const error = errors.get(row) ?? null
    const others = values.map((column) => column[row])
    if (error === null && others.every((value) => value === null)) {
      out.put(this.#nulls)
      return
    }
    const fields = [...others, error].map((value, i) => this.#names[scores.length + i] + JSON.stringify(value))
    out.putText(fields.join(''))
  }
}

const encoder = new TextEncoder()
const NO_SCORE = 256
const SCORES = [...Array.from({ length: NO_SCORE }, (_, score) => String(score)), 'null']
