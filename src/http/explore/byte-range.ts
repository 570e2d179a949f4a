/** A part of a file, `end` not included. */
export interface ByteRange {
  readonly start: number
  readonly end: number
}

/**
 * The part that a `Range` header asks for (RFC 9110, 14.1.2). `all`: everything, as of a header that is no single range of bytes; null:
 * there is nothing where it begins.
 */
export function byteRange(header: string | null, length: number): ByteRange | 'all' | null {
  const [, first, last] = /^bytes=(\d{0,15})-(\d{0,15})$/i.exec(header?.trim() ?? '') ?? []
  if (first === undefined || (first === '' && last === '')) return 'all'
  if (first === '') return Number(last) === 0 ? null : partOf(Math.max(0, length - Number(last)), length, length)
  if (last !== '' && Number(last) < Number(first)) return 'all'
  return partOf(Number(first), last === '' ? length : Number(last) + 1, length)
}

function partOf(start: number, end: number, length: number): ByteRange | null {
  return start < length ? { start, end: Math.min(end, length) } : null
}
