const SHORT = 96 // bytes up to which a loop copies faster than a call

/** Bytes that are written one behind the other; the memory is kept from piece to piece. */
export class GrowingBytes {
  readonly #encoder = new TextEncoder()
  #bytes = new Uint8Array(1 << 16)
  #length = 0

  clear(): void {
    this.#length = 0
  }

  /** What was written, until it is cleared. */
  written(): Uint8Array {
    return this.#bytes.subarray(0, this.#length)
  }

  put(from: Uint8Array, start = 0, end = from.length): void {
    this.#room(end - start)
    const bytes = this.#bytes
    const shift = this.#length - start
    if (end - start <= SHORT) for (let i = start; i < end; i++) bytes[i + shift] = from[i]
    else bytes.set(from.subarray(start, end), this.#length)
    this.#length += end - start
  }

  putText(text: string): void {
    this.#room(text.length * 3) // UTF-8 bytes of a UTF-16 unit, at most
    this.#length += this.#encoder.encodeInto(text, this.#bytes.subarray(this.#length)).written
  }

  #room(more: number): void {
    const wanted = this.#length + more
    if (wanted <= this.#bytes.length) return
    const larger = new Uint8Array(Math.max(wanted, this.#bytes.length * 2))
    larger.set(this.#bytes.subarray(0, this.#length))
    this.#bytes = larger
  }
}
