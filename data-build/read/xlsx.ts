import readXlsxFile from 'read-excel-file/node'
import { getReason, SourceError } from './source-error.ts'

/** Number of rows to search for headings, because agencies put a title and notes above them. */
export const ROWS_ABOVE_HEADINGS = 20

/**
 * Reads all sheets of a workbook in memory without converting cells.
 * @throws {SourceError} that names `file` when it is not a workbook
 */
export async function readWorkbook(bytes: Uint8Array, file: string) {
  try {
    return await readXlsxFile(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))
  } catch (cause) {
    const found = `not a complete workbook (${getReason(cause)})`
    throw new SourceError({ file, found, expectation: 'an .xlsx file' }, { cause })
  }
}
