import { BatchError } from '../../errors.ts'
import { LONGEST_RECORD, type RecordSplitter } from '../../input/chunks.ts'

/**
 * Finds the ends of records: line feeds outside of quotes. An input that ends inside quotes has no end of its last
 * record, also when nothing follows.
 */
export function csvSplitter({ delimiter }: { readonly delimiter: string }): RecordSplitter {
  const code = delimiter.charCodeAt(0)
  return {
    end(bytes, last, at) {
      const { end, isOpen } = lastEnd(bytes, code)
      if (bytes.length - end > LONGEST_RECORD)
        throw tooLong(bytes.subarray(end), isOpen, at === undefined ? undefined : at + end)
      // A record that ends in bytes that were read because it had no end.
      if (bytes.length > LONGEST_RECORD && lastEnd(bytes.subarray(0, LONGEST_RECORD), code).end === 0)
        throw tooLong(bytes, false, at)
      return last && !isOpen ? bytes.length : end
    },
  }
}

/** The end of the last record that has one, and whether the bytes end inside quotes. */
function lastEnd(bytes: Uint8Array, delimiter: number): { end: number; isOpen: boolean } {
  const { length } = bytes
  // Most chunks have no quotes at all: a Buffer looks for a byte several times faster than a loop, or a Uint8Array.
  const native = Buffer.from(bytes.buffer, bytes.byteOffset, length)
  let quote = native.indexOf(QUOTE)
  if (quote < 0) return { end: native.lastIndexOf(LINE_FEED) + 1, isOpen: false }
  let end = quote === 0 ? 0 : native.lastIndexOf(LINE_FEED, quote - 1) + 1
  for (let at = quote; at < length; at++) {
    const byte = bytes[at]
    if (byte === LINE_FEED) end = at + 1
    else if (byte === QUOTE && (at === end || bytes[at - 1] === delimiter)) {
      // Doubled quotes are two quoted texts with nothing between them.
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

/** Counts the rows that end outside of quotes in `head`, up to `most`. The delimiter need not be known. */
export function wholeRows(head: Uint8Array, most: number): number {
  let isQuoted = false
  let count = 0
  for (let at = 0; at < head.length && count < most; at++) {
    if (head[at] === QUOTE) isQuoted = !isQuoted
    else if (head[at] === LINE_FEED && !isQuoted) count++
  }
  return count
}

function tooLong(bytes: Uint8Array, isOpen: boolean, at: number | undefined): BatchError {
  const start = new TextDecoder().decode(bytes.subarray(0, 60)).replaceAll(/\s+/g, ' ')
  return new BatchError(
    `The record that begins with '${start}'${at === undefined ? '' : ` at byte ${at}`} is longer than ${LONGEST_RECORD >> 20} MB, the most that is read${isOpen ? ': a quote in it may never be closed' : ''}.`,
  )
}

/**
 * Where the field ends that begins at `at`: its delimiter, its line feed or the end of the bytes; -1 when its quote is
 * never closed. A quote is one at the start of a field only (RFC 4180), doubled it is part of the text. What follows a
 * closing quote is text.
 *
 * @param skipsBlanks whether a quote may also stand after blanks at the start of a field
 */
export function fieldEnd(bytes: Uint8Array, at: number, delimiter: number, skipsBlanks = false): number {
  const { length } = bytes
  if (skipsBlanks && bytes[at] === SPACE) {
    const close = quotedAfterBlanks(bytes, at, delimiter)
    if (close > 0) return close
  }
  if (bytes[at] === QUOTE) {
    for (at++; ; at += 2) {
      while (at < length && bytes[at] !== QUOTE) at++
      if (at >= length) return -1
      if (bytes[at + 1] !== QUOTE) break
    }
    at++
  }
  while (at < length && bytes[at] !== delimiter && bytes[at] !== LINE_FEED) at++
  return at
}

/**
 * Where a field ends that begins with blanks and then a quote: `1, "Main St, 5", 2`. The quote counts only if it closes
 * on the same line at the end of the field, so that an inch sign after a blank is text; 0 where it does not.
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

/** The text of the field in `bytes[start, end)`, without quotes and the white space around it. */
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

/** Files that are not UTF-8 come from old spreadsheets, as a rule. */
function decoded(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes)
  } catch {
    return windows1252.decode(bytes)
  }
}

/** A text as a field that is added: with quotes where it needs them. */
export function quoted(text: string, delimiter: string): string {
  const needsQuotes = text.includes('"') || text.includes(delimiter) || text.includes('\n') || text.includes('\r')
  return needsQuotes ? `"${text.replaceAll('"', '""')}"` : text
}

const BYTE_ORDER_MARK = [0xef, 0xbb, 0xbf]

/** The byte order mark that a text in UTF-8 begins with; none where it has none. */
export function byteOrderMark(head: Uint8Array): readonly number[] {
  return BYTE_ORDER_MARK.every((byte, i) => head[i] === byte) ? BYTE_ORDER_MARK : []
}

export const QUOTE = 0x22
export const LINE_FEED = 0x0a
export const RETURN = 0x0d
export const SPACE = 0x20
