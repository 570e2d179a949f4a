/** Large buffers that are no longer read, oldest first. */
const spareBuffers: ArrayBuffer[] = []
const MOST_KEPT = 8
const LARGE = 1 << 20
let BufferClass: new (length: number) => ArrayBuffer = ArrayBuffer

/**
 * From now on, allocates large buffers as shared memory. When they are sent to another thread, they are not moved and
 * do not count as memory of that thread, which would cause garbage collections.
 */
export function shareBuffers(): void {
  // Typed as a plain buffer, because both are read and written in the same way.
  BufferClass = SharedArrayBuffer as unknown as typeof BufferClass
}

/**
 * Returns uninitialized bytes to be filled, reusing a returned buffer for large ones. New memory is slow if several
 * threads request it, because the system serves them one after another.
 */
export function takeBytes(length: number): Uint8Array<ArrayBuffer> {
  if (length < LARGE) return new Uint8Array(length)
  const fit = spareBuffers.findIndex(({ byteLength }) => byteLength >= length && byteLength <= 2 * length)
  return new Uint8Array(fit < 0 ? new BufferClass(Math.ceil(length / LARGE) * LARGE) : spareBuffers.splice(fit, 1)[0])
}

/** Returns a buffer that is no longer read for reuse. */
export function keepBuffer(buffer: ArrayBuffer): void {
  if (buffer.byteLength < LARGE) return
  spareBuffers.push(buffer)
  if (spareBuffers.length > MOST_KEPT) spareBuffers.shift()
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
