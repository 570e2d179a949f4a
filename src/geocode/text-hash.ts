/** FNV-1a over the characters of an ASCII text: the number that stands for a word or name in an index. */
export function hashOf(text: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return folded(hash)
}

/** The same over the bytes `[start, end)` of such a text. */
export function hashOfBytes(bytes: Uint8Array, start: number, end: number): number {
  let hash = 0x811c9dc5
  for (let at = start; at < end; at++) hash = Math.imul(hash ^ bytes[at], 0x01000193)
  return folded(hash)
}

/** The low bits are what buckets are taken from; the high ones of FNV are mixed better. */
function folded(hash: number): number {
  return (hash ^ (hash >>> 15)) >>> 0
}
