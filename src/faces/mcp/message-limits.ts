import { exceededLimit } from '../../library/contract/json-limits.ts'

/** Maximum size of a message in bytes. If a message is longer, the protocol layer closes the connection. */
const LARGEST = 10 * 2 ** 20

const NEWLINE = 0x0a

/** A message that is too deep or too wide to be parsed. */
export interface RefusedMessage {
  /** JSON of the message id; `null` if the id is not near the start or the end of the message. */
  readonly id: string
  /** Message that says which limit is exceeded. */
  readonly excess: string
}

/**
 * Returns a function that splits standard input into lines (one message per line) and passes on the lines that do not
 * exceed the limits on depth and width. The function only examines bytes, because parsing is slow.
 *
 * @param pass receives whole lines, or the first part of a line that is longer than 10 MB
 * @param refuse called for each line that is too deep or too wide
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

/**
 * Returns the JSON of the message id, or `null` if it is not found. Clients put the id at the beginning or the end of a
 * message.
 */
function idIn(message: Buffer): string {
  const id = FIRST.exec(message.toString('utf8', 0, ENDS)) ?? LAST.exec(message.subarray(-ENDS).toString())
  return id?.[1] ?? 'null'
}
