import { closestNames } from './closest-names.ts'
import { type ColumnSpec, compileColumn, type NumberColumn } from './csv-column.ts'
import { type Refuse, scanRows } from './csv-rows.ts'
import type { TextEncodingName } from './decode-text.ts'
import { SourceError } from './source-error.ts'
import type { SourceFolder, SourcePath } from './source-folder.ts'

export { number, text } from './csv-column.ts'

export type CsvSpec = Readonly<Record<string, ColumnSpec>>

export interface CsvOptions {
  /** Default `,`. */
  readonly delimiter?: ',' | '\t' | ';' | '|'
  /** Default `utf-8`; bytes that are not UTF-8 are refused. */
  readonly encoding?: TextEncodingName
  /** Leave out rows of which every field is empty. Default false. Blank lines are always left out. */
  readonly skipEmptyRows?: boolean
  /** Rows may hold more fields than there are headings. Default false. */
  readonly extraFields?: boolean
}

/** Columns by the spec's names: numbers as `Float64Array` (NaN for null), texts as `string[]` ('' for null). */
export type CsvColumns<S extends CsvSpec> = {
  readonly [K in keyof S]: S[K] extends NumberColumn ? Float64Array : readonly string[]
}

export interface CsvTable<S extends CsvSpec> {
  readonly rows: number
  readonly columns: CsvColumns<S>
  /** All headings of the file, trimmed, in its order. */
  readonly headings: readonly string[]
  /** Empty rows left out. */
  readonly emptyRows: number
}

/**
 * Reads the named columns of a delimited text file of the folder.
 * Throws a `SourceError` that names the file, the row (heading = row 1) and the value when a column is missing or a value
 * is not of its column's kind or range.
 */
export async function readCsv<S extends CsvSpec>(
  folder: SourceFolder,
  path: SourcePath,
  spec: S,
  options: CsvOptions = {},
): Promise<CsvTable<S>> {
  const { file, bytes } = await folder.open(path)
  return parseCsv(bytes, file, spec, options)
}

/** The same for bytes in memory; `file` is only for the errors. */
export function parseCsv<S extends CsvSpec>(
  bytes: Uint8Array,
  file: string,
  spec: S,
  options: CsvOptions = {},
): CsvTable<S> {
  const refuse = refusalsOf(file)
  const encoding = options.encoding ?? 'utf-8'
  const { scan, headings } = scanHeadings(bytes, file, options, refuse)
  const plan = Object.entries(spec).map(([name, column]) => ({
    name,
    field: fieldOf(headings, column.heading ?? name, file),
    reader: compileColumn(column, scan, encoding, refuse),
  }))

  let rows = 0
  let emptyRows = 0
  while (scan.next()) {
    if (scan.fields !== headings.length) {
      if (scan.fields === 1 && scan.isEmpty()) continue
      if (scan.fields < headings.length || !options.extraFields) {
        const found = `${scan.fields} fields`
        refuse(scan.row, { found, expectation: `${headings.length}, one for each heading` })
      }
    }
    if (options.skipEmptyRows && scan.isEmpty()) {
      emptyRows++
      continue
    }
    rows++
    for (const { name, field, reader } of plan) {
      const problem = reader.append(field)
      if (problem) refuse(scan.row, { found: `${name} is ${problem.found}`, expectation: problem.expectation })
    }
  }
  const columns = Object.fromEntries(plan.map(({ name, reader }) => [name, reader.finish()]))
  return { rows, columns: columns as CsvColumns<S>, headings, emptyRows }
}

/** The headings alone, trimmed, in the file's order: what columns there are decides what to ask `parseCsv` for. */
export function csvHeadings(bytes: Uint8Array, file: string, options: CsvOptions = {}): readonly string[] {
  return scanHeadings(bytes, file, options, refusalsOf(file)).headings
}

/** A scan that stands at the end of the row of headings. */
function scanHeadings(
  bytes: Uint8Array,
  file: string,
  { delimiter = ',', encoding = 'utf-8' }: CsvOptions,
  refuse: Refuse,
) {
  const scan = scanRows(bytes, delimiter, refuse)
  if (!scan.next()) throw new SourceError({ file, found: 'no rows at all', expectation: 'a row of headings' })
  const reader = compileColumn({ kind: 'text' }, scan, encoding, refuse)
  return { scan, headings: Array.from({ length: scan.fields }, (_, field) => reader.read(field)) }
}

function refusalsOf(file: string): Refuse {
  return (row, problem) => {
    throw new SourceError({ file, row, ...problem })
  }
}

function fieldOf(headings: readonly string[], wanted: string | readonly string[], file: string): number {
  const names = typeof wanted === 'string' ? [wanted] : wanted
  for (const name of names) {
    const field = headings.indexOf(name)
    if (field !== -1) return field
  }
  const nearest = closestNames(names[0], headings).join(', ')
  throw new SourceError({
    file,
    row: 1,
    found: `no column ${names.join(' or ')} (nearest: ${nearest})`,
    expectation: 'the published headings',
  })
}
