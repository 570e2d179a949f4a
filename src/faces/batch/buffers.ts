/** Large buffers that are no longer read, oldest first. */
const spareBuffers: ArrayBuffer[] = []
const MAX_KEPT = 8
const LARGE = 1 << 20
let BufferClass: new (length: number) => ArrayBuffer = ArrayBuffer

/**
 * Allocates large buffers as shared memory from now on. Unlike transferred buffers, shared buffers do not count toward
 * the memory of the thread that receives them, so they do not trigger garbage collections there.
 */
export function shareBuffers(): void {
  // This cast is safe, because both classes are read and written in the same way.
  BufferClass = SharedArrayBuffer as unknown as typeof BufferClass
}

/**
 * Returns uninitialized bytes, reusing a spare buffer for large requests. Allocating new memory is slow when several
 * threads do so at once, because the operating system handles the requests one by one.
 */
export function takeBytes(length: number): Uint8Array<ArrayBuffer> {
  if (length < LARGE) return new Uint8Array(length)
  const fit = spareBuffers.findIndex(({ byteLength }) => byteLength >= length && byteLength <= 2 * length)
  return new Uint8Array(fit < 0 ? new BufferClass(Math.ceil(length / LARGE) * LARGE) : spareBuffers.splice(fit, 1)[0])
}

/** Keeps a buffer that is no longer read, so that it can be reused. */
export function keepBuffer(buffer: ArrayBuffer): void {
  if (buffer.byteLength < LARGE) return
  spareBuffers.push(buffer)
  if (spareBuffers.length > MAX_KEPT) spareBuffers.shift()
}

export function isShared({ buffer }: Uint8Array): boolean {
  return !(buffer instanceof ArrayBuffer)
}

/** Selects the buffers that must be transferred when they are sent to another thread. */
export function moved(...buffers: (ArrayBuffer | undefined)[]): ArrayBuffer[] {
  return buffers.filter((buffer) => buffer instanceof ArrayBuffer)
}

export function joined(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(getLength(parts))
  let at = 0
  for (const part of parts) {
    bytes.set(part, at)
    at += part.length
  }
  return bytes
}

export function getLength(parts: readonly Uint8Array[]): number {
  return parts.reduce((sum, { length }) => sum + length, 0)
}

/** Checks whether text consists of white space, apart from a byte order mark. */
export function isBlankText(text: Uint8Array): boolean {
  return new TextDecoder().decode(text).trim() === ''
}

/** Counts the line feeds. */
export function countLines(bytes: Uint8Array): number {
  // A Buffer finds a byte several times faster than a loop or a Uint8Array.
  const native = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  let count = 0
  for (let at = native.indexOf(LINE_FEED); at >= 0; at = native.indexOf(LINE_FEED, at + 1)) count++
  return count
}

const LINE_FEED = 0x0a
