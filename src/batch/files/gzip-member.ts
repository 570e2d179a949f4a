import { gzipSync } from 'node:zlib'

/** Of rows with fourteen scores: a fifth of the time that zlib's usual level 6 takes, for 12 % more bytes. */
const LEVEL = 1

/** Where gzip notes the system that wrote it; 255: unknown. */
const SYSTEM = 9

/**
 * The bytes as one gzip member: members behind each other are one gzip file. The same bytes give the same member wherever zlib
 * is the same.
 */
export function gzipMember(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const member = gzipSync(bytes, { level: LEVEL })
  member[SYSTEM] = 255
  return member as Uint8Array<ArrayBuffer>
}
