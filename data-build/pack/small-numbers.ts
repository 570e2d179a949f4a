/** Writes numbers of 7 bits per byte, low ones first: what `SmallNumbers` of src/bundle/small-numbers.ts reads. */
export class SmallNumbersWriter {
  private readonly written: number[] = []

  add(number: number): void {
    let rest = number
    for (; rest > 127; rest = Math.floor(rest / 128)) this.written.push((rest % 128) + 128)
    this.written.push(rest)
  }

  addSigned(number: number): void {
    this.add(zigzag(number))
  }

  bytes(): Uint8Array {
    return Uint8Array.from(this.written)
  }
}

/** 0, -1, 1, -2 … as 0, 1, 2, 3 … */
export function zigzag(number: number): number {
  return number >= 0 ? number * 2 : -number * 2 - 1
}
