import { answerColumns } from '../../answer-rows.ts'
import { isBlankText } from '../../buffers.ts'
import { BatchError, emptyInput } from '../../errors.ts'
import {
  getPlaceColumns,
  LOOKED_AT_ROWS,
  type PlaceColumns,
  type PlaceOptions,
  refuseTakenNames,
} from '../../place-columns.ts'
import type { HeadOptions } from '../text.ts'
import { byteOrderMark, fieldEnd, fieldText, LINE_FEED, quoted, RETURN, refusedRow } from './fields.ts'

/** How to read a CSV file and what to add to it. Serializable as JSON. */
export interface CsvPlan {
  /** Delimiter: one ASCII character. */
  readonly delimiter: string
  readonly newline: '\n' | '\r\n'
  /** Whether quotes may follow spaces at the start of a field: `1, "Main St, 5"`. */
  readonly skipsBlanks?: boolean
  /** Number of fields in every row. */
  readonly columns: number
  /** Column names from the header, or `1`, `2`, … if there is no header. */
  readonly names: readonly string[]
  /** Place columns, as indices from 0. */
  readonly place: PlaceColumns<number>
  /** Number of bytes before the first row: the byte order mark and the header. */
  readonly headerBytes: number
  /**
   * Bytes at the beginning of the output: the byte order mark of the input, and its header with the added names. May be
   * empty.
   */
  readonly outputHeader: readonly number[]
}

/**
 * Plans how to read a CSV file from its first line: the delimiter, and the columns that contain the place. The
 * delimiter is one ASCII character or the two characters `\t`. By default, a comma, semicolon, tab or vertical bar is
 * detected in the first line. A line `sep=;` above the header, which Excel understands, is kept.
 *
 * @param head the first bytes of the input, cut anywhere after the first line
 * @throws {BatchError} when the file is not CSV, or the place columns are not found
 */
export function planCsv(
  head: Uint8Array,
  { header = true, last, name = 'the input', question, ...options }: HeadOptions,
): CsvPlan {
  const mark = byteOrderMark(head)
  if (isBlankText(head)) throw emptyInput()
  refuseOtherFiles(head)
  const separator = separatorLine(head, mark.length)
  const from = afterNotes(head, separator?.end ?? mark.length, header)
  const delimiter =
    options.delimiter === undefined
      ? (separator?.delimiter ?? likeliestDelimiter(head, from))
      : checkedDelimiter(options.delimiter)
  const rowsFrom = (start: number, blanks: boolean) => firstRows(head, start, { delimiter, last, skipsBlanks: blanks })
  const skipsBlanks = quotesAfterBlanks(rowsFrom(from, false), rowsFrom(from, true))
  const line = firstLine(head, from, delimiter, skipsBlanks)
  if (line === null) {
    const before = head.subarray(0, from).filter((byte) => byte === LINE_FEED).length
    throw refusedRow(head.subarray(from), true, { line: before + 1, name })
  }
  if (line.next > head.length && !last)
    throw new BatchError(`The first line does not end within ${head.length} bytes, so the input is not CSV.`)
  const written = line.fields.map(([start, end]) => fieldText(head, start, end))
  const names = header ? written : written.map((_, column) => String(column + 1))
  if (header) refuseData(written, options)
  const place = getPlaceColumns(names, options, rowsFrom(header ? line.next : from, skipsBlanks))
  const added = answerColumns(question, place).map(({ name }) => name)
  if (header) refuseTakenNames(names, added)
  const newline = head[line.end] === RETURN ? '\r\n' : '\n'
  const addedNames = added.map((name) => delimiter + quoted(name, delimiter)).join('')
  return {
    delimiter,
    newline,
    columns: names.length,
    ...(skipsBlanks ? { skipsBlanks } : {}),
    names,
    place,
    headerBytes: header ? Math.min(line.next, head.length) : from,
    outputHeader: header
      ? [...head.subarray(0, line.end), ...new TextEncoder().encode(addedNames + newline)]
      : [...head.subarray(0, from)],
  }
}

/**
 * Returns the fields of the first rows, starting at `from`. A row that is cut off at the end of the head is skipped.
 */
function firstRows(
  head: Uint8Array,
  from: number,
  { delimiter, last, skipsBlanks }: { delimiter: string; last: boolean; skipsBlanks: boolean },
): string[][] {
  const rows: string[][] = []
  for (let at = from; at < head.length && rows.length < LOOKED_AT_ROWS; ) {
    const line = firstLine(head, at, delimiter, skipsBlanks)
    if (line === null || (line.next > head.length && !last)) break
    rows.push(line.fields.map(([start, end]) => fieldText(head, start, end)))
    at = line.next
  }
  return rows
}

/**
 * Checks whether quotes may follow spaces in this file, as in `1, "Main St, 5"`. `plain` and `skipping` are the same
 * rows, parsed without and with this rule. The rule applies if the `skipping` rows all have the same number of fields,
 * but the `plain` rows differ or have more fields, because they were split at delimiters inside the quotes.
 */
function quotesAfterBlanks(plain: readonly string[][], skipping: readonly string[][]): boolean {
  const isEven = (rows: readonly string[][]) => rows.every((fields) => fields.length === rows[0].length)
  if (skipping.length < 2 || !isEven(skipping)) return false
  return !isEven(plain) || (plain.length === skipping.length && skipping[0].length < plain[0].length)
}

/** First bytes of files that are mistaken for CSV, and advice about them. */
const OTHERS = [
  ['gzip', [0x1f, 0x8b], 'add .gz to its name, or decompress it first with zcat'],
  ['Parquet', [0x50, 0x41, 0x52, 0x31], 'use --format parquet'],
  ['a ZIP archive or a spreadsheet', [0x50, 0x4b, 0x03, 0x04], 'unpack it, or save it as CSV'],
] as const

/**
 * Number of bytes at the start of a file that must not contain a zero byte. A zero byte after that is a flaw in a row
 * rather than a sign of another format.
 */
const LOOKED_AT = 1000

/** Possible delimiters, the most likely first. If two are equally frequent, the first one wins. */
const DELIMITERS = [',', ';', '\t', '|']

/** First line of a file: the bounds of its fields, and the start of the next line. */
interface Line {
  readonly fields: readonly (readonly [start: number, end: number])[]
  readonly end: number
  /** Start of the next line. One more than the number of bytes if the line has no line feed. */
  readonly next: number
}

/** Parses the line that begins at `from`. Returns null if a quote is not closed. */
export function firstLine(head: Uint8Array, from: number, delimiter: string, skipsBlanks = false): Line | null {
  const fields: [number, number][] = []
  const code = delimiter.charCodeAt(0)
  for (let at = from; ; at++) {
    const end = fieldEnd(head, at, code, skipsBlanks)
    if (end < 0) return null
    fields.push([at, end])
    at = end
    if (head[end] === code) continue
    const isReturn = end > from && head[end - 1] === RETURN
    return { fields, end: isReturn ? end - 1 : end, next: end + 1 }
  }
}

/**
 * Returns the position of the header or first row. Skips blank lines and, if there is a header, notes that begin with
 * `#`.
 */
function afterNotes(head: Uint8Array, first: number, header: boolean): number {
  for (let at = first; ; ) {
    const feed = head.indexOf(LINE_FEED, at)
    if (feed < 0) return at
    const line = new TextDecoder('windows-1252').decode(head.subarray(at, Math.min(feed, at + 200)))
    const isNote = header && /^\s*#/.test(line) && isNoteLine(line)
    if (line.trim() !== '' && !isNote) return at
    // The input only has blank lines and notes.
    if (feed === head.length - 1) return first
    at = feed + 1
  }
}

/** Checks whether a line is a note. A header may begin with `#` too, but it has several short fields. */
function isNoteLine(line: string): boolean {
  const fields = line.split(/[,;\t|]/)
  return /^\s*#\s/.test(line) || fields.length < 3
}

/**
 * Finds Excel's `sep=` line, which specifies the delimiter. Returns the delimiter and the end of the line, or null if
 * there is none.
 */
function separatorLine(head: Uint8Array, from: number): { readonly delimiter: string; readonly end: number } | null {
  const start = new TextDecoder('windows-1252').decode(head.subarray(from, from + 8))
  const [line, delimiter] = /^sep=([^\w"\r\n.+-])\r?\n/i.exec(start) ?? []
  return line === undefined ? null : { delimiter, end: from + line.length }
}

/** Returns the delimiter that occurs most often outside of quotes in the first line. */
function likeliestDelimiter(head: Uint8Array, from: number): string {
  const [line] = withoutQuoted(head.subarray(from)).split('\n', 1)
  const counts = DELIMITERS.map((delimiter) => line.split(delimiter).length)
  return DELIMITERS[counts.indexOf(Math.max(...counts))]
}

function withoutQuoted(bytes: Uint8Array): string {
  return new TextDecoder('windows-1252').decode(bytes).replaceAll(/"[^"]*"/g, '')
}

function checkedDelimiter(text: string): string {
  const delimiter = text === '\\t' ? '\t' : text
  // Letters, digits, signs and periods can be part of a number, so they cannot be delimiters.
  if (delimiter.length === 1 && delimiter > '\0' && delimiter < '\x7f' && !/[\w"\r\n.+-]/.test(delimiter))
    return delimiter
  throw new BatchError(
    `The delimiter '${text}' cannot be used: choose one ASCII character other than letters, digits, quotes, line breaks and _ . + -.`,
  )
}

function refuseOtherFiles(head: Uint8Array): void {
  if ((head[0] === 0xff && head[1] === 0xfe) || (head[0] === 0xfe && head[1] === 0xff))
    throw new BatchError(
      'The input is UTF-16.',
      'encoding_unknown',
      'convert it first, for example with iconv -f UTF-16 -t UTF-8.',
    )
  for (const [name, start, advice] of OTHERS)
    if (start.every((byte, i) => head[i] === byte)) throw new BatchError(`The input is ${name}, not CSV: ${advice}.`)
  const zero = head.subarray(0, LOOKED_AT).indexOf(0)
  if (zero >= 0)
    throw new BatchError(
      `The input has a zero byte at position ${zero}, so it is not CSV.`,
      'encoding_unknown',
      'if it is UTF-16, convert it first, for example with iconv -f UTF-16LE -t UTF-8.',
    )
  if (!head.includes(LINE_FEED) && /\r./s.test(withoutQuoted(head)))
    throw new BatchError(
      'The lines of the input end only in carriage returns.',
      'encoding_unknown',
      "convert it first, for example with tr '\\r' '\\n'.",
    )
}

/** Throws if the first line consists of numbers, because such a line is not a header. */
function refuseData(names: readonly string[], { lat, lon, address }: PlaceOptions): void {
  if (lat !== undefined || lon !== undefined || address !== undefined) return
  const number = names.find((name) => /^[+-]?\d+[.,]\d+$/.test(name))
  if (number !== undefined)
    throw new BatchError(
      `The first line contains ${number}, so it is not a header.`,
      'header_missing',
      'use --no-header, and give the numbers of the place columns, as in --lat 2 --lon 3.',
    )
}
