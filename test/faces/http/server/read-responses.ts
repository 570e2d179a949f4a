export interface Received {
  readonly status: number
  /** By name in lower case; of a repeated header the last. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** The answers in what came over a connection, read by length or by chunks, and the bytes that are no whole answer. */
export function readResponses(bytes: Buffer): { responses: Received[]; rest: string } {
  const responses: Received[] = []
  // One character a byte.
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
    const found = headers['transfer-encoding'] === 'chunked' ? chunks(after) : counted(after, headers['content-length'])
    if (found === undefined) return { responses, rest }
    responses.push({ status, headers, body: Buffer.from(found.body, 'latin1').toString() })
    rest = found.rest
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
