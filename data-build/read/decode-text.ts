export type TextEncodingName = 'utf-8' | 'cp1252'

/** What windows-1252 has where Latin-1 has control characters, 0x80-0x9f; U+FFFD for its five holes. */
const UPPER_CONTROLS = '€\uFFFD‚ƒ„…†‡ˆ‰Š‹Œ\uFFFDŽ\uFFFD\uFFFD‘’“”•–—˜™š›œ\uFFFDžŸ'

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/**
 * The text of the bytes, or undefined when they are not in that encoding. Our own table for windows-1252, because
 * TextDecoder of Node 20 takes it for Latin-1.
 */
export function decodeText(bytes: Uint8Array, encoding: TextEncodingName): string | undefined {
  if (encoding === 'cp1252') {
    return Buffer.from(bytes)
      .toString('latin1')
      .replace(/[\u0080-\u009f]/g, (control) => UPPER_CONTROLS[control.charCodeAt(0) - 0x80])
  }
  try {
    return utf8.decode(bytes)
  } catch {
    return undefined
  }
}
