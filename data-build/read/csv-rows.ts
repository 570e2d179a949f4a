export interface CellProblem {
  readonly found: string
  readonly expectation: string
}

/** Throws an error about a row. */
export type Refuse = (row: number, problem: CellProblem) => never

/** A cursor over the rows of a delimited text. The fields of the current row are byte ranges, which are not decoded. */
export interface RowScan {
  readonly bytes: Uint8Array
  /** 1-based number of the current row. Line breaks inside quotes do not count. */
  readonly row: number
  readonly fields: number
  /** Start offset of each field in the current row, without its quotes. */
  readonly starts: Int32Array
  /** End offset of each field in the current row, without its quotes. */
  readonly ends: Int32Array
  /** 1 if the field contains doubled quotes. */
  readonly doubled: Uint8Array
  /** Moves to the next row. Returns false at the end of the text. */
  next(): boolean
  /** Checks whether every field of the current row is blank. */
  isEmpty(): boolean
}

const LF = 0x0a
const CR = 0x0d
const QUOTE = 0x22
const SPACE = 0x20

/**
 * Scans RFC 4180 text, which can have a BOM, line ends of LF or CRLF, and quoted fields with line breaks and doubled
 * quotes. Quotes inside a bare field are ordinary characters.
 */
export function scanRows(bytes: Uint8Array, delimiter: string, refuse: Refuse): RowScan {
  const separator = delimiter.charCodeAt(0)
  const length = bytes.length
  let at = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0
  let starts = new Int32Array(256)
  let ends = new Int32Array(256)
  let doubled = new Uint8Array(256)
  let row = 0
  let fields = 0

  /** Moves `at` to the delimiter, line break or end after the closing quote. */
  function closeQuoted(field: number): void {
    starts[field] = ++at
    for (; at < length; at++) {
      if (bytes[at] !== QUOTE) continue
      if (bytes[at + 1] !== QUOTE) break
      doubled[field] = 1
      at++
    }
    if (at >= length) refuse(row, { found: 'a quote is never closed', expectation: 'a closing quote' })
    ends[field] = at++
    const after = bytes[at]
    if (at < length && after !== separator && after !== LF && after !== CR) {
      refuse(row, { found: `text after the closing quote of field ${field + 1}`, expectation: 'a delimiter there' })
    }
  }

  function next(): boolean {
    if (at >= length) return false
    row++
    fields = 0
    for (;;) {
      if (fields === starts.length) {
        starts = grown(starts, new Int32Array(2 * fields))
        ends = grown(ends, new Int32Array(2 * fields))
        doubled = grown(doubled, new Uint8Array(2 * fields))
      }
      doubled[fields] = 0
      if (bytes[at] === QUOTE) {
        closeQuoted(fields)
      } else {
        starts[fields] = at
        let byte = bytes[at]
        while (byte !== separator && byte !== LF && at < length) byte = bytes[++at]
        ends[fields] = at > starts[fields] && bytes[at] === LF && bytes[at - 1] === CR ? at - 1 : at
      }
      fields++
      if (bytes[at] === CR) at++
      const stop = bytes[at]
      at++
      if (stop !== separator) return true
    }
  }

  function isEmpty(): boolean {
    for (let field = 0; field < fields; field++) {
      for (let i = starts[field]; i < ends[field]; i++) if (bytes[i] !== SPACE && bytes[i] !== CR) return false
    }
    return true
  }

  return {
    bytes,
    get row() {
      return row
    },
    get fields() {
      return fields
    },
    get starts() {
      return starts
    },
    get ends() {
      return ends
    },
    get doubled() {
      return doubled
    },
    next,
    isEmpty,
  }
}

function grown<T extends Int32Array | Uint8Array>(old: T, wider: T): T {
  wider.set(old)
  return wider
}
