import { ones } from './run-lengths.ts'
import { lengthOf } from './thrift.ts'
import { presenceLevels, type WrittenPage } from './write-page.ts'

/** A written column chunk of an added column; its bytes stand elsewhere. JSON. */
export interface AddedChunk {
  readonly bytes: number
  /** Bytes of the dictionary that it begins with; 0: none. */
  readonly dictionary: number
  /** Rows, and those of them that have no value. */
  readonly rows: number
  readonly nulls: number
  /** Numbers of encodings. */
  readonly encodings: readonly number[]
  /** Smallest and largest score; null: no scores. */
  readonly range: readonly [number, number] | null
}

/** Which rows of a page have a value. */
export interface PageRows {
  /** 1, or 0 where a row has none. */
  readonly present: Uint8Array
  /** How many have one. */
  readonly count: number
  /** The same as a page says it. */
  readonly levels: Uint8Array
}

/** @param present 1 for each row that has a value, else 0 */
export function pageRows(present: Uint8Array): PageRows {
  const count = ones(present)
  return { present, count, levels: presenceLevels(present, count) }
}

/** The pages of a column chunk, uncompressed, and what the footer says of them. */
export interface WrittenChunk {
  readonly pages: readonly WrittenPage[]
  readonly chunk: AddedChunk
}

/** A column chunk of texts or numbers that is written page by page. */
export interface ValueChunk {
  /** @param values of the rows that have one, all numbers or all texts */
  add(values: readonly (string | number)[], rows: PageRows): void
  finish(): WrittenChunk
}

/** A chunk of pages; the dictionary, if there is one, stands before the others. */
export function writtenChunk(
  dictionary: WrittenPage | null,
  data: readonly WrittenPage[],
  about: Pick<AddedChunk, 'rows' | 'nulls' | 'encodings' | 'range'>,
): WrittenChunk {
  const pages = dictionary === null ? data : [dictionary, ...data]
  return { pages, chunk: { bytes: lengthOf(pages.flat()), dictionary: lengthOf(dictionary ?? []), ...about } }
}
