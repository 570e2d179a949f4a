import { SourceError } from '../read/source-error.ts'

/** Farthest back that a match may reach, and how many bytes are given out at a time. */
const WINDOW = 1 << 16
const BLOCK = 1 << 18
/** 3 and 16 bits more. */
const LONGEST_MATCH = 65538

const END_OF_BLOCK = 256
// Lengths of symbols 257-285. The last one is what parts Deflate64 from Deflate: 3 and up, with 16 extra bits.
const LENGTH_BASE = [
  3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195, 227, 3,
]
const LENGTH_EXTRA = [0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 16]
/** Order in which a dynamic block gives the lengths of its length codes. */
const CODE_ORDER = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]

/** A prefix code: what the next `bits` bits of input mean, as symbol · 16 + length of its code; 0 for no code. */
interface Code {
  readonly bits: number
  readonly table: Uint16Array
}

/**
 * Inflates Deflate64, compression method 9 of zip archives (PKWARE APPNOTE 4.4.5): Deflate with a window of 64 kB and
 * matches of up to 65,538 bytes. Windows packs files of 2 GB and more with it; neither zlib nor our zip reader knows it.
 * Gives blocks of some 256 kB, each in memory of its own. Throws a `SourceError` on what is no such stream.
 */
export function* inflate64(input: Uint8Array, file: string): Generator<Uint8Array> {
  const out = new Uint8Array(WINDOW + BLOCK + LONGEST_MATCH)
  let given = 0
  let at = 0
  let next = 0
  let hold = 0
  let held = 0

  function fill(): void {
    while (held <= 24) {
      hold |= (next < input.length ? input[next] : 0) << held
      next++
      held += 8
    }
    if (next > input.length + 8) fail('the compressed data end too early')
  }

  function fail(found: string): never {
    throw new SourceError({ file, found, expectation: 'an undamaged zip; fetch the file again' })
  }

  /** The next bits, at most 16. */
  function take(bits: number): number {
    fill()
    const value = hold & ((1 << bits) - 1)
    hold >>>= bits
    held -= bits
    return value
  }

  function symbolOf({ bits, table }: Code): number {
    fill()
    const entry = table[hold & ((1 << bits) - 1)]
    if (entry === 0) fail('the compressed data hold a code that means nothing')
    hold >>>= entry & 15
    held -= entry & 15
    return entry >>> 4
  }

  function dynamicCodes(): readonly [Code, Code] {
    const literals = take(5) + 257
    const distances = take(5) + 1
    const order = take(4) + 4
    const ofCodes = new Uint8Array(19)
    for (let i = 0; i < order; i++) ofCodes[CODE_ORDER[i]] = take(3)
    const code = codeOf(ofCodes, fail)
    const lengths = new Uint8Array(literals + distances)
    for (let i = 0; i < lengths.length; ) {
      const symbol = symbolOf(code)
      if (symbol < 16) {
        lengths[i++] = symbol
        continue
      }
      const repeats = symbol === 16 ? 3 + take(2) : symbol === 17 ? 3 + take(3) : 11 + take(7)
      const value = symbol === 16 ? lengths[i - 1] : 0
      if ((symbol === 16 && i === 0) || i + repeats > lengths.length) fail('the compressed data hold a wrong repeat')
      lengths.fill(value, i, i + repeats)
      i += repeats
    }
    return [codeOf(lengths.subarray(0, literals), fail), codeOf(lengths.subarray(literals), fail)]
  }

  /** Writes until the end of the block (true) or until a block of output is full (false). */
  function inflateSome(literals: Code, distances: Code): boolean {
    while (at < WINDOW + BLOCK) {
      const symbol = symbolOf(literals)
      if (symbol < END_OF_BLOCK) {
        out[at++] = symbol
        continue
      }
      if (symbol === END_OF_BLOCK) return true
      if (symbol > 285) fail('the compressed data hold a length that does not exist')
      const length = LENGTH_BASE[symbol - 257] + take(LENGTH_EXTRA[symbol - 257])
      const slot = symbolOf(distances)
      const extra = slot < 4 ? 0 : (slot >> 1) - 1
      const distance = slot < 4 ? slot + 1 : ((2 + (slot & 1)) << extra) + 1 + take(extra)
      if (distance > at) fail('the compressed data refer to what lies before their start')
      for (let i = 0; i < length; i++, at++) out[at] = out[at - distance]
    }
    return false
  }

  /** The bytes since the last time; keeps the window. */
  function give(): Uint8Array {
    const block = out.slice(given, at)
    if (at > WINDOW) {
      out.copyWithin(0, at - WINDOW, at)
      at = WINDOW
    }
    given = at
    return block
  }

  for (let last = 0; last === 0; ) {
    last = take(1)
    const type = take(2)
    if (type === 3) fail('the compressed data hold a block of no known type')
    if (type === 0) {
      take(held & 7)
      const length = take(16)
      if (length !== (~take(16) & 0xffff)) fail('the compressed data hold a stored block of no certain length')
      for (let i = 0; i < length; i++) out[at++] = take(8)
    } else {
      const [literals, distances] = type === 1 ? fixedCodes : dynamicCodes()
      while (!inflateSome(literals, distances)) yield give()
    }
    if (at >= WINDOW + BLOCK) yield give()
  }
  if (next - (held >> 3) > input.length) fail('the compressed data end too early')
  if (at > given) yield give()
}

/** The canonical prefix code of these lengths, with its codes turned round: streams give their first bit first. */
function codeOf(lengths: Uint8Array, fail: (found: string) => never): Code {
  const bits = Math.max(1, ...lengths)
  const counts = new Uint16Array(17)
  for (const length of lengths) if (length > 0) counts[length]++
  const first = new Uint32Array(17)
  for (let length = 1; length <= 15; length++) first[length + 1] = (first[length] + counts[length]) << 1
  const table = new Uint16Array(1 << bits)
  lengths.forEach((length, symbol) => {
    if (length === 0) return
    const code = first[length]++
    if (code >= 1 << length) fail('the compressed data hold more codes than there can be')
    let reversed = 0
    for (let bit = 0; bit < length; bit++) reversed |= ((code >> bit) & 1) << (length - 1 - bit)
    for (let i = reversed; i < table.length; i += 1 << length) table[i] = (symbol << 4) | length
  })
  return { bits, table }
}

const impossible = (): never => {
  throw new Error('The fixed codes of Deflate are whole.')
}
const fixedCodes: readonly [Code, Code] = [
  codeOf(new Uint8Array(288).fill(8, 0, 144).fill(9, 144, 256).fill(7, 256, 280).fill(8, 280), impossible),
  codeOf(new Uint8Array(32).fill(5), impossible),
]
