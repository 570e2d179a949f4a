import { type BatchError, damagedInput } from '../../errors.ts'
import { type LineOfInput, LONGEST_RECORD, type RecordSplitter } from '../../input/chunks.ts'

/**
 * Finds the ends of records, which are line feeds outside quotes. If the input ends inside quotes, the last record has
 * no end.
 */
export function csvSplitter({ delimiter }: { readonly delimiter: string }): RecordSplitter {
  const code = delimiter.charCodeAt(0)
  return {
    end(bytes, last) {
      const { end, isOpen } = lastEnd(bytes, code)
      // If the first `LONGEST_RECORD` bytes contain no record end, the first record is too long, even if the other
      // bytes contain its end.
      if (bytes.length > LONGEST_RECORD && lastEnd(bytes.subarray(0, LONGEST_RECORD), code).end === 0) return -1
      // The last record can be too long, too. It is refused when it is the first record.
      return last && !isOpen && bytes.length - end <= LONGEST_RECORD ? bytes.length : end
    },
    refusal(record, where) {
      return refusedRow(record, lastEnd(record, code).isOpen, where)
    },
  }
}

/** Returns the end of the last complete record, and whether the bytes end inside quotes. */
function lastEnd(bytes: Uint8Array, delimiter: number): { end: number; isOpen: boolean } {
  const { length } = bytes
  // Most chunks have no quotes. A Buffer finds a byte several times faster than a loop or a Uint8Array.
  const native = Buffer.from(bytes.buffer, bytes.byteOffset, length)
  let quote = native.indexOf(QUOTE)
  if (quote < 0) return { end: native.lastIndexOf(LINE_FEED) + 1, isOpen: false }
  let end = quote === 0 ? 0 : native.lastIndexOf(LINE_FEED, quote - 1) + 1
  for (let at = quote; at < length; at++) {
    const byte = bytes[at]
    if (byte === LINE_FEED) end = at + 1
    else if (byte === QUOTE && (at === end || bytes[at - 1] === delimiter)) {
      // Doubled quotes count as two quoted strings with nothing between them.
      do {
        quote = at + 1
        while (quote < length && bytes[quote] !== QUOTE) quote++
        if (quote === length) return { end, isOpen: true }
        at = quote + 1
      } while (bytes[at] === QUOTE)
      at--
    }
  }
  return { end, isOpen: false }
}

/** Counts the rows in `head` that end outside of quotes, up to `most`. Works without knowing the delimiter. */
export function wholeRows(head: Uint8Array, most: number): number {
  let isQuoted = false
  let count = 0
  for (let at = 0; at < head.length && count < most; at++) {
    if (head[at] === QUOTE) isQuoted = !isQuoted
    else if (head[at] === LINE_FEED && !isQuoted) count++
  }
  return count
}

/** Returns the error for a row that is too long, or whose quote is open at the end of the input. */
export function refusedRow(record: Uint8Array, isOpen: boolean, where?: LineOfInput): BatchError {
  const [start] = new TextDecoder().decode(record.subarray(0, 60)).split(/[\r\n]/, 1)
  const line = where === undefined ? '' : `on line ${where.line} of ${where.name} `
  const row = `row that begins ${line}with '${start.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ')}'`
  const isLong = record.length > LONGEST_RECORD
  const limit = `${LONGEST_RECORD >> 20} MB`
  if (!isOpen) return damagedInput(`The ${row} is longer than the maximum of ${limit}.`)
  return damagedInput(
    `A quote is ${isLong ? `not closed within ${limit}` : 'never closed'} in the ${row}.`,
    'add the closing quote, or remove the quote.',
  )
}

/**
 * Returns the position where the field at `at` ends: its delimiter, its line feed or the end of the bytes. Returns -1
 * if a quote is not closed. A quote is only special at the start of a field (RFC 4180). Doubled quotes, and any text
 * after the closing quote, belong to the value.
 *
 * @param skipsBlanks whether a quote may also follow spaces at the start of a field
 */
export function fieldEnd(bytes: Uint8Array, at: number, delimiter: number, skipsBlanks = false): number {
  const { length } = bytes
  if (skipsBlanks && bytes[at] === SPACE) {
    const close = quotedAfterBlanks(bytes, at, delimiter)
    if (close > 0) return close
  }
  if (bytes[at] === QUOTE) {
    at = quotesEnd(bytes, at)
    if (at < 0) return -1
  }
  while (at < length && bytes[at] !== delimiter && bytes[at] !== LINE_FEED) at++
  return at
}

/** Returns the position after the closing quote of the field at `at`, or -1 if the quote is not closed. */
export function quotesEnd(bytes: Uint8Array, at: number): number {
  const { length } = bytes
  for (at++; ; at += 2) {
    while (at < length && bytes[at] !== QUOTE) at++
    if (at >= length) return -1
    if (bytes[at + 1] !== QUOTE) return at + 1
  }
}

/**
 * Returns the end of a field that begins with spaces and a quote: `1, "Main St, 5", 2`. Returns 0 if the quote is not
 * closed on the same line at the end of the field, so that an inch mark after a space is an ordinary character.
 */
function quotedAfterBlanks(bytes: Uint8Array, start: number, delimiter: number): number {
  let at = start
  while (bytes[at] === SPACE) at++
  if (bytes[at] !== QUOTE) return 0
  for (at++; at < bytes.length && bytes[at] !== LINE_FEED; at++) {
    if (bytes[at] !== QUOTE) continue
    if (bytes[at + 1] === QUOTE) {
      at++
      continue
    }
    at++
    while (bytes[at] === SPACE || bytes[at] === RETURN) at++
    return at >= bytes.length || bytes[at] === delimiter || bytes[at] === LINE_FEED ? at : 0
  }
  return 0
}

/** Returns the value of the field in `bytes[start, end)` without quotes and surrounding white space. */
export function fieldText(bytes: Uint8Array, start: number, end: number): string {
  const whole = decoded(bytes.subarray(start, end))
  const text = whole.startsWith(' ') && /^ +"(?:[^"\n]|"")*"\s*$/.test(whole) ? whole.trim() : whole
  if (!text.startsWith('"')) return text.trim()
  let close = text.indexOf('"', 1)
  while (text[close + 1] === '"') close = text.indexOf('"', close + 2)
  return (text.slice(1, close).replaceAll('""', '"') + text.slice(close + 1)).trim()
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
const windows1252 = new TextDecoder('windows-1252')

/** Decodes UTF-8, or windows-1252 if the bytes are not valid UTF-8. Old spreadsheet programs write windows-1252. */
function decoded(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes)
  } catch {
    return windows1252.decode(bytes)
  }
}

/** Writes a string as a field, with quotes if it needs them. */
export function quoted(text: string, delimiter: string): string {
  const needsQuotes = text.includes('"') || text.includes(delimiter) || text.includes('\n') || text.includes('\r')
  return needsQuotes ? `"${text.replaceAll('"', '""')}"` : text
}

const BYTE_ORDER_MARK = [0xef, 0xbb, 0xbf]

/** Returns the bytes of a UTF-8 byte order mark if `head` starts with it, or an empty list. */
export function byteOrderMark(head: Uint8Array): readonly number[] {
  return BYTE_ORDER_MARK.every((byte, i) => head[i] === byte) ? BYTE_ORDER_MARK : []
}

export const QUOTE = 0x22
export const LINE_FEED = 0x0a
export const RETURN = 0x0d
export const SPACE = 0x20
