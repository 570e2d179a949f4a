import { getMeaning, type Meaning, NO_MEANING } from './vocabulary.ts'

/** A word of an address and its position in the input. */
export interface Token {
  /**
   * Word in uppercase, without accents, apostrophes or the periods of abbreviations. `&` and `#` are separate words.
   */
  readonly text: string
  /** Offset of the first UTF-16 code unit in the input. */
  readonly start: number
  /** Offset after the last UTF-16 code unit. */
  readonly end: number
  /** Whether a comma, semicolon, line end or bracket separates this word from the previous word. */
  readonly apart: boolean
  readonly meaning: Meaning
}

/** Maximum number of characters to read. `geocode` rejects longer addresses. */
const MAX_LENGTH = 300

/** Splits the first 300 characters of an address into words, in one pass. */
export function tokenize(input: string): Token[] {
  const text = fold(input.length > MAX_LENGTH ? input.slice(0, MAX_LENGTH) : input)
  const tokens: Token[] = []
  let apart = false
  let at = 0
  while (at < text.length) {
    let kind = kindAt(text, at)
    if (kind <= WIDE) {
      const start = at
      // Bit mask of the character types in the word.
      let kinds = 0
      do {
        kinds |= kind
        at++
        kind = kindAt(text, at)
      } while (kind <= WIDE || (kind === JOINER && joins(text, start, at)))
      if (kinds > DIGIT) addMixed(tokens, text, start, at, apart, kinds)
      else if (kinds === DIGIT) tokens.push({ text: text.slice(start, at), start, end: at, apart, meaning: NO_MEANING })
      else add(tokens, text.slice(start, at), start, at, apart)
      apart = false
      continue
    }
    if (kind === SIGN) {
      const sign = text[at] === '#' ? '#' : '&'
      // "##" and "&&" mean the same as "#" and "&".
      if (apart || tokens.length === 0 || tokens[tokens.length - 1].text !== sign) add(tokens, sign, at, at + 1, apart)
      apart = false
    } else if (kind === BREAK || isDash(text, at, tokens)) apart = tokens.length > 0
    else if (kind === JOINER && text[at] === '/' && tokens.length > 0 && isLetter(text, afterBlanks(text, at + 1))) {
      // "12 MAIN ST / AUSTIN / TX" has slashes instead of commas, but "MAIN ST/ELM AVE" and "7 AVE / 5 ST" do not.
      const isBreak = text[at - 1] === ' ' && isDigits(tokens[0].text) && tokens.length > 1 && isSlashed(text)
      if (isBreak) apart = true
      else add(tokens, '&', at, at + 1, false)
    }
    at++
  }
  // A symbol at the end has no meaning.
  while (tokens.length > 0 && isSign(tokens[tokens.length - 1].text)) tokens.pop()
  return tokens
}

/**
 * Checks whether a hyphen between spaces stands for a comma: "AUSTIN - 12 ELM ST", but not "320 - 18TH ST" or "# 5 - 12
 * ELM ST".
 */
function isDash(text: string, at: number, tokens: readonly Token[]): boolean {
  if (text[at] !== '-' || text[at - 1] !== ' ' || text[at + 1] !== ' ' || tokens.length === 0) return false
  return !startsWithDigit(tokens[0].text) && !isSign(tokens[0].text)
}

/** Checks whether the text has several slashes between spaces, which then stand for commas. */
function isSlashed(text: string): boolean {
  return text.indexOf(' / ') !== text.lastIndexOf(' / ')
}

/** Checks whether a word is `#` or `&`. */
export function isSign(word: string): boolean {
  return word === '#' || word === '&'
}

// Character types. The first five are bits, so that the types in a word can be combined.
const LETTER = 1
const DIGIT = 2
/** A letter outside ASCII, or a combining mark. */
const WIDE = 4
/** Punctuation that may be inside a word. */
const JOINER = 8
const OTHER = 16
const BREAK = 17
const SIGN = 18
const KINDS = new Uint8Array(128).fill(OTHER)
for (const letter of 'ABCDEFGHIJKLMNOPQRSTUVWXYZ') KINDS[letter.charCodeAt(0)] = LETTER
for (const digit of '0123456789') KINDS[digit.charCodeAt(0)] = DIGIT
for (const mark of "'-/.") KINDS[mark.charCodeAt(0)] = JOINER
for (const mark of ',;:\n\r|()[]{}<>"') KINDS[mark.charCodeAt(0)] = BREAK
for (const sign of '#&@+') KINDS[sign.charCodeAt(0)] = SIGN

function kindAt(text: string, at: number): number {
  const code = text.charCodeAt(at)
  // Before the start and past the end of the text, the code is NaN, which counts as a non-letter.
  return code < 128 ? KINDS[code] : code >= 128 ? WIDE : OTHER
}

function afterBlanks(text: string, first: number): number {
  let at = first
  while (text.charCodeAt(at) <= 32) at++
  return at
}

/** Checks whether the punctuation at `at` is inside the word that begins at `start`. */
function joins(text: string, start: number, at: number): boolean {
  const before = kindAt(text, at - 1)
  const after = kindAt(text, at + 1)
  if (after > WIDE || before > WIDE) return false
  const mark = text[at]
  if (mark === "'" || mark === '-') return true
  // A slash is part of the word in "1/2", "1917/A" and "C/O".
  if (mark === '/' && before === DIGIT && at - start > 2 && kindAt(text, at + 2) > WIDE) return true
  if (mark === '/') return (before === DIGIT && after === DIGIT) || (at - start === 1 && !isLetter(text, at + 2))
  // "N.W.", "P.O." and "1.5" are one word each, but "St.Louis" is two.
  if (before === DIGIT || after === DIGIT) return before === after
  return kindAt(text, at - 2) > WIDE && !isLetter(text, at + 2)
}

function isLetter(text: string, at: number): boolean {
  const kind = kindAt(text, at)
  return kind === LETTER || kind === WIDE
}

function add(tokens: Token[], word: string, start: number, end: number, apart: boolean): void {
  // The comma in "KING, JR. BLVD" does not separate the words.
  tokens.push({ text: word, start, end, apart: apart && word !== 'JR', meaning: getMeaning(word) })
}

/**
 * Adds a word that mixes letters, digits and punctuation. If a number is attached to a unit designator or street,
 * splits them.
 */
function addMixed(tokens: Token[], text: string, start: number, end: number, apart: boolean, kinds: number): void {
  const before = tokens.length > 0 ? tokens[tokens.length - 1] : null
  // "# I-101" is not an interstate.
  const cut = before !== null && (before.text === '#' || before.meaning.unit !== '') ? 0 : findCut(text, start, end)
  if (cut > 0) {
    addPlain(tokens, text, start, cut, apart, kinds)
    addPlain(tokens, text, text[cut] === '-' ? cut + 1 : cut, end, false, kinds)
  } else addPlain(tokens, text, start, end, apart, kinds)
}

/** Adds a word without its apostrophes, accents and the periods of abbreviations. */
function addPlain(tokens: Token[], text: string, start: number, end: number, apart: boolean, kinds: number): void {
  let word = text.slice(start, end)
  if (kinds >= WIDE) {
    word = word
      .replaceAll(MARK, '')
      .replace(/'|(?<![0-9])\./g, '')
      .replace(/[¼½¾]/g, (sign) => ` ${FRACTIONS[sign]}`)
      .trim()
    if (word === '') return
  }
  add(tokens, word, start, end, apart)
}

/** Words that often have a number attached: `STE200`, `US27`, `I-10`. */
const BEFORE_NUMBER = new Set('I IH US SR SH CR FM RM RR HWY RTE RT BOX POBOX NO'.split(' '))

/** Returns the offset at which to split a word of letters and a number, or 0 if the word should not be split. */
function findCut(text: string, start: number, end: number): number {
  let at = start + 1
  if (isLetter(text, start)) {
    while (at < end && isLetter(text, at)) at++
    if (at === end) return 0
    const word = text.slice(start, at)
    const meaning = getMeaning(word)
    const hyphen = text[at] === '-' ? 1 : 0
    const isUnit = meaning.unit !== '' && word.length > 1
    // "l4th" is 14th, not a street L.
    if (hyphen === 0 && word.length === 1 && isOrdinal(text.slice(at, end))) return 0
    if (kindAt(text, at + hyphen) !== DIGIT) return isUnit && hyphen === 1 && end - at === 2 ? at : 0
    // "CA1" may be a lot, but "CA-1" is a road, and "CA90001" is a state and a ZIP.
    const isState = meaning.state === word && (hyphen === 1 || isZip(text.slice(at, end)))
    // "I00" is a mistyped 100 and not a road, because no road number begins with 0.
    const isRoad = BEFORE_NUMBER.has(word) && text[at + hyphen] !== '0'
    return isUnit || isState || isRoad ? at : 0
  }
  // "123MAIN" and "500-MAIN" are split, but "45B", "16TH" and "1400NW" are not.
  while (at < end && kindAt(text, at) === DIGIT) at++
  const first = text[at] === '-' ? at + 1 : at
  let letters = first
  while (letters < end && isLetter(text, letters)) letters++
  if (letters < end || letters - first < 3) return 0
  return first === at && ZEROS.test(text.slice(at, end)) ? 0 : at
}

/** Zeros typed as letters: 1OTH, 1OOO. */
const ZEROS = /^O+(?:TH)?$/

/**
 * Placeholder that replaces combining marks and format characters, so that the text keeps its length. It is removed
 * from words.
 */
const MARK = '\u0301'

/** Fraction characters and their ASCII forms. */
const FRACTIONS: Readonly<Record<string, string>> = { '¼': '1/4', '½': '1/2', '¾': '3/4' }

/** Converts to uppercase without accents. Keeps the length so that offsets stay valid. */
function fold(text: string): string {
  for (let i = 0; i < text.length; i++) if (text.charCodeAt(i) > 127) return foldWide(text)
  return text.toUpperCase()
}

function foldWide(text: string): string {
  let folded = ''
  for (let i = 0; i < text.length; i++) folded += text.charCodeAt(i) < 128 ? text[i].toUpperCase() : foldChar(text[i])
  return folded
}

function foldChar(char: string): string {
  if (/[\u2010-\u2015\u2212]/.test(char)) return '-'
  if (/[\u2018\u2019\u02bc]/.test(char)) return "'"
  if (/[\u3001\uff0c\uff1b\u2028\u2029\u2022\u00b7]/.test(char)) return ','
  if (/[\p{M}\p{Cf}]/u.test(char)) return MARK
  if (char in FRACTIONS) return char
  const plain = char.normalize('NFKD').toUpperCase()[0]
  if (plain.charCodeAt(0) < 128) return plain
  return /[\p{L}\p{N}]/u.test(char) ? char.toUpperCase()[0] : ' '
}

/** City knowledge that the parser uses to separate street and city if there is no comma. */
export interface CityLexicon {
  /**
   * Checks whether a city with this name, normalized by `normalizeCity`, is in a state. A null state means any state.
   */
  isCity(name: string, state: string | null): boolean
  /**
   * Checks whether a county with this name, such as `FORT BEND COUNTY`, is in a state. A null state means any state.
   */
  isCounty?(name: string, state: string | null): boolean
  /** Checks whether the city `name` is so much larger than the city `other` that `other` is rarely meant. */
  outweighs?(name: string, other: string, state: string | null): boolean
}

const SHORT: ReadonlyMap<string, string> = new Map([
  ['ST', 'SAINT'],
  ['STE', 'SAINTE'],
  ['MT', 'MOUNT'],
  ['MTN', 'MOUNTAIN'],
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
 * Normalizes a city name. Converts it to uppercase without accents and replaces hyphens with spaces. Writes out
 * `SAINT`, `MOUNT`, `FORT`, directionals and words such as BEACH, HEIGHTS and SPRINGS. `W. Palm Bch` becomes
 * `WEST PALM BEACH`. Lexicons for the parser must use this function.
 */
export function normalizeCity(name: string): string {
  const tokens = tokenize(name)
  return tokens.length === 0 ? '' : cityName(tokens, 0, tokens.length)
}

/** Returns the city name in the words `[first, end)`. The range has at least one word. */
export function cityName(tokens: readonly Token[], first: number, end: number): string {
  let name = inFull(tokens[first], 0, end - first)
  for (let i = first + 1; i < end; i++) name += ` ${inFull(tokens[i], i - first, end - first)}`
  return name.includes('-') ? name.replace(/-/g, ' ') : name
}

function inFull({ text: word, meaning }: Token, at: number, count: number): string {
  if (count === 1) return word
  const { direction, directionName, suffix, suffixName, endsStreet } = meaning
  // A directional is part of a name in "EAST GRAND RAPIDS". A lone "NE" or a final "S" is not.
  if (direction !== '' && at + 1 < count) return directionName
  const short = at > 0 || word !== 'CO' ? SHORT.get(word) : undefined
  if (short !== undefined && (at + 1 < count || word !== 'ST')) return short
  // "STA MONICA" is Santa Monica, but "COLLEGE STA" is College Station.
  if (word === 'STA' && at + 1 < count) return 'SANTA'
  // Writes out suffixes: "DAYTONA BCH", "LAGUNA HLS". The first word of a name is never a suffix.
  return suffix !== '' && at > 0 && !(endsStreet && word.length < 3) ? suffixName : word
}

/** Checks whether a word begins with a digit. */
export function startsWithDigit(word: string): boolean {
  const code = word.charCodeAt(0)
  return code >= 48 && code <= 57
}

/**
 * Checks whether a word can be the house number that begins an address: it begins with a digit, or is `ONE` to
 * `TWENTY`.
 */
export function opensAddress(word: string): boolean {
  return startsWithDigit(word) || numberOfWord(word) !== null
}

/** Checks whether a word has a digit in it. */
export function hasDigit(word: string): boolean {
  for (let i = 0; i < word.length; i++) if (word.charCodeAt(i) >= 48 && word.charCodeAt(i) <= 57) return true
  return false
}

/** Checks whether a word consists of digits only. */
export function isDigits(word: string): boolean {
  for (let i = 0; i < word.length; i++) if (word.charCodeAt(i) < 48 || word.charCodeAt(i) > 57) return false
  return word !== ''
}

/** Checks whether a word is a complete ZIP or ZIP+4. */
export function isZip(text: string): boolean {
  if (text.length === 5 || text.length === 9) return isDigits(text)
  return text.length === 10 && text[5] === '-' && isDigits(text.slice(0, 5)) && isDigits(text.slice(6))
}

/** Checks whether a word is a number written as an ordinal: `16TH`, `1ST`, `22ND`. */
export function isOrdinal(word: string): boolean {
  const at = word.length - 2
  if (at < 1 || !startsWithDigit(word)) return false
  const ending = word.slice(at)
  return (ending === 'TH' || ending === 'ST' || ending === 'ND' || ending === 'RD') && isDigits(word.slice(0, at))
}

/** Turns `16` into `16TH`, `1` into `1ST`, `112` into `112TH`. */
export function toOrdinal(digits: string): string {
  const last = digits.charCodeAt(digits.length - 1) - 48
  const teen = digits.length > 1 && digits.charCodeAt(digits.length - 2) === 49
  return digits + (teen || last === 0 || last > 3 ? 'TH' : last === 1 ? 'ST' : last === 2 ? 'ND' : 'RD')
}

/** Converts FIRST … TWENTIETH and TWENTY-FIRST … NINETY-NINTH to `1ST` … `99TH`. Returns null for anything else. */
export function ordinalOfWord(word: string): string | null {
  const number = ORDINALS.get(word)
  if (number !== undefined) return toOrdinal(String(number))
  const hyphen = word.indexOf('-')
  if (hyphen < 0) return null
  const tens = TENS.indexOf(word.slice(0, hyphen)) + 2
  const ones = ORDINALS.get(word.slice(hyphen + 1)) ?? 10
  return tens > 1 && ones < 10 ? toOrdinal(`${tens}${ones}`) : null
}

/** Converts ONE … TWENTY to `1` … `20`. Returns null for anything else. */
export function numberOfWord(word: string): string | null {
  // Most words are digits, which need no look-up.
  const number = startsWithDigit(word) ? undefined : CARDINALS.get(word)
  return number === undefined ? null : String(number)
}

const WORDS =
  'ONE TWO THREE FOUR FIVE SIX SEVEN EIGHT NINE TEN ELEVEN TWELVE THIRTEEN FOURTEEN FIFTEEN SIXTEEN SEVENTEEN EIGHTEEN NINETEEN TWENTY,FIRST SECOND THIRD FOURTH FIFTH SIXTH SEVENTH EIGHTH NINTH TENTH ELEVENTH TWELFTH THIRTEENTH FOURTEENTH FIFTEENTH SIXTEENTH SEVENTEENTH EIGHTEENTH NINETEENTH TWENTIETH'
const TENS = 'TWENTY THIRTY FORTY FIFTY SIXTY SEVENTY EIGHTY NINETY'.split(' ')
const [CARDINALS, ORDINALS] = WORDS.split(',').map(
  (words) => new Map(words.split(' ').map((word, index) => [word, index + 1])),
)
