/** Ceiling of a reading and the errors with which it ends. */
export interface Bound {
  /** Maximum number of bytes. */
  readonly most: number
  /** Number of bytes that are expected, so that their memory is taken once. A hint: others may come. */
  readonly expected?: number | undefined
  /** Throws the error of more than `most` bytes. Called before any of them is kept. */
  readonly refuse: (most: number) => never
  /** Called with the length of each piece. */
  readonly onBytes?: ((bytes: number) => void) | undefined
}

/** Bytes that are taken at first where nothing is expected, and the most of them where something is. */
const FIRST_BYTES = 1 << 16
const MOST_FIRST_BYTES = 1 << 26

/**
 * Collects pieces into one array, at most `most` bytes. Everything that comes from a server, a file or an archive and is
 * held in memory is read with it. However small the pieces are, memory stays within twice the bytes that came, and
 * within what is expected where that is true.
 */
export async function boundedBytes(
  pieces: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  { most, expected, refuse, onBytes }: Bound,
): Promise<Uint8Array<ArrayBuffer>> {
  let bytes = new Uint8Array(Math.min(expected ?? FIRST_BYTES, most, MOST_FIRST_BYTES))
  let length = 0
  for await (const piece of pieces) {
    const next = length + piece.length
    if (next > most) refuse(most)
    onBytes?.(piece.length)
    if (next > bytes.length) {
      const larger = new Uint8Array(Math.min(Math.max(next, 2 * bytes.length), most))
      larger.set(bytes.subarray(0, length))
      bytes = larger
    }
    bytes.set(piece, length)
    length = next
  }
  return length === bytes.length ? bytes : bytes.slice(0, length)
}

/** Pieces of a web stream. Leaving the loop cancels it. */
export async function* piecesIn(stream: ReadableStream<Uint8Array> | null): AsyncGenerator<Uint8Array> {
  // Browsers do not iterate over streams yet.
  const reader = stream?.getReader()
  if (reader === undefined) return
  let isWhole = false
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) {
        isWhole = true
        return
      }
      yield value
    }
  } finally {
    // Nobody waits for the answer of a server that is refused.
    if (!isWhole) reader.cancel().catch(() => {})
  }
}
