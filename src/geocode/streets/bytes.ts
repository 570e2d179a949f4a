/** Whole numbers as bytes of seven bits, lowest first; negative ones with their sign in the lowest bit. */
export class ByteWriter {
  #bytes = new Uint8Array(1024)
  #length = 0

  byte(value: number): void {
    if (this.#length === this.#bytes.length) {
      const wider = new Uint8Array(this.#bytes.length * 2)
      wider.set(this.#bytes)
      this.#bytes = wider
    }
    this.#bytes[this.#length++] = value
  }

  /** 0 to 2^32 - 1. */
  unsigned(value: number): void {
    let left = value
    while (left > 127) {
      this.byte((left % 128) | 128)
      left = Math.floor(left / 128)
    }
    this.byte(left)
  }

  /** -2^31 to 2^31 - 1. */
  signed(value: number): void {
    this.unsigned(value < 0 ? -value * 2 - 1 : value * 2)
  }

  finish(): Uint8Array {
    return this.#bytes.slice(0, this.#length)
  }
}

/** Reads what `ByteWriter` wrote; `fail` is called where the bytes end too early or a number is too long. */
export class ByteReader {
  readonly #bytes: Uint8Array
  readonly #fail: () => never
  #at = 0

  constructor(bytes: Uint8Array, fail: () => never) {
    this.#bytes = bytes
    this.#fail = fail
  }

  get isAtEnd(): boolean {
    return this.#at === this.#bytes.length
  }

  byte(): number {
    if (this.#at >= this.#bytes.length) this.#fail()
    return this.#bytes[this.#at++]
  }

  unsigned(): number {
    let byte = this.byte()
    if (byte < 128) return byte
    let value = byte & 127
    let place = 128
    do {
      if (place > 2 ** 28) this.#fail()
      byte = this.byte()
      value += (byte & 127) * place
      place *= 128
    } while (byte > 127)
    return value
  }

  signed(): number {
    const value = this.unsigned()
    return value % 2 === 0 ? value / 2 : -(value + 1) / 2
  }
}
