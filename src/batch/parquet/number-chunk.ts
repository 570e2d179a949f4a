import { type PageRows, type ValueChunk, type WrittenChunk, writtenChunk } from './added-chunk.ts'
import { PLAIN, RUNS, type WrittenPage, writtenDataPage } from './write-page.ts'

/** Writes numbers of 64 bits. */
export class NumberChunk implements ValueChunk {
  readonly #pages: WrittenPage[] = []
  #rows = 0
  #nulls = 0

  add(values: readonly (string | number)[], { present, count, levels }: PageRows): void {
    this.#rows += present.length
    this.#nulls += present.length - count
    const numbers = new Uint8Array(Float64Array.from(values, Number).buffer)
    this.#pages.push(writtenDataPage(present.length, PLAIN, [levels, numbers]))
  }

  finish(): WrittenChunk {
    const [rows, nulls] = [this.#rows, this.#nulls]
    return writtenChunk(null, this.#pages, { rows, nulls, encodings: [PLAIN, RUNS], range: null })
  }
}
