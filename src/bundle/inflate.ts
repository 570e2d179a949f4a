/**
 * Inflates a raw deflate stream (RFC 1951) of known raw size into an ArrayBuffer of its own. Node's zlib where there is one:
 * it works on its thread pool, so that sections inflate in parallel; elsewhere the web's DecompressionStream.
 * @throws Error when the stream is damaged or its raw size is another than declared.
 */
export async function inflate(stored: Uint8Array, rawBytes: number): Promise<ArrayBuffer> {
  const zlib = globalThis.process?.getBuiltinModule?.('node:zlib')
  return zlib ? inflateWithZlib(zlib, stored, rawBytes) : inflateWithStream(stored, rawBytes)
}

type Zlib = Pick<typeof import('node:zlib'), 'inflateRaw'>

/** zlib refuses smaller chunks. */
const MINIMUM_CHUNK_BYTES = 64

/** What zlib's `info` option answers with; its typings know only the plain Buffer. */
interface InflateInfo {
  readonly buffer: Uint8Array<ArrayBuffer>
  readonly engine: { readonly bytesWritten: number }
}

export function inflateWithZlib(zlib: Zlib, stored: Uint8Array, rawBytes: number): Promise<ArrayBuffer> {
  // One chunk of the declared size: zlib fills it in place and nothing is joined afterwards.
  const chunkSize = Math.max(MINIMUM_CHUNK_BYTES, rawBytes)
  const maxOutputLength = Math.max(1, rawBytes)
  return new Promise((resolve, reject) => {
    zlib.inflateRaw(stored, { chunkSize, maxOutputLength, info: true }, (error, result) => {
      if (error) return reject(tooLong(error) ? new Error(`inflates to more than ${rawBytes} bytes`) : error)
      const { buffer, engine } = result as unknown as InflateInfo
      if (buffer.length !== rawBytes) return reject(new Error(`inflates to ${buffer.length} bytes`))
      if (engine.bytesWritten !== stored.length)
        return reject(new Error(`ends after ${engine.bytesWritten} stored bytes`))
      resolve(ownBuffer(buffer))
    })
  })
}

export async function inflateWithStream(stored: Uint8Array, rawBytes: number): Promise<ArrayBuffer> {
  const raw = new Uint8Array(rawBytes)
  const inflater = new DecompressionStream('deflate-raw')
  // Handed over as it is: a Blob would take it through another process. Copied, because browsers refuse views of shared memory here.
  const writer = inflater.writable.getWriter()
  // What is wrong with it, the reader says as well.
  Promise.all([writer.write(new Uint8Array(stored)), writer.close()]).catch(() => {})
  const reader = inflater.readable.getReader()
  let filled = 0
  for (;;) {
    const { done, value } = await reader.read()
    if (done) break
    if (filled + value.length > rawBytes) {
      await reader.cancel().catch(() => undefined)
      throw new Error(`inflates to more than ${rawBytes} bytes`)
    }
    raw.set(value, filled)
    filled += value.length
  }
  if (filled !== rawBytes) throw new Error(`inflates to ${filled} bytes`)
  return raw.buffer
}

/** zlib's own words for it, "Cannot create a Buffer larger than …", say nothing of the stream. */
function tooLong(error: NodeJS.ErrnoException): boolean {
  return error.code === 'ERR_BUFFER_TOO_LARGE'
}

/** Node hands out small results as views of a shared pool; index structures want a buffer of exactly their bytes. */
function ownBuffer(bytes: Uint8Array<ArrayBuffer>): ArrayBuffer {
  const whole = bytes.byteOffset === 0 && bytes.byteLength === bytes.buffer.byteLength
  return whole ? bytes.buffer : new Uint8Array(bytes).buffer
}
