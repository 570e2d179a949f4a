import type { Note } from '../../../../base/errors.ts'
import { type AddressPart, joinAddress } from '../../address-parts.ts'
import type { Counts } from '../../answer-rows.ts'
import { readDecimal } from '../../decimal.ts'
import { BatchError } from '../../errors.ts'
import { type Axis, getDegrees, makeRoom, missingPlaceNote, newPoints, notDegrees, type Points } from '../../points.ts'
import { fieldEnd, fieldText, LINE_FEED, QUOTE, quotesEnd, RETURN, SPACE } from './fields.ts'
import type { CsvPlan } from './header.ts'

/**
 * Initial capacity in rows, enough for any chunk of short rows. If the arrays grew during a scan, V8 would recompile
 * the scanning loop.
 */
const FIRST_ROOM = 1 << 18

/** Roles of columns. The first address column has the role `ADDRESS`, the second `ADDRESS + 1`, and so on. */
const KEPT = 0
const LAT = 1
const LON = 2
const BEYOND = 3
const ADDRESS = 4

/** Finds rows and their points in CSV bytes. The results are valid until the next scan. */
export class RowScanner {
  readonly points: Points = newPoints(FIRST_ROOM)
  /** Start of each row. `[count]` is the position after the last row. */
  starts = new Int32Array(FIRST_ROOM + 1)
  /** End of each row, before the line ending. */
  ends = new Int32Array(FIRST_ROOM)
  /** Number of missing fields, by row. */
  readonly missing = new Map<number, number>()
  /** Start of the field in the last column, for each row that has more fields than there are columns. */
  readonly surplus = new Map<number, number>()

  /** Number of line breaks within fields. */
  #lineBreaks = 0
  /** Rows that seem to contain other rows, because a quote is missing. `line` is the line of the first, from 1. */
  readonly #merged = { rows: 0, line: 0 }

  readonly #mostRows: number
  readonly #columns: number
  readonly #skipsBlanks: boolean
  readonly #tooMany: Note
  readonly #delimiter: number
  /** Byte that is accepted as a decimal point in addition to the period. */
  readonly #point: number
  /** Role of each column. The last entry is for surplus fields. */
  readonly #kinds: Uint8Array
  readonly #hasCoordinates: boolean
  /** Indices of the address columns, in order. */
  readonly #parts: readonly number[]
  /** Part of the address in each address column. */
  readonly #kindsOfParts: readonly (AddressPart | null)[] | undefined
  readonly #partStarts: Int32Array
  readonly #partEnds: Int32Array
  /** Whether text follows the closing quote of a field with line breaks. Kept until the row is checked. */
  #isTornField = false

  /** @param mostRows maximum number of rows to read in a scan */
  constructor(
    { columns, delimiter, skipsBlanks = false, place: { coordinates, address, parts } }: CsvPlan,
    mostRows = Number.POSITIVE_INFINITY,
  ) {
    this.#mostRows = mostRows
    this.#columns = columns
    this.#skipsBlanks = skipsBlanks
    this.#tooMany = tooMany(columns, delimiter)
    this.#delimiter = delimiter.charCodeAt(0)
    this.#point = (delimiter === ',' ? '.' : ',').charCodeAt(0)
    this.#hasCoordinates = coordinates !== null
    this.#parts = address
    this.#kindsOfParts = parts
    this.#partStarts = new Int32Array(address.length)
    this.#partEnds = new Int32Array(address.length)
    this.#kinds = new Uint8Array(columns + 1).fill(KEPT)
    this.#kinds[columns] = BEYOND
    if (coordinates !== null) {
      this.#kinds[coordinates.lat] = LAT
      this.#kinds[coordinates.lon] = LON
    }
    address.forEach((column, part) => {
      this.#kinds[column] = ADDRESS + part
    })
  }

  /** Adds the line breaks and the merged rows of the last scan to the counts of its rows. Returns the same object. */
  withLines(counts: Counts): Counts {
    if (this.#lineBreaks > 0) counts.lineBreaks = this.#lineBreaks
    if (this.#merged.rows > 0) counts.merged = { ...this.#merged }
    return counts
  }

  /**
   * Scans rows from `from`. Returns the position where the scan stopped: the end, or earlier if the maximum number of
   * rows was reached.
   *
   * @param bytes whole records, including the last line ending
   */
  scan(bytes: Uint8Array, from: number): number {
    const columns = this.#columns
    const delimiter = this.#delimiter
    const point = this.#point
    const kinds = this.#kinds
    const { missing, surplus, points } = this
    makeRoom(points, 0)
    missing.clear()
    surplus.clear()
    this.#lineBreaks = 0
    this.#merged.rows = 0
    let { starts, ends } = this
    let { lat, lon } = points
    let row = 0
    let at = from
    for (; at < bytes.length && row < this.#mostRows; row++) {
      if (row === ends.length) {
        this.#grow()
        ;({ starts, ends } = this)
        ;({ lat, lon } = points)
      }
      const start = at
      const breaks = this.#lineBreaks
      let column = 0
      let field = at
      starts[row] = at
      lat[row] = Number.NaN
      lon[row] = Number.NaN
      for (; ; column++) {
        const kind = kinds[column]
        if (kind === BEYOND) {
          at = this.#endBeyond(bytes, at)
          surplus.set(row, field)
          break
        }
        field = at
        if (kind === LAT || kind === LON) {
          const end = readDecimal(bytes, at, delimiter, point, kind === LAT ? lat : lon, row)
          at = end >= 0 ? end : this.#readUnusual(bytes, at, kind === LAT ? 'latitude' : 'longitude', row)
        } else {
          let byte = bytes[at]
          if (byte === QUOTE || (byte === SPACE && this.#skipsBlanks)) at = this.#getEnd(bytes, at)
          else while (byte !== delimiter && byte !== LINE_FEED) byte = bytes[++at]
          if (kind >= ADDRESS) {
            this.#partStarts[kind - ADDRESS] = field
            this.#partEnds[kind - ADDRESS] = at
          }
        }
        if (bytes[at] !== delimiter) break
        at++
      }
      if (column < columns - 1) missing.set(row, columns - 1 - column)
      if (Number.isNaN(lat[row]) || Number.isNaN(lon[row])) this.#readAddress(bytes, row, column)
      ends[row] = at > start && bytes[at - 1] === RETURN ? at - 1 : at
      if (this.#lineBreaks > breaks && this.#isMerged(bytes, start, at, column === columns - 1)) {
        if (this.#merged.rows === 0) this.#merged.line = row + breaks + 1
        this.#merged.rows++
      }
      at++
    }
    starts[row] = at
    for (const extra of surplus.keys()) points.errors.set(extra, this.#tooMany)
    points.count = row
    return at
  }

  /** Reads a coordinate that is empty or written in an unusual form. */
  #readUnusual(bytes: Uint8Array, at: number, name: Axis, row: number): number {
    const end = this.#getEnd(bytes, at)
    const text = fieldText(bytes, at, end)
    const value = getDegrees(text, this.#point === COMMA, name)
    if (value !== undefined) this.points[name === 'latitude' ? 'lat' : 'lon'][row] = value
    else if (!this.points.errors.has(row)) this.points.errors.set(row, notDegrees(name, text))
    return end
  }

  /** @param last last column for which the row has a field */
  #readAddress(bytes: Uint8Array, row: number, last: number): void {
    if (this.#parts.length === 0 || this.points.errors.has(row)) return
    const texts = this.#parts.map((column, part) =>
      column <= last ? fieldText(bytes, this.#partStarts[part], this.#partEnds[part]) : '',
    )
    const address = joinAddress(texts, this.#kindsOfParts)
    if (address !== '') this.points.addresses.set(row, address)
    else this.points.errors.set(row, missingPlaceNote(this.#hasCoordinates))
  }

  /** Returns the end of the row that has a surplus field at `at`. */
  #endBeyond(bytes: Uint8Array, at: number): number {
    let end = this.#getEnd(bytes, at)
    while (bytes[end] === this.#delimiter) end = this.#getEnd(bytes, end + 1)
    return end
  }

  #getEnd(bytes: Uint8Array, at: number): number {
    const end = fieldEnd(bytes, at, this.#delimiter, this.#skipsBlanks)
    if (end < 0) throw new BatchError('A chunk of the input ends inside quotes.')
    if (bytes[at] === QUOTE) this.#noteBreaks(bytes, at, end)
    return end
  }

  /** Counts the line breaks of a quoted field. */
  #noteBreaks(bytes: Uint8Array, at: number, end: number): void {
    let breaks = 0
    for (let i = at; i < end; i++) if (bytes[i] === LINE_FEED) breaks++
    if (breaks === 0) return
    this.#lineBreaks += breaks
    let rest = quotesEnd(bytes, at)
    while (rest < end && (bytes[rest] === SPACE || bytes[rest] === RETURN)) rest++
    if (rest < end) this.#isTornField = true
  }

  /**
   * Checks whether a row with line breaks seems to contain other rows, because the quote of a field is closed by a
   * quote of another row.
   */
  #isMerged(bytes: Uint8Array, start: number, end: number, isComplete: boolean): boolean {
    const isTorn = this.#isTornField
    this.#isTornField = false
    if (isTorn || !isComplete) return true
    let line = 0
    let isFirstWhole = false
    for (let at = start; at <= end; line++) {
      let delimiters = 0
      // In text, a space follows a comma. This comma does not count, because it is not likely to separate fields.
      for (; at < end && bytes[at] !== LINE_FEED; at++)
        if (bytes[at] === this.#delimiter && (this.#skipsBlanks || bytes[at + 1] !== SPACE)) delimiters++
      at++
      const isWhole = delimiters === this.#columns - 1 && delimiters > 0
      if (line === 0) isFirstWhole = isWhole
      else if (isWhole) return true
      if (!isFirstWhole) return false
    }
    return false
  }

  #grow(): void {
    const { points } = this
    const room = this.ends.length * 2
    this.starts = grown(this.starts, room + 1)
    this.ends = grown(this.ends, room)
    points.lat = grown(points.lat, room)
    points.lon = grown(points.lon, room)
  }
}

const COMMA = 0x2c

/** Returns the error note for a row with too many fields. The usual cause is an address without quotes. */
function tooMany(columns: number, delimiter: string): Note {
  const fields = columns === 1 ? 'field' : 'fields'
  const tabs = delimiter === '\t' ? '' : ', or use tabs as the delimiter'
  const mark = NAMES[delimiter] ?? delimiter
  const text = `The row has more than ${columns} ${fields}: put values that contain a ${mark} in double quotes${tabs}.`
  return { code: 'fields_too_many', text }
}

const NAMES: Readonly<Record<string, string>> = { ',': 'comma', ';': 'semicolon', '\t': 'tab', '|': 'bar' }

function grown<T extends Int32Array | Float64Array>(column: T, room: number): T {
  const larger = new (column.constructor as new (room: number) => T)(room)
  larger.set(column)
  return larger
}
