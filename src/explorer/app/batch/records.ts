import { BatchError, fieldEnd, fieldText, LINE_FEED, LONGEST_RECORD } from '../library.ts'

/**
 * Returns the end of each record of a CSV text, including its line end.
 *
 * @param from start of the first record
 * @throws {BatchError} naming the record, if a quote is never closed or the record is too long
 */
export function recordEnds(text: Uint8Array, from: number, delimiter: string): number[] {
  const code = delimiter.charCodeAt(0)
  const ends: number[] = []
  let start = from
  for (let at = from; at < text.length; at++) {
    const end = fieldEnd(text, at, code)
    if (end < 0 || end - start > LONGEST_RECORD) throw unended(text, start, ends.length, end < 0)
    at = end
    if (text[end] === code && end + 1 < text.length) continue
    start = Math.min(end + 1, text.length)
    ends.push(start)
  }
  return ends
}

/** Returns the fields of the record that begins at `start` as strings. */
export function recordFields(text: Uint8Array, start: number, delimiter: string): string[] {
  const code = delimiter.charCodeAt(0)
  const fields: string[] = []
  for (let at = start; ; at++) {
    const end = fieldEnd(text, at, code)
    if (end < 0) return fields
    fields.push(fieldText(text, at, end))
    at = end
    if (text[end] === LINE_FEED || end >= text.length) return fields
  }
}

function unended(text: Uint8Array, start: number, before: number, isOpen: boolean): BatchError {
  const words = new TextDecoder()
    .decode(text.subarray(start, start + 60))
    .replaceAll(/\s+/g, ' ')
    .trim()
  const why = isOpen ? 'A quote is never closed on' : `A row of more than ${LONGEST_RECORD >> 20} MB is on`
  return new BatchError(`${why} line ${before + 1}, which begins with '${words}'.`)
}
