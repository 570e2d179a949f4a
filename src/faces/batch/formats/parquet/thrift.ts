import { joined } from '../../buffers.ts'

/**
 * A field in Thrift's compact protocol, which Parquet uses for its footer and page headers. Values stay encoded until
 * they are needed, so that unknown fields can be written unchanged.
 * https://github.com/apache/thrift/blob/master/doc/specs/thrift-compact-protocol.md
 */
export interface Field {
  readonly id: number
  readonly type: number
  readonly value: Uint8Array
}

export type Struct = readonly Field[]

export const TRUE = 1
export const FALSE = 2
export const BYTE = 3
const I16 = 4
export const I32 = 5
const I64 = 6
const DOUBLE = 7
export const BINARY = 8
export const LIST = 9
const SET = 10
const MAP = 11
export const STRUCT = 12
const UUID = 13

const deepest = 32 // maximum depth of nested structs; Parquet has six

/** Thrown when bytes are not Thrift, or end too early. */
export class ThriftError extends Error {}

/** Reads the struct at the start of `bytes`. Returns the struct and its end. */
export function readStruct(bytes: Uint8Array): { readonly struct: Struct; readonly end: number } {
  const fields: Field[] = []
  const end = readFields(bytes, 0, 0, (id, type, from, to) =>
    fields.push({ id, type, value: bytes.subarray(from, to) }),
  )
  return { struct: fields, end }
}

export function structOf(value: Uint8Array): Struct {
  return readStruct(value).struct
}

export function getField(struct: Struct, id: number): Field | undefined {
  return struct.find((field) => field.id === id)
}

/** Decodes an integer of 16 to 64 bits. */
export function readInt({ type, value }: Field): number {
  if (type !== I16 && type !== I32 && type !== I64) throw new ThriftError('a number is missing')
  const { number } = varint(value, 0)
  return number % 2 === 0 ? number / 2 : -(number + 1) / 2
}

export function numberIn(struct: Struct, id: number): number | undefined {
  const field = getField(struct, id)
  return field === undefined ? undefined : readInt(field)
}

const decoder = new TextDecoder()

export function getText({ type, value }: Field): string {
  if (type !== BINARY) throw new ThriftError('a string is missing')
  return decoder.decode(value.subarray(varint(value, 0).end))
}

export function* getElements({ type, value }: Field): Generator<Field> {
  if (type !== LIST) throw new ThriftError('a list is missing')
  const { element, count, start } = listHeader(value, 0)
  let from = start
  for (let id = 0; id < count; id++) {
    const to = skipElement(value, from, element, 1)
    yield { id, type: element, value: value.subarray(from, to) }
    from = to
  }
}

/** Encodes a struct. Its fields must be in ascending order of their IDs. */
export function struct(fields: Struct): Uint8Array {
  const parts: Uint8Array[] = []
  let last = 0
  for (const { id, type, value } of [...fields].sort((a, b) => a.id - b.id)) {
    const delta = id - last
    parts.push(delta > 0 && delta < 16 ? Uint8Array.of((delta << 4) | type) : Uint8Array.of(type, ...zigzag(id)), value)
    last = id
  }
  return joined([...parts, Uint8Array.of(0)])
}

export function i32Field(id: number, value: number): Field {
  return { id, type: I32, value: Uint8Array.from(zigzag(value)) }
}

export function i64Field(id: number, value: number): Field {
  return { id, type: I64, value: Uint8Array.from(zigzag(value)) }
}

export function binaryField(id: number, bytes: Uint8Array): Field {
  return { id, type: BINARY, value: joined([Uint8Array.from(unsignedVarint(bytes.length)), bytes]) }
}

export function textField(id: number, text: string): Field {
  return binaryField(id, new TextEncoder().encode(text))
}

export function structField(id: number, fields: Struct): Field {
  return { id, type: STRUCT, value: struct(fields) }
}

export function listField(id: number, type: number, elements: readonly Uint8Array[]): Field {
  const { length } = elements
  const header = length < 15 ? [(length << 4) | type] : [0xf0 | type, ...unsignedVarint(length)]
  return { id, type: LIST, value: joined([Uint8Array.from(header), ...elements]) }
}

/** Encodes an integer with seven bits per byte, lowest bits first. */
export function unsignedVarint(value: number): number[] {
  const bytes: number[] = []
  let remaining = value
  for (; remaining >= 128; remaining = Math.floor(remaining / 128)) bytes.push((remaining % 128) | 128)
  return [...bytes, remaining]
}

/** Encodes a 32-bit integer in little-endian order. */
export function littleEndian(value: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(4)
  new DataView(bytes.buffer).setUint32(0, value, true)
  return bytes
}

function zigzag(value: number): number[] {
  return unsignedVarint(value < 0 ? -2 * value - 1 : 2 * value)
}

/** Calls `each` with the fields of the struct at `at`. Returns the end of the struct. */
function readFields(
  bytes: Uint8Array,
  at: number,
  depth: number,
  each?: (id: number, type: number, from: number, to: number) => void,
): number {
  if (depth > deepest) throw new ThriftError('structs are nested too deeply')
  let next = at
  let id = 0
  for (;;) {
    const header = byteAt(bytes, next++)
    const type = header & 15
    if (type === 0) return next
    if (header >> 4 !== 0) id += header >> 4
    else {
      const { number, end } = varint(bytes, next)
      id = number % 2 === 0 ? number / 2 : -(number + 1) / 2
      next = end
    }
    const from = next
    next = type === TRUE || type === FALSE ? next : skipElement(bytes, next, type, depth + 1)
    each?.(id, type, from, next)
  }
}

/**
 * Returns the end of the value at `at`. Every list element takes at least one byte, so a loop over an invalid count
 * stops at the end of the bytes.
 */
function skipElement(bytes: Uint8Array, at: number, type: number, depth: number): number {
  switch (type) {
    case TRUE:
    case FALSE:
    case BYTE:
      return within(bytes, at + 1)
    case I16:
    case I32:
    case I64:
      return skipVarint(bytes, at)
    case DOUBLE:
      return within(bytes, at + 8)
    case UUID:
      return within(bytes, at + 16)
    case BINARY: {
      const { number, end } = varint(bytes, at)
      return within(bytes, end + number)
    }
    case LIST:
    case SET: {
      if (depth > deepest) throw new ThriftError('lists are nested too deeply')
      const { element, count, start } = listHeader(bytes, at)
      let next = start
      for (let i = 0; i < count; i++) next = skipElement(bytes, next, element, depth + 1)
      return next
    }
    case MAP: {
      if (depth > deepest) throw new ThriftError('maps are nested too deeply')
      const { number, end } = varint(bytes, at)
      if (number === 0) return end
      const types = byteAt(bytes, end)
      let next = end + 1
      for (let i = 0; i < number; i++)
        next = skipElement(bytes, skipElement(bytes, next, types >> 4, depth + 1), types & 15, depth + 1)
      return next
    }
    case STRUCT:
      return readFields(bytes, at, depth)
    default:
      throw new ThriftError(`type ${type} does not exist`)
  }
}

function listHeader(bytes: Uint8Array, at: number): { element: number; count: number; start: number } {
  const header = byteAt(bytes, at)
  if (header >> 4 < 15) return { element: header & 15, count: header >> 4, start: at + 1 }
  const { number, end } = varint(bytes, at + 1)
  return { element: header & 15, count: number, start: end }
}

function varint(bytes: Uint8Array, at: number): { number: number; end: number } {
  let number = 0
  let unit = 1
  let next = at
  for (;;) {
    const byte = byteAt(bytes, next++)
    number += (byte & 127) * unit
    if (number > Number.MAX_SAFE_INTEGER) throw new ThriftError('a number is too large')
    if (byte < 128) return { number, end: next }
    unit *= 128
  }
}

function skipVarint(bytes: Uint8Array, at: number): number {
  let next = at
  while (byteAt(bytes, next++) >= 128) if (next - at > 9) throw new ThriftError('a number has more than 64 bits')
  return next
}

function byteAt(bytes: Uint8Array, at: number): number {
  if (at >= bytes.length) throw new ThriftError('the bytes end too early')
  return bytes[at]
}

function within(bytes: Uint8Array, end: number): number {
  if (end > bytes.length) throw new ThriftError('the bytes end too early')
  return end
}
