import { type PageRows, type WrittenChunk, writtenChunk } from './added-chunk.ts'
import {
  DICTIONARY,
  PLAIN,
  packedNumbers,
  RUNS,
  type WrittenPage,
  writtenDataPage,
  writtenDictionary,
} from './write-page.ts'

/** All 256 scores stand in the dictionary in their order: the numbers that a page holds, of 8 bits each, are the scores themselves. */
const EVERY_SCORE = writtenDictionary(256, new Uint8Array(Int32Array.from({ length: 256 }, (_, score) => score).buffer))

/** Writes a column chunk of scores, 0-255, page by page. */
export class ScoreChunk {
  readonly #pages: WrittenPage[] = []
  #rows = 0
  #nulls = 0
  #least = 256
  #most = -1

  /** @param scores of all rows, kept; those of rows without a value are left out */
  add(scores: Uint8Array, { present, count, levels }: PageRows): void {
    const rows = present.length
    const kept = count === rows && rows % 8 === 0 ? scores : padded(scores, present, count)
    this.#widen(kept, count)
    this.#rows += rows
    this.#nulls += rows - count
    const numbers = count === 0 ? [Uint8Array.of(0)] : packedNumbers(kept)
    this.#pages.push(writtenDataPage(rows, DICTIONARY, [levels, ...numbers]))
  }

  finish(): WrittenChunk {
    return writtenChunk(this.#rows === 0 ? null : EVERY_SCORE, this.#pages, {
      rows: this.#rows,
      nulls: this.#nulls,
      encodings: [PLAIN, RUNS, DICTIONARY],
      range: this.#most < 0 ? null : [this.#least, this.#most],
    })
  }

  #widen(scores: Uint8Array, count: number): void {
    let least = this.#least
    let most = this.#most
    for (let i = 0; i < count && (least > 0 || most < 255); i++) {
      const score = scores[i]
      if (score < least) least = score
      if (score > most) most = score
    }
    this.#least = least
    this.#most = most
  }
}

/** The scores of the rows that have one, with room up to a multiple of 8. */
function padded(scores: Uint8Array, present: Uint8Array, count: number): Uint8Array {
  const kept = new Uint8Array(Math.ceil(count / 8) * 8)
  if (count === present.length) {
    kept.set(scores)
    return kept
  }
  for (let row = 0, at = 0; row < present.length; row++) if (present[row] === 1) kept[at++] = scores[row]
  return kept
}
