import { BatchError } from '../../errors.ts'
import { getField, numberIn, type Struct, structOf, ThriftError } from './thrift.ts'

/** Values of a column in the memory layout of its type. Strings are bytes. */
export type Stored = Float64Array | Float32Array | Int32Array | BigInt64Array | readonly Uint8Array[]

/** Physical types of parquet.thrift, by number. */
const TYPES = ['BOOLEAN', 'INT32', 'INT64', 'INT96', 'FLOAT', 'DOUBLE', 'BYTE_ARRAY', 'FIXED_LEN_BYTE_ARRAY'] as const

/** How the values of a column are stored. */
export interface StoredType {
  readonly type: Exclude<(typeof TYPES)[number], 'BOOLEAN' | 'INT96'>
  /** Length of a FIXED_LEN_BYTE_ARRAY. */
  readonly length: number | undefined
}

/** A column that is decoded to find the places. Serializable as JSON. */
export interface PlaceColumn extends StoredType {
  readonly name: string
  /** Index of the column's chunk in a row group. */
  readonly chunk: number
  readonly optional: boolean
  /** Interpretation of the stored values. */
  readonly meaning: 'number' | 'unsigned' | 'decimal' | 'half' | 'text'
  /** Number of digits after the decimal point. */
  readonly scale: number
}

/**
 * @throws {BatchError} when the column contains neither numbers nor text but another type, such as dates, booleans or
 * geometries
 */
export function placeColumn(name: string, chunk: number, element: Struct): PlaceColumn {
  const type = TYPES[numberIn(element, 1) ?? -1]
  const logical = getField(element, 10)
  const meaning = getMeaning(type, numberIn(element, 6), logical && structOf(logical.value))
  if (meaning === null || type === 'BOOLEAN' || type === 'INT96')
    throw new BatchError(
      `The column "${name}" contains neither numbers nor text, so it cannot be used for the place.`,
      'columns_unknown',
      'name another column with --lat, --lon or --address.',
    )
  const length = numberIn(element, 2)
  if (type === 'FIXED_LEN_BYTE_ARRAY' && !(length !== undefined && length > 0))
    throw new ThriftError(`the column "${name}" has a fixed length, but the schema does not say which`)
  const decimal = logical && structOf(logical.value).find(({ id }) => id === LOGICAL.decimal)
  const scale = numberIn(element, 7) ?? (decimal && numberIn(structOf(decimal.value), 1)) ?? 0
  return {
    name,
    chunk,
    optional: numberIn(element, 3) === OPTIONAL,
    type,
    length,
    meaning,
    scale,
  }
}

const OPTIONAL = 1

/** ConvertedType of parquet.thrift. */
const CONVERTED = { text: 0, enumeration: 4, decimal: 5, unsigned: [11, 12, 13, 14], signed: [15, 16, 17, 18] }

/** LogicalType IDs in parquet.thrift. */
const LOGICAL = { text: 1, enumeration: 4, decimal: 5, integer: 10, half: 15 }

function getMeaning(
  type: string | undefined,
  converted: number | undefined,
  logical: Struct | undefined,
): PlaceColumn['meaning'] | null {
  const kind = logical?.[0]?.id
  const plain = converted === undefined && kind === undefined
  const decimal = converted === CONVERTED.decimal || kind === LOGICAL.decimal
  switch (type) {
    case 'FLOAT':
    case 'DOUBLE':
      return plain ? 'number' : null
    case 'INT32':
    case 'INT64':
      if (decimal) return 'decimal'
      if (converted !== undefined && CONVERTED.unsigned.includes(converted)) return 'unsigned'
      if (plain || (converted !== undefined && CONVERTED.signed.includes(converted))) return 'number'
      if (converted !== undefined || kind !== LOGICAL.integer || logical === undefined) return null
      return structOf(logical[0].value).some(({ id, type }) => id === 2 && type === 1) ? 'number' : 'unsigned'
    case 'BYTE_ARRAY':
      if (decimal) return 'decimal'
      return plain ||
        converted === CONVERTED.text ||
        converted === CONVERTED.enumeration ||
        kind === LOGICAL.text ||
        kind === LOGICAL.enumeration
        ? 'text'
        : null
    case 'FIXED_LEN_BYTE_ARRAY':
      if (decimal) return 'decimal'
      return kind === LOGICAL.half ? 'half' : null
    default:
      return null
  }
}

/** Creates a function that converts stored values of a column to numbers. */
export function getNumbers({ meaning, scale, type }: PlaceColumn): (stored: Stored) => Float64Array {
  const unit = 10 ** scale
  switch (meaning) {
    case 'decimal':
      return type === 'INT32' || type === 'INT64'
        ? (stored) => each(stored, (value) => Number(value) / unit)
        : (stored) => each(stored, (value) => decimalIn(value) / unit)
    case 'half':
      return (stored) => each(stored, (value) => halfIn(value))
    case 'unsigned':
      return type === 'INT32'
        ? (stored) => each(stored, (value) => value >>> 0)
        : (stored) => each(stored, (value) => Number(BigInt.asUintN(64, value)))
    default:
      return (stored) => (stored instanceof Float64Array ? stored : each(stored, Number))
  }
}

/** Creates a function that converts the stored values of any column to strings. */
export function getTexts(column: PlaceColumn): (stored: Stored) => string[] {
  if (column.meaning === 'text') return (stored) => textsOfBytes(stored as Uint8Array[])
  const numbers = getNumbers(column)
  return (stored) => textsOfNumbers(numbers(stored))
}

/** Formats numbers as strings. NaN becomes an empty string. */
export function textsOfNumbers(numbers: Float64Array): string[] {
  return Array.from(numbers, (number) => (Number.isNaN(number) ? '' : String(number)))
}

/** Decodes strings in UTF-8. */
export function textsOfBytes(texts: readonly Uint8Array[]): string[] {
  const decoder = new TextDecoder()
  return Array.from(texts, (bytes) => decoder.decode(bytes))
}

/** Decodes a big-endian integer in two's complement. */
function decimalIn(bytes: Uint8Array): number {
  return Number(
    BigInt.asIntN(
      8 * bytes.length,
      bytes.reduce((sum, byte) => sum * 256n + BigInt(byte), 0n),
    ),
  )
}

/** Decodes a little-endian 16-bit float (IEEE 754). */
function halfIn([low, high]: Uint8Array): number {
  const exponent = (high >> 2) & 31
  const fraction = (((high & 3) << 8) | low) / 1024
  const size = exponent === 0 ? fraction * 2 ** -14 : (1 + fraction) * 2 ** (exponent - 15)
  const value = exponent < 31 ? size : fraction === 0 ? Number.POSITIVE_INFINITY : Number.NaN
  return high & 128 ? -value : value
}

// biome-ignore lint/suspicious/noExplicitAny: what is stored depends on the type of the column
function each(stored: Stored, number: (value: any) => number): Float64Array {
  const numbers = new Float64Array(stored.length)
  for (let i = 0; i < stored.length; i++) numbers[i] = number(stored[i])
  return numbers
}
