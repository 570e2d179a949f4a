/**
 * SHA-256 of the bytes, or `undefined` where the platform offers none: browsers keep `crypto.subtle` from pages that are
 * not a secure context (plain http other than localhost).
 */
export async function sha256(bytes: Uint8Array): Promise<Uint8Array | undefined> {
  // WebCrypto copies what it hashes; Node's own hash reads it in place.
  const node = globalThis.process?.getBuiltinModule?.('node:crypto')
  if (node) return node.createHash('sha256').update(bytes).digest()
  const subtle = globalThis.crypto?.subtle as SubtleCrypto | undefined
  if (subtle === undefined) return undefined
  return new Uint8Array(await subtle.digest('SHA-256', unshared(bytes)))
}

/** WebCrypto refuses views of shared memory, so those are copied. */
function unshared(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  return bytes.buffer instanceof ArrayBuffer ? (bytes as Uint8Array<ArrayBuffer>) : new Uint8Array(bytes)
}
