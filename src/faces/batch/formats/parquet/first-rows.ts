import { BatchError } from '../../errors.ts'
import { ColumnReader } from './column-reader.ts'
import type { ColumnChunk, InputFile } from './input-file.ts'
import { getNumbers, type PlaceColumn, textsOfBytes, textsOfNumbers } from './place-column.ts'

/** Maximum number of columns to read. Each column requires reading a page. */
const MAX_COLUMNS = 100

/**
 * Reads the first rows of a row group as strings. Values are empty in columns that cannot be read as numbers or text,
 * and in all columns after the first hundred. Values of a damaged column are also empty. The damage is reported when
 * the rows are answered.
 *
 * @param columns columns to read; null for a column without numbers or text
 * @param chunks all chunks of the row group
 */
export async function firstRows(
  file: InputFile,
  columns: readonly (PlaceColumn | null)[],
  chunks: readonly ColumnChunk[],
  count: number,
): Promise<string[][]> {
  const rows = Array.from({ length: count }, () => columns.map(() => ''))
  for (const [at, column] of columns.slice(0, MAX_COLUMNS).entries()) {
    if (column === null) continue
    const texts = await textsIn(file, column, chunks[column.chunk], count)
    for (const [row, text] of texts.entries()) rows[row][at] = text
  }
  return rows
}

async function textsIn(file: InputFile, column: PlaceColumn, chunk: ColumnChunk, count: number): Promise<string[]> {
  // Only the requested rows are converted to strings, because a page may have a hundred thousand rows.
  try {
    if (column.meaning === 'text') {
      const bytes = new Array<Uint8Array>(count).fill(EMPTY)
      const reader = await ColumnReader.open(file, column, chunk, (stored) => stored as Uint8Array[])
      await reader.read(bytes, count, EMPTY)
      return textsOfBytes(bytes)
    }
    const numbers = new Float64Array(count).fill(Number.NaN)
    const reader = await ColumnReader.open(file, column, chunk, getNumbers(column))
    await reader.read(numbers, count, Number.NaN)
    return textsOfNumbers(numbers)
  } catch (error) {
    if (!(error instanceof BatchError)) throw error
    return []
  }
}

const EMPTY = new Uint8Array(0)
