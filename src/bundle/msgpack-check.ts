import { BundleError } from '../errors.ts'

/** Containers inside containers: the header itself needs three levels. */
const MAXIMUM_DEPTH = 16

/** What follows a msgpack type byte: a count of `width` bytes (0: the count lies in the type byte) and then the content. */
type Shape =
  | { readonly kind: 'scalar'; readonly size: number }
  | { readonly kind: 'string' | 'binary' | 'array' | 'map'; readonly width: number; readonly count: number }
  | { readonly kind: 'refused'; readonly name: string }

/**
 * Walks over msgpack without building anything, so that no length declared in it can make the decoder allocate more
 * than the bytes at hand can fill. Extension types are refused (the decoder gives them meanings of its own).
 * @throws BundleError unless the bytes are exactly one value of plain JSON-like types.
 */
export function checkMsgpack(bytes: Uint8Array, file: string): void {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const end = walk(0, 0)
  if (end !== bytes.length) refuse(`ends at byte ${end} of the ${bytes.length} declared for it`)

  function walk(start: number, depth: number): number {
    if (depth > MAXIMUM_DEPTH) refuse(`is nested deeper than the ${MAXIMUM_DEPTH} levels allowed`)
    if (start >= bytes.length) refuse(`stops at byte ${start} where another value was expected`)
    const shape = shapeOf(bytes[start] ?? 0)
    if (shape.kind === 'refused') refuse(`holds ${shape.name} at byte ${start}, expected only plain values`)
    const content = start + 1 + (shape.kind === 'scalar' ? shape.size : shape.width)
    if (content > bytes.length) refuse(`stops inside the value at byte ${start}`)
    if (shape.kind === 'scalar') return content

    const count = shape.width === 0 ? shape.count : readCount(start + 1, shape.width)
    // A string counts bytes; an array's item takes at least one byte, a map's pair at least two.
    const least = shape.kind === 'map' ? count * 2 : count
    const left = bytes.length - content
    if (least > left)
      refuse(`declares length ${count} for the ${shape.kind} at byte ${start}, expected at most ${left} bytes more`)
    if (shape.kind === 'string' || shape.kind === 'binary') return content + count
    return walkItems(content, count, shape.kind === 'map', depth + 1)
  }

  function walkItems(start: number, count: number, keyed: boolean, depth: number): number {
    let position = start
    for (let item = 0; item < count; item++) {
      if (keyed) {
        const key = bytes[position]
        if (key !== undefined && shapeOf(key).kind !== 'string')
          refuse(`has a map key at byte ${position} that is no string`)
        position = walk(position, depth)
      }
      position = walk(position, depth)
    }
    return position
  }

  function readCount(at: number, width: number): number {
    if (width === 1) return view.getUint8(at)
    return width === 2 ? view.getUint16(at) : view.getUint32(at)
  }

  function refuse(found: string): never {
    throw new BundleError(`${file} has a msgpack header that ${found}.`)
  }
}

/** The msgpack specification's table of first bytes. */
function shapeOf(first: number): Shape {
  if (first <= 0x7f || first >= 0xe0) return { kind: 'scalar', size: 0 }
  if (first <= 0x8f) return { kind: 'map', width: 0, count: first & 0x0f }
  if (first <= 0x9f) return { kind: 'array', width: 0, count: first & 0x0f }
  if (first <= 0xbf) return { kind: 'string', width: 0, count: first & 0x1f }
  switch (first) {
    case 0xc0: // nil
    case 0xc2: // false
    case 0xc3: // true
      return { kind: 'scalar', size: 0 }
    case 0xc4:
    case 0xc5:
    case 0xc6:
      return { kind: 'binary', width: 1 << (first - 0xc4), count: 0 }
    case 0xca: // float 32
      return { kind: 'scalar', size: 4 }
    case 0xcb: // float 64
      return { kind: 'scalar', size: 8 }
    case 0xcc:
    case 0xcd:
    case 0xce:
    case 0xcf: // unsigned, 8 to 64 bits
      return { kind: 'scalar', size: 1 << (first - 0xcc) }
    case 0xd0:
    case 0xd1:
    case 0xd2:
    case 0xd3: // signed, 8 to 64 bits
      return { kind: 'scalar', size: 1 << (first - 0xd0) }
    case 0xd9:
    case 0xda:
    case 0xdb:
      return { kind: 'string', width: 1 << (first - 0xd9), count: 0 }
    case 0xdc:
    case 0xdd:
      return { kind: 'array', width: 2 << (first - 0xdc), count: 0 }
    case 0xde:
    case 0xdf:
      return { kind: 'map', width: 2 << (first - 0xde), count: 0 }
    default: // 0xc1 is never used; 0xc7-0xc9 and 0xd4-0xd8 are extensions
      return { kind: 'refused', name: first === 0xc1 ? 'the unused type 0xc1' : 'an extension type' }
  }
}
