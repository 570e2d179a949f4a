import { isUtf8 } from 'node:buffer'
import { closestNames } from './closest-names.ts'
import { type CellProblem, type Refuse, type RowScan, scanRows } from './csv-rows.ts'
import { SourceError } from './source-error.ts'
import type { SourceFolder, SourcePath } from './source-folder.ts'

export type CsvSpec = Readonly<Record<string, ColumnSpec>>

export interface CsvOptions {
  /** Character between fields. Default: `,`. */
  readonly delimiter?: ',' | '\t' | '|'
  /** Text encoding. Default: `utf-8`. Invalid bytes cause an error. */
  readonly encoding?: TextEncodingName
  /** Whether to skip rows in which every field is empty. Default: false. Blank lines are always skipped. */
  readonly skipEmptyRows?: boolean
  /** Whether rows may have more fields than there are headings. Default: false. */
  readonly extraFields?: boolean
}

/** Columns keyed by the spec's names: numbers as `Float64Array` (NaN for null), strings as `string[]` ('' for null). */
export type CsvColumns<S extends CsvSpec> = {
  readonly [K in keyof S]: S[K] extends NumberColumn ? Float64Array : readonly string[]
}

/** A row keyed by the spec's names: numbers (NaN for null) and strings ('' for null). */
type CsvRecord<S extends CsvSpec> = { readonly [K in keyof S]: S[K] extends NumberColumn ? number : string }

interface CsvTable<S extends CsvSpec> {
  readonly rows: number
  readonly columns: CsvColumns<S>
  /** All headings of the file, trimmed, in order. */
  readonly headings: readonly string[]
}

/**
 * Reads the given columns of a delimited text file in the folder. Throws a `SourceError` with the file, the row (the
 * header is row 1) and the value if a column is missing or a value has the wrong type or is out of range.
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

/** Reads the given columns of a file as one record per row. */
export async function readRecords<S extends CsvSpec>(
  folder: SourceFolder,
  path: SourcePath,
  spec: S,
  options: CsvOptions = {},
): Promise<CsvRecord<S>[]> {
  const { rows, columns } = await readCsv(folder, path, spec, options)
  const list = Object.entries(columns)
  return Array.from(
    { length: rows },
    (_, row) => Object.fromEntries(list.map(([name, values]) => [name, values[row]])) as CsvRecord<S>,
  )
}

/** Parses the given columns from bytes in memory. `file` is only used in error messages. */
export function parseCsv<S extends CsvSpec>(
  bytes: Uint8Array,
  file: string,
  spec: S,
  options: CsvOptions = {},
): CsvTable<S> {
  const refuse = getRefusals(file)
  const encoding = options.encoding ?? 'utf-8'
  const scan = scanRows(bytes, options.delimiter ?? ',', refuse)
  if (!scan.next()) throw new SourceError({ file, found: 'no rows at all', expectation: 'a row of headings' })
  const heading = compileColumn({ kind: 'text' }, scan, encoding, refuse)
  const headings = Array.from({ length: scan.fields }, (_, field) => heading.read(field))
  const plan = Object.entries(spec).map(([name, column]) => ({
    name,
    field: getField(headings, column.heading ?? name, file),
    reader: compileColumn(column, scan, encoding, refuse),
  }))

  let rows = 0
  while (scan.next()) {
    if (scan.fields !== headings.length) {
      if (scan.fields === 1 && scan.isEmpty()) continue
      if (scan.fields < headings.length || !options.extraFields) {
        const found = `${scan.fields} fields`
        refuse(scan.row, { found, expectation: `${headings.length}, one for each heading` })
      }
    }
    if (options.skipEmptyRows && scan.isEmpty()) continue
    rows++
    for (const { field, reader } of plan) {
      const problem = reader.append(field)
      if (problem)
        refuse(scan.row, { found: `${headings[field]} is ${problem.found}`, expectation: problem.expectation })
    }
  }
  const columns = Object.fromEntries(plan.map(({ name, reader }) => [name, reader.finish()]))
  return { rows, columns: columns as CsvColumns<S>, headings }
}

/**
 * Reads all rows as strings, in UTF-8 or windows-1252. Every row must have as many fields as the first row. Blank lines
 * are skipped. Throws a `SourceError` like `readCsv`.
 */
export function textRows(bytes: Uint8Array, file: string, delimiter: string): (readonly string[])[] {
  const refuse = getRefusals(file)
  const scan = scanRows(bytes, delimiter, refuse)
  const { read } = compileColumn({ kind: 'text' }, scan, isUtf8(bytes) ? 'utf-8' : 'cp1252', refuse)
  const rows: (readonly string[])[] = []
  while (scan.next()) {
    const { fields } = scan
    const wanted = rows[0]?.length ?? fields
    if (fields !== wanted && scan.isEmpty()) continue
    if (fields !== wanted)
      refuse(scan.row, { found: `${fields} fields`, expectation: `${wanted}, as in the first row` })
    rows.push(Array.from({ length: fields }, (_, field) => read(field)))
  }
  if (rows.length === 0) throw new SourceError({ file, found: 'no rows at all', expectation: 'a row of headings' })
  return rows
}

function getRefusals(file: string): Refuse {
  return (row, problem) => {
    throw new SourceError({ file, row, ...problem })
  }
}

function getField(headings: readonly string[], wanted: string | readonly string[], file: string): number {
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

interface TextColumn {
  readonly kind: 'text'
  /** Heading, if it differs from the spec's key. In a list, the first heading that the file contains is used. */
  readonly heading?: string | readonly string[]
  readonly pattern?: RegExp
  /**
   * Strings that represent a missing value. They become '' and are not checked against the pattern. An empty field is
   * also a missing value unless `required` is set.
   */
  readonly null?: string | readonly string[]
  readonly required?: boolean
}

export interface NumberColumn {
  readonly kind: 'number'
  readonly heading?: string | readonly string[]
  /**
   * Numbers or strings that represent a missing value. They become NaN. An empty field is also a missing value unless
   * `required` is set.
   */
  readonly null?: number | string | readonly (number | string)[]
  readonly required?: boolean
  /** Minimum value, inclusive. */
  readonly min?: number
  /** Maximum value, inclusive. */
  readonly max?: number
  readonly integer?: boolean
}

type ColumnSpec = TextColumn | NumberColumn

/** Defines a text column. */
export function text(options: Omit<TextColumn, 'kind'> = {}): TextColumn {
  return { kind: 'text', ...options }
}

/** Defines a numeric column. */
export function number(options: Omit<NumberColumn, 'kind'> = {}): NumberColumn {
  return { kind: 'number', ...options }
}

/** Defines latitude and longitude columns in degrees with the given headings. */
export function coordinates(lat: string, lon: string, required = true) {
  return {
    lat: number({ heading: lat, required, min: -90, max: 90 }),
    lon: number({ heading: lon, required, min: -180, max: 180 }),
  }
}

interface ColumnReader {
  /** Returns the text of a field of the current row. */
  read(field: number): string
  /** Adds the value of a field of the current row to the column, or returns what is wrong with it. */
  append(field: number): CellProblem | undefined
  finish(): Float64Array | string[]
}

/** Creates a reader for one column of a row scan. */
export function compileColumn(
  column: ColumnSpec,
  scan: RowScan,
  encoding: TextEncodingName,
  refuse: Refuse,
): ColumnReader {
  const read = cellReader(scan, encoding, refuse)
  return column.kind === 'number' ? numberReader(column, read) : textReader(column, read)
}

function textReader(column: TextColumn, read: (field: number) => string): ColumnReader {
  const values: string[] = []
  const nulls = column.null === undefined ? [] : typeof column.null === 'string' ? [column.null] : column.null
  return {
    read,
    append(field) {
      const value = read(field)
      const empty = value === '' || nulls.includes(value)
      if (empty && column.required) return { found: quoted(value), expectation: 'a value in every row' }
      if (!empty && column.pattern && value.search(column.pattern) === -1) {
        return { found: quoted(value), expectation: `text like ${column.pattern.source}` }
      }
      values.push(empty ? '' : value)
      return undefined
    },
    finish: () => values,
  }
}

function numberReader(column: NumberColumn, read: (field: number) => string): ColumnReader {
  let values = new Float64Array(1024)
  let count = 0
  const { min = -Infinity, max = Infinity } = column
  const nulls = column.null === undefined ? [] : Array.isArray(column.null) ? column.null : [column.null]
  const nullNumbers = nulls.filter((value) => typeof value === 'number')
  const nullTexts = nulls.filter((value) => typeof value === 'string')

  function push(value: number): undefined {
    if (count === values.length) {
      const wider = new Float64Array(2 * count)
      wider.set(values)
      values = wider
    }
    values[count++] = value
  }

  function pushNull(written: string): CellProblem | undefined {
    return column.required ? { found: quoted(written), expectation: 'a number in every row' } : push(Number.NaN)
  }

  return {
    read,
    append(field) {
      const written = read(field)
      if (written === '' || nullTexts.includes(written)) return pushNull(written)
      const value = DECIMAL.test(written) ? Number(written) : Number.NaN
      if (Number.isNaN(value)) return { found: quoted(written), expectation: 'a number' }
      if (nullNumbers.includes(value)) return pushNull(written)
      if (value < min || value > max) return { found: written, expectation: rangeWords(min, max) }
      if (column.integer && !Number.isInteger(value)) return { found: written, expectation: 'a whole number' }
      return push(value)
    },
    finish: () => values.slice(0, count),
  }
}

const DECIMAL = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/

/** Creates a function that decodes and trims fields. Plain ASCII, which nearly all fields are, takes a fast path. */
function cellReader(scan: RowScan, encoding: TextEncodingName, refuse: Refuse): (field: number) => string {
  const { bytes } = scan
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  return (field) => {
    let start = scan.starts[field]
    let end = scan.ends[field]
    while (start < end && isBlank(bytes[start])) start++
    while (end > start && isBlank(bytes[end - 1])) end--
    if (start === end) return ''
    let ascii = true
    for (let i = start; i < end && ascii; i++) ascii = bytes[i] < 0x80
    const value = ascii ? buffer.toString('latin1', start, end) : decodeText(bytes.subarray(start, end), encoding)
    if (value === undefined) {
      return refuse(scan.row, { found: `field ${field + 1} is not ${encoding}`, expectation: `text in ${encoding}` })
    }
    return scan.doubled[field] === 1 ? value.replaceAll('""', '"') : value
  }
}

function isBlank(byte: number): boolean {
  return byte === 0x20 || byte === 0x09 || byte === 0x0d || byte === 0x0a
}

function quoted(value: string): string {
  const shown = value.length > 60 ? `${value.slice(0, 60)}…` : value
  return `"${shown}"`
}

function rangeWords(min: number, max: number): string {
  if (max === Infinity) return `at least ${min}`
  if (min === -Infinity) return `at most ${max}`
  return `${min} to ${max}`
}

type TextEncodingName = 'utf-8' | 'cp1252'

/**
 * Windows-1252 characters at 0x80-0x9f, where Latin-1 has control characters. U+FFFD stands for the five unassigned
 * codes.
 */
const UPPER_CONTROLS = '€\uFFFD‚ƒ„…†‡ˆ‰Š‹Œ\uFFFDŽ\uFFFD\uFFFD‘’“”•–—˜™š›œ\uFFFDžŸ'

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/**
 * Decodes bytes, or returns undefined if they are invalid in the encoding. Uses its own table for windows-1252 because
 * TextDecoder in Node 20 treats it as Latin-1.
 */
function decodeText(bytes: Uint8Array, encoding: TextEncodingName): string | undefined {
  if (encoding === 'cp1252') {
    return Buffer.from(bytes)
      .toString('latin1')
      .replace(/[\u0080-\u009f]/g, (control) => UPPER_CONTROLS[control.charCodeAt(0) - 0x80])
  }
  try {
    return utf8.decode(bytes)
  } catch {
    return undefined
  }
}
