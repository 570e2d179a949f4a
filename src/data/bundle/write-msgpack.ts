import { BundleError } from '../../base/errors.ts'

const utf8 = new TextEncoder()

/** Initial buffer size in bytes. The buffer doubles when it is full. */
const FIRST_BYTES = 4096

/**
 * Type bytes of a msgpack type. `short` includes a count up to `shortMost`. `byte` is followed by an 8-bit count (null
 * for arrays and maps), `wide` by a 16-bit count, and `wide` + 1 by a 32-bit count.
 */
interface Counted {
  readonly short: number
  readonly shortMost: number
  readonly byte: number | null
  readonly wide: number
}

const STRING: Counted = { short: 0xa0, shortMost: 31, byte: 0xd9, wide: 0xda }
const ARRAY: Counted = { short: 0x90, shortMost: 15, byte: null, wide: 0xdc }
const MAP: Counted = { short: 0x80, shortMost: 15, byte: null, wide: 0xde }

/**
 * Writes a plain JSON-like value as msgpack, with the shortest encoding of each part. `readMsgpack` reads the result.
 * Fractions and numbers beyond 32 bits are written as doubles.
 *
 * @throws {BundleError} for a value that JSON cannot represent, such as `undefined`, a date or a bigint
 */
export function writeMsgpack(value: unknown, file: string): Uint8Array<ArrayBuffer> {
  let bytes = new Uint8Array(FIRST_BYTES)
  let view = new DataView(bytes.buffer)
  let at = 0
  write(value)
  return bytes.slice(0, at)

  function write(item: unknown): void {
    if (item === null) writeByte(0xc0)
    else if (typeof item === 'boolean') writeByte(item ? 0xc3 : 0xc2)
    else if (typeof item === 'number') writeNumber(item)
    else if (typeof item === 'string') writeText(item)
    else if (Array.isArray(item)) {
      writeCount(ARRAY, item.length)
      for (const entry of item) write(entry)
    } else if (isPlain(item)) {
      const fields = Object.entries(item)
      writeCount(MAP, fields.length)
      for (const [key, entry] of fields) {
        writeText(key)
        write(entry)
      }
    } else {
      throw new BundleError(
        `${file} has a header with a value of type ${nameOfType(item)}, expected only JSON values: remove or convert the value.`,
      )
    }
  }

  function writeNumber(number: number): void {
    if (number >>> 0 === number) {
      if (number < 0x80) writeByte(number)
      else if (number < 0x100) writeBytes(0xcc, 1, (start) => view.setUint8(start, number))
      else if (number < 0x10000) writeBytes(0xcd, 2, (start) => view.setUint16(start, number))
      else writeBytes(0xce, 4, (start) => view.setUint32(start, number))
    } else if (number >> 0 === number) {
      if (number >= -0x20) writeByte(0x100 + number)
      else if (number >= -0x80) writeBytes(0xd0, 1, (start) => view.setInt8(start, number))
      else if (number >= -0x8000) writeBytes(0xd1, 2, (start) => view.setInt16(start, number))
      else writeBytes(0xd2, 4, (start) => view.setInt32(start, number))
    } else {
      writeBytes(0xcb, 8, (start) => view.setFloat64(start, number))
    }
  }

  function writeText(text: string): void {
    const encoded = utf8.encode(text)
    writeCount(STRING, encoded.length)
    reserve(encoded.length)
    bytes.set(encoded, at)
    at += encoded.length
  }

  function writeCount({ short, shortMost, byte, wide }: Counted, count: number): void {
    if (count <= shortMost) writeByte(short | count)
    else if (byte !== null && count < 0x100) writeBytes(byte, 1, (start) => view.setUint8(start, count))
    else if (count < 0x10000) writeBytes(wide, 2, (start) => view.setUint16(start, count))
    else writeBytes(wide + 1, 4, (start) => view.setUint32(start, count))
  }

  function writeByte(byte: number): void {
    reserve(1)
    bytes[at++] = byte
  }

  /** Writes a type byte and `width` bytes after it. */
  function writeBytes(type: number, width: number, set: (start: number) => void): void {
    reserve(1 + width)
    bytes[at] = type
    set(at + 1)
    at += 1 + width
  }

  function reserve(more: number): void {
    if (at + more <= bytes.length) return
    const larger = new Uint8Array(Math.max(bytes.length * 2, at + more))
    larger.set(bytes)
    bytes = larger
    view = new DataView(bytes.buffer)
  }
}

function isPlain(item: unknown): item is object {
  if (typeof item !== 'object' || item === null) return false
  const prototype: unknown = Object.getPrototypeOf(item)
  return prototype === Object.prototype || prototype === null
}

function nameOfType(item: unknown): string {
  return typeof item === 'object' ? (item?.constructor?.name ?? 'object') : typeof item
}
