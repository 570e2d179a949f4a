import readXlsxFile from 'read-excel-file/node'
import { closestNames } from './closest-names.ts'
import { reasonOf, SourceError } from './source-error.ts'
import type { SourceFolder, SourcePath } from './source-folder.ts'

export type Cell = string | number | null

export interface Sheet {
  readonly name: string
  /** Headings in the order of the sheet, '' where there is none. */
  readonly headings: readonly string[]
  /** The rows below the headings; all-empty rows are left out. */
  readonly rows: readonly (readonly Cell[])[]
  /** The place of a heading in a row. Throws a `SourceError` when the sheet has no such heading. */
  column(heading: string): number
}

export interface SheetOptions {
  /** Default: the only sheet. */
  readonly sheet?: string
  /** Headings that must be there; the first row that holds them all is the row of headings (titles may precede it). */
  readonly headings: readonly string[]
}

/** How far down a row of headings is looked for: agencies put a title and notes above it. */
export const ROWS_ABOVE_HEADINGS = 20

/**
 * Reads one sheet of an Excel workbook. Throws a `SourceError` when the workbook, the sheet or a heading is missing.
 */
export async function readSheet(folder: SourceFolder, path: SourcePath, options: SheetOptions): Promise<Sheet> {
  const { file, bytes } = await folder.open(path)
  const sheets = await readWorkbook(bytes, file)
  const names = sheets.map((sheet) => sheet.sheet)
  const name = options.sheet ?? (names.length === 1 ? names[0] : undefined)
  const found = sheets.find((sheet) => sheet.sheet === name)
  if (name === undefined || !found) {
    const expectation =
      options.sheet === undefined ? 'one sheet, or its name in the options' : `a sheet ${options.sheet}`
    throw new SourceError({ file, found: `the sheets ${names.join(', ')}`, expectation })
  }
  const data = found.data.map((row) => row.map(cellOf))
  const where = `${file} > ${name}`
  const top = data.slice(0, ROWS_ABOVE_HEADINGS)
  const at = top.findIndex((row) =>
    options.headings.every((heading) => row.some((cell) => headingOf(cell) === heading)),
  )
  if (at === -1) throw missingHeadings(where, top, options.headings)
  const headings = data[at].map(headingOf)
  const column = (heading: string) => {
    const index = headings.indexOf(heading)
    if (index === -1) throw missingHeadings(where, [data[at]], [heading])
    return index
  }
  return { name, headings, rows: data.slice(at + 1).filter((row) => row.some((cell) => cell !== null)), column }
}

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

function missingHeadings(file: string, rows: readonly (readonly Cell[])[], wanted: readonly string[]): SourceError {
  const present = [...new Set(rows.flatMap((row) => row.map(headingOf)))].filter((heading) => heading !== '')
  const missing = wanted.filter((heading) => !present.includes(heading))
  const nearest = closestNames(missing[0] ?? wanted[0], present).join(', ') || 'none'
  const found =
    missing.length > 0
      ? `no heading ${missing.join(', ')} (nearest: ${nearest})`
      : `no single row with the headings ${wanted.join(', ')}`
  return new SourceError({ file, found, expectation: `it in the first ${ROWS_ABOVE_HEADINGS} rows` })
}

/** Headings are broken over lines for looks: one blank matches any of those. */
function headingOf(cell: Cell): string {
  return cell === null ? '' : String(cell).replace(/\s+/g, ' ').trim()
}

function cellOf(value: unknown): Cell {
  if (value === null || value === undefined || value === '') return null
  if (typeof value === 'string' || typeof value === 'number') return value
  if (typeof value === 'boolean') return value ? 1 : 0
  return value instanceof Date ? value.toISOString() : String(value)
}
