/** Large buffers that nobody reads any longer, the oldest first. */
const kept: ArrayBuffer[] = []
const MOST_KEPT = 8
const LARGE = 1 << 20
let Made: new (length: number) => ArrayBuffer = ArrayBuffer

/**
 * Makes large buffers out of shared memory: what is sent to another thread is then neither moved nor counted as its
 * own, for which it would look through its memory for garbage.
 */
export function shareBuffers(): void {
  // Typed as a plain one: what reads and writes them does not tell the difference.
  Made = SharedArrayBuffer as unknown as typeof Made
}

/**
 * Bytes to be filled, where they are many those of a buffer that was handed back: whatever is in it. New memory is slow
 * where several threads take it, which the system serves one after another.
 */
export function takeBytes(length: number): Uint8Array<ArrayBuffer> {
  if (length < LARGE) return new Uint8Array(length)
  const fit = kept.findIndex(({ byteLength }) => byteLength >= length && byteLength <= 2 * length)
  return new Uint8Array(fit < 0 ? new Made(Math.ceil(length / LARGE) * LARGE) : kept.splice(fit, 1)[0])
}

/** Hands back a buffer that nobody reads any longer. */
export function keepBuffer(buffer: ArrayBuffer): void {
  if (buffer.byteLength < LARGE) return
  kept.push(buffer)
  if (kept.length > MOST_KEPT) kept.shift()
}

export function isShared({ buffer }: Uint8Array): boolean {
  return !(buffer instanceof ArrayBuffer)
}

/** Those that have to be moved when they are sent to another thread. */
export function moved(...buffers: (ArrayBuffer | undefined)[]): ArrayBuffer[] {
  return buffers.filter((buffer) => buffer instanceof ArrayBuffer)
}

export function joined(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(lengthOf(parts))
  let at = 0
  for (const part of parts) {
    bytes.set(part, at)
    at += part.length
  }
  return bytes
}

export function lengthOf(parts: readonly Uint8Array[]): number {
  return parts.reduce((sum, { length }) => sum + length, 0)
}
