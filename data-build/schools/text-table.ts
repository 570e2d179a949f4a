import { isUtf8 } from 'node:buffer'
import { closestNames } from '../read/closest-names.ts'
import { type CsvSpec, csvHeadings, parseCsv, text } from '../read/csv.ts'
import { SourceError } from '../read/source-error.ts'
import type { SourceFolder } from '../read/source-folder.ts'
import { ROWS_ABOVE_HEADINGS, readWorkbook } from '../read/xlsx.ts'

/** A column that a table must have, or may have: the headings it goes by, in order of preference. */
export interface WantedColumn {
  readonly headings: readonly string[]
  readonly optional?: boolean
}

/** A row of texts by the caller's names, '' where the cell is empty or the column absent. */
export type TextRow<K extends string> = Readonly<Record<K, string>>

/**
 * Reads columns of a table whose file format and headings change from year to year: comma-separated (`.csv`),
 * tab-separated (`.txt`), in UTF-8 or windows-1252, either with `.gz`, or every sheet of a workbook (`.xlsx`) that has the
 * headings. Headings are compared without regard to case, blanks and a note mark (`*`) at the end.
 * Throws a `SourceError` when a wanted heading is nowhere.
 */
export async function readTextTable<K extends string>(
  sources: SourceFolder,
  path: string,
  wanted: Readonly<Record<K, WantedColumn>>,
): Promise<readonly TextRow<K>[]> {
  const { file, bytes } = await sources.open(path)
  return /\.xlsx$/i.test(path) ? workbookRows(bytes, file, wanted) : delimitedRows(bytes, file, wanted)
}

function delimitedRows<K extends string>(
  bytes: Uint8Array,
  file: string,
  wanted: Readonly<Record<K, WantedColumn>>,
): readonly TextRow<K>[] {
  const options = {
    delimiter: /\.txt(\.gz)?$/i.test(file) ? '\t' : ',',
    encoding: isUtf8(bytes) ? 'utf-8' : 'cp1252',
    skipEmptyRows: true,
  } as const
  const headings = csvHeadings(bytes, file, options)
  const places = placesOf(headings, wanted)
  const names = Object.keys(wanted) as K[]
  const missing = missingIn(places, wanted)
  if (missing) throw missingHeading(file, missing, headings)
  const present = names.filter((name) => places[name] !== -1)
  const spec: CsvSpec = Object.fromEntries(present.map((name) => [name, text({ heading: headings[places[name]] })]))
  const { rows, columns } = parseCsv(bytes, file, spec, options)
  return Array.from({ length: rows }, (_, row) =>
    record(names, (name) => (places[name] === -1 ? '' : (columns[name][row] as string))),
  )
}

async function workbookRows<K extends string>(
  bytes: Uint8Array,
  file: string,
  wanted: Readonly<Record<K, WantedColumn>>,
): Promise<readonly TextRow<K>[]> {
  const names = Object.keys(wanted) as K[]
  const rows: TextRow<K>[] = []
  const headingsSeen: string[] = []
  let sheets = 0
  for (const sheet of await readWorkbook(bytes, file)) {
    const cells = sheet.data.map((row) => row.map(cellText))
    const top = cells.slice(0, ROWS_ABOVE_HEADINGS)
    const at = top.findIndex((row) => missingIn(placesOf(row, wanted), wanted) === null)
    if (at === -1) {
      headingsSeen.push(...top.flat())
      continue
    }
    sheets++
    const places = placesOf(cells[at], wanted)
    for (const row of cells.slice(at + 1)) {
      if (row.some((cell) => cell !== '')) rows.push(record(names, (name) => row[places[name]] ?? ''))
    }
  }
  if (sheets > 0) return rows
  const missing = missingIn(placesOf(headingsSeen, wanted), wanted)
  if (missing) throw missingHeading(file, missing, headingsSeen)
  const found = `no sheet with all of ${names.map((name) => wanted[name].headings[0]).join(', ')}`
  throw new SourceError({ file, found, expectation: `them in one of the first ${ROWS_ABOVE_HEADINGS} rows` })
}

function cellText(cell: unknown): string {
  return cell === null || cell === undefined ? '' : String(cell).trim()
}

/** The place of every wanted column, -1 where absent. */
function placesOf<K extends string>(
  headings: readonly string[],
  wanted: Readonly<Record<K, WantedColumn>>,
): Record<K, number> {
  const plain = headings.map(plainHeading)
  return record(Object.keys(wanted) as K[], (name) => {
    for (const heading of wanted[name].headings) {
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
  for (const name of Object.keys(wanted) as K[]) {
    if (places[name] === -1 && !wanted[name].optional) return wanted[name]
  }
  return null
}

function missingHeading(file: string, column: WantedColumn, headings: readonly string[]): SourceError {
  const present = [...new Set(headings)].filter((heading) => heading !== '')
  const nearest = closestNames(column.headings[0], present).join(', ') || 'none'
  const found = `no column ${column.headings.join(' or ')} (nearest: ${nearest})`
  return new SourceError({ file, found, expectation: 'the published headings' })
}

function record<K extends string, V>(names: readonly K[], value: (name: K) => V): Record<K, V> {
  return Object.fromEntries(names.map((name) => [name, value(name)])) as Record<K, V>
}
