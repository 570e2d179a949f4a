/** How the text of an input is stored, where that is not UTF-8 in lines that end in line feeds. */
export interface Encoding {
  readonly charset: 'utf-8' | 'utf-16le' | 'utf-16be'
  /** Whether lines end in carriage returns alone, as old programs for the Macintosh wrote them. */
  readonly endsInReturns: boolean
}

/** Bytes that an encoding is found in. */
const LOOKED_AT = 1 << 20
/** Bytes in which UTF-16 without byte order mark has a zero in every other one. */
const ZEROS_IN = 256

const RETURN = 0x0d
const LINE_FEED = 0x0a

/** @param head the first bytes of an input */
export function encodingOf(head: Uint8Array): Encoding {
  const charset = charsetOf(head)
  const text = charset === 'utf-8' ? head : new TextEncoder().encode(new TextDecoder(charset).decode(head))
  const first = text.indexOf(RETURN)
  const endsInReturns = first >= 0 && first < text.length - 1 && !text.includes(LINE_FEED) && !text.includes(0)
  return { charset, endsInReturns }
}

export function isPlain({ charset, endsInReturns }: Encoding): boolean {
  return charset === 'utf-8' && !endsInReturns
}

/** By the byte order mark; without one, text of few letters beyond ASCII has a zero beside each of them. */
function charsetOf(head: Uint8Array): Encoding['charset'] {
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le'
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be'
  const start = head.subarray(0, Math.min(ZEROS_IN, head.length & ~1))
  const zeros = [0, 0]
  start.forEach((byte, at) => {
    if (byte === 0) zeros[at & 1]++
  })
  const most = 0.4 * start.length
  if (start.length >= 4 && zeros[0] === 0 && zeros[1] > most) return 'utf-16le'
  return start.length >= 4 && zeros[1] === 0 && zeros[0] > most ? 'utf-16be' : 'utf-8'
}

/** The text of an input from its beginning in UTF-8, with line feeds; `tell` is told first how it is stored. */
export async function* inUtf8(
  chunks: AsyncGenerator<Uint8Array>,
  tell: (encoding: Encoding) => void,
): AsyncGenerator<Uint8Array> {
  let head = new Uint8Array(0)
  // A loop that is left would end `chunks`.
  for (let next = await chunks.next(); !next.done; next = await chunks.next()) {
    const longer = new Uint8Array(head.length + next.value.length)
    longer.set(head)
    longer.set(next.value, head.length)
    head = longer
    if (head.length >= LOOKED_AT || (head.length > ZEROS_IN && head.includes(LINE_FEED))) break
  }
  const encoding = encodingOf(head)
  tell(encoding)
  yield* converted(head, chunks, encoding)
}

async function* converted(
  head: Uint8Array,
  rest: AsyncGenerator<Uint8Array>,
  encoding: Encoding,
): AsyncGenerator<Uint8Array> {
  const { charset, endsInReturns } = encoding
  const decoder = charset === 'utf-8' ? null : new TextDecoder(charset)
  const encoder = new TextEncoder()
  const convert = (bytes: Uint8Array, stream: boolean) => {
    const text = decoder === null ? bytes : encoder.encode(decoder.decode(bytes, { stream }))
    return endsInReturns ? text.map((byte) => (byte === RETURN ? LINE_FEED : byte)) : text
  }
  if (head.length > 0) yield convert(head, true)
  for await (const chunk of rest) yield isPlain(encoding) ? chunk : convert(chunk, true)
  if (decoder !== null) yield convert(new Uint8Array(0), false)
}
