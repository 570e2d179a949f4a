import { exceededLimit } from '../../library/contract/json-limits.ts'

/** Maximum bytes of a message. The protocol layer ends the connection at a longer one. */
const LARGEST = 10 * 2 ** 20

const NEWLINE = 0x0a

/** A message that is too deep or too wide to be parsed. */
export interface RefusedMessage {
  /** JSON of the message's id; `null` if it is not at either end of the message. */
  readonly id: string
  /** Sentence about the excess. */
  readonly excess: string
}

/**
 * Returns a function that takes the bytes of standard input, a message per line, and passes on the lines that may be
 * parsed. It only examines bytes, because parsing is slow.
 *
 * @param pass gets whole lines, or the beginning of one that is longer than 10 MB
 * @param refuse is called for each line that is left out
 */
export function messageLimits(
  pass: (bytes: Buffer) => void,
  refuse: (message: RefusedMessage) => void,
): (chunk: Buffer) => void {
  let pieces: Buffer[] = []
  let bytes = 0
  return (chunk) => {
    let start = 0
    for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, start)) {
      takeLine(Buffer.concat([...pieces, chunk.subarray(start, end + 1)]))
      pieces = []
      bytes = 0
      start = end + 1
    }
    if (start === chunk.length) return
    pieces.push(chunk.subarray(start))
    bytes += chunk.length - start
    if (bytes <= LARGEST) return
    pass(Buffer.concat(pieces))
    pieces = []
    bytes = 0
  }

  function takeLine(line: Buffer): void {
    const excess = exceededLimit(line)
    if (excess === null) pass(line)
    else refuse({ id: idIn(line), excess })
  }
}

/** Number of bytes at each end of a message that are searched for its id. */
const ENDS = 200

const ID = '"id"\\s*:\\s*(-?\\d{1,15}|"[^"\\\\]{1,100}")'
const VERSION = '"jsonrpc"\\s*:\\s*"2\\.0"'
const FIRST = new RegExp(`^\\s*\\{\\s*(?:${VERSION}\\s*,\\s*)?${ID}\\s*,`)
const LAST = new RegExp(`,\\s*${ID}\\s*(?:,\\s*${VERSION}\\s*)?\\}\\s*$`)

/** Returns the JSON of a message's id, which clients put at the beginning or the end; otherwise `null`. */
function idIn(message: Buffer): string {
  const id = FIRST.exec(message.toString('utf8', 0, ENDS)) ?? LAST.exec(message.subarray(-ENDS).toString())
  return id?.[1] ?? 'null'
}
