import { LINE_FEED, QUOTE } from './bytes.ts'

/**
 * Where the field ends that begins at `at`: its delimiter, its line feed or the end of the bytes; -1 when its quote is never closed.
 * A quote is one at the start of a field only (RFC 4180), doubled it is part of the text. What stands behind a closing quote is text.
 */
export function fieldEnd(bytes: Uint8Array, at: number, delimiter: number): number {
  const { length } = bytes
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

/** The text of the field in `bytes[start, end)`, without quotes and the white space around it. */
export function fieldText(bytes: Uint8Array, start: number, end: number): string {
  const text = decoded(bytes.subarray(start, end))
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
