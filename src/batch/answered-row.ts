import type { AnswerColumn, Answers } from './answer-rows.ts'

type Row = Record<string, unknown>

/**
 * Copies rows and adds their answers. Rows of the same fields as the one before are copied from a template of all fields: V8 takes
 * 0.2 µs for that, 14 µs to add fifteen fields one by one.
 */
export class AnsweredRow {
  readonly #columns: readonly AnswerColumn[]
  #names: readonly string[] = []
  #template: Row | undefined

  constructor(columns: readonly AnswerColumn[]) {
    this.#columns = columns
  }

  of(given: object, { scored, scores, values, errors }: Answers, at: number): object {
    const row = given as Row
    const columns = this.#columns
    const copy = { ...this.#templateFor(row) }
    for (const name of this.#names) copy[name] = row[name]
    const last = columns.length - 1
    for (let i = 0; i < scores.length; i++) copy[columns[i].name] = scored[at] === 1 ? scores[i][at] : null
    for (let i = scores.length; i < last; i++) copy[columns[i].name] = values[i - scores.length][at]
    copy[columns[last].name] = errors.get(at) ?? null
    return copy
  }

  #templateFor(row: Row): Row {
    const names = Object.keys(row)
    const isSame = names.length === this.#names.length && names.every((name, i) => name === this.#names[i])
    if (this.#template !== undefined && isSame) return this.#template
    this.#names = names
    this.#template = Object.fromEntries(
      [...names, ...this.#columns.map(({ name }) => name)].map((name) => [name, null]),
    )
    return this.#template
  }
}
