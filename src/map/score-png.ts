import { encode } from 'fast-png'

/**
 * A PNG whose pixels are the scores themselves, one byte each, coloured by a palette of 256 colours (4 bytes each; only
 * the first may be transparent). `text` is written into the file: titles and sources, by the keywords of the PNG
 * specification.
 */
export function scorePng(
  scores: Uint8Array,
  { width, height }: { readonly width: number; readonly height: number },
  colours: Uint8Array,
  text?: Readonly<Record<string, string>>,
): Uint8Array {
  const palette = Array.from({ length: 256 }, (_, score) => [...colours.subarray(4 * score, 4 * score + 4)])
  return encode({
    width,
    height,
    data: scores,
    depth: 8,
    channels: 1,
    palette,
    ...(text === undefined ? {} : { text: latin1(text) }),
  })
}

/** Keywords of a PNG are Latin-1 only; a minus sign becomes a hyphen, anything else a question mark. */
function latin1(text: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(text).map(([key, value]) => [
      key,
      value
        .replace(/[−–—]/g, '-')
        .replace(/[‘’]/g, "'")
        .replace(/[^\n\x20-\x7e\xa0-\xff]/g, '?'),
    ]),
  )
}
