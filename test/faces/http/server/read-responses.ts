export interface Received {
  readonly status: number
  /** Values by lowercase header name. The last one wins if a header is repeated. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** Splits the bytes of a connection into complete answers and the remainder, reading bodies by length or by chunks. */
export function readResponses(bytes: Buffer): { responses: Received[]; rest: string } {
  const responses: Received[] = []
  // Latin 1 gives one character per byte.
  let rest = bytes.toString('latin1')
  for (;;) {
    const end = rest.indexOf('\r\n\r\n')
    if (end === -1) return { responses, rest }
    const [statusLine, ...lines] = rest.slice(0, end).split('\r\n')
    const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(statusLine)?.[1])
    if (Number.isNaN(status)) return { responses, rest }
    const headers = Object.fromEntries(
      lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
    )
    const after = rest.slice(end + 4)
    const part = headers['transfer-encoding'] === 'chunked' ? chunks(after) : counted(after, headers['content-length'])
    if (part === undefined) return { responses, rest }
    responses.push({ status, headers, body: Buffer.from(part.body, 'latin1').toString() })
    rest = part.rest
  }
}

function counted(text: string, length = '0') {
  return text.length < Number(length)
    ? undefined
    : { body: text.slice(0, Number(length)), rest: text.slice(Number(length)) }
}

function chunks(text: string): { body: string; rest: string } | undefined {
  const parts: string[] = []
  let at = 0
  for (;;) {
    const line = text.indexOf('\r\n', at)
    if (line === -1) return undefined
    const size = Number.parseInt(text.slice(at, line), 16)
    const end = line + 2 + size
    if (!(text.length >= end + 2) || text.slice(end, end + 2) !== '\r\n') return undefined
    if (size === 0) return { body: parts.join(''), rest: text.slice(end + 2) }
    parts.push(text.slice(line + 2, end))
    at = end + 2
  }
}
