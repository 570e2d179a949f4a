import { kindShift, payloadMask, recordBytes } from './paged-raster.ts'

/** Cells per side of a page. */
const side = 16
/** Bytes of a page without a palette. */
const fullBytes = side * side

/** Pages and cells of a tile as stored in a bundle. */
export interface StoredTile {
  readonly pages: Uint32Array
  readonly cells: Uint8Array
  /**
   * Offsets in `cells` at which a different kind of data begins: the end of the pages without a palette, and the first
   * palette.
   */
  readonly seams: readonly number[]
}

/**
 * Converts a tile to its stored form (docs/reference/bundle-format.md, Paged raster). Instead of the offset of its
 * record, each page stores how far back the record begins, counted from the end of the records so far. This is 0 for a
 * new record, the usual case. Cells are grouped by kind: full pages, then packed cells by width, then palettes.
 *
 * @param entries entries of the tile's pages, with offsets into `cells`
 */
export function storeTile(entries: Uint32Array, cells: Uint8Array, wide: boolean): StoredTile {
  const records: number[] = []
  /**
   * Offset of each distinct record, keyed by page entry. Offsets of records with a palette and of records without one
   * are counted separately.
   */
  const recordStarts = new Map<number, number>()
  const next = { full: 0, packed: 0 }
  /** Number of bytes of packed cells, by kind of page. */
  const bits = new Uint32Array(5)
  const pages = entries.map((entry) => {
    const kind = entry >>> kindShift
    if (kind === 0) return entry
    const region = isFull(kind, wide) ? 'full' : 'packed'
    const back = next[region] - (recordStarts.get(entry) ?? next[region])
    if (back > 0) return ((kind << kindShift) | back) >>> 0
    recordStarts.set(entry, next[region])
    next[region] += recordBytes(kind - 1, wide)
    if (region === 'packed') bits[kind] += rowBytes(kind) * side
    records.push(entry)
    return (kind << kindShift) >>> 0
  })
  const length = next.full + next.packed
  const stored = new Uint8Array(length + (-length & 3))
  const bitsAt = bits.map((_, kind) => bits.subarray(0, kind).reduce((sum, length) => sum + length, next.full))
  const palettes = bits.reduce((sum, length) => sum + length, next.full)
  let [full, palette] = [0, palettes]
  for (const entry of records) {
    const kind = entry >>> kindShift
    const from = entry & payloadMask
    const end = from + recordBytes(kind - 1, wide)
    if (isFull(kind, wide)) {
      storeDifferences(cells.subarray(from, end), stored.subarray(full))
      full += fullBytes
      continue
    }
    const across = rowBytes(kind)
    const packed = across * side
    for (let at = 0; at < packed; at++)
      stored[bitsAt[kind] + at] = cells[from + (wide ? at : (at % side) * across + Math.floor(at / side))]
    stored.set(cells.subarray(from + packed, end), palette)
    bitsAt[kind] += packed
    palette += end - from - packed
  }
  return { pages, cells: stored, seams: [next.full, palettes] }
}

/**
 * Reverses `storeTile` in place. Afterwards, `pages` contains the entries with the offsets of their records, and
 * `cells` contains the records in page order, full pages first.
 *
 * @param base offset of the tile's first record
 * @param scratch array as long as `cells`
 * @param refuse throws an error; `problem` ends a sentence about the tile, such as `has a page of kind 5`
 */
export function restoreTile(
  pages: Uint32Array,
  cells: Uint8Array,
  { wide, base, scratch }: { readonly wide: boolean; readonly base: number; readonly scratch: Uint32Array },
  refuse: (problem: string) => never,
): void {
  const counts = new Uint32Array(8)
  for (let i = 0; i < pages.length; i++) if ((pages[i] & payloadMask) === 0) counts[pages[i] >>> kindShift]++
  const fullLength = wide ? 0 : counts[4] * fullBytes
  const bitsAt = new Uint32Array(5)
  let palette = 0
  let length = fullLength
  for (let kind = 1; kind <= (wide ? 4 : 3); kind++) {
    bitsAt[kind] = palette
    palette += counts[kind] * rowBytes(kind) * side
    length += counts[kind] * recordBytes(kind - 1, wide)
  }
  if (cells.length !== length + (-length & 3)) refuse(`has ${cells.length} bytes of cells, expected ${length}`)
  const words = new Uint32Array(cells.buffer, cells.byteOffset, cells.length / 4)
  const pairs = new Uint16Array(cells.buffer, cells.byteOffset, cells.length / 2)
  const packedWords = scratch
  packedWords.set(words.subarray(fullLength / 4))
  const packed = new Uint8Array(packedWords.buffer)
  let nextFull = 0
  let nextPacked = fullLength
  for (let i = 0; i < pages.length; i++) {
    const kind = pages[i] >>> kindShift
    if (kind === 0) continue
    if (kind > 4) refuse(`has a page of kind ${kind}`)
    const full = isFull(kind, wide)
    const next = full ? nextFull : nextPacked
    const back = pages[i] & payloadMask
    if (back > next) refuse(`has a page whose record is ${back} bytes back, expected at most ${next}`)
    pages[i] = ((kind << kindShift) | (base + next - back)) >>> 0
    if (back !== 0) continue
    if (full) {
      nextFull += fullBytes
      continue
    }
    const bits = rowBytes(kind) * side
    nextPacked += recordBytes(kind - 1, wide)
    if (wide) {
      let word = next >> 2
      for (let from = bitsAt[kind] >> 2; word < (next + bits) >> 2; ) words[word++] = packedWords[from++]
      for (let from = palette >> 2; word < nextPacked >> 2; ) words[word++] = packedWords[from++]
    } else {
      // Process two columns at a time.
      const across = rowBytes(kind) >> 1
      let from = bitsAt[kind]
      for (let pair = next >> 1; pair < (next >> 1) + across; pair++, from += 2 * side)
        for (let row = 0; row < side; row++)
          pairs[pair + row * across] = packed[from + row] | (packed[from + side + row] << 8)
      for (let at = next + bits, from = palette; at < nextPacked; ) cells[at++] = packed[from++]
    }
    bitsAt[kind] += bits
    palette += nextPacked - next - bits
  }
  addNeighbors(words.subarray(0, fullLength / 4))
  cells.fill(0, nextPacked)
}

/** Returns the bytes per row of a page's packed cells. */
function rowBytes(kind: number): number {
  return 2 << (kind - 1)
}

/** Checks whether pages of this kind are plain bytes without a palette. */
function isFull(kind: number, wide: boolean): boolean {
  return kind === 4 && !wide
}

/**
 * Replaces each cell of a full page with its difference from the left neighbor, then from the row above, modulo 256.
 * This makes deflated pages a fifth smaller.
 */
function storeDifferences(page: Uint8Array, out: Uint8Array): void {
  const left = (i: number) => (i % side === 0 ? page[i] : page[i] - page[i - 1])
  for (let i = 0; i < fullBytes; i++) out[i] = i < side ? left(i) : left(i) - left(i - side)
}

/** Reverses `storeDifferences` in place, four bytes at a time. */
function addNeighbors(words: Uint32Array): void {
  for (let at = 0; at < words.length; at += fullBytes / 4)
    for (let i = at; i < at + fullBytes / 4; i += side / 4) {
      let left = 0
      for (let word = i; word < i + side / 4; word++) {
        let sums = words[word]
        sums = addBytes(sums, sums << 8)
        sums = addBytes(sums, sums << 16)
        sums = addBytes(sums, left)
        left = Math.imul(sums >>> 24, 0x01010101)
        words[word] = i === at ? sums : addBytes(sums, words[word - side / 4])
      }
    }
}

/** Adds the four bytes of two words, each modulo 256, so that no carry reaches the neighboring byte. */
function addBytes(a: number, b: number): number {
  return ((a & 0x7f7f7f7f) + (b & 0x7f7f7f7f)) ^ ((a ^ b) & 0x80808080)
}
