import type { AnswerColumn, Answers } from '../../answer-rows.ts'

/** Writes the fields that are added to objects: `"flood":166,"fire":0,"vicinage_error":null`. */
export class AddedFields {
  /** `"flood":`, with a comma before all but the first. */
  readonly #names: readonly string[]
  /** Of each column of scores. */
  readonly #scores: readonly ScoreFields[]
  /** The other fields, all of them null. */
  readonly #nulls: Uint8Array

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
  }

  put(out: GrowingBytes, { scored, scores, values, errors }: Answers, row: number): void {
    for (let i = 0; i < scores.length; i++) {
      const { words, stride, lengths } = this.#scores[i]
      const score = scored[row] === 1 ? scores[i][row] : NO_SCORE
      out.putWords(words, score * stride, lengths[score])
    }
    if (errors.size === 0 && values.length === 0) {
      out.put(this.#nulls)
      return
    }
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

const SHORT = 96 // bytes up to which a loop copies faster than a call

/** Bytes that are written one behind the other; the memory is kept from piece to piece. */
export class GrowingBytes {
  readonly #encoder = new TextEncoder()
  #bytes = new Uint8Array(1 << 16)
  #view = new DataView(this.#bytes.buffer)
  #length = 0

  clear(): void {
    this.#length = 0
  }

  /** What was written, until it is cleared. */
  written(): Uint8Array {
    return this.#bytes.subarray(0, this.#length)
  }

  put(from: Uint8Array, start = 0, end = from.length): void {
    this.#room(end - start)
    const bytes = this.#bytes
    const shift = this.#length - start
    if (end - start <= SHORT) for (let i = start; i < end; i++) bytes[i + shift] = from[i]
    else bytes.set(from.subarray(start, end), this.#length)
    this.#length += end - start
  }

  /**
   * Puts short bytes that are kept as words, of 4 bytes each, the lowest first: three times as fast as one by one.
   *
   * @param from the first of the words
   * @param length bytes
   */
  putWords(words: Uint32Array, from: number, length: number): void {
    this.#room(length + 3)
    const view = this.#view
    const start = this.#length
    for (let at = 0, word = from; at < length; at += 4) view.setUint32(start + at, words[word++], true)
    this.#length += length
  }

  putText(text: string): void {
    this.#room(text.length * 3) // UTF-8 bytes of a UTF-16 unit, at most
    this.#length += this.#encoder.encodeInto(text, this.#bytes.subarray(this.#length)).written
  }

  #room(more: number): void {
    const wanted = this.#length + more
    if (wanted <= this.#bytes.length) return
    const larger = new Uint8Array(Math.max(wanted, this.#bytes.length * 2))
    larger.set(this.#bytes.subarray(0, this.#length))
    this.#bytes = larger
    this.#view = new DataView(larger.buffer)
  }
}
