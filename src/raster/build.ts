import { pageEntry, type RasterArrays, type RasterMeta, recordBytes } from './paged-raster.ts'

/** Values of one block of 256 × 256 cells, row by row from the south-west corner. */
export interface Block {
  /** Block column and row: cell number / 256. */
  readonly x: number
  readonly y: number
  readonly values: Uint8Array | Uint16Array
}

/**
 * Collects blocks in any order and packs them; equal pages are stored once. The result depends only on the values:
 * blocks are packed by row and column, palettes ascend.
 */
export class RasterBuilder {
  private readonly blocks: Block[] = []
  /** Blocks of one value, each kept once: a polygon as large as a state is thousands of them. */
  private readonly constant = new Map<number, Block['values']>()

  /** With `keepEmpty`, blocks without any value stay in the directory, so that rasters of the same blocks share positions. */
  constructor(
    readonly step: number,
    readonly wide: boolean,
    private readonly keepEmpty = false,
  ) {}

  /** Keeps the block's values (not a copy). */
  add(block: Block): void {
    if (block.values.length !== 65536) throw new RangeError(`block of ${block.values.length} cells, expected 65536`)
    const { x, y, values } = block
    const [first] = values
    if (!isFilledWith(values, first)) this.blocks.push(block)
    else if (this.keepEmpty || first !== 0) {
      if (!this.constant.has(first)) this.constant.set(first, values)
      this.blocks.push({ x, y, values: this.constant.get(first)! })
    }
  }

  finish(): { meta: RasterMeta; arrays: RasterArrays } {
    const blocks = this.blocks.sort((a, b) => a.y - b.y || a.x - b.x)
    const x = blocks.reduce((low, block) => Math.min(low, block.x), blocks[0]?.x ?? 0)
    const y = blocks.reduce((low, block) => Math.min(low, block.y), blocks[0]?.y ?? 0)
    const width = blocks.reduce((high, block) => Math.max(high, block.x - x + 1), 0)
    const height = blocks.reduce((high, block) => Math.max(high, block.y - y + 1), 0)
    const top = new Uint16Array(width * height)
    const pages = new Uint32Array(blocks.length * 256)
    const records = new PageRecords(this.wide)
    blocks.forEach((block, index) => {
      const at = (block.y - y) * width + block.x - x
      if (top[at] !== 0) throw new RangeError(`block ${block.x},${block.y} was added twice`)
      top[at] = index + 1
      for (let page = 0; page < 256; page++) pages[index * 256 + page] = records.entry(block.values, page)
    })
    const cells = records.finish(pages)
    const meta = { step: this.step, x, y, width, height, wide: this.wide }
    return { meta, arrays: { top, pages, cells } }
  }
}

function isFilledWith(values: Block['values'], value: number): boolean {
  let i = 0
  while (i < values.length && values[i] === value) i++
  return i === values.length
}

/** The distinct page records of a raster: pages of plain bytes in one region, packed palette pages in the next. */
class PageRecords {
  private readonly page = new Uint16Array(256)
  private readonly full = new RecordRegion()
  private readonly packed = new RecordRegion()

  constructor(private readonly wide: boolean) {}

  /** The directory entry of a page, with an offset into its own region. */
  entry(block: Uint8Array | Uint16Array, page: number): number {
    const { page: cells } = this
    const origin = ((page >> 4) << 12) | ((page & 15) << 4)
    const first = block[origin]
    let constant = true
    for (let row = 0; row < 16; row++)
      for (let column = 0; column < 16; column++) {
        const value = block[origin + (row << 8) + column]
        if (value !== first) constant = false
        cells[(row << 4) | column] = value
      }
    if (constant) return pageEntry(0, first)
    const palette = [...new Set(cells)].sort((a, b) => a - b)
    const shift = palette.length <= 2 ? 0 : palette.length <= 4 ? 1 : palette.length <= 16 ? 2 : 3
    if (shift === 3 && !this.wide) return pageEntry(4, this.full.store(Uint8Array.from(cells)))
    return pageEntry(shift + 1, this.packed.store(this.record(palette, shift)))
  }

  /** Joins the regions and moves the offsets of packed pages after the full ones. */
  finish(pages: Uint32Array): Uint8Array {
    const full = this.full.bytes()
    const packed = this.packed.bytes()
    for (let i = 0; i < pages.length; i++) {
      const kind = pages[i] >>> 29
      if (kind > 0 && (kind < 4 || this.wide)) pages[i] += full.length
    }
    const cells = new Uint8Array(full.length + packed.length)
    cells.set(full)
    cells.set(packed, full.length)
    return cells
  }

  private record(palette: number[], shift: number): Uint8Array {
    const record = new Uint8Array(recordBytes(shift, this.wide))
    const slots = new Map(palette.map((value, slot) => [value, slot]))
    this.page.forEach((value, i) => {
      const bit = i << shift
      record[bit >> 3] |= slots.get(value)! << (bit & 7)
    })
    palette.forEach((value, slot) => {
      if (this.wide) record.set([value & 255, value >> 8], (32 << shift) + slot * 2)
      else record[(32 << shift) + slot] = value
    })
    return record
  }
}

/** A growing list of records in which equal ones are stored once. */
class RecordRegion {
  private readonly known = new Map<string, number>()
  private buffer = new Uint8Array(1 << 16)
  private used = 0

  /** Offset of the record. */
  store(record: Uint8Array): number {
    const key = String.fromCharCode(...record)
    const known = this.known.get(key)
    if (known !== undefined) return known
    while (this.used + record.length > this.buffer.length) {
      const larger = new Uint8Array(this.buffer.length * 2)
      larger.set(this.buffer)
      this.buffer = larger
    }
    const offset = this.used
    this.buffer.set(record, offset)
    this.used += record.length
    this.known.set(key, offset)
    return offset
  }

  bytes(): Uint8Array {
    return this.buffer.slice(0, this.used)
  }
}
