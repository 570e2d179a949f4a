import { BatchError, type RecordSplitter } from '../rows.ts'

/** The longest line, bytes: what is longer is no line of records but a file of another kind. */
export const LONGEST_LINE = 16 << 20

/** Cuts NDJSON at line feeds, which JSON has only between values. A line of more than 16 MB is a `BatchError`. */
export function ndjsonSplitter(): RecordSplitter {
  return {
    end(bytes, last) {
      if (last) return bytes.length
      const end = bytes.lastIndexOf(0x0a) + 1
      if (bytes.length - end > LONGEST_LINE) throw lineTooLong()
      return end
    },
  }
}

export function lineTooLong(): BatchError {
  return new BatchError(
    `A line is longer than ${LONGEST_LINE >> 20} MB: NDJSON has one object on each, as jq -c . FILE or jq -c '.[]' FILE writes them.`,
  )
}
