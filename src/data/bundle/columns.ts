import { BundleError } from '../../base/errors.ts'
import { ELEMENT_ARRAYS, type ElementType, type SectionArrays } from './format.ts'
import type { Bundle, LoadedBlocks } from './read.ts'
import type { SectionData } from './write.ts'

/** Sections to store in blocks. Each section has one part per block. */
export interface BlockContent {
  readonly name: string
  readonly sections: readonly {
    readonly name: string
    readonly parts: readonly SectionData[]
    /**
     * Indexes at which a different kind of data begins in each part. The data before and after such an index is
     * compressed separately. Readers do not need the indexes.
     */
    readonly seams?: readonly (readonly number[])[]
  }[]
}

/** Name of the block list for columns with a fixed number of rows per block. */
export const ROWS = 'rows'

/** Splits columns of the same length into blocks of `rows` rows. `textParts` does this for strings. */
export function rowParts(columns: Readonly<Record<string, SectionData>>, rows: number): BlockContent['sections'] {
  return Object.entries(columns).map(([name, data]) => ({
    name,
    parts: Array.from({ length: getBlocks(data.length, rows) }, (_, block) =>
      data.subarray(block * rows, (block + 1) * rows),
    ),
  }))
}

/**
 * Replaces each element with its difference from the previous element, except for the first element of each block of
 * `rows` rows.
 */
export function differences<T extends Int32Array | Uint32Array>(column: T, rows: number): T {
  return column.map((value, row) => (row % rows === 0 ? value : value - column[row - 1])) as T
}

/** Reverses `differences`. Returns a copy, because the column may be shared. */
export function sums<T extends Int32Array | Uint32Array>(column: T, rows: number): T {
  const summed = column.slice() as T
  for (let first = 0; first < summed.length; first += rows)
    for (let row = first + 1; row < first + rows && row < summed.length; row++) summed[row] += summed[row - 1]
  return summed
}

/** Returns the index of a number in an ascending array, or -1. */
export function getRow(ascending: Float64Array | Uint32Array, wanted: number): number {
  let low = 0
  let high = ascending.length - 1
  while (low <= high) {
    const middle = (low + high) >>> 1
    if (ascending[middle] === wanted) return middle
    if (ascending[middle] < wanted) low = middle + 1
    else high = middle - 1
  }
  return -1
}

/**
 * Returns the number of blocks for `size` rows. An empty table has one block, so that the header lists its sections.
 */
export function getBlocks(size: number, rows: number): number {
  return Math.max(1, Math.ceil(size / rows))
}

/** Splits a column of strings into blocks of `rows` rows. End offsets are relative to the first byte of the block. */
export function textParts(name: string, texts: readonly (string | null)[], rows: number): BlockContent['sections'] {
  const parts = Array.from({ length: getBlocks(texts.length, rows) }, (_, block) =>
    textSections(name, texts.slice(block * rows, (block + 1) * rows)),
  )
  return [0, 1].map((i) => ({
    name: `${name}.${i === 0 ? 'bytes' : 'ends'}`,
    parts: parts.map((sections) => sections[i].data),
  }))
}

/** Returns the row blocks that contain the section, or null if the section is not stored in blocks. */
function getRowBlocks(bundle: Bundle, name: string): LoadedBlocks | null {
  return bundle.blocks.find((list) => list.name === ROWS && list.starts.has(name)) ?? null
}

/**
 * Checks whether a column that `columnIn` reads has `size` elements. Returns true if only some blocks are loaded,
 * because `columnIn` checks the size of each block.
 */
export function fits(bundle: Bundle, name: string, type: ElementType, size: number): boolean {
  const isPart = bundle.blocks.some((list) => list.numbers.length < list.count && list.starts.has(name))
  return isPart || bundle.lengthOf(name, type) === size
}

/**
 * Reads a column of `size` elements that may be stored in blocks of `rows` rows. Rows of blocks that are not loaded are
 * 0.
 *
 * @throws {BundleError} when a block has a different number of elements
 */
export function columnIn<T extends ElementType>(
  bundle: Bundle,
  name: string,
  type: T,
  rows: number,
  size: number,
): SectionArrays[T] {
  const stored = bundle.section(name, type)
  const list = getRowBlocks(bundle, name)
  if (list === null || list.numbers.length === list.count) return stored
  const column = new ELEMENT_ARRAYS[type](size) as SectionArrays[T]
  const starts = list.starts.get(name)!
  list.numbers.forEach((block, i) => {
    checkRows(bundle, name, starts[i + 1] - starts[i], Math.min(rows, size - block * rows))
    column.set(stored.subarray(starts[i], starts[i + 1]), block * rows)
  })
  return column
}

function checkRows({ file }: Bundle, name: string, length: number, expected: number): void {
  if (length !== expected)
    throw new BundleError(`${file} has a block of ${length} elements of section '${name}', expected ${expected}.`)
}

/**
 * A column of strings in a bundle. The section `<name>.bytes` contains the strings as UTF-8 without separators, and
 * `<name>.ends` contains the end offset of each string. A string is decoded when it is read. An empty string means that
 * no source provides a value, and is returned as null.
 */
export class TextColumn {
  readonly length: number
  readonly #bytes: Uint8Array
  readonly #ends: Uint32Array

  /**
   * @param blocks rows per block and total number of rows, if the strings may be stored in blocks; rows that are not
   * loaded yet read as null
   * @throws {BundleError} when the end offsets are not ascending or run past the end of the bytes
   */
  constructor(bundle: Bundle, name: string, blocks?: { readonly rows: number; readonly size: number }) {
    const bytes = bundle.section(`${name}.bytes`, 'u8')
    const list = blocks && getRowBlocks(bundle, `${name}.ends`)
    const ends = list ? joinedEnds(bundle, name, list, blocks) : bundle.section(`${name}.ends`, 'u32')
    let before = 0
    for (let row = 0; row < ends.length; row++) {
      const end = ends[row]
      if (end < before || end > bytes.length)
        throw new BundleError(
          `${bundle.file} has ${end} at element ${row} of section '${name}.ends', expected ${before} to ${bytes.length}.`,
        )
      before = end
    }
    this.#bytes = bytes
    this.#ends = ends
    this.length = ends.length
  }

  /** Returns the string of a row, or null if the row is empty. */
  at(row: number): string | null {
    const start = row === 0 ? 0 : this.#ends[row - 1]
    const end = this.#ends[row]
    return start < end ? decoder.decode(this.#bytes.subarray(start, end)) : null
  }
}

/** Returns the ends of the strings of all rows, counted from the first byte of the loaded blocks. */
function joinedEnds(
  bundle: Bundle,
  name: string,
  list: LoadedBlocks,
  { rows, size }: { readonly rows: number; readonly size: number },
): Uint32Array {
  const stored = bundle.section(`${name}.ends`, 'u32')
  const starts = list.starts.get(`${name}.ends`)!
  const bytes = list.starts.get(`${name}.bytes`)!
  const ends = new Uint32Array(size)
  let row = 0
  list.numbers.forEach((block, i) => {
    checkRows(bundle, `${name}.ends`, starts[i + 1] - starts[i], Math.min(rows, size - block * rows))
    ends.fill(bytes[i], row, block * rows)
    row = block * rows
    for (let at = starts[i]; at < starts[i + 1]; at++) ends[row++] = bytes[i] + stored[at]
  })
  return ends.fill(bytes[list.numbers.length], row)
}

const decoder = new TextDecoder()

/** Encodes a column of strings as sections for `writeBundle`. */
export function textSections(name: string, texts: readonly (string | null)[]) {
  const encoder = new TextEncoder()
  const encoded = texts.map((text) => encoder.encode(text ?? ''))
  const ends = new Uint32Array(encoded.length)
  let end = 0
  encoded.forEach((text, row) => {
    end += text.length
    ends[row] = end
  })
  const bytes = new Uint8Array(end)
  encoded.forEach((text, row) => {
    bytes.set(text, ends[row] - text.length)
  })
  return [
    { name: `${name}.bytes`, data: bytes },
    { name: `${name}.ends`, data: ends },
  ]
}
