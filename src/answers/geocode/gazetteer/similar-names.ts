import { doubleMetaphone } from 'double-metaphone'
import { editDistance } from '../../../base/geo/edit-distance.ts'
import { hasDigit } from '../parse/tokens.ts'

/** Minimum length of a name. Shorter names sound like too many others. */
const SHORTEST = 5

/** Maximum length of a name. Longer input is not a name. */
const LONGEST = 60

/** Finds names that sound like the text: "PHERNDAL" sounds like Ferndale. */
export class PhoneticNames {
  readonly #byCode: ReadonlyMap<string, readonly string[]>

  /** @param names distinct names in uppercase */
  constructor(names: readonly string[]) {
    this.#byCode = grouped(names, getCode)
  }

  /**
   * Returns all names that sound like the text, regardless of spelling. If there are several names, the text is
   * ambiguous.
   */
  alike(text: string): readonly string[] {
    const code = getCode(text)
    return code === '' ? [] : (this.#byCode.get(code) ?? [])
  }
}

/**
 * Checks whether two names that sound alike are also spelled alike. Double Metaphone drops most vowels, so "PIERC"
 * sounds like BURKE.
 */
export function isSpelledAlike(text: string, name: string): boolean {
  const a = withoutBlanks(text)
  const b = withoutBlanks(name)
  const most = Math.min(MAX_EDITS, Math.floor(Math.min(a.length, b.length) / LETTERS_PER_EDIT))
  return editDistance(a, b, most) <= most
}

/**
 * Maximum number of edits between names that are spelled alike. Measured on misspelled names: with these limits, nearly
 * all names lead to the right city, and only a few to a wrong one.
 */
const MAX_EDITS = 3
/** Minimum number of letters per edit, in the shorter name. */
const LETTERS_PER_EDIT = 3

/**
 * Returns the phonetic codes of the words. Returns an empty string for short names and for names with digits, which
 * have no phonetic code.
 */
function getCode(name: string): string {
  if (name.length < SHORTEST || name.length > LONGEST || hasDigit(name)) return ''
  // Only the primary code is used. The secondary code is for foreign pronunciation and would treat WATERSOUND and
  // FEATHER SOUND as equal.
  return name.split(' ').map(codeOfWord).join(' ')
}

/**
 * Returns the phonetic code of a word. If Double Metaphone uses the same code for several initial letters, the first
 * letter is added, because it is rarely misheard: WESTON is not Easton, and GORMAN is not Kerman.
 */
function codeOfWord(word: string): string {
  const [code] = doubleMetaphone(word)
  return code[0] === SHARED_CODE[word[0]] ? word[0] + code : code
}

const SHARED_CODE: Readonly<Record<string, string>> = {
  A: 'A',
  E: 'A',
  I: 'A',
  O: 'A',
  U: 'A',
  Y: 'A',
  W: 'A',
  B: 'P',
  D: 'T',
  G: 'K',
  V: 'F',
}

/** Removes spaces: `SPRING HILL` becomes `SPRINGHILL`. */
export function withoutBlanks(name: string): string {
  return name.includes(' ') ? name.replaceAll(' ', '') : name
}

export function grouped(names: readonly string[], keyOf: (name: string) => string): Map<string, string[]> {
  const groups = new Map<string, string[]>()
  for (const name of names) listIn(groups, keyOf(name)).push(name)
  return groups
}

/** Returns the list for a key, creating an empty list if needed. */
export function listIn<Key, Member>(groups: Map<Key, Member[]>, key: Key): Member[] {
  let list = groups.get(key)
  if (list === undefined) {
    list = []
    groups.set(key, list)
  }
  return list
}

/**
 * Finds the strings that are within a few edits of a text. The strings are grouped in buckets, so that only some of
 * them are compared.
 */
export class SimilarTexts {
  readonly #buckets: Buckets
  /** Bit mask of the characters that occur in each string, in bucket order. */
  readonly #once: Int32Array
  /** Bit mask of the characters that occur more than once in each string, in bucket order. */
  readonly #twice: Int32Array

  constructor(
    private readonly texts: readonly string[],
    bucketOf: (text: string) => number,
    buckets: number,
  ) {
    this.#buckets = inBuckets(texts.map(bucketOf), buckets)
    this.#once = new Int32Array(texts.length)
    this.#twice = new Int32Array(texts.length)
    this.#buckets.order.forEach((text, at) => {
      countCharacters(texts[text])
      this.#once[at] = once
      this.#twice[at] = twice
    })
  }

  /** Calls `report` for strings in the buckets `first` to `last` that are at most `most` edits away. */
  near(text: string, first: number, last: number, most: number, report: (index: number, edits: number) => void): void {
    countCharacters(text)
    const textOnce = once
    const textTwice = twice
    const { order, start } = this.#buckets
    for (let at = start[first]; at < start[last + 1]; at++) {
      const otherOnce = this.#once[at]
      const otherTwice = this.#twice[at]
      // An edit adds at most one character and removes at most one. Skip strings in which more than `most` characters
      // are missing or additional.
      if (bits(textOnce & ~otherOnce) + bits(textTwice & ~otherTwice) > most) continue
      if (bits(otherOnce & ~textOnce) + bits(otherTwice & ~textTwice) > most) continue
      const edits = editDistance(text, this.texts[order[at]], most)
      if (edits <= most) report(order[at], edits)
    }
  }
}

/**
 * Indices sorted by bucket. The indices in bucket b are `order[start[b]]` up to, but not including,
 * `order[start[b + 1]]`, in ascending order.
 */
export interface Buckets {
  readonly order: Uint32Array
  readonly start: Uint32Array
}

/** Sorts the indices of `bucketOf` by their bucket. */
export function inBuckets(bucketOf: ArrayLike<number>, buckets: number): Buckets {
  const start = new Uint32Array(buckets + 1)
  for (let i = 0; i < bucketOf.length; i++) start[bucketOf[i] + 1]++
  for (let bucket = 0; bucket < buckets; bucket++) start[bucket + 1] += start[bucket]
  const next = start.slice()
  const order = new Uint32Array(bucketOf.length)
  for (let i = 0; i < bucketOf.length; i++) order[next[bucketOf[i]]++] = i
  return { order, start }
}

// Results of `countCharacters`, kept in variables so that the function allocates nothing.
let once = 0
let twice = 0

/**
 * Records which characters occur, and which occur more than once. The mask has one bit per letter, one for spaces and
 * four for all other characters.
 */
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
