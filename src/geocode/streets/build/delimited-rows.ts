import { isUtf8 } from 'node:buffer'
import { StreetFileError } from './street-file-error.ts'

/**
 * The rows of comma-separated text, with quotes as RFC 4180 has them. The array is the same one at every row.
 * @throws StreetFileError at the end of a text inside quotes: all rows from there on would be one
 */
export function* delimitedRows(bytes: Uint8Array, file: string): Generator<string[]> {
  const row: string[] = []
  let field = ''
  let quoted = false
  let afterQuote = false
  let line = 1
  let quoteLine = 0
  for (const piece of textPieces(bytes)) {
    let from = 0
    for (let at = 0; at < piece.length; at++) {
      const code = piece.charCodeAt(at)
      if (code === LINE_END) line++
      if (quoted) {
        if (code !== QUOTE) continue
        field += piece.slice(from, at)
        from = at + 1
        quoted = false
        afterQuote = true
      } else if (code === QUOTE && (afterQuote || (field === '' && from === at))) {
        // A doubled quote is one, and the field goes on.
        if (afterQuote) field += '"'
        else quoteLine = line
        quoted = true
        from = at + 1
        afterQuote = false
      } else if (code === COMMA || code === LINE_END) {
        row.push((field + piece.slice(from, at)).trim())
        field = ''
        from = at + 1
        afterQuote = false
        if (code === LINE_END) {
          if (row.length > 1 || row[0] !== '') yield row
          row.length = 0
        }
      } else if (code !== RETURN) afterQuote = false
    }
    field += piece.slice(from)
  }
  if (quoted)
    throw new StreetFileError(
      `${file} ends inside the quotes that line ${quoteLine} opens, expected them to be closed.`,
    )
  row.push(field.trim())
  if (row.length > 1 || row[0] !== '') yield row
}

const QUOTE = 34
const COMMA = 44
const LINE_END = 10
const RETURN = 13

/** The text of bytes in pieces, so that no text is longer than a string may be. What is not UTF-8 is that of Windows. */
function* textPieces(bytes: Uint8Array): Generator<string> {
  const decoder = new TextDecoder(isUtf8(bytes) ? 'utf-8' : 'windows-1252')
  for (let at = 0; at < bytes.length; at += PIECE)
    yield decoder.decode(bytes.subarray(at, at + PIECE), { stream: at + PIECE < bytes.length })
}

const PIECE = 1 << 20
