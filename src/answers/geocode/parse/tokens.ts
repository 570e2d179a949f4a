import { type Meaning, meaningOf, NO_MEANING } from './vocabulary.ts'

/** A word of an address with its place in the input. */
export interface Token {
  /** Upper case, without accents, apostrophes and the full stops of abbreviations; `&`, `#` are alone. */
  readonly text: string
  /** Offset of the first UTF-16 unit in the input. */
  readonly start: number
  /** Offset after the last one. */
  readonly end: number
  /** Whether a comma, semicolon, line end or bracket is between this word and the one before. */
  readonly apart: boolean
  readonly meaning: Meaning
}

/** The longest input that is read; the caller refuses longer ones. */
const MAX_LENGTH = 300

/** The words of an address, in one pass over its first 300 characters. */
export function tokenize(input: string): Token[] {
  const text = fold(input.length > MAX_LENGTH ? input.slice(0, MAX_LENGTH) : input)
  const tokens: Token[] = []
  let apart = false
  let at = 0
  while (at < text.length) {
    let kind = kindAt(text, at)
    if (kind <= WIDE) {
      const start = at
      // What the word is made of, as bits.
      let made = 0
      do {
        made |= kind
        at++
        kind = kindAt(text, at)
      } while (kind <= WIDE || (kind === JOINER && joins(text, start, at)))
      if (made > DIGIT) addMixed(tokens, text, start, at, apart, made)
      else if (made === DIGIT) tokens.push({ text: text.slice(start, at), start, end: at, apart, meaning: NO_MEANING })
      else add(tokens, text.slice(start, at), start, at, apart)
      apart = false
      continue
    }
    if (kind === SIGN) {
      const sign = text[at] === '#' ? '#' : '&'
      // "##" and "&&" say no more than one.
      if (apart || tokens.length === 0 || tokens[tokens.length - 1].text !== sign) add(tokens, sign, at, at + 1, apart)
      apart = false
    } else if (kind === BREAK) apart = tokens.length > 0
    else if (kind === JOINER && text[at] === '/' && tokens.length > 0 && isLetter(text, afterBlanks(text, at + 1)))
      // "MAIN ST/ELM AVE"
      add(tokens, '&', at, at + 1, false)
    at++
  }
  // A sign with nothing after it says nothing.
  while (tokens.length > 0 && isSign(tokens[tokens.length - 1].text)) tokens.pop()
  return tokens
}

/** Whether a word is `#` or `&`. */
export function isSign(word: string): boolean {
  return word === '#' || word === '&'
}

// Kinds of characters; the first ones are bits, so that a word's characters can be summed up.
const LETTER = 1
const DIGIT = 2
/** A letter beyond ASCII, or a mark on one. */
const WIDE = 4
/** A mark that may be inside a word. */
const JOINER = 8
const OTHER = 16
const BREAK = 17
const SIGN = 18
const KINDS = new Uint8Array(128).fill(OTHER)
for (const letter of 'ABCDEFGHIJKLMNOPQRSTUVWXYZ') KINDS[letter.charCodeAt(0)] = LETTER
for (const digit of '0123456789') KINDS[digit.charCodeAt(0)] = DIGIT
for (const mark of "'-/.") KINDS[mark.charCodeAt(0)] = JOINER
for (const mark of ',;\n\r|()[]{}<>"') KINDS[mark.charCodeAt(0)] = BREAK
for (const sign of '#&@+') KINDS[sign.charCodeAt(0)] = SIGN

function kindAt(text: string, at: number): number {
  const code = text.charCodeAt(at)
  // NaN, before the start and past the end, is not a letter.
  return code < 128 ? KINDS[code] : code >= 128 ? WIDE : OTHER
}

function afterBlanks(text: string, first: number): number {
  let at = first
  while (text.charCodeAt(at) <= 32) at++
  return at
}

/** Whether the mark at `at`, in a word that begins at `start`, is inside the word. */
function joins(text: string, start: number, at: number): boolean {
  const before = kindAt(text, at - 1)
  const after = kindAt(text, at + 1)
  if (after > WIDE || before > WIDE) return false
  const mark = text[at]
  if (mark === "'" || mark === '-') return true
  // "1/2", "C/O"
  if (mark === '/') return (before === DIGIT && after === DIGIT) || (at - start === 1 && !isLetter(text, at + 2))
  // "N.W.", "P.O." are one word, "St.Louis" is two; "1.5" is one.
  if (before === DIGIT || after === DIGIT) return before === after
  return kindAt(text, at - 2) > WIDE && !isLetter(text, at + 2)
}

function isLetter(text: string, at: number): boolean {
  const kind = kindAt(text, at)
  return kind === LETTER || kind === WIDE
}

function add(tokens: Token[], word: string, start: number, end: number, apart: boolean): void {
  // "KING, JR. BLVD"
  tokens.push({ text: word, start, end, apart: apart && word !== 'JR', meaning: meaningOf(word) })
}

/**
 * Adds a word of more than letters alone or digits alone, as two where a designator or a street is run together with
 * its number.
 */
function addMixed(tokens: Token[], text: string, start: number, end: number, apart: boolean, made: number): void {
  const before = tokens.length > 0 ? tokens[tokens.length - 1] : null
  // "# I-101" is not an interstate.
  const cut = before !== null && (before.text === '#' || before.meaning.unit !== '') ? 0 : cutOf(text, start, end)
  if (cut > 0) {
    addPlain(tokens, text, start, cut, apart, made)
    addPlain(tokens, text, text[cut] === '-' ? cut + 1 : cut, end, false, made)
  } else addPlain(tokens, text, start, end, apart, made)
}

/** Adds a word without its apostrophes, accents and the full stops of abbreviations. */
function addPlain(tokens: Token[], text: string, start: number, end: number, apart: boolean, made: number): void {
  let word = text.slice(start, end)
  if (made >= WIDE) {
    word = word
      .replaceAll(MARK, '')
      .replace(/'|(?<![0-9])\./g, '')
      .replace(/[¼½¾]/g, (sign) => ` ${FRACTIONS[sign]}`)
      .trim()
    if (word === '') return
  }
  add(tokens, word, start, end, apart)
}

/** Words that are before a number and are written together with it: `STE200`, `US27`, `I-10`. */
const BEFORE_NUMBER = new Set('I IH US SR SH CR FM RM RR HWY RTE RT BOX POBOX NO'.split(' '))

/** Where to cut a word run together from letters and a number; 0 where it is one word. */
function cutOf(text: string, start: number, end: number): number {
  let at = start + 1
  if (isLetter(text, start)) {
    while (at < end && isLetter(text, at)) at++
    if (at === end) return 0
    const word = text.slice(start, at)
    const meaning = meaningOf(word)
    const hyphen = text[at] === '-' ? 1 : 0
    const isUnit = meaning.unit !== '' && word.length > 1
    if (kindAt(text, at + hyphen) !== DIGIT) return isUnit && hyphen === 1 && end - at === 2 ? at : 0
    // "CA1" may be a lot; "CA-1" is a road, "CA90001" a state and a ZIP.
    const isState = meaning.state === word && (hyphen === 1 || isZip(text.slice(at, end)))
    return isUnit || isState || BEFORE_NUMBER.has(word) ? at : 0
  }
  // "123MAIN", but neither "45B" nor "16TH" nor "1400NW".
  while (at < end && kindAt(text, at) === DIGIT) at++
  let letters = at
  while (letters < end && isLetter(text, letters)) letters++
  return letters === end && letters - at > 2 ? at : 0
}

/** A mark that belongs to the letter before it and counts for nothing. */
const MARK = '\u0301'

/** Signs that are a fraction. */
const FRACTIONS: Readonly<Record<string, string>> = { '¼': '1/4', '½': '1/2', '¾': '3/4' }

/** Upper case without accents, of the same length, so that offsets stay. */
function fold(text: string): string {
  for (let i = 0; i < text.length; i++) if (text.charCodeAt(i) > 127) return foldWide(text)
  return text.toUpperCase()
}

function foldWide(text: string): string {
  let folded = ''
  for (let i = 0; i < text.length; i++) folded += text.charCodeAt(i) < 128 ? text[i].toUpperCase() : foldOne(text[i])
  return folded
}

function foldOne(char: string): string {
  if (/[\u2010-\u2015\u2212]/.test(char)) return '-'
  if (/[\u2018\u2019\u02bc]/.test(char)) return "'"
  if (/[\u3001\uff0c\uff1b\u2028\u2029\u2022\u00b7]/.test(char)) return ','
  if (/[\p{M}\p{Cf}]/u.test(char)) return MARK
  if (char in FRACTIONS) return char
  const plain = char.normalize('NFKD').toUpperCase()[0]
  if (plain.charCodeAt(0) < 128) return plain
  return /[\p{L}\p{N}]/u.test(char) ? char.toUpperCase()[0] : ' '
}

/** What the parser asks of the geocoder's list of places, to part street and city where no comma does. */
export interface CityLexicon {
  /**
   * Whether there is a city of this name, as `normalizeCity` writes it, in a state (a code; null where none is given).
   */
  isCity(name: string, state: string | null): boolean
  /** Whether the first of two such names is that of a far greater city, so that the second is seldom meant. */
  outweighs?(name: string, other: string, state: string | null): boolean
}

const SHORT: ReadonlyMap<string, string> = new Map([
  ['ST', 'SAINT'],
  ['STE', 'SAINTE'],
  ['MT', 'MOUNT'],
  ['FT', 'FORT'],
  ['PT', 'POINT'],
  ['LK', 'LAKE'],
  ['CTY', 'CITY'],
  ['TWP', 'TOWNSHIP'],
  ['TW', 'TOWNSHIP'],
  ['BORO', 'BOROUGH'],
  ['CO', 'COUNTY'],
  ['WD', 'WOODS'],
])

/**
 * One wording of a city's name: upper case without accents, `SAINT`, `MOUNT` and `FORT` in full, directionals and words
 * such as BEACH, HEIGHTS and SPRINGS in full, hyphens as blanks: `W. Palm Bch` is `WEST PALM BEACH`. A list of places
 * for the parser has to be written by this function.
 */
export function normalizeCity(name: string): string {
  const tokens = tokenize(name)
  return tokens.length === 0 ? '' : cityName(tokens, 0, tokens.length)
}

/** The name of the city in the words `[first, end)`; at least one word. */
export function cityName(tokens: readonly Token[], first: number, end: number): string {
  let name = inFull(tokens[first], 0, end - first)
  for (let i = first + 1; i < end; i++) name += ` ${inFull(tokens[i], i - first, end - first)}`
  return name.includes('-') ? name.replace(/-/g, ' ') : name
}

function inFull({ text: word, meaning }: Token, at: number, count: number): string {
  if (count === 1) return word
  const { direction, directionName, suffix, suffixName, endsStreet } = meaning
  // "EAST GRAND RAPIDS", but the "NE" of a bare "NE" or a last "S" is not part of a name.
  if (direction !== '' && at + 1 < count) return directionName
  const short = at > 0 || word !== 'CO' ? SHORT.get(word) : undefined
  if (short !== undefined && (at + 1 < count || word !== 'ST')) return short
  // "STA MONICA", but "COLLEGE STA"
  if (word === 'STA' && at + 1 < count) return 'SANTA'
  // A suffix in full: "DAYTONA BCH", "LAGUNA HLS"; not in front, where "PR" and "UN" are something else.
  return suffix !== '' && at > 0 && !(endsStreet && word.length < 3) ? suffixName : word
}

/** Whether a word begins with a digit. */
export function startsWithDigit(word: string): boolean {
  const code = word.charCodeAt(0)
  return code >= 48 && code <= 57
}

/** Whether a word has a digit in it. */
export function hasDigit(word: string): boolean {
  for (let i = 0; i < word.length; i++) if (word.charCodeAt(i) >= 48 && word.charCodeAt(i) <= 57) return true
  return false
}

/** Whether a word is digits alone. */
export function isDigits(word: string): boolean {
  for (let i = 0; i < word.length; i++) if (word.charCodeAt(i) < 48 || word.charCodeAt(i) > 57) return false
  return word !== ''
}

/** Whether a word is a complete ZIP, with or without the four digits of a ZIP+4. */
export function isZip(text: string): boolean {
  if (text.length === 5 || text.length === 9) return isDigits(text)
  return text.length === 10 && text[5] === '-' && isDigits(text.slice(0, 5)) && isDigits(text.slice(6))
}

/** Whether a word is a number written as an ordinal: `16TH`, `1ST`, `22ND`. */
export function isOrdinal(word: string): boolean {
  const at = word.length - 2
  if (at < 1 || !startsWithDigit(word)) return false
  const ending = word.slice(at)
  return (ending === 'TH' || ending === 'ST' || ending === 'ND' || ending === 'RD') && isDigits(word.slice(0, at))
}

/** `16` as `16TH`, `1` as `1ST`, `112` as `112TH`. */
export function toOrdinal(digits: string): string {
  const last = digits.charCodeAt(digits.length - 1) - 48
  const teen = digits.length > 1 && digits.charCodeAt(digits.length - 2) === 49
  return digits + (teen || last === 0 || last > 3 ? 'TH' : last === 1 ? 'ST' : last === 2 ? 'ND' : 'RD')
}

/** FIRST … TWENTIETH, TWENTY-FIRST … NINETY-NINTH as `1ST` … `99TH`; anything else null. */
export function ordinalOfWord(word: string): string | null {
  const number = ORDINALS.get(word)
  if (number !== undefined) return toOrdinal(String(number))
  const hyphen = word.indexOf('-')
  if (hyphen < 0) return null
  const tens = TENS.indexOf(word.slice(0, hyphen)) + 2
  const ones = ORDINALS.get(word.slice(hyphen + 1)) ?? 10
  return tens > 1 && ones < 10 ? toOrdinal(`${tens}${ones}`) : null
}

/** ONE … TWELVE as `1` … `12`; anything else null. */
export function numberOfWord(word: string): string | null {
  const number = CARDINALS.get(word)
  return number === undefined ? null : String(number)
}

const WORDS =
  'ONE TWO THREE FOUR FIVE SIX SEVEN EIGHT NINE TEN ELEVEN TWELVE,FIRST SECOND THIRD FOURTH FIFTH SIXTH SEVENTH EIGHTH NINTH TENTH ELEVENTH TWELFTH THIRTEENTH FOURTEENTH FIFTEENTH SIXTEENTH SEVENTEENTH EIGHTEENTH NINETEENTH TWENTIETH'
const TENS = 'TWENTY THIRTY FORTY FIFTY SIXTY SEVENTY EIGHTY NINETY'.split(' ')
const [CARDINALS, ORDINALS] = WORDS.split(',').map(
  (words) => new Map(words.split(' ').map((word, index) => [word, index + 1])),
)
