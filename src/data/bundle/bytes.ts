const SHORT = 96 // bytes; up to this length, a loop copies faster than `set`

/** Appends bytes to a growable buffer. */
export class ByteWriter {
  readonly #encoder = new TextEncoder()
  #bytes: Uint8Array<ArrayBuffer>
  #length = 0

  /** @param bytes initial buffer size */
  constructor(bytes = 1024) {
    this.#bytes = new Uint8Array(bytes)
  }

  byte(value: number): void {
    if (this.#length === this.#bytes.length) this.#room(1)
    this.#bytes[this.#length++] = value
  }

  /** Writes an integer from 0 to 2^53 - 1 in 7-bit groups, lowest first. */
  varint(value: number): void {
    let remaining = value
    for (; remaining > 127; remaining = Math.floor(remaining / 128)) this.byte((remaining % 128) | 128)
    this.byte(remaining)
  }

  /** Writes an integer that may be negative. 0, -1, 1, -2 … are stored as 0, 1, 2, 3 … */
  signedVarint(value: number): void {
    this.varint(zigzag(value))
  }

  put(from: Uint8Array, start = 0, end = from.length): void {
    this.#room(end - start)
    const bytes = this.#bytes
    const shift = this.#length - start
    if (end - start <= SHORT) for (let i = start; i < end; i++) bytes[i + shift] = from[i]
    else bytes.set(from.subarray(start, end), this.#length)
    this.#length += end - start
  }

  /** Writes a string in UTF-8. */
  putText(text: string): void {
    this.#room(text.length * 3) // maximum UTF-8 bytes of a UTF-16 unit
    this.#length += this.#encoder.encodeInto(text, this.#bytes.subarray(this.#length)).written
  }

  /** Returns a view of the bytes written, valid until the next write. */
  written(): Uint8Array<ArrayBuffer> {
    return this.#bytes.subarray(0, this.#length)
  }

  /** Returns a copy of the bytes written. */
  finish(): Uint8Array<ArrayBuffer> {
    return this.#bytes.slice(0, this.#length)
  }

  /** Clears the buffer but keeps its memory. */
  clear(): void {
    this.#length = 0
  }

  #room(more: number): void {
    const wanted = this.#length + more
    if (wanted <= this.#bytes.length) return
    const larger = new Uint8Array(Math.max(wanted, this.#bytes.length * 2))
    // If nothing was written, the buffer of the old array may have been transferred. Copying from such an array would
    // throw.
    if (this.#length > 0) larger.set(this.#bytes.subarray(0, this.#length))
    this.#bytes = larger
  }
}

/** Reads bytes and numbers written by a `ByteWriter`. Numbers of more than 32 bits are rejected. */
export class ByteReader {
  readonly #bytes: Uint8Array
  readonly #refuse: (problem: string) => never
  #at: number

  /** @param refuse throws an error; `problem` ends a sentence about the bytes, such as `end too early, at byte 7` */
  constructor(bytes: Uint8Array, refuse: (problem: string) => never, at = 0) {
    this.#bytes = bytes
    this.#refuse = refuse
    this.#at = at
  }

  /** Position of the next byte. */
  get at(): number {
    return this.#at
  }

  get finished(): boolean {
    return this.#at === this.#bytes.length
  }

  byte(): number {
    if (this.#at >= this.#bytes.length) this.#refuse(`end too early, at byte ${this.#at}`)
    return this.#bytes[this.#at++]
  }

  varint(): number {
    let byte = this.#bytes[this.#at++]
    if (byte < 128) return byte
    let value = byte & 127
    for (let bit = 7; bit < 35; bit += 7) {
      byte = this.#bytes[this.#at++]
      value += (byte & 127) * 2 ** bit
      if (byte < 128) return value
    }
    return this.#refuse(`end in the middle of a number, or contain a number of more than 32 bits, at byte ${this.#at}`)
  }

  signedVarint(): number {
    const value = this.varint()
    return value & 1 ? -(value + 1) / 2 : value / 2
  }
}

/** Maps 0, -1, 1, -2 … to 0, 1, 2, 3 … */
export function zigzag(value: number): number {
  return value < 0 ? -2 * value - 1 : 2 * value
}
