import { BatchError, type RecordSplitter } from '../rows.ts'
import { LINE_FEED, QUOTE } from './bytes.ts'
import type { CsvPlan } from './plan.ts'

/** The longest record, bytes: a quote that is never closed must not take in the rest of the input. */
export const LONGEST_RECORD = 16 << 20

/**
 * Finds the ends of records: line feeds outside of quotes. An input that ends inside quotes has no end of its last record, also
 * when nothing comes behind.
 *
 * @param plan of the input
 */
export function csvSplitter({ delimiter }: Pick<CsvPlan, 'delimiter'>): RecordSplitter {
  const code = delimiter.charCodeAt(0)
  return {
    end(bytes, last, at) {
      const { end, isOpen } = lastEnd(bytes, code)
      if (bytes.length - end > LONGEST_RECORD)
        throw tooLong(bytes.subarray(end), isOpen, at === undefined ? undefined : at + end)
      return last && !isOpen ? bytes.length : end
    },
  }
}

/** The end of the last record that has one, and whether the bytes end inside quotes. */
function lastEnd(bytes: Uint8Array, delimiter: number): { end: number; isOpen: boolean } {
  const { length } = bytes
  // Most pieces have no quotes at all: a Buffer looks for a byte several times faster than a loop, or a Uint8Array.
  const native = Buffer.from(bytes.buffer, bytes.byteOffset, length)
  let quote = native.indexOf(QUOTE)
  if (quote < 0) return { end: native.lastIndexOf(LINE_FEED) + 1, isOpen: false }
  let end = quote === 0 ? 0 : native.lastIndexOf(LINE_FEED, quote - 1) + 1
  for (let at = quote; at < length; at++) {
    const byte = bytes[at]
    if (byte === LINE_FEED) end = at + 1
    else if (byte === QUOTE && (at === end || bytes[at - 1] === delimiter)) {
      // Doubled quotes are two texts in quotes with nothing between them.
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

function tooLong(bytes: Uint8Array, isOpen: boolean, at: number | undefined): BatchError {
  const start = new TextDecoder().decode(bytes.subarray(0, 60)).replaceAll(/\s+/g, ' ')
  return new BatchError(
    `The record that begins with '${start}'${at === undefined ? '' : ` at byte ${at}`} has more than ${LONGEST_RECORD >> 20} MB: ${isOpen ? 'a quote in it is never closed' : 'its line does not end'}.`,
  )
}
