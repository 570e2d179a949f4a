import { BatchError } from '../../errors.ts'
import { ColumnReader } from './column-reader.ts'
import type { ColumnChunk, InputFile } from './input-file.ts'
import { getTexts, type PlaceColumn } from './place-column.ts'

/** Maximum number of columns to read: each costs a page. */
const MOST_COLUMNS = 100

/**
 * Reads the first rows of a row group as text. Columns that cannot be read as numbers or text, or are beyond the first
 * hundred, are empty. A damaged column is reported when its rows are answered.
 *
 * @param columns null for those without numbers or text
 * @param chunks all chunks of the row group
 */
export async function firstRows(
  file: InputFile,
  columns: readonly (PlaceColumn | null)[],
  chunks: readonly ColumnChunk[],
  count: number,
): Promise<string[][]> {
  const rows = Array.from({ length: count }, () => columns.map(() => ''))
  for (const [at, column] of columns.slice(0, MOST_COLUMNS).entries()) {
    if (column === null) continue
    const texts = await textsIn(file, column, chunks[column.chunk], count)
    for (const [row, text] of texts.entries()) rows[row][at] = text
  }
  return rows
}

async function textsIn(file: InputFile, column: PlaceColumn, chunk: ColumnChunk, count: number): Promise<string[]> {
  const texts = new Array<string>(count).fill('')
  try {
    const reader = await ColumnReader.open(file, column, chunk, getTexts(column))
    await reader.read(texts, count, '')
  } catch (error) {
    if (!(error instanceof BatchError)) throw error
    return []
  }
  return texts
}
