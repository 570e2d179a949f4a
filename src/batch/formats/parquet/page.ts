import type { Decompress } from './codec.ts'
import { plainValues, readRuns, type Stored, valuesIn } from './encodings.ts'
import type { PlaceColumn } from './place-column.ts'
import { fieldOf, numberIn, readStruct, type Struct, structOf, TRUE } from './thrift.ts'

/** What comes before the bytes of a page. */
export interface PageHeader {
  readonly type: 'data' | 'dictionary' | 'other'
  /** Bytes of the page in the file, and unpacked. */
  readonly compressed: number
  readonly bytes: number
  /** CRC-32 of the stored bytes; writers may leave it out. */
  readonly checksum: number | undefined
  /** Rows of a data page, those without a value among them; entries of a dictionary. */
  readonly values: number
  /** Number of an encoding, as parquet.thrift has it. */
  readonly encoding: number
  /** Of pages of the second version: bytes of levels before the values, never compressed. */
  readonly levels: {
    readonly definition: number
    readonly repetition: number
    readonly valuesCompressed: boolean
  } | null
  /** Of pages of the first version: the number of the encoding of their levels. */
  readonly levelEncoding?: number
}

/** A data page: the values of those rows that have one. */
export interface DataPage {
  /** 1 for each row that has a value; null where all have. */
  readonly present: Uint8Array | null
  /** Where the values stand in the dictionary; null where the page has them itself, in `stored`. */
  readonly numbers: Uint32Array | null
  readonly stored: Stored | null
}

const largest = 2 ** 27 // bytes of a page, 128 MiB; writers aim at 1 MiB
const mostValues = 2 ** 24 // values of a page; writers aim at 20 thousand, and at 16 million when they are all the same

const ENCODING = { oldDictionary: 2, runs: 3, oldLevels: 4, dictionary: 8 }

/** Reads the header of a page at the beginning of `bytes`, and where it ends. */
export function pageHeader(bytes: Uint8Array): { readonly header: PageHeader; readonly end: number } {
  const { struct, end } = readStruct(bytes)
  return { header: headerOf(struct), end }
}

function headerOf(page: Struct): PageHeader {
  const sizes = { bytes: sizeIn(page, 2, largest), compressed: sizeIn(page, 3, largest), checksum: numberIn(page, 4) }
  switch (numberIn(page, 1)) {
    case 0: {
      const data = partOf(page, 5)
      const levels = numberIn(data, 3)
      return { type: 'data', ...sizes, ...valuesOf(data, 2), levels: null, levelEncoding: levels ?? ENCODING.runs }
    }
    case 2:
      return { type: 'dictionary', ...sizes, ...valuesOf(partOf(page, 7), 2), levels: null }
    case 3: {
      const data = partOf(page, 8)
      const compressed = fieldOf(data, 7)
      const levels = {
        definition: sizeIn(data, 5, sizes.compressed),
        repetition: sizeIn(data, 6, sizes.compressed),
        valuesCompressed: compressed === undefined || compressed.type === TRUE,
      }
      return { type: 'data', ...sizes, ...valuesOf(data, 4), levels }
    }
    default:
      return { type: 'other', ...sizes, values: 0, encoding: 0, levels: null }
  }
}

/** The values of a dictionary, as they are stored. */
export function dictionaryPage(
  header: PageHeader,
  stored: Uint8Array,
  column: PlaceColumn,
  decompress: Decompress,
): Stored {
  return plainValues(unpacked(stored, header.bytes, decompress), header.values, column)
}

/**
 * @param dictionary how many values the dictionary of the column has
 * @throws when the bytes make no sense
 */
export function dataPage(
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
    // A column that every row has a value of has no levels, whatever the page calls their encoding, as parquet-mr 1.10
    // to 1.18 did.
    if (column.optional && levelEncoding === ENCODING.oldLevels) {
      const length = Math.ceil(rows / 8)
      if (length > body.length) throw new Error('levels are longer than their page')
      present = Uint8Array.from({ length: rows }, (_, row) => (body[row >> 3] >> (7 - (row & 7))) & 1)
      body = body.subarray(length)
    } else if (column.optional) {
      if (levelEncoding !== ENCODING.runs) throw new Error(`levels in encoding ${levelEncoding} are not read`)
      const length = viewOf(body).getUint32(0, true)
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
  // Of a page of gaps alone, writers may store nothing, which is no stream of any codec.
  const bytes = length === 0 ? new Uint8Array(0) : decompress(stored, length)
  if (bytes.length !== length) throw new Error(`a page has ${bytes.length} bytes, not ${length}`)
  return bytes
}

function viewOf({ buffer, byteOffset, byteLength }: Uint8Array): DataView {
  return new DataView(buffer, byteOffset, byteLength)
}

function partOf(page: Struct, id: number): Struct {
  const field = fieldOf(page, id)
  if (field === undefined) throw new Error('a page has no header of its kind')
  return structOf(field.value)
}

function valuesOf(part: Struct, encoding: number): { values: number; encoding: number } {
  return { values: sizeIn(part, 1, mostValues), encoding: numberIn(part, encoding) ?? -1 }
}

function sizeIn(struct: Struct, id: number, most: number): number {
  const size = numberIn(struct, id) ?? -1
  if (size < 0 || size > most) throw new Error(`a page has the size ${size}, not 0 to ${most}`)
  return size
}

/** How many of the bytes, each 0 or 1, are 1. */
export function ones(bytes: Uint8Array): number {
  if (!bytes.includes(0)) return bytes.length // most columns have no gaps, and this is several times faster
  let count = 0
  for (let i = 0; i < bytes.length; i++) count += bytes[i]
  return count
}
