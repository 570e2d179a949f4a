import { BundleError } from '../../base/errors.ts'

/** Maximum depth of nested containers. The header itself needs three levels. */
const MAXIMUM_DEPTH = 16

/**
 * Layout of the bytes after a msgpack type byte. The first `width` bytes contain the size of the value or its number of
 * items. If `width` is 0, the type byte itself contains this number, as `count`. The value follows.
 */
type Shape =
  | { readonly kind: 'scalar'; readonly size: number }
  | { readonly kind: 'string' | 'binary' | 'array' | 'map'; readonly width: number; readonly count: number }
  | { readonly kind: 'refused'; readonly name: string }

/** Maximum length in bytes of a string that is decoded without `TextDecoder`. */
const SHORT = 32

// Keeps a byte order mark, so that strings are exactly as in the file.
const utf8 = new TextDecoder('utf-8', { ignoreBOM: true })

/**
 * Reads msgpack of plain JSON-like values. Declared lengths are not trusted: an item takes at least one byte and a map
 * entry two, so no more memory is allocated than the available bytes can fill. Extension types are rejected. Integers
 * beyond 2^53 become bigints and binary becomes Uint8Array; callers must reject both types.
 *
 * @throws {BundleError} unless the bytes are exactly one value
 */
export function readMsgpack(bytes: Uint8Array, file: string): unknown {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let at = 0
  const value = read(0)
  if (at !== bytes.length) refuse(`ends at byte ${at} of the ${bytes.length} declared for it`)
  return value

  function read(depth: number): unknown {
    const start = at
    if (depth > MAXIMUM_DEPTH) refuse(`is nested deeper than the ${MAXIMUM_DEPTH} levels allowed`)
    if (start >= bytes.length) refuse(`stops at byte ${start} where another value was expected`)
    const shape = SHAPES[bytes[start]]
    if (shape.kind === 'refused') refuse(`contains ${shape.name} at byte ${start}, expected only plain values`)
    at += 1 + (shape.kind === 'scalar' ? shape.size : shape.width)
    if (at > bytes.length) refuse(`stops inside the value at byte ${start}`)
    if (shape.kind === 'scalar') return scalar(start)

    const count = shape.width === 0 ? shape.count : readCount(start + 1, shape.width)
    const least = shape.kind === 'map' ? count * 2 : count
    const left = bytes.length - at
    if (least > left)
      refuse(`declares length ${count} for the ${shape.kind} at byte ${start}, expected at most ${left} bytes more`)
    switch (shape.kind) {
      case 'string':
      case 'binary': {
        at += count
        return shape.kind === 'string' ? text(at - count) : bytes.slice(at - count, at)
      }
      case 'array': {
        const items: unknown[] = []
        for (let i = 0; i < count; i++) items.push(read(depth + 1))
        return items
      }
      case 'map': {
        const fields: Record<string, unknown> = {}
        for (let i = 0; i < count; i++) {
          const key = readKey(depth + 1)
          const value = read(depth + 1)
          // Assigning to `__proto__` would set the prototype.
          if (key === '__proto__')
            Object.defineProperty(fields, key, { value, writable: true, enumerable: true, configurable: true })
          else fields[key] = value
        }
        return fields
      }
    }
  }

  /**
   * Reads the string that ends at `at`. Nearly all strings are short and ASCII, which this loop decodes ten times as
   * fast as `TextDecoder`.
   */
  function text(start: number): string {
    let ascii = ''
    for (let i = start; i < at; i++) {
      if (bytes[i] > 127 || at - start > SHORT) return utf8.decode(bytes.subarray(start, at))
      ascii += String.fromCharCode(bytes[i])
    }
    return ascii
  }

  function readKey(depth: number): string {
    if (at < bytes.length && SHAPES[bytes[at]].kind !== 'string')
      refuse(`has a map key at byte ${at} that is not a string`)
    return read(depth) as string
  }

  function scalar(start: number): unknown {
    const first = bytes[start]
    if (first <= 0x7f) return first
    if (first >= 0xe0) return first - 0x100
    switch (first) {
      case 0xc2:
        return false
      case 0xc3:
        return true
      case 0xca:
        return view.getFloat32(start + 1)
      case 0xcb:
        return view.getFloat64(start + 1)
      case 0xcc:
        return view.getUint8(start + 1)
      case 0xcd:
        return view.getUint16(start + 1)
      case 0xce:
        return view.getUint32(start + 1)
      case 0xcf:
        return safe(view.getBigUint64(start + 1))
      case 0xd0:
        return view.getInt8(start + 1)
      case 0xd1:
        return view.getInt16(start + 1)
      case 0xd2:
        return view.getInt32(start + 1)
      case 0xd3:
        return safe(view.getBigInt64(start + 1))
      default:
        return null
    }
  }

  function readCount(at: number, width: number): number {
    if (width === 1) return view.getUint8(at)
    return width === 2 ? view.getUint16(at) : view.getUint32(at)
  }

  function refuse(problem: string): never {
    throw new BundleError(`${file} has a msgpack header that ${problem}.`)
  }
}

function safe(value: bigint): number | bigint {
  return Number.isSafeInteger(Number(value)) ? Number(value) : value
}

/** Returns the shape for a first byte, from the msgpack specification's table. */
function getShape(first: number): Shape {
  if (first <= 0x7f || first >= 0xe0) return { kind: 'scalar', size: 0 }
  if (first <= 0x8f) return { kind: 'map', width: 0, count: first & 0x0f }
  if (first <= 0x9f) return { kind: 'array', width: 0, count: first & 0x0f }
  if (first <= 0xbf) return { kind: 'string', width: 0, count: first & 0x1f }
  // Nil, false and true; floats of 4 and 8 bytes; unsigned, then signed integers of 1 to 8 bytes.
  if (first === 0xc0 || first === 0xc2 || first === 0xc3) return { kind: 'scalar', size: 0 }
  if (first === 0xca || first === 0xcb) return { kind: 'scalar', size: first === 0xca ? 4 : 8 }
  if (first >= 0xcc && first <= 0xd3) return { kind: 'scalar', size: 1 << (first & 3) }
  if (first >= 0xc4 && first <= 0xc6) return { kind: 'binary', width: 1 << (first - 0xc4), count: 0 }
  if (first >= 0xd9 && first <= 0xdb) return { kind: 'string', width: 1 << (first - 0xd9), count: 0 }
  if (first >= 0xdc) return { kind: first < 0xde ? 'array' : 'map', width: 2 << (first & 1), count: 0 }
  // 0xc1 is never used; 0xc7-0xc9 and 0xd4-0xd8 are extensions.
  return { kind: 'refused', name: first === 0xc1 ? 'the unused type 0xc1' : 'an extension type' }
}

const SHAPES = Array.from({ length: 256 }, (_, first) => getShape(first))
