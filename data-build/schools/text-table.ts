import { basename } from 'node:path/posix'
import { closestNames } from '../read/closest-names.ts'
import { textRows } from '../read/csv.ts'
import { openDbf } from '../read/dbf.ts'
import { SourceError } from '../read/source-error.ts'
import type { SourceFolder, SourcePath } from '../read/source-folder.ts'
import { ROWS_ABOVE_HEADINGS, readWorkbook } from '../read/xlsx.ts'

/** A required or optional column of a table: its heading, or alternative headings in order of preference. */
export type WantedColumn = string | { readonly headings: readonly string[]; readonly optional?: boolean }

function getHeadings(column: WantedColumn): readonly string[] {
  return typeof column === 'string' ? [column] : column.headings
}

/** A row of strings keyed by the caller's names; '' if the cell is empty or the column is missing. */
export type TextRow<K extends string> = Readonly<Record<K, string>>

/**
 * Reads columns of a table whose file format and headings change from year to year. The table can be comma-separated
 * (`.csv`) or tab-separated (`.txt`) text in UTF-8 or windows-1252, also with `.gz`. It can also be a workbook
 * (`.xlsx`), of which every sheet with the headings is read. Headings are compared without case, spaces or a note mark
 * (`*`) at the end. Throws a `SourceError` if a wanted heading is missing.
 */
export async function readTextTable<K extends string>(
  sources: SourceFolder,
  path: string,
  wanted: Readonly<Record<K, WantedColumn>>,
): Promise<readonly TextRow<K>[]> {
  const { file, sheets } = await readSheets(sources, path)
  const depth = /\.xlsx$/i.test(file) ? ROWS_ABOVE_HEADINGS : 1
  const names = Object.keys(wanted) as K[]
  const rows: TextRow<K>[] = []
  const headingsSeen: string[] = []
  let tables = 0
  for (const sheet of sheets) {
    const top = sheet.slice(0, depth)
    const at = top.findIndex((row) => missingIn(getPlaces(row, wanted), wanted) === null)
    if (at === -1) {
      headingsSeen.push(...top.flat())
      continue
    }
    tables++
    const places = getPlaces(sheet[at], wanted)
    for (const row of sheet.slice(at + 1)) {
      if (row.some((cell) => cell !== '')) rows.push(record(names, (name) => row[places[name]] ?? ''))
    }
  }
  if (tables > 0) return rows
  const missing = missingIn(getPlaces(headingsSeen, wanted), wanted)
  if (missing) throw missingHeading(file, missing, headingsSeen)
  const found = `no sheet with all of ${names.map((name) => getHeadings(wanted[name])[0]).join(', ')} as headings`
  throw new SourceError({
    file,
    found,
    expectation: `these headings in one of the first ${ROWS_ABOVE_HEADINGS} rows of a sheet`,
  })
}

/**
 * Reads all rows of a workbook's sheets, a dBase table or delimited text, as trimmed strings.
 * @param separator character between the fields of a `.txt`
 */
export async function readSheets(
  sources: SourceFolder,
  path: SourcePath,
  separator: '\t' | '|' = '\t',
): Promise<{ readonly file: string; readonly sheets: readonly (readonly (readonly string[])[])[] }> {
  const { file, bytes } = await sources.open(path)
  if (/\.xlsx$/i.test(file)) {
    const workbook = await readWorkbook(bytes, file)
    return { file, sheets: workbook.map(({ data }) => data.map((row) => row.map((cell) => String(cell ?? '').trim()))) }
  }
  if (!/\.dbf(\.gz)?$/i.test(file))
    return { file, sheets: [textRows(bytes, file, /\.txt(\.gz)?$/i.test(file) ? separator : ',')] }
  const { fields, texts } = openDbf(bytes, file)
  return { file, sheets: [[fields, ...Array.from(texts(fields), (row) => [...row])]] }
}

/** Returns the index of every wanted column, or -1 if it is missing. */
function getPlaces<K extends string>(
  headings: readonly string[],
  wanted: Readonly<Record<K, WantedColumn>>,
): Record<K, number> {
  const plain = headings.map(plainHeading)
  return record(Object.keys(wanted) as K[], (name) => {
    for (const heading of getHeadings(wanted[name])) {
      const place = plain.indexOf(plainHeading(heading))
      if (place !== -1) return place
    }
    return -1
  })
}

function plainHeading(heading: string): string {
  return heading
    .replace(/\*+\s*$/, '')
    .replace(/\s+/g, ' ')
    .trim()
    .toLowerCase()
}

function missingIn<K extends string>(
  places: Readonly<Record<K, number>>,
  wanted: Readonly<Record<K, WantedColumn>>,
): WantedColumn | null {
  const required = Object.entries<WantedColumn>(wanted).filter(
    ([, column]) => typeof column === 'string' || !column.optional,
  )
  return required.find(([name]) => places[name as K] === -1)?.[1] ?? null
}

function missingHeading(file: string, column: WantedColumn, headings: readonly string[]): SourceError {
  const present = [...new Set(headings)].filter((heading) => heading !== '')
  const wanted = getHeadings(column)
  const nearest = closestNames(wanted[0], present).join(', ') || 'none'
  const found = `no column ${wanted.join(' or ')} (nearest: ${nearest})`
  return new SourceError({ file, found, expectation: 'the published headings' })
}

function record<K extends string, V>(names: readonly K[], value: (name: K) => V): Record<K, V> {
  return Object.fromEntries(names.map((name) => [name, value(name)])) as Record<K, V>
}

/**
 * Marks that agencies write if a number is missing, does not apply, or is hidden because it counts only a few children.
 */
const MASKS = new Set(['', '.', '*', '**', '-', '--', 'm', 'n', 'i', 'na', 'n/a', 'n/r', 'no data', 'not available'])

/**
 * Parses the number in an agency's cell: `1,040`, `95`, `-3.6`. Returns null for the agencies' marks for a missing
 * number. Throws a `SourceError` for any other string, because it indicates a different layout.
 */
export function maskedNumber(cell: string, file: string, column: string): number | null {
  const plain = cell.trim()
  if (MASKS.has(plain.toLowerCase()) || /^not rated/i.test(plain)) return null
  const value = /^-?(\d+|\d{1,3}(,\d{3})+)?(\.\d+)?$/.test(plain) ? Number(plain.replaceAll(',', '')) : Number.NaN
  if (!Number.isFinite(value)) {
    throw new SourceError({
      file,
      found: `${column} is "${plain}"`,
      expectation: 'a number, or a mark for a missing number',
    })
  }
  return value
}

/**
 * Parses a count of people. Returns null below 1, because agencies write -1, -3 or -999 for a missing count, and 0 if
 * they did not count.
 */
export function maskedCount(cell: string, file: string, column: string): number | null {
  const value = maskedNumber(cell, file, column)
  return value === null || value < 1 ? null : Math.round(value)
}

/**
 * Parses a number of full-time-equivalent teachers. Also returns null for 0, which agencies report for a program whose
 * teachers are counted at another school.
 */
export function maskedTeachers(cell: string, file: string, column: string): number | null {
  const teachers = maskedNumber(cell, file, column)
  return teachers === null || teachers <= 0 ? null : teachers
}

/** Returns a copy of a row in which every cell that matches `mark` is replaced by an empty string. */
export function withoutMarks<R extends TextRow<string>>(row: R, mark: RegExp): R {
  return Object.fromEntries(Object.entries(row).map(([name, cell]) => [name, mark.test(cell) ? '' : cell])) as R
}

interface YearFile {
  readonly path: string
  readonly year: number
}

/**
 * Lists the files of a folder whose names match, newest year first. Returns an empty list if the folder does not exist.
 * The first group of the pattern is the year with four or two digits (`SchoolGrades23.xlsx`). If several files are from
 * the same year, only the file whose name sorts last is returned.
 */
export function filesByYear(sources: SourceFolder, folder: string, pattern: RegExp): readonly YearFile[] {
  const years = new Map<number, string>()
  for (const path of filesLike(sources, folder, pattern)) {
    const year = Number(pattern.exec(basename(path))?.[1])
    years.set(year < 100 ? 2000 + year : year, path)
  }
  return [...years].map(([year, path]) => ({ path, year })).sort((a, b) => b.year - a.year)
}

/**
 * Lists the files of a folder whose names match, in code-unit order. Returns an empty list if the folder does not
 * exist.
 */
export function filesLike(sources: SourceFolder, folder: string, pattern: RegExp): readonly string[] {
  return sources.has(folder) ? sources.list(folder).filter((path) => pattern.test(basename(path))) : []
}
