import { crc32 } from 'node:zlib'
import { type BatchError, damagedInput } from '../../errors.ts'
import { createDecompressor, type Decompress } from './codec.ts'
import { ones } from './column-writers.ts'
import { type ByteRange, type ColumnChunk, type InputFile, readRange } from './input-file.ts'
import type { PlaceColumn, Stored, StoredType } from './place-column.ts'
import { getField, numberIn, readStruct, type Struct, structOf, TRUE } from './thrift.ts'

const window = 1 << 20 // bytes of a chunk to read at once, unless a page is larger
const headerRoom = 1 << 16 // bytes that contain the header of nearly every page

/** Reads the values of a flat column chunk in order, page by page. */
export class ColumnReader<Value extends number | string | Uint8Array> {
  /** Bytes of the file, starting at `#start`. Bytes before `#at` have been consumed. */
  #bytes: Uint8Array = new Uint8Array(0)
  #start: number
  #at = 0
  #dictionary: ArrayLike<Value> | undefined
  /** Page that contains the next row. The page is not decoded until one of its values is needed. */
  #header: PageHeader | undefined
  #stored: Uint8Array = new Uint8Array(0)
  #page: ReadPage<Value> | undefined
  #row = 0
  #value = 0

  /** @throws {BatchError} when the codec is not supported */
  static async open<Value extends number | string | Uint8Array>(
    file: InputFile,
    column: PlaceColumn,
    chunk: ColumnChunk,
    convert: (stored: Stored) => ArrayLike<Value>,
  ): Promise<ColumnReader<Value>> {
    return new ColumnReader(file, column, chunk, await createDecompressor(chunk.codec), convert)
  }

  private constructor(
    private readonly file: InputFile,
    private readonly column: PlaceColumn,
    private readonly chunk: ColumnChunk,
    private readonly decompress: Decompress,
    private readonly convert: (stored: Stored) => ArrayLike<Value>,
  ) {
    this.#start = chunk.start
  }

  /** Reads the values of the next `count` rows into `into`. Rows without a value are set to `absent`. */
  async read(into: Record<number, Value>, count: number, absent: Value): Promise<void> {
    for (let done = 0; done < count; ) {
      const left = await this.#rowsLeft()
      const n = Math.min(left, count - done)
      this.#page ??= this.#decode()
      this.#copy(this.#page, into, done, n, absent)
      done += n
    }
  }

  /** Skips `count` rows. Pages that are skipped completely are not decoded. */
  async skip(count: number): Promise<void> {
    for (let done = 0; done < count; ) {
      const n = Math.min(await this.#rowsLeft(), count - done)
      if (n < this.#header!.values) {
        this.#page ??= this.#decode()
        const { present } = this.#page
        for (let row = this.#row; row < this.#row + n; row++) if (present === null || present[row] === 1) this.#value++
      }
      this.#row += n
      done += n
    }
  }

  #copy(page: ReadPage<Value>, into: Record<number, Value>, from: number, count: number, absent: Value): void {
    const { present, values, numbers } = page
    let value = this.#value
    if (present === null && numbers === null && into instanceof Float64Array && values instanceof Float64Array) {
      into.set(values.subarray(value, value + count), from)
      value += count
    } else
      for (let i = 0; i < count; i++) {
        if (present !== null && present[this.#row + i] === 0) into[from + i] = absent
        else into[from + i] = values[numbers === null ? value++ : numbers[value++]]
      }
    this.#value = value
    this.#row += count
  }

  /** Returns the number of unread rows in the page, after moving to the next page if there are none. */
  async #rowsLeft(): Promise<number> {
    while (this.#header === undefined || this.#row === this.#header.values) {
      const header = await this.#nextHeader()
      this.#stored = await this.#take(header.compressed)
      if (header.checksum !== undefined && crc32(this.#stored) !== header.checksum >>> 0)
        throw this.#damaged('a page does not match its checksum')
      this.#page = undefined
      this.#header = undefined
      if (header.type === 'dictionary')
        this.#dictionary = this.#guarded(() =>
          this.convert(dictionaryPage(header, this.#stored, this.column, this.decompress)),
        )
      else if (header.type === 'data') this.#header = header
      this.#row = 0
      this.#value = 0
    }
    return this.#header.values - this.#row
  }

  #decode(): ReadPage<Value> {
    return this.#guarded(() => {
      const { present, numbers, stored }: DataPage = dataPage(
        this.#header!,
        this.#stored,
        this.column,
        this.decompress,
        this.#dictionary?.length ?? 0,
      )
      return { present, numbers, values: stored === null ? this.#dictionary! : this.convert(stored) }
    })
  }

  async #nextHeader(): Promise<PageHeader> {
    for (let wanted = headerRoom; ; wanted *= 16) {
      const left = this.chunk.end - this.#start - this.#at
      if (left <= 0) throw this.#damaged('it has fewer values than rows')
      await this.#fill(Math.min(left, wanted))
      try {
        const { struct, end } = readStruct(this.#bytes.subarray(this.#at))
        const header = getHeader(struct)
        this.#at += end
        return header
      } catch (error) {
        // Tries again with more bytes if possible, because page statistics can contain long strings.
        if (wanted >= left || wanted > window) throw this.#damaged(message(error))
      }
    }
  }

  async #take(length: number): Promise<Uint8Array> {
    if (this.#start + this.#at + length > this.chunk.end) throw this.#damaged('a page is longer than the column')
    await this.#fill(length)
    this.#at += length
    return this.#bytes.subarray(this.#at - length, this.#at)
  }

  /** Makes sure that `length` bytes are available from `#at`. */
  async #fill(length: number): Promise<void> {
    if (this.#bytes.length - this.#at >= length) return
    const start = this.#start + this.#at
    const range: ByteRange = { start, end: Math.min(this.chunk.end, start + Math.max(length, window)) }
    this.#bytes = await readRange(this.file, range)
    this.#start = start
    this.#at = 0
  }

  #guarded<T>(read: () => T): T {
    try {
      return read()
    } catch (error) {
      throw this.#damaged(message(error))
    }
  }

  #damaged(problem: string): BatchError {
    return damagedInput(`The column "${this.column.name}" of the Parquet file cannot be read: ${problem}.`)
  }
}

/** Values of the rows that have a value. With a dictionary, `numbers` are indices into `values`. */
interface ReadPage<Value> {
  readonly present: Uint8Array | null
  readonly numbers: Uint32Array | null
  readonly values: ArrayLike<Value>
}

function message(error: unknown): string {
  // Engine messages, such as "Offset is outside the bounds of the DataView", do not explain what is wrong with the
  // file.
  if (error instanceof TypeError || error instanceof RangeError) return 'the file is malformed'
  return error instanceof Error ? error.message.replace(/\.$/, '') : String(error)
}

interface PageHeader {
  readonly type: 'data' | 'dictionary' | 'other'
  /** Page size in bytes, as stored in the file. */
  readonly compressed: number
  /** Page size in bytes after decompression. */
  readonly bytes: number
  /** CRC-32 of the stored bytes. Writers may omit it. */
  readonly checksum: number | undefined
  /** Number of rows in a data page, including rows without a value. In a dictionary page, the number of entries. */
  readonly values: number
  /** Encoding number in parquet.thrift. */
  readonly encoding: number
  /** For version 2 pages, the sizes of the levels before the values. These levels are never compressed. */
  readonly levels: {
    readonly definition: number
    readonly repetition: number
    readonly valuesCompressed: boolean
  } | null
  /** For version 1 pages, the encoding number of the levels. */
  readonly levelEncoding?: number
}

/** A data page. It only stores values for rows that have a value. */
interface DataPage {
  /** 1 for each row that has a value, otherwise 0. null if all rows have a value. */
  readonly present: Uint8Array | null
  /** Dictionary indices of the values. null if the values themselves are in `stored`. */
  readonly numbers: Uint32Array | null
  readonly stored: Stored | null
}

const largest = 2 ** 27 // maximum page size in bytes, 128 MiB; writers aim for 1 MiB
// Maximum number of values in a page. Writers aim for 20,000, or for 16 million if all values are the same.
const mostValues = 2 ** 24

/** Encoding numbers in parquet.thrift. */
const ENCODING = {
  plain: 0,
  oldDictionary: 2,
  runs: 3,
  oldLevels: 4,
  delta: 5,
  deltaLengths: 6,
  deltaTexts: 7,
  dictionary: 8,
  split: 9,
}

function getHeader(page: Struct): PageHeader {
  const sizes = { bytes: sizeIn(page, 2, largest), compressed: sizeIn(page, 3, largest), checksum: numberIn(page, 4) }
  switch (numberIn(page, 1)) {
    case 0: {
      const data = getPart(page, 5)
      const levels = numberIn(data, 3)
      return { type: 'data', ...sizes, ...getValues(data, 2), levels: null, levelEncoding: levels ?? ENCODING.runs }
    }
    case 2:
      return { type: 'dictionary', ...sizes, ...getValues(getPart(page, 7), 2), levels: null }
    case 3: {
      const data = getPart(page, 8)
      const compressed = getField(data, 7)
      const levels = {
        definition: sizeIn(data, 5, sizes.compressed),
        repetition: sizeIn(data, 6, sizes.compressed),
        valuesCompressed: compressed === undefined || compressed.type === TRUE,
      }
      return { type: 'data', ...sizes, ...getValues(data, 4), levels }
    }
    default:
      return { type: 'other', ...sizes, values: 0, encoding: 0, levels: null }
  }
}

/** Returns the dictionary values in their stored form. */
function dictionaryPage(header: PageHeader, stored: Uint8Array, column: PlaceColumn, decompress: Decompress): Stored {
  return plainValues(unpacked(stored, header.bytes, decompress), header.values, column)
}

/**
 * @param dictionary number of values in the column's dictionary
 * @throws when the bytes are invalid
 */
function dataPage(
  { values: rows, bytes, encoding, levels, levelEncoding }: PageHeader,
  stored: Uint8Array,
  column: PlaceColumn,
  decompress: Decompress,
  dictionary: number,
): DataPage {
  let present: Uint8Array | null = null
  let body: Uint8Array
  if (levels === null) {
    body = unpacked(stored, bytes, decompress)
    // A required column has no levels, but pages from parquet-mr 1.10 to 1.18 specify a level encoding anyway.
    if (column.optional && levelEncoding === ENCODING.oldLevels) {
      const length = Math.ceil(rows / 8)
      if (length > body.length) throw new Error('levels are longer than their page')
      present = Uint8Array.from({ length: rows }, (_, row) => (body[row >> 3] >> (7 - (row & 7))) & 1)
      body = body.subarray(length)
    } else if (column.optional) {
      if (levelEncoding !== ENCODING.runs) throw new Error(`levels in encoding ${levelEncoding} are not supported`)
      const length = getView(body).getUint32(0, true)
      if (length > body.length - 4) throw new Error('levels are longer than their page')
      present = presence(body.subarray(4, 4 + length), rows)
      body = body.subarray(4 + length)
    }
  } else {
    const { definition, repetition, valuesCompressed } = levels
    if (definition + repetition > Math.min(stored.length, bytes)) throw new Error('levels are longer than their page')
    if (column.optional) present = presence(stored.subarray(repetition, repetition + definition), rows)
    body = stored.subarray(repetition + definition)
    if (valuesCompressed) body = unpacked(body, bytes - definition - repetition, decompress)
  }
  const count = present === null ? rows : ones(present)
  if (count === rows) present = null
  if (encoding === ENCODING.dictionary || encoding === ENCODING.oldDictionary)
    return { present, numbers: dictionaryNumbers(body, count, dictionary), stored: null }
  return { present, numbers: null, stored: count === 0 ? [] : valuesIn(body, encoding, count, column) }
}

function presence(levels: Uint8Array, rows: number): Uint8Array {
  const present = new Uint8Array(rows)
  readRuns(levels, 1, present)
  return present
}

function dictionaryNumbers(body: Uint8Array, count: number, dictionary: number): Uint32Array {
  const numbers = new Uint32Array(count)
  if (count === 0) return numbers
  if (dictionary === 0) throw new Error('its dictionary is missing')
  if (body[0] > 0) readRuns(body.subarray(1), body[0], numbers)
  for (let i = 0; i < count; i++) if (numbers[i] >= dictionary) throw new Error('a value is not in the dictionary')
  return numbers
}

function unpacked(stored: Uint8Array, length: number, decompress: Decompress): Uint8Array {
  // For a page without values, some writers store no bytes, which no codec can decompress.
  const bytes = length === 0 ? new Uint8Array(0) : decompress(stored, length)
  if (bytes.length !== length) throw new Error(`a page has ${bytes.length} bytes, not ${length}`)
  return bytes
}

function getView({ buffer, byteOffset, byteLength }: Uint8Array): DataView {
  return new DataView(buffer, byteOffset, byteLength)
}

function getPart(page: Struct, id: number): Struct {
  const field = getField(page, id)
  if (field === undefined) throw new Error('a page has no header for its type')
  return structOf(field.value)
}

function getValues(part: Struct, encoding: number): { values: number; encoding: number } {
  return { values: sizeIn(part, 1, mostValues), encoding: numberIn(part, encoding) ?? -1 }
}

function sizeIn(struct: Struct, id: number, most: number): number {
  const size = numberIn(struct, id) ?? -1
  if (size < 0 || size > most) throw new Error(`a page has a size of ${size}, but only 0 to ${most} is allowed`)
  return size
}

const NUMBERS = { INT32: Int32Array, INT64: BigInt64Array, FLOAT: Float32Array, DOUBLE: Float64Array }

/**
 * Decodes the values of a page according to Encodings.md of parquet-format, with the same results as hyparquet. Memory
 * and time are bounded by `count`, which the caller must bound.
 *
 * @throws when the bytes end too early, or are invalid
 */
export function valuesIn(bytes: Uint8Array, encoding: number, count: number, column: StoredType): Stored {
  switch (encoding) {
    case ENCODING.plain:
      return plainValues(bytes, count, column)
    case ENCODING.split:
      return plainValues(unsplit(bytes, count, getWidth(column)), count, column)
    case ENCODING.delta: {
      const values = deltas(new Bytes(bytes), count)
      return column.type === 'INT32' ? Int32Array.from(values, Number) : values
    }
    case ENCODING.deltaLengths:
      return textsByLength(new Bytes(bytes), count)
    case ENCODING.deltaTexts:
      return textsByPrefix(new Bytes(bytes), count)
    default:
      throw new Error(`encoding ${encoding} is not supported`)
  }
}

/** Decodes plain values. Each string follows its length. */
function plainValues(bytes: Uint8Array, count: number, column: StoredType): Stored {
  const { type } = column
  const reader = new Bytes(bytes)
  if (type === 'BYTE_ARRAY') return Array.from({ length: count }, () => reader.take(reader.word()))
  const width = getWidth(column)
  if (type === 'FIXED_LEN_BYTE_ARRAY') return Array.from({ length: count }, () => reader.take(width))
  const values = reader.take(count * width)
  const { buffer, byteOffset } = values.byteOffset % width === 0 ? values : Uint8Array.from(values)
  return new NUMBERS[type](buffer as ArrayBuffer, byteOffset, count)
}

function getWidth({ type, length }: StoredType): number {
  if (type === 'BYTE_ARRAY') throw new Error('text cannot be stored in this encoding')
  return type === 'FIXED_LEN_BYTE_ARRAY' ? length! : NUMBERS[type].BYTES_PER_ELEMENT
}

/**
 * Decodes Parquet's RLE/bit-packing hybrid: runs of a repeated number, and runs of numbers that are packed into bits.
 *
 * @param into array to fill completely
 */
export function readRuns(bytes: Uint8Array, bits: number, into: Uint8Array | Uint32Array): void {
  // More than 24 bits would not fit into 32 together with pending bits. No writer needs them, because a dictionary has
  // at most as many values as a page.
  if (bits > 24) throw new Error(`values of ${bits} bits are not supported`)
  const reader = new Bytes(bytes)
  const mask = 2 ** bits - 1
  for (let at = 0; at < into.length; ) {
    const header = reader.varint()
    const isPacked = header % 2 === 1
    const count = Math.floor(header / 2) * (isPacked ? 8 : 1)
    const end = Math.min(at + count, into.length)
    if (!isPacked) {
      const value = reader.take((bits + 7) >> 3).reduceRight((sum, byte) => (sum << 8) | byte, 0)
      into.fill(value, at, end)
      at = end
      continue
    }
    // Writers may omit the padding after the last value, so the loop ends there.
    for (let held = 0, have = 0; at < end; at++, have -= bits, held >>>= bits) {
      for (; have < bits; have += 8) held |= reader.byte() << have
      into[at] = held & mask
    }
  }
}

/**
 * Reassembles numbers whose bytes are stored separately: the first bytes of all numbers, then the second bytes, and so
 * on.
 */
function unsplit(bytes: Uint8Array, count: number, width: number): Uint8Array {
  const values = new Bytes(bytes).take(count * width)
  const whole = new Uint8Array(values.length)
  for (let byte = 0, from = 0; byte < width; byte++)
    for (let i = 0; i < count; i++) whole[i * width + byte] = values[from++]
  return whole
}

/** Decodes DELTA_BINARY_PACKED: blocks of differences, divided into miniblocks that each have their own bit width. */
function deltas(reader: Bytes, count: number): BigInt64Array {
  const values = new BigInt64Array(count)
  const block = reader.varint()
  const parts = reader.varint()
  const perPart = block / parts
  if (reader.varint() < count) throw new Error('it has fewer differences than values')
  if (!(Number.isInteger(perPart) && perPart > 0 && perPart % 8 === 0))
    throw new Error(`blocks of ${block} values are not supported`)
  const first = reader.zigzag()
  if (count > 0) values[0] = first
  for (let i = 1; i < count; ) {
    const least = reader.zigzag()
    for (const bits of reader.take(parts)) {
      if (i >= count) break
      if (bits > 64) throw new Error(`differences of ${bits} bits are not supported`)
      const packed = reader.take((perPart / 8) * bits)
      for (let k = 0; k < perPart && i < count; k++, i++)
        values[i] = values[i - 1] + least + bitsAt(packed, k * bits, bits)
    }
  }
  return values
}

function bitsAt(packed: Uint8Array, from: number, bits: number): bigint {
  let value = 0n
  for (let bit = from, end = from + bits; bit < end; ) {
    const count = Math.min(8 - (bit & 7), end - bit)
    value |= BigInt((packed[bit >> 3] >> (bit & 7)) & ((1 << count) - 1)) << BigInt(bit - from)
    bit += count
  }
  return value
}

function textsByLength(reader: Bytes, count: number): Uint8Array[] {
  return Array.from(deltas(reader, count), (length) => reader.take(Number(length)))
}

/** Decodes strings that share a prefix with the previous string. */
function textsByPrefix(reader: Bytes, count: number): Uint8Array[] {
  const prefixes = deltas(reader, count)
  let before = new Uint8Array(0)
  return textsByLength(reader, count).map((rest, i) => {
    const shared = Number(prefixes[i])
    if (shared < 0 || shared > before.length) throw new Error('a string reuses more bytes than the previous string has')
    const text = new Uint8Array(shared + rest.length)
    text.set(before.subarray(0, shared))
    text.set(rest, shared)
    before = text
    return text
  })
}

/** Reads bytes in order. */
class Bytes {
  #at = 0

  constructor(private readonly bytes: Uint8Array) {}

  byte(): number {
    if (this.#at === this.bytes.length) throw new Error('it ends too early')
    return this.bytes[this.#at++]
  }

  take(count: number): Uint8Array {
    if (!(count >= 0 && count <= this.bytes.length - this.#at)) throw new Error('it ends too early')
    this.#at += count
    return this.bytes.subarray(this.#at - count, this.#at)
  }

  /** Reads a 32-bit word in little-endian order. */
  word(): number {
    const [a, b, c, d] = this.take(4)
    return (a | (b << 8) | (c << 16) | (d << 24)) >>> 0
  }

  varint(): number {
    return Number(this.#long())
  }

  zigzag(): bigint {
    const value = this.#long()
    return (value >> 1n) ^ -(value & 1n)
  }

  #long(): bigint {
    const low = this.byte()
    if (low < 128) return BigInt(low)
    let value = BigInt(low & 127)
    for (let shift = 7n; ; shift += 7n) {
      if (shift > 63n) throw new Error('a number has more than 64 bits')
      const byte = this.byte()
      value |= BigInt(byte & 127) << shift
      if (byte < 128) return BigInt.asUintN(64, value)
    }
  }
}
