import type { Answers } from '../../answer-rows.ts'
import { isShared, takeBytes } from '../../buffers.ts'
import { LINE_FEED, QUOTE, quoted, RETURN } from './fields.ts'
import type { CsvPlan } from './header.ts'
import type { RowScanner } from './row-scanner.ts'

/** Number of bytes that the fastest ways of copying can write past the end of the copied range. */
const SLACK = 8
/** Minimum number of bytes for which a built-in copy is faster than a loop. */
const LONG = 160

/** Writes rows with their answers into a buffer that is reused from chunk to chunk. */
export class RowWriter {
  /** Number of bytes written. */
  #length = 0
  #out = new Uint8Array(0)
  #view = new DataView(this.#out.buffer)
  readonly #plan: CsvPlan
  readonly #delimiter: number
  /** Delimiter and digits of each score, as a little-endian 32-bit word. */
  readonly #words = new Int32Array(256)
  /** Number of bytes that the delimiter and digits of each score take. */
  readonly #lengths = new Uint8Array(256)
  /** Field of each shared reason as 32-bit words, and its length in bytes. */
  readonly #reasons: { readonly words: Int32Array; readonly length: number }[] = []

  constructor(plan: CsvPlan) {
    this.#plan = plan
    this.#delimiter = plan.delimiter.charCodeAt(0)
    const encoder = new TextEncoder()
    for (let score = 0; score < 256; score++) {
      const field = encoder.encode(`${plan.delimiter}${score}`)
      this.#words[score] = field.reduce((word, byte, i) => word | (byte << (8 * i)), 0)
      this.#lengths[score] = field.length
    }
  }

  /** Starts a new output, with room for the answers to a chunk of `bytes` bytes. */
  begin(bytes: number): void {
    this.#length = 0
    // Another thread may still be reading the shared buffer, so a new buffer is used.
    if (isShared(this.#out)) this.#out = new Uint8Array(0)
    // Enough for short rows, whose length triples with fourteen scores. Unused room costs nothing, because the
    // operating system only allocates memory that is written.
    this.#makeRoom(4 * bytes)
  }

  /** Returns the bytes written, valid until the next call of `begin`. */
  written(): Uint8Array<ArrayBuffer> {
    return this.#out.subarray(0, this.#length)
  }

  /** Writes the rows of the last scan of `bytes`. */
  write(bytes: Uint8Array, { starts, ends, missing, surplus }: RowScanner, answers: Answers): void {
    const { scored, scores, values, counts, shared, hasOwnReasons } = answers
    const delimiter = this.#delimiter
    const words = this.#words
    const lengths = this.#lengths
    // If 0 means no data, only the delimiter is written, so the field is empty.
    lengths[0] = answers.zeros ? 2 : 1
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
    const lastWord = bytes.length - 4
    const addedBytes = 4 * scores.length + values.length + 3 + SLACK
    let at = this.#length
    for (let row = 0; row < counts.rows; row++) {
      const start = starts[row]
      const end = ends[row]
      const lacking = missing.size > 0 ? (missing.get(row) ?? 0) : 0
      const last = surplus.size > 0 ? (surplus.get(row) ?? -1) : -1
      if (at + 2 * (end - start) + lacking + addedBytes > this.#out.length) {
        this.#length = at
        this.#makeRoom(2 * (end - start) + lacking + addedBytes)
      }
      const out = this.#out
      const words32 = this.#view
      if (last >= 0) at = this.#copySurplus(bytes, start, last, end, at)
      else if (end - start >= LONG || end > lastWord) {
        out.set(bytes.subarray(start, end), at)
        at += end - start
      } else {
        for (let from = start, to = at; from < end; from += 4, to += 4)
          words32.setInt32(to, view.getInt32(from, true), true)
        at += end - start
      }
      for (let field = 0; field < lacking; field++) out[at++] = delimiter
      if (scored[row] === 1) {
        for (let d = 0; d < scores.length; d++) {
          const score = scores[d][row]
          words32.setInt32(at, words[score], true)
          at += lengths[score]
        }
      } else for (let d = 0; d < scores.length; d++) out[at++] = delimiter
      for (let v = 0; v < values.length; v++) {
        this.#out[at++] = delimiter
        const value = values[v][row]
        if (value !== null) at = this.#text(String(value), at, addedBytes)
      }
      this.#out[at++] = delimiter
      const number = shared.rows[row]
      if (number !== 0) at = this.#reason(number, shared.notes[number].text, at, addedBytes)
      else if (hasOwnReasons) {
        const reason = answers.reason(row)
        if (reason !== null) at = this.#text(reason.text, at, addedBytes)
      }
      if (starts[row + 1] - end === 2) this.#out[at++] = RETURN
      this.#out[at++] = LINE_FEED
    }
    this.#length = at
  }

  /** Writes a reason that many rows share, caching its bytes. */
  #reason(number: number, words: string, at: number, after: number): number {
    const kept = this.#reasons[number]
    if (kept === undefined || at + kept.length + after > this.#out.length) {
      const end = this.#text(words, at, after)
      this.#reasons[number] = {
        words: new Int32Array(this.#out.slice(at, end + 3).buffer, 0, (end - at + 3) >> 2),
        length: end - at,
      }
      return end
    }
    const view = this.#view
    for (let i = 0; i < kept.words.length; i++) view.setInt32(at + 4 * i, kept.words[i], true)
    return at + kept.length
  }

  /** Copies the last column and all surplus fields unchanged, as one quoted field. */
  #copySurplus(bytes: Uint8Array, start: number, last: number, end: number, at: number): number {
    const out = this.#out
    out.set(bytes.subarray(start, last), at)
    at += last - start
    out[at++] = QUOTE
    for (let from = last; from < end; from++) {
      if (bytes[from] === QUOTE) out[at++] = QUOTE
      out[at++] = bytes[from]
    }
    out[at++] = QUOTE
    return at
  }

  /** Writes a string as a field, leaving room for `after` more bytes. */
  #text(text: string, at: number, after: number): number {
    // A character needs at most three bytes, a quote two, and the enclosing quotes two more.
    if (at + 3 * text.length + 2 + after > this.#out.length) {
      this.#length = at
      this.#makeRoom(3 * text.length + 2 + after)
    }
    const out = this.#out
    const delimiter = this.#delimiter
    for (let i = 0; i < text.length; i++) {
      const code = text.charCodeAt(i)
      if (code > 0x7f || code === QUOTE || code === delimiter || code === LINE_FEED || code === RETURN)
        return at + encoder.encodeInto(quoted(text, this.#plan.delimiter), out.subarray(at)).written
      out[at + i] = code
    }
    return at + text.length
  }

  /** Makes room for `bytes` more bytes. */
  #makeRoom(bytes: number): void {
    const needed = this.#length + bytes
    if (needed <= this.#out.length) return
    const larger = takeBytes(Math.max(needed, Math.ceil(1.5 * this.#out.length)))
    // The buffer may be empty because it was transferred.
    if (this.#length > 0) larger.set(this.#out.subarray(0, this.#length))
    this.#out = larger
    this.#view = new DataView(larger.buffer)
  }
}

const encoder = new TextEncoder()
