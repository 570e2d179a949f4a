import { getLength, joined } from '../../buffers.ts'
import type { PageCodec } from './snappy.ts'
import { type Field, i32Field, littleEndian, struct, structField, unsignedVarint } from './thrift.ts'

/** Metadata of an added column chunk. Serializable as JSON. */
export interface AddedColumnChunk {
  readonly bytes: number
  /** Size in bytes of the dictionary at the start of the chunk. 0 if there is no dictionary. */
  readonly dictionary: number
  /** Number of rows. */
  readonly rows: number
  /** Number of rows without a value. */
  readonly nulls: number
  /** Encoding numbers of the chunk. */
  readonly encodings: readonly number[]
  /** Lowest and highest score. null if there are no scores. */
  readonly range: readonly [number, number] | null
  /** Codec number. Omitted if the chunk is uncompressed. */
  readonly codec?: number
  /** Size before compression, in bytes. Omitted if the chunk is uncompressed. */
  readonly uncompressed?: number
}

/** The rows of a page, and which rows have a value. */
interface PageRows {
  /** 1 for each row with a value, otherwise 0. */
  readonly present: Uint8Array
  /** Number of rows with a value. */
  readonly count: number
  /** The `present` values, encoded as the levels of a page. */
  readonly levels: Uint8Array
}

/** @param present 1 for each row that has a value, otherwise 0 */
export function pageRows(present: Uint8Array): PageRows {
  const count = ones(present)
  return { present, count, levels: presenceLevels(present, count) }
}

/** Pages of a column chunk, and the chunk metadata for the footer. */
export interface WrittenColumnChunk {
  readonly pages: readonly WrittenPage[]
  readonly chunk: AddedColumnChunk
}

/** A column chunk that is written page by page. */
export interface ColumnWriter<Value> {
  /** @param values values of the rows that have a value */
  add(values: readonly Value[], rows: PageRows): void
  finish(): WrittenColumnChunk
}

/** Pages of a column chunk that is being written. */
class ColumnPages {
  readonly #data: WrittenPage[] = []
  #rows = 0
  #nulls = 0

  constructor(private readonly codec: PageCodec) {}

  /** @param values encoded values of the rows that have a value */
  add({ present, count, levels }: PageRows, encoding: number, values: readonly Uint8Array[]): void {
    this.#rows += present.length
    this.#nulls += present.length - count
    this.#data.push(writtenDataPage(this.codec, present.length, encoding, [levels, ...values]))
  }

  get isEmpty(): boolean {
    return this.#data.length === 0
  }

  /**
   * Writes the dictionary before the other pages. `dictionary` contains the number of values, and the values in plain
   * encoding.
   */
  finish(
    dictionary: readonly [count: number, values: Uint8Array] | null,
    encodings: readonly number[],
    range: AddedColumnChunk['range'] = null,
  ): WrittenColumnChunk {
    const { compress, id } = this.codec
    const first = dictionary === null ? [] : [writtenDictionary(this.codec, ...dictionary)]
    const pages = [...first, ...this.#data]
    const uncompressed = pages.reduce((sum, page) => sum + page.uncompressed, 0)
    return {
      pages,
      chunk: {
        bytes: getLength(pages.flatMap(({ parts }) => parts)),
        dictionary: getLength(first.flatMap(({ parts }) => parts)),
        rows: this.#rows,
        nulls: this.#nulls,
        encodings,
        range,
        ...(compress === null ? {} : { codec: id, uncompressed }),
      },
    }
  }
}

/** Dictionary of all 256 scores in order, so that the 8-bit indices of a page are the scores themselves. */
const EVERY_SCORE = new Uint8Array(Int32Array.from({ length: 256 }, (_, score) => score).buffer)

/** Writes a column chunk of scores, 0-255, page by page. */
export class ScoreColumnWriter {
  readonly #pages: ColumnPages
  #least = 256
  #most = -1

  constructor(codec: PageCodec) {
    this.#pages = new ColumnPages(codec)
  }

  /** @param scores scores of all rows; scores of rows without a value are omitted */
  add(scores: Uint8Array, rows: PageRows): void {
    const { present, count } = rows
    const kept = count === present.length && count % 8 === 0 ? scores : padded(scores, present, count)
    this.#widen(kept, count)
    this.#pages.add(rows, DICTIONARY, count === 0 ? [Uint8Array.of(0)] : packedNumbers(kept))
  }

  finish(): WrittenColumnChunk {
    const dictionary = this.#pages.isEmpty ? null : ([256, EVERY_SCORE] as const)
    const range = this.#most < 0 ? null : ([this.#least, this.#most] as const)
    return this.#pages.finish(dictionary, [PLAIN, RUNS, DICTIONARY], range)
  }

  #widen(scores: Uint8Array, count: number): void {
    let least = this.#least
    let most = this.#most
    for (let i = 0; i < count && (least !== 0 || most !== 255); i++) {
      const score = scores[i]
      if (score < least) least = score
      if (score > most) most = score
    }
    this.#least = least
    this.#most = most
  }
}

/** Returns the scores of the rows that have a value, padded to a multiple of 8. */
function padded(scores: Uint8Array, present: Uint8Array, count: number): Uint8Array {
  const kept = new Uint8Array(Math.ceil(count / 8) * 8)
  if (count === present.length) {
    kept.set(scores)
    return kept
  }
  for (let row = 0, at = 0; row < present.length; row++) if (present[row] === 1) kept[at++] = scores[row]
  return kept
}

/** Writes consecutive values in plain encoding. */
export class PlainColumnWriter<Value> implements ColumnWriter<Value> {
  readonly #pages: ColumnPages

  constructor(
    codec: PageCodec,
    private readonly bytesOf: (values: readonly Value[]) => readonly Uint8Array[],
  ) {
    this.#pages = new ColumnPages(codec)
  }

  /** @param values values of the rows that have a value */
  add(values: readonly Value[], rows: PageRows): void {
    this.#pages.add(rows, PLAIN, this.bytesOf(values))
  }

  finish(): WrittenColumnChunk {
    return this.#pages.finish(null, [PLAIN, RUNS])
  }
}

/** Encodes 64-bit floating point numbers. */
export function plainNumbers(values: readonly (string | number)[]): readonly Uint8Array[] {
  return [new Uint8Array(Float64Array.from(values, Number).buffer)]
}

/** Encodes 64-bit integers. */
export function plainIntegers(values: readonly number[]): readonly Uint8Array[] {
  return [new Uint8Array(BigInt64Array.from(values, BigInt).buffer)]
}

/** Encodes strings or bytes in one buffer. Each value follows its length. */
export function plainBinary(values: readonly (string | Uint8Array)[]): readonly Uint8Array[] {
  // A UTF-16 code unit takes at most three bytes in UTF-8.
  const most = values.reduce((sum, value) => sum + 4 + value.length * (typeof value === 'string' ? 3 : 1), 0)
  const bytes = new Uint8Array(most)
  const view = new DataView(bytes.buffer)
  let at = 0
  for (const value of values) {
    const room = bytes.subarray(at + 4)
    if (typeof value !== 'string') room.set(value)
    const length = typeof value === 'string' ? encoder.encodeInto(value, room).written : value.length
    view.setUint32(at, length, true)
    at += 4 + length
  }
  return [bytes.subarray(0, at)]
}

const mostTexts = 65_536 // maximum number of strings in a dictionary, so that indices fit in two bytes
const largest = 1 << 20 // maximum dictionary size in bytes

/**
 * Writes strings with a dictionary. From the first page whose strings do not fit in the dictionary, writes all pages in
 * plain encoding.
 */
export class TextColumnWriter implements ColumnWriter<string | number> {
  readonly #pages: ColumnPages
  readonly #numbers = new Map<string, number>()
  readonly #texts: Uint8Array[] = []
  #size = 0
  #isFull = false
  #hasPlain = false

  constructor(codec: PageCodec) {
    this.#pages = new ColumnPages(codec)
  }

  add(values: readonly (string | number)[], rows: PageRows): void {
    const texts = values.map(String)
    const numbers = rows.count === 0 ? null : this.#inDictionary(texts)
    if (numbers === null) this.#hasPlain = true
    if (numbers === null) this.#pages.add(rows, PLAIN, texts.map(plainText))
    else this.#pages.add(rows, DICTIONARY, packedNumbers(numbers))
  }

  finish(): WrittenColumnChunk {
    const dictionary = this.#texts.length === 0 ? null : ([this.#texts.length, joined(this.#texts)] as const)
    const encodings = [...(dictionary || this.#hasPlain ? [PLAIN] : []), RUNS, ...(dictionary ? [DICTIONARY] : [])]
    return this.#pages.finish(dictionary, encodings)
  }

  /** Returns the indices of the strings, padded to a multiple of 8, or null if the dictionary is full. */
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

/** Encodes a string with its length in bytes in front. */
function plainText(text: string): Uint8Array {
  const bytes = encoder.encode(text)
  return joined([littleEndian(bytes.length), bytes])
}

/**
 * A page and its uncompressed size. The bytes stay in parts, so that they are copied only once, when all pages are
 * joined.
 */
interface WrittenPage {
  readonly parts: readonly Uint8Array[]
  readonly uncompressed: number
}

/** Encoding numbers in parquet.thrift. */
export const PLAIN = 0
export const RUNS = 3
const DICTIONARY = 8

/**
 * Encodes which rows have a value, as runs or as one bit per row. In a page of an optional column, the result precedes
 * the values.
 */
function presenceLevels(present: Uint8Array, values: number): Uint8Array {
  const rows = present.length
  if (values === rows || values === 0) return withLength([...unsignedVarint(rows * 2), values === 0 ? 0 : 1])
  const groups = Math.ceil(rows / 8)
  const bits = new Uint8Array(groups)
  for (let row = 0; row < rows; row++) bits[row >> 3] |= present[row] << (row & 7)
  return withLength([...unsignedVarint(groups * 2 + 1)], bits)
}

/**
 * Packs dictionary indices into one or two bytes each. The array already has this layout in memory, so its bytes are
 * used unchanged.
 * @param numbers an array whose length is a multiple of 8
 */
function packedNumbers(numbers: Uint8Array | Uint16Array): Uint8Array[] {
  const { buffer, byteOffset, byteLength, BYTES_PER_ELEMENT } = numbers
  const header = Uint8Array.of(8 * BYTES_PER_ELEMENT, ...unsignedVarint((numbers.length / 8) * 2 + 1))
  return [header, new Uint8Array(buffer, byteOffset, byteLength)]
}

/** @param rows number of rows, including rows without a value */
function writtenDataPage(codec: PageCodec, rows: number, encoding: number, parts: readonly Uint8Array[]): WrittenPage {
  return page(
    codec,
    0,
    parts,
    structField(5, [i32Field(1, rows), i32Field(2, encoding), i32Field(3, RUNS), i32Field(4, RUNS)]),
  )
}

/** Writes a dictionary page with `count` plain values. */
function writtenDictionary(codec: PageCodec, count: number, values: Uint8Array): WrittenPage {
  return page(codec, 2, [values], structField(7, [i32Field(1, count), i32Field(2, PLAIN)]))
}

function page({ compress }: PageCodec, type: number, parts: readonly Uint8Array[], header: Field): WrittenPage {
  const length = getLength(parts)
  const stored = compress === null ? parts : [compress(joined(parts))]
  const head = struct([i32Field(1, type), i32Field(2, length), i32Field(3, getLength(stored)), header])
  return { parts: [head, ...stored], uncompressed: head.length + length }
}

function withLength(...parts: readonly ArrayLike<number>[]): Uint8Array {
  const bytes = joined(parts.map((part) => Uint8Array.from(part)))
  return joined([littleEndian(bytes.length), bytes])
}

/** Counts the ones in an array of zeros and ones. */
export function ones(bytes: Uint8Array): number {
  if (!bytes.includes(0)) return bytes.length // most columns have no gaps, and this is several times faster
  let count = 0
  for (let i = 0; i < bytes.length; i++) count += bytes[i]
  return count
}
