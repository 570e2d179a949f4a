import type { CellProblem, Refuse, RowScan } from './csv-rows.ts'
import { decodeText, type TextEncodingName } from './decode-text.ts'
import { numberIn } from './number-in-bytes.ts'

export interface TextColumn {
  readonly kind: 'text'
  /** The heading when it is not the spec's own name; of several, the first one present. */
  readonly heading?: string | readonly string[]
  readonly pattern?: RegExp
  /** Texts that stand for nothing; they become '' and escape the pattern. The empty field is one unless `required`. */
  readonly null?: string | readonly string[]
  readonly required?: boolean
  /** Cut blanks off both ends. Default true. */
  readonly trim?: boolean
}

export interface NumberColumn {
  readonly kind: 'number'
  readonly heading?: string | readonly string[]
  /** Numbers or texts that stand for nothing; they become NaN. The empty field is one unless `required`. */
  readonly null?: number | string | readonly (number | string)[]
  readonly required?: boolean
  /** The inclusive range. */
  readonly min?: number
  readonly max?: number
  readonly integer?: boolean
  /** Allow commas between thousands. */
  readonly thousands?: boolean
}

export type ColumnSpec = TextColumn | NumberColumn

/** A column of text. */
export function text(options: Omit<TextColumn, 'kind'> = {}): TextColumn {
  return { kind: 'text', ...options }
}

/** A column of numbers. */
export function number(options: Omit<NumberColumn, 'kind'> = {}): NumberColumn {
  return { kind: 'number', ...options }
}

export interface ColumnReader {
  /** The text of a field of the current row. */
  read(field: number): string
  /** Adds the value of a field of the current row to the column, or says what is wrong with it. */
  append(field: number): CellProblem | undefined
  finish(): Float64Array | string[]
}

/** The reader of one column over a row scan. */
export function compileColumn(
  column: ColumnSpec,
  scan: RowScan,
  encoding: TextEncodingName,
  refuse: Refuse,
): ColumnReader {
  const read = cellReader(scan, encoding, column.kind === 'number' || column.trim !== false, refuse)
  return column.kind === 'number' ? numberReader(column, scan, read) : textReader(column, read)
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

function numberReader(column: NumberColumn, scan: RowScan, read: (field: number) => string): ColumnReader {
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

  function slow(field: number): CellProblem | undefined {
    const value = read(field)
    const empty = value === '' || nullTexts.includes(value)
    if (!empty) return { found: quoted(value), expectation: 'a number' }
    return column.required ? { found: quoted(value), expectation: 'a number in every row' } : push(Number.NaN)
  }

  return {
    read,
    append(field) {
      const value = numberIn(scan.bytes, scan.starts[field], scan.ends[field], column.thousands === true)
      if (Number.isNaN(value)) return slow(field)
      if (nullNumbers.includes(value)) {
        return column.required ? { found: String(value), expectation: 'a number in every row' } : push(Number.NaN)
      }
      if (value < min || value > max) return { found: read(field), expectation: rangeWords(min, max) }
      if (column.integer && !Number.isInteger(value)) return { found: read(field), expectation: 'a whole number' }
      return push(value)
    },
    finish: () => values.slice(0, count),
  }
}

/** Decodes fields; plain ASCII, nearly all of them, takes the short way. */
function cellReader(
  scan: RowScan,
  encoding: TextEncodingName,
  trim: boolean,
  refuse: Refuse,
): (field: number) => string {
  const { bytes } = scan
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  return (field) => {
    let start = scan.starts[field]
    let end = scan.ends[field]
    if (trim) {
      while (start < end && isBlank(bytes[start])) start++
      while (end > start && isBlank(bytes[end - 1])) end--
    }
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
