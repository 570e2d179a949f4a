/** Tells of the texts of a list which may be a few edits away from another text, by the characters they are made of. */
export class CharacterFilter {
  /** Bits of the characters that occur, and that occur twice. */
  readonly #once: Int32Array
  readonly #twice: Int32Array
  #askedOnce = 0
  #askedTwice = 0

  constructor(texts: readonly string[]) {
    this.#once = new Int32Array(texts.length)
    this.#twice = new Int32Array(texts.length)
    texts.forEach((text, i) => {
      countCharacters(text)
      this.#once[i] = once
      this.#twice[i] = twice
    })
  }

  /** Sets the text that `passes` compares with. */
  ask(text: string): void {
    countCharacters(text)
    this.#askedOnce = once
    this.#askedTwice = twice
  }

  /** False where text `i` of the list is certainly more than `most` edits away. */
  passes(i: number, most: number): boolean {
    const once = this.#once[i]
    const twice = this.#twice[i]
    // An edit brings in one character at most, and takes out one.
    return (
      bits(this.#askedOnce & ~once) + bits(this.#askedTwice & ~twice) <= most &&
      bits(once & ~this.#askedOnce) + bits(twice & ~this.#askedTwice) <= most
    )
  }
}

// What `countCharacters` found, so that it allocates nothing.
let once = 0
let twice = 0

/** A bit for each letter, one for the blank and four for all else. */
function countCharacters(text: string): void {
  once = 0
  twice = 0
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    const bit = 1 << (code > 64 && code < 91 ? code - 65 : code === 32 ? 26 : 27 + (code & 3))
    twice |= once & bit
    once |= bit
  }
}

function bits(word: number): number {
  let n = word - ((word >>> 1) & 0x55555555)
  n = (n & 0x33333333) + ((n >>> 2) & 0x33333333)
  return Math.imul((n + (n >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
}
