import { BatchError, type RecordSplitter } from '../rows.ts'

const LINE_FEED = 0x0a

/** The longest line, bytes: what is longer is no line of records but a file of another kind. */
export const LONGEST_LINE = 16 << 20

/** Cuts NDJSON at line feeds, which JSON has only between values. A line of more than 16 MB is a `BatchError`. */
export function ndjsonSplitter(): RecordSplitter {
  return {
    end(bytes, last, at) {
      const end = bytes.lastIndexOf(LINE_FEED) + 1
      if (bytes.length - end > LONGEST_LINE) throw lineTooLong(at === undefined ? undefined : at + end)
      // A line that has an end in bytes that were asked for because it had none.
      if (bytes.length > LONGEST_LINE && bytes.indexOf(LINE_FEED) > LONGEST_LINE) throw lineTooLong(at)
      return last ? bytes.length : end
    },
  }
}

/** @param at byte of the input where it begins, where that is known */
export function lineTooLong(at?: number): BatchError {
  return new BatchError(
    `${at === undefined ? 'A line' : `The line at byte ${at}`} is longer than ${LONGEST_LINE >> 20} MB: NDJSON has one object on each, as jq -c . FILE or jq -c '.[]' FILE writes them.`,
  )
}
