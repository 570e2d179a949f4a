import { SourceError } from '../read/source-error.ts'

const LF = 0x0a
const QUOTE = 0x22
const COMMA = 0x2c

/** A row longer than this is a quote that is never closed. */
const LONGEST_ROW = 1 << 20

/** Where the scan stands within a row. */
const START = 0
const BARE = 1
const QUOTED = 2
const CLOSED = 3

/** Cuts comma-separated text that comes in pieces into blocks of whole rows; line breaks within quotes end no row. */
export async function* wholeRows(chunks: AsyncIterable<Uint8Array>, file: string): AsyncGenerator<Uint8Array> {
  let rest: Uint8Array = new Uint8Array(0)
  let state = START
  for await (const chunk of chunks) {
    let end = -1
    for (let i = 0; i < chunk.length; i++) {
      const byte = chunk[i]
      if (state === QUOTED) {
        if (byte === QUOTE) state = CLOSED
      } else if (byte === LF) {
        state = START
        end = i + 1
      } else if (byte === COMMA) state = START
      // A quote after a closing one is a doubled quote: the field goes on.
      else if (byte === QUOTE && state !== BARE) state = QUOTED
      else if (state === START) state = BARE
    }
    if (end === -1) rest = joined(rest, chunk)
    else {
      yield joined(rest, chunk.subarray(0, end))
      rest = chunk.slice(end)
    }
    if (rest.length > LONGEST_ROW) {
      throw new SourceError({
        file,
        found: 'a row of over a million bytes',
        expectation: 'a closing quote or line break',
      })
    }
  }
  if (rest.length > 0) yield rest
}

function joined(first: Uint8Array, second: Uint8Array): Uint8Array {
  return first.length === 0 ? second : Buffer.concat([first, second])
}
