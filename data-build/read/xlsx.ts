import readXlsxFile from 'read-excel-file/node'
import { reasonOf, SourceError } from './source-error.ts'

/** How far down a row of headings is looked for: agencies put a title and notes above it. */
export const ROWS_ABOVE_HEADINGS = 20

/**
 * All sheets of a workbook in memory, cells as they are; `file` is only for the error, a `SourceError` when it is none.
 */
export async function readWorkbook(bytes: Uint8Array, file: string) {
  try {
    return await readXlsxFile(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))
  } catch (cause) {
    const found = `not a complete workbook (${reasonOf(cause)})`
    throw new SourceError({ file, found, expectation: 'an .xlsx file' }, { cause })
  }
}
