import { BundleError } from '../errors.ts'
import type { Bundle } from './read.ts'

/**
 * A column of texts in a bundle: sections `<name>.bytes` (UTF-8, one after another) and `<name>.ends` (where each ends).
 * A text is decoded when it is read; '' means that no source says, and is returned as null.
 */
export class TextColumn {
  readonly length: number
  readonly #bytes: Uint8Array
  readonly #ends: Uint32Array

  /** @throws BundleError when the texts do not lie one after another in the bytes */
  constructor(bundle: Bundle, name: string) {
    const bytes = bundle.section(`${name}.bytes`, 'u8')
    const ends = bundle.section(`${name}.ends`, 'u32')
    let before = 0
    for (let row = 0; row < ends.length; row++) {
      const end = ends[row]
      if (end < before || end > bytes.length)
        throw new BundleError(
          `${bundle.file} has ${end} at element ${row} of section '${name}.ends', expected ${before} to ${bytes.length}.`,
        )
      before = end
    }
    this.#bytes = bytes
    this.#ends = ends
    this.length = ends.length
  }

  /** The text of a row; null where there is none. */
  at(row: number): string | null {
    const start = row === 0 ? 0 : this.#ends[row - 1]
    const end = this.#ends[row]
    return start < end ? decoder.decode(this.#bytes.subarray(start, end)) : null
  }
}

const decoder = new TextDecoder()

/** The sections of a column of texts, as `writeBundle` takes them. */
export function textSections(name: string, texts: readonly (string | null)[]) {
  const encoder = new TextEncoder()
  const encoded = texts.map((text) => encoder.encode(text ?? ''))
  const ends = new Uint32Array(encoded.length)
  let end = 0
  encoded.forEach((text, row) => {
    end += text.length
    ends[row] = end
  })
  const bytes = new Uint8Array(end)
  encoded.forEach((text, row) => {
    bytes.set(text, ends[row] - text.length)
  })
  return [
    { name: `${name}.bytes`, data: bytes },
    { name: `${name}.ends`, data: ends },
  ]
}
