import { doubleMetaphone } from 'double-metaphone'
import { editDistance } from '../../geo/edit-distance.ts'
import { hasDigit } from '../parse/numbers.ts'

/** Names of fewer letters sound like too many others. */
const SHORTEST = 5

/** Longer texts are not names. */
const LONGEST = 60

/** The names of a list that a text may mean that was written by ear: "PHERNDAL" is Ferndale. */
export class PhoneticNames {
  readonly #names: readonly string[]
  /** Numbers of the names by their codes. */
  readonly #byCode = new Map<string, number[]>()

  /** @param names distinct, upper case */
  constructor(names: readonly string[]) {
    this.#names = names
    for (const [i, name] of names.entries()) {
      const code = codeOf(name)
      if (code === '') continue
      const same = this.#byCode.get(code)
      if (same === undefined) this.#byCode.set(code, [i])
      else same.push(i)
    }
  }

  /**
   * The numbers of all names that sound alike, however they are spelled: two different ones do not tell which is meant.
   */
  alike(text: string): readonly number[] {
    return this.#byCode.get(codeOf(text)) ?? []
  }

  /**
   * Whether a name is spelled enough like the text: Double Metaphone drops most vowels, so that "PIERC" sounds like
   * BURKE.
   */
  isSpelledAlike(text: string, name: number): boolean {
    const [a, b] = [withoutBlanks(text), withoutBlanks(this.#names[name])]
    const most = Math.min(MOST_EDITS, Math.floor(Math.min(a.length, b.length) / LETTERS_PER_EDIT))
    return editDistance(a, b, most) <= most
  }
}

/**
 * Of texts misspelled by two rules of English spelling, nearly all that lead to the right city are within these, and
 * few of the others.
 */
const MOST_EDITS = 3
const LETTERS_PER_EDIT = 3

/** The code of each word; '' of a name that is short or has digits, which have no sound of their own. */
function codeOf(name: string): string {
  if (name.length < SHORTEST || name.length > LONGEST || hasDigit(name)) return ''
  // Of its two codes the first: the other one is how foreigners say it, where WATERSOUND is FEATHER SOUND.
  return name.split(' ').map(codeOfWord).join(' ')
}

/**
 * First letters are seldom misheard, but all vowels have one code there, as have W and a vowel, and G has that of K:
 * WESTON is not Easton, nor GORMAN Kerman.
 */
function codeOfWord(word: string): string {
  const [code] = doubleMetaphone(word)
  return code[0] === SHARED_CODE[word[0]] ? word[0] + code : code
}

const SHARED_CODE: Readonly<Record<string, string>> = {
  ...{ A: 'A', E: 'A', I: 'A', O: 'A', U: 'A', Y: 'A', W: 'A' },
  ...{ B: 'P', D: 'T', G: 'K', V: 'F' },
}

function withoutBlanks(name: string): string {
  return name.replaceAll(' ', '')
}

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
