import { crc32 } from 'node:zlib'

const MINIMUM = 3
const LONGEST = 65538
const FARTHEST = 65536

/**
 * Packs bytes as Deflate64 in one block of fixed codes, following PKWARE's description rather than the reader's tables.
 * Matches are searched greedily through the last 64 kB and may be 65,538 bytes long.
 */
export function deflate64(bytes: Uint8Array): Uint8Array {
  const out: number[] = []
  let hold = 0
  let held = 0
  const put = (value: number, bits: number) => {
    for (let bit = 0; bit < bits; bit++) {
      hold |= ((value >> bit) & 1) << held++
      if (held === 8) {
        out.push(hold)
        hold = held = 0
      }
    }
  }
  const putReversed = (code: number, bits: number) => {
    for (let bit = bits - 1; bit >= 0; bit--) put((code >> bit) & 1, 1)
  }
  const putSymbol = (symbol: number) => {
    if (symbol < 144) putReversed(0x30 + symbol, 8)
    else if (symbol < 256) putReversed(0x190 + symbol - 144, 9)
    else if (symbol < 280) putReversed(symbol - 256, 7)
    else putReversed(0xc0 + symbol - 280, 8)
  }
  const putLength = (length: number) => {
    // Lengths up to 257 are packed as in Deflate: after the first eight, four symbols share each number of extra bits.
    if (length > 257) {
      putSymbol(285)
      return put(length - 3, 16)
    }
    const past = length - 3
    const extra = past < 8 ? 0 : 29 - Math.clz32(past)
    putSymbol(257 + 4 * extra + (past >> extra))
    put(past & ((1 << extra) - 1), extra)
  }
  const putDistance = (distance: number) => {
    const past = distance - 1
    const extra = past < 4 ? 0 : 30 - Math.clz32(past)
    putReversed(2 * extra + (past >> extra), 5)
    put(past & ((1 << extra) - 1), extra)
  }

  put(1, 1)
  put(1, 2)
  const lastSeen = new Map<number, number>()
  const keyAt = (at: number) => (bytes[at] << 16) | (bytes[at + 1] << 8) | bytes[at + 2]
  for (let at = 0; at < bytes.length; ) {
    const from = at + MINIMUM <= bytes.length ? lastSeen.get(keyAt(at)) : undefined
    let length = 0
    if (from !== undefined && at - from <= FARTHEST) {
      while (length < LONGEST && at + length < bytes.length && bytes[from + length] === bytes[at + length]) length++
    }
    const step = length >= MINIMUM ? length : 1
    if (length >= MINIMUM) {
      putLength(length)
      putDistance(at - (from as number))
    } else putSymbol(bytes[at])
    for (let i = at; i < at + step && i + MINIMUM <= bytes.length; i++) lastSeen.set(keyAt(i), i)
    at += step
  }
  putSymbol(256)
  if (held > 0) out.push(hold)
  return Uint8Array.from(out)
}

/** Makes a zip of one member packed by the caller. Methods: 0 stored, 8 Deflate, 9 Deflate64. */
export function zipOf(name: string, content: Uint8Array, method: number, packed: Uint8Array): Uint8Array {
  const title = Buffer.from(name)
  const shared = Buffer.alloc(26)
  shared.writeUInt16LE(method === 9 ? 21 : 20, 0)
  shared.writeUInt16LE(method, 4)
  shared.writeUInt32LE(crc32(content), 10)
  shared.writeUInt32LE(packed.length, 14)
  shared.writeUInt32LE(content.length, 18)
  shared.writeUInt16LE(title.length, 22)
  const local = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), shared, title, packed])
  const tail = Buffer.alloc(14)
  const central = Buffer.concat([Buffer.from('PK\x01\x02\x15\x00', 'latin1'), shared, tail, title])
  const end = Buffer.alloc(18)
  end.writeUInt16LE(1, 4)
  end.writeUInt16LE(1, 6)
  end.writeUInt32LE(central.length, 8)
  end.writeUInt32LE(local.length, 12)
  return Buffer.concat([local, central, Buffer.from('PK\x05\x06', 'latin1'), end])
}
