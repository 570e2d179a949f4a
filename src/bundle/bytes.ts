/** Reads numbers of 7 bits per byte, low ones first, of 5 bytes at most. */
export class SmallNumbers {
  private at = 0

  /** @param refuse throws: what was found, as the end of a sentence */
  constructor(
    private readonly bytes: Uint8Array,
    private readonly name: string,
    private readonly refuse: (found: string) => never,
  ) {}

  get finished(): boolean {
    return this.at === this.bytes.length
  }

  next(): number {
    let byte = this.bytes[this.at++]
    if (byte < 128) return byte
    let value = byte & 127
    for (let bit = 7; bit < 35; bit += 7) {
      byte = this.bytes[this.at++]
      value += (byte & 127) * 2 ** bit
      if (byte < 128) return value
    }
    return this.refuse(`${this.name} end in the middle, or hold a number of more than 32 bits, at byte ${this.at}`)
  }

  /** The next of numbers that may be negative: 0, -1, 1, -2 … are written as 0, 1, 2, 3 … */
  signed(): number {
    const zigzag = this.next()
    return zigzag & 1 ? -(zigzag + 1) / 2 : zigzag / 2
  }
}
