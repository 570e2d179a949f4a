import { pageEntry, type RasterArrays, type RasterMeta, recordBytes } from './paged-raster.ts'

/** Values of one block of 256 × 256 cells, row by row from the southwest corner. */
export interface Block {
  /** Block column: the column of the southwest cell, divided by 256. */
  readonly x: number
  /** Block row: the row of the southwest cell, divided by 256. */
  readonly y: number
  readonly values: Uint8Array | Uint16Array
}

/**
 * Collects blocks in any order and packs them. Equal pages are stored once. The same values always produce the same
 * bytes, because blocks are sorted by row and column, and palettes are ascending.
 */
export class RasterBuilder {
  readonly #blocks: PackedBlock[] = []
  readonly #packer: Packer

  /**
   * @param keepEmpty whether to keep blocks without values, so that all rasters built from the same blocks have the
   * same directory and can share `Positions`
   */
  constructor(
    readonly step: number,
    readonly wide: boolean,
    private readonly keepEmpty = false,
  ) {
    this.#packer = new Packer(wide)
  }

  /** Packs the block's values. The caller may change them afterwards. */
  add({ x, y, values }: Block): void {
    if (values.length !== 65536) throw new RangeError(`block of ${values.length} cells, expected 65536`)
    const packed = this.#packer.pack(values)
    if (this.keepEmpty || packed.length > CONSTANT || packed[1] !== 0 || packed[2] !== 0)
      this.#blocks.push({ x, y, packed })
  }

  finish(): { meta: RasterMeta; arrays: RasterArrays } {
    const blocks = this.#blocks.sort((a, b) => a.y - b.y || a.x - b.x)
    const x = blocks.reduce((low, block) => Math.min(low, block.x), blocks[0]?.x ?? 0)
    const y = blocks.reduce((low, block) => Math.min(low, block.y), blocks[0]?.y ?? 0)
    const width = blocks.reduce((high, block) => Math.max(high, block.x - x + 1), 0)
    const height = blocks.reduce((high, block) => Math.max(high, block.y - y + 1), 0)
    const top = new Uint16Array(width * height)
    const pages = new Uint32Array(blocks.length * 256)
    const [full, packed] = [new RecordRegion(), new RecordRegion()]
    blocks.forEach((block, index) => {
      const at = (block.y - y) * width + block.x - x
      if (top[at] !== 0) throw new RangeError(`block ${block.x},${block.y} was added twice`)
      top[at] = index + 1
      for (let page = 0, from = 0; page < 256; page++) {
        const kind = block.packed[from]
        const to = from + 1 + bytesOfKind(kind, this.wide)
        const record = block.packed.subarray(from + 1, to)
        const region = kind === FULL && !this.wide ? full : packed
        pages[index * 256 + page] = pageEntry(kind, kind === 0 ? record[0] | (record[1] << 8) : region.store(record))
        // A block with a single value has only one record, which all of its pages use.
        if (to < block.packed.length) from = to
      }
    })
    return {
      meta: { step: this.step, x, y, width, height, wide: this.wide },
      arrays: this.#joined(top, pages, full, packed),
    }
  }

  /**
   * Joins the records of all pages: first pages that store plain bytes, then pages with a palette. Adjusts the offsets
   * in `pages`.
   */
  #joined(top: Uint16Array, pages: Uint32Array, full: RecordRegion, packed: RecordRegion): RasterArrays {
    const [first, next] = [full.bytes(), packed.bytes()]
    for (let i = 0; i < pages.length; i++) {
      const kind = pages[i] >>> 29
      if (kind > 0 && (kind < FULL || this.wide)) pages[i] += first.length
    }
    const cells = new Uint8Array(first.length + next.length)
    cells.set(first)
    cells.set(next, first.length)
    return { top, pages, cells }
  }
}

/** Kind of pages with more than 16 values. */
const FULL = 4
/** Maximum number of values in a palette of a byte raster. */
const LARGEST_PALETTE = 16
/** Bytes of a packed block with a single value. */
const CONSTANT = 3

/**
 * A packed block. Each page is stored as its kind and its record, or as two bytes if the page has only one value. A
 * packed block uses 1% to 10% of the memory of its values.
 */
interface PackedBlock {
  readonly x: number
  readonly y: number
  readonly packed: Uint8Array
}

function bytesOfKind(kind: number, wide: boolean): number {
  if (kind === 0) return 2
  return kind === FULL && !wide ? 256 : recordBytes(kind - 1, wide)
}

/** Packs blocks, reusing its scratch memory. */
class Packer {
  readonly #page = new Uint16Array(256)
  readonly #slots = new Uint8Array(65536)
  readonly #seen = new Uint8Array(65536)
  readonly #room: Uint8Array

  constructor(private readonly wide: boolean) {
    this.#room = new Uint8Array(256 * (1 + bytesOfKind(FULL, wide)))
  }

  pack(block: Block['values']): Uint8Array {
    const [first] = block
    let same = 1
    while (same < block.length && block[same] === first) same++
    const isConstant = same === block.length
    let used = 0
    for (let page = 0; page < (isConstant ? 1 : 256); page++) used += this.#packPage(block, page, used)
    return this.#room.slice(0, used)
  }

  /** Writes the page to the scratch memory at `at`. Returns the number of bytes written. */
  #packPage(block: Block['values'], page: number, at: number): number {
    const { wide } = this
    const cells = this.#page
    const room = this.#room
    const origin = ((page >> 4) << 12) | ((page & 15) << 4)
    const first = block[origin]
    let constant = true
    for (let row = 0; row < 16; row++)
      for (let column = 0; column < 16; column++) {
        const value = block[origin + (row << 8) + column]
        if (value !== first) constant = false
        cells[(row << 4) | column] = value
      }
    if (constant) {
      room.set([0, first & 255, first >> 8], at)
      return CONSTANT
    }
    const palette = this.#getPalette(cells)
    const shift = palette.length <= 2 ? 0 : palette.length <= 4 ? 1 : palette.length <= 16 ? 2 : 3
    const bytes = bytesOfKind(shift + 1, wide)
    const record = room.subarray(at + 1, at + 1 + bytes)
    room[at] = shift + 1
    if (shift + 1 === FULL && !wide) record.set(cells)
    else this.#putPalette(record, palette, shift)
    return 1 + bytes
  }

  /**
   * Returns the distinct values, ascending. Stops at 17 values in a byte raster, because a page with this many values
   * is stored without a palette.
   */
  #getPalette(cells: Uint16Array): number[] {
    const palette: number[] = []
    for (let i = 0; i < cells.length; i++) {
      const value = cells[i]
      if (this.#seen[value] === 1) continue
      this.#seen[value] = 1
      palette.push(value)
      if (palette.length > LARGEST_PALETTE && !this.wide) break
    }
    for (const value of palette) this.#seen[value] = 0
    return palette.sort((a, b) => a - b)
  }

  #putPalette(record: Uint8Array, palette: readonly number[], shift: number): void {
    record.fill(0)
    palette.forEach((value, slot) => {
      this.#slots[value] = slot
      if (this.wide) record.set([value & 255, value >> 8], (32 << shift) + slot * 2)
      else record[(32 << shift) + slot] = value
    })
    this.#page.forEach((value, i) => {
      const bit = i << shift
      record[bit >> 3] |= this.#slots[value] << (bit & 7)
    })
  }
}

/**
 * Append-only list that stores equal records once. A hash table holds their positions.
 */
class RecordRegion {
  #buffer = new Uint8Array(1 << 16)
  #used = 0
  /** Offset and length of each slot's record; 0 and 0 if the slot is free. */
  #slots = new Uint32Array(1 << 12)
  #records = 0

  /** Stores a record and returns its offset. */
  store(record: Uint8Array): number {
    const slot = this.#getSlot(record)
    if (this.#slots[slot + 1] > 0) return this.#slots[slot]
    while (this.#used + record.length > this.#buffer.length) {
      const larger = new Uint8Array(this.#buffer.length * 2)
      larger.set(this.#buffer)
      this.#buffer = larger
    }
    const offset = this.#used
    this.#buffer.set(record, offset)
    this.#used += record.length
    this.#slots[slot] = offset
    this.#slots[slot + 1] = record.length
    if (++this.#records * 4 > this.#slots.length) this.#widen()
    return offset
  }

  /** Returns the slot of the record, or the free slot where it belongs. */
  #getSlot(record: Uint8Array): number {
    const mask = this.#slots.length / 2 - 1
    let hash = record.length
    for (let i = 0; i < record.length; i++) hash = Math.imul(hash ^ record[i], 0x01000193) // FNV-1a
    for (let slot = (hash ^ (hash >>> 15)) & mask; ; slot = (slot + 1) & mask) {
      const [offset, length] = [this.#slots[2 * slot], this.#slots[2 * slot + 1]]
      if (length === 0) return 2 * slot
      if (length !== record.length) continue
      let i = 0
      while (i < length && this.#buffer[offset + i] === record[i]) i++
      if (i === length) return 2 * slot
    }
  }

  #widen(): void {
    const before = this.#slots
    this.#slots = new Uint32Array(before.length * 2)
    for (let i = 0; i < before.length; i += 2) {
      if (before[i + 1] === 0) continue
      const slot = this.#getSlot(this.#buffer.subarray(before[i], before[i] + before[i + 1]))
      this.#slots[slot] = before[i]
      this.#slots[slot + 1] = before[i + 1]
    }
  }

  bytes(): Uint8Array {
    return this.#buffer.slice(0, this.#used)
  }
}
