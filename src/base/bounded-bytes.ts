/** Byte limit of a read, and the error thrown when it is exceeded. */
export interface Bound {
  /** Maximum number of bytes. */
  readonly most: number
  /** Expected number of bytes, used to allocate memory once. More bytes may arrive. */
  readonly expected?: number | undefined
  /** Throws the error for input of more than `most` bytes, before the excess is stored. */
  readonly refuse: (most: number) => never
  /** Called with the number of bytes in each piece that is read. */
  readonly onBytes?: ((bytes: number) => void) | undefined
}

/** Bytes allocated at first if the size is unknown. */
const INITIAL_BYTES = 1 << 16
/** Maximum bytes allocated at first, however large the expected size is. */
const MAX_INITIAL_BYTES = 1 << 26

/**
 * Collects pieces into one array of at most `most` bytes. All data from a server, file or archive that is held in
 * memory is read this way. Memory never exceeds twice the bytes received, even if the pieces are tiny. With a correct
 * `expected`, memory never exceeds the bytes received.
 */
export async function boundedBytes(
  pieces: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  { most, expected, refuse, onBytes }: Bound,
): Promise<Uint8Array<ArrayBuffer>> {
  let bytes = new Uint8Array(Math.min(expected ?? INITIAL_BYTES, most, MAX_INITIAL_BYTES))
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

/** Yields the pieces of a web stream. Leaving the loop early cancels the stream. */
export async function* piecesIn(stream: ReadableStream<Uint8Array> | null): AsyncGenerator<Uint8Array> {
  // Does not use `for await`, because not all browsers can iterate over streams.
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
    // Ignore errors, because the caller does not need the rest of the stream.
    if (!isWhole) reader.cancel().catch(() => {})
  }
}
