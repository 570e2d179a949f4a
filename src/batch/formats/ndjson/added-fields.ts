import type { ByteWriter } from '../../../bundle/bytes.ts'
import type { AnswerColumn, Answers } from '../../answer-rows.ts'

/** Writes the fields that are added to objects: `"flood":166,"fire":null,"vicinage_error":"No data: fire."`. */
export class AddedFields {
  /** `"flood":`, with a comma before all but the first. */
  readonly #names: readonly string[]
  /** Of each column of scores. */
  readonly #scores: readonly ScoreFields[]
  /** The other fields, all of them null. */
  readonly #nulls: Uint8Array
  /** The last reason, and the field that it is: the same one often comes again. */
  #reason: string | null = null
  #field: Uint8Array

  constructor(columns: readonly AnswerColumn[]) {
    this.#names = columns.map(({ name }, i) => `${i === 0 ? '' : ','}${JSON.stringify(name)}:`)
    const scores = this.#names.filter((_, i) => columns[i].kind === 'score')
    this.#scores = scores.map(scoreFields)
    this.#nulls = encoder.encode(
      this.#names
        .slice(scores.length)
        .map((name) => `${name}null`)
        .join(''),
    )
    this.#field = this.#nulls
  }

  put(out: ByteWriter, { scored, scores, zeros, values, reason }: Answers, row: number): void {
    for (let i = 0; i < scores.length; i++) {
      const { words, stride, lengths } = this.#scores[i]
      let score = scores[i][row]
      if (scored[row] === 0 || (score === 0 && !zeros)) score = NO_SCORE
      out.putWords(words, score * stride, lengths[score])
    }
    const error = reason(row)?.text ?? null
    if (values.length === 0) {
      if (error !== this.#reason) {
        this.#reason = error
        this.#field = encoder.encode(this.#names[scores.length] + JSON.stringify(error))
      }
      out.put(this.#field)
      return
    }
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

/** The 256 fields that a column of scores can be, and one without a score: each from word `score * stride` on. */
interface ScoreFields {
  readonly words: Uint32Array
  readonly stride: number
  /** Bytes. */
  readonly lengths: Uint32Array
}

function scoreFields(name: string): ScoreFields {
  const fields = SCORES.map((score) => encoder.encode(name + score))
  const lengths = Uint32Array.from(fields, ({ length }) => length)
  const stride = Math.ceil(Math.max(...lengths) / 4)
  const bytes = new DataView(new ArrayBuffer(fields.length * stride * 4))
  fields.forEach((field, i) => {
    field.forEach((byte, at) => {
      bytes.setUint8(i * stride * 4 + at, byte)
    })
  })
  // `putWords` writes the lowest byte first, on every machine.
  const words = Uint32Array.from({ length: fields.length * stride }, (_, word) => bytes.getUint32(word * 4, true))
  return { words, stride, lengths }
}
