import { type PageRows, type ValueChunk, type WrittenChunk, writtenChunk } from './added-chunk.ts'
import { joined } from './thrift.ts'
import {
  DICTIONARY,
  PLAIN,
  packedNumbers,
  RUNS,
  type WrittenPage,
  writtenDataPage,
  writtenDictionary,
} from './write-page.ts'

const mostTexts = 65_536 // texts of a dictionary: its numbers take two bytes
const largest = 1 << 20 // bytes of a dictionary

/** Writes texts: each once in a dictionary, until that is full; from the page on that it is too small for, as they are. */
export class TextChunk implements ValueChunk {
  readonly #numbers = new Map<string, number>()
  readonly #texts: Uint8Array[] = []
  #size = 0
  #isFull = false
  readonly #pages: WrittenPage[] = []
  #rows = 0
  #nulls = 0
  #hasPlain = false

  add(values: readonly (string | number)[], { present, count, levels }: PageRows): void {
    const texts = values.map(String)
    this.#rows += present.length
    this.#nulls += present.length - count
    const numbers = count === 0 ? null : this.#inDictionary(texts)
    if (numbers === null) this.#hasPlain = true
    this.#pages.push(
      numbers === null
        ? writtenDataPage(present.length, PLAIN, [levels, ...texts.map(plainText)])
        : writtenDataPage(present.length, DICTIONARY, [levels, ...packedNumbers(numbers)]),
    )
  }

  finish(): WrittenChunk {
    const dictionary = this.#texts.length === 0 ? null : writtenDictionary(this.#texts.length, joined(this.#texts))
    const encodings = [...(dictionary || this.#hasPlain ? [PLAIN] : []), RUNS, ...(dictionary ? [DICTIONARY] : [])]
    return writtenChunk(dictionary, this.#pages, { rows: this.#rows, nulls: this.#nulls, encodings, range: null })
  }

  /** The numbers of the texts, with room up to a multiple of 8; null when the dictionary is full. */
  #inDictionary(texts: readonly string[]): Uint8Array | Uint16Array | null {
    if (this.#isFull) return null
    const numbers = new Uint16Array(Math.ceil(texts.length / 8) * 8)
    for (let i = 0; i < texts.length; i++) {
      const number = this.#numbers.get(texts[i]) ?? this.#add(texts[i])
      if (number === null) return null
      numbers[i] = number
    }
    return this.#texts.length <= 256 ? Uint8Array.from(numbers) : numbers
  }

  #add(text: string): number | null {
    const bytes = plainText(text)
    this.#isFull = this.#texts.length === mostTexts || this.#size + bytes.length > largest
    if (this.#isFull) return null
    this.#numbers.set(text, this.#texts.length)
    this.#size += bytes.length
    return this.#texts.push(bytes) - 1
  }
}

const encoder = new TextEncoder()

/** A text and, before it, its length in bytes. */
function plainText(text: string): Uint8Array {
  const bytes = encoder.encode(text)
  const written = new Uint8Array(4 + bytes.length)
  new DataView(written.buffer).setUint32(0, bytes.length, true)
  written.set(bytes, 4)
  return written
}
