import { readFile, stat } from 'node:fs/promises'

/** Maximum size in bytes of a file that is held in memory. Larger files are read in pieces for each request. */
const MAX_BYTES = 2 ** 25

/** Size of a piece in bytes. With Node's default of 64 kB, 2,000 simultaneous requests take ten times as long. */
const PIECE_BYTES = 2 ** 20

/**
 * Returns a function that reads files. Simultaneous requests share the bytes, so that many slow clients need no more
 * memory than a single client. The function takes the path and an ETag that identifies the content, and returns null
 * for a file that is too large. The bytes are released after the last request.
 */
export function heldFiles(): (path: string, tag: string) => Promise<Uint8Array | null> {
  const files = new Map<string, HeldFile>()
  return async (path, tag) => {
    const cached = files.get(path)
    if (cached?.tag === tag) {
      const bytes = cached.bytes instanceof WeakRef ? cached.bytes.deref() : await cached.bytes
      if (bytes !== undefined) return bytes
    }
    const reading = readUnlessTooLarge(path)
    const file: HeldFile = { tag, bytes: reading }
    files.set(path, file)
    const removeFromCache = () => {
      if (files.get(path) === file) files.delete(path)
    }
    try {
      const bytes = await reading
      if (bytes === null) removeFromCache()
      else file.bytes = new WeakRef(bytes)
      return bytes
    } catch (error) {
      removeFromCache()
      throw error
    }
  }
}

interface HeldFile {
  readonly tag: string
  /** Promise while the file is being read, then a weak reference. */
  bytes: Promise<Uint8Array | null> | WeakRef<Uint8Array>
}

async function readUnlessTooLarge(path: string): Promise<Uint8Array | null> {
  const { size } = await stat(path)
  return size > MAX_BYTES ? null : readFile(path)
}

/** Streams bytes without copying them. */
export function getPieces(bytes: Uint8Array): ReadableStream<Uint8Array<ArrayBuffer>> {
  let at = 0
  return new ReadableStream({
    pull(controller) {
      if (at < bytes.length) controller.enqueue(bytes.subarray(at, at + PIECE_BYTES) as Uint8Array<ArrayBuffer>)
      at += PIECE_BYTES
      if (at >= bytes.length) controller.close()
    },
  })
}
