import { byFirstWord, isPretype, routeAt, wordingAt } from './street.ts'
import {
  hasDigit,
  isDigits,
  isOrdinal,
  isSign,
  numberOfWord,
  ordinalOfWord,
  startsWithDigit,
  type Token,
} from './tokens.ts'

/** A run of words that is neither a street nor a city: a unit or a box. */
export interface Span {
  readonly first: number
  /** Index after the last word. */
  readonly end: number
  readonly kind: 'unit' | 'box'
  readonly text: string
}

/** Spans found before city, state and ZIP. */
interface Spans {
  readonly spans: readonly Span[]
  /** Index of the first word of the house number, or -1 if there is none. */
  readonly number: number
}

/** Finds units, boxes and the house number in one pass over the words `[0, end)`. */
export function findSpans(tokens: readonly Token[], end: number): Spans {
  const spans: Span[] = []
  let number = -1
  let at = 0
  while (at < end) {
    const box = boxAt(tokens, at, end)
    if (box !== null) {
      spans.push({ first: at, end: box.end, kind: 'box', text: box.text })
      at = box.end
      continue
    }
    // Right after the number, most unit words belong to the street ("123 PIER 39", "12 FL-60"). Only the words in
    // `UNITS_ALONE` begin a unit there ("123 APT 4 ELM ST").
    const isStreet = number >= 0 && at === number + 1 && !UNITS_ALONE.has(tokens[at].meaning.unit || tokens[at].text)
    const unit = isStreet ? null : unitAt(tokens, at, end, number)
    if (unit !== null) {
      spans.push(unit)
      at = unit.end
      continue
    }
    const route = at > 0 || number < 0 ? routeAt(tokens, at, end) : null
    if (route !== null) {
      at = route.end
      continue
    }
    if (isHouseNumber(tokens, at, end, spans) && (number < 0 || isBetterNumber(tokens, number, at, end, spans)))
      number = at
    at++
  }
  return { spans, number }
}

/** Unit designators that do not appear in street or city names. */
export const UNITS_ALONE: ReadonlySet<string> = new Set(['#', 'APT', 'STE', 'UNIT'])

function unitAt(tokens: readonly Token[], at: number, end: number, number: number): Span | null {
  const { text, meaning, apart } = tokens[at]
  if (text === '#') {
    const isNumber = at === 0 ? !isUnitInFront(tokens, end) : tokens[at - 1].meaning.suffix === 'RTE'
    return isNumber ? null : designated(tokens, at, end)
  }
  if (meaning.unit !== '') {
    const unit = designated(tokens, at, end)
    if (unit !== null) return unit
    // Some designators are units even without a number: "ELM ST UNIT, AUSTIN".
    const bare = meaning.unit === 'UNIT' || meaning.unit === 'APT' || meaning.unit === 'STE'
    // "STE" without a number may be short for "SAINTE".
    if (bare && number >= 0 && at > number + 2 && (text !== 'STE' || followsStreet(tokens, at, number)))
      return span(at, at + 1, meaning.unit)
  }
  const next = at + 1 < end ? tokens[at + 1] : null
  if (
    next?.meaning.unit === 'FL' &&
    !next.apart &&
    isFloor(text, number >= 0 && at > number + 1 && !isCrossing(tokens, at - 1))
  )
    return span(at, at + 2, `FL ${ordinalOfWord(text) ?? text}`)
  if (number < 0 || at < number + 2) return null
  if (
    meaning.bareUnit !== '' &&
    (next === null || next.apart || followsStreet(tokens, at, number)) &&
    !next?.meaning.suffix
  )
    return span(at, at + 1, meaning.bareUnit)
  if (text === 'NO' && next && !next.apart && hasDigit(next.text)) return span(at, at + 2, `# ${next.text}`)
  // In "12 16TH AVE A", the letter is a unit.
  if (
    isLone(text) &&
    meaning.direction === '' &&
    at > number + 2 &&
    followsStreet(tokens, at, number) &&
    !next?.meaning.suffix
  )
    return withLetter(tokens, at, at + 1, end, '')
  if (text === 'ST' && next && !next.apart && isDigits(next.text) && followsStreet(tokens, at, number))
    return span(at, at + 2, `STE ${next.text}`)
  if (!hasDigit(text) || isOrdinal(text) || isCrossing(tokens, at - 1)) return null
  // In "AVENUE P 1/2", the fraction is not a unit.
  if (isFraction(text) && isLone(tokens[at - 1].text)) return null
  const alone = apart && (next === null || next.apart)
  // A number after the street is a unit: "ELM AVE 600", "OAK ST M-9".
  if (alone || (at > number + 2 && followsStreet(tokens, at, number))) return withLetter(tokens, at, at + 1, end, '')
  // A number after a name is a unit only if nothing follows it, as in "ELM 1A".
  const closes = next === null || next.apart || (next.text.length === 1 && at + 2 >= end)
  const { direction, suffix } = tokens[at - 1].meaning
  return closes && (direction === '' || at > number + 3) && suffix === ''
    ? withLetter(tokens, at, at + 1, end, '')
    : null
}

/**
 * Checks whether a number after "#" is a unit in front of the street: "# 5 - 100 ELM ST", but not "# 5 ELM ST" or "# 5
 * 16 ST".
 */
function isUnitInFront(tokens: readonly Token[], end: number): boolean {
  if (end < 4 || !hasDigit(tokens[1].text) || tokens[3].apart || tokens[3].meaning.endsStreet) return false
  return isDigits(tokens[2].text) || numberOfWord(tokens[2].text) !== null
}

/** Checks whether a word is a single letter or two letters with a hyphen: "A", "G-H". */
function isLone(text: string): boolean {
  return (text.length === 1 && text >= 'A' && text <= 'Z') || (text.length === 3 && text[1] === '-')
}

function span(first: number, end: number, text: string): Span {
  return { first, end, kind: 'unit', text }
}

/**
 * Checks whether the previous word ends a street: a suffix with a name before it, or a directional after such a suffix.
 */
function followsStreet(tokens: readonly Token[], at: number, number: number): boolean {
  const last = tokens[at - 1].meaning.endsStreet || tokens[at - 1].meaning.direction === '' ? at - 1 : at - 2
  const name = tokens[number + 1].meaning.direction === '' ? number + 1 : number + 2
  return (
    last > name && tokens[last].meaning.endsStreet && (last < at - 1 || !isNumberedType(tokens[last].meaning.suffix))
  )
}

function isNumberedType(suffix: string): boolean {
  return suffix === 'HWY' || suffix === 'RTE' || suffix === 'LOOP'
}

function isFloor(word: string, afterStreet: boolean): boolean {
  return (
    isOrdinal(word) ||
    ordinalOfWord(word) !== null ||
    word === 'GROUND' ||
    word === 'TOP' ||
    (afterStreet && isDigits(word))
  )
}

/**
 * Reads unit designators ("APT", "#", "# APT", "STE NO") and the number after them. Returns null if no number follows.
 */
function designated(tokens: readonly Token[], first: number, end: number): Span | null {
  let at = first
  let unit = ''
  while (at < end && (at === first || !tokens[at].apart)) {
    const { text, meaning } = tokens[at]
    if (meaning.unit !== '' && text !== 'SP') unit = unit === '' ? meaning.unit : unit
    else if (text !== '#' && text !== 'NO' && text !== 'NUMBER') break
    at++
  }
  if (at >= end || tokens[at].apart) return null
  const { text } = tokens[at]
  const next = at + 1 < end && !tokens[at + 1].apart ? tokens[at + 1].text : ''
  const lettered = isLone(text)
    ? !STREET_WORDS.has(unit)
    : text.length === 2 && (unit === 'DEPT' || unit === 'FILE' || hasDigit(next))
  if (!hasDigit(text) && !lettered && !(unit === 'FL' && isFloor(text, false))) return null
  // In "NORTH TOWER 1200 ELM ROAD", the number is the house number.
  if (unit === 'TOWER' && text.length > 2) return null
  return withLetter(tokens, first, at + 1, end, unit === '' ? '# ' : `${unit} `)
}

/** Designators that also appear in street and city names. They count as a unit only before a digit. */
const STREET_WORDS = new Set(['KEY', 'BAY', 'STOP', 'LOT'])

/** Adds a letter or directional that is written as a separate word after a unit number: "# 1 SW", "4 N". */
function withLetter(tokens: readonly Token[], first: number, end: number, last: number, before: string): Span {
  const id = tokens[end - 1].text
  const next = end < last ? tokens[end] : null
  const closes = end + 1 >= last || tokens[end + 1].apart
  if (next === null || next.apart || next.text === '#') return span(first, end, before + id)
  if (next.text === '&') {
    // In "STE A & B", both letters are part of the unit.
    const other = end + 1 < last ? tokens[end + 1].text : ''
    return isLone(other) ? span(first, end + 2, `${before}${id} & ${other}`) : span(first, end, before + id)
  }
  if (closes && (next.text.length === 1 || (next.text.length === 2 && next.meaning.direction !== '')))
    return span(first, end + 1, `${before}${id} ${next.text}`)
  // In "DEPT LA 12", the number is part of the unit.
  if (id.length === 2 && !hasDigit(id) && hasDigit(next.text))
    return span(first, end + 1, `${before}${id} ${next.text}`)
  return span(first, end, before + id)
}

/** Checks whether a word can begin a house number: `123`, `45B`, `94-210`, or `ONE` before a name. */
function isHouseNumber(tokens: readonly Token[], at: number, end: number, spans: readonly Span[]): boolean {
  const { text } = tokens[at]
  const opens = at === 0 || tokens[at].apart || tokens[at - 1].text === '#' || spans.at(-1)?.end === at
  // In "AVENUE 52 N, AUSTIN", the number is part of the street name.
  if (isNumberedAvenue(tokens, at, end)) return false
  if (at + 1 >= end || isCrossing(tokens, at - 1)) return false
  // "100 & 102 ELM BLVD" has a house number, but "5 & 10" and "MILE 12, AUSTIN" do not.
  if (tokens[at + 1].text === '&' && !(isDigits(text) && at + 3 < end && isDigits(tokens[at + 2].text))) return false
  // In "CITY HALL, 12, ELM ST", the house number is between commas.
  if (at > 0 && tokens[at + 1].apart) return tokens[at].apart && isDigits(text) && isStreetRun(tokens, at + 1, end)
  // In "16 AVE", the number is the street name (16TH AVE), not a house number.
  if (tokens[at + 1].meaning.endsStreet && isDigits(text) && text.length < 4 && (at + 2 >= end || tokens[at + 2].apart))
    return false
  if (startsWithDigit(text)) return !isOrdinal(text) && text.length < (isDigits(text) ? 8 : 13)
  if (!opens || tokens[at + 1].apart) return false
  // TWENTY FIRST and TWENTY ONE are one number.
  if (text === 'TWENTY' && (ordinalOfWord(tokens[at + 1].text) ?? numberOfWord(tokens[at + 1].text)) !== null)
    return false
  // In "ONE DR CARLTON B GOODLETT PL", the first DR is a title.
  if (numberOfWord(text) !== null) return !tokens[at + 1].meaning.endsStreet || hasLaterSuffix(tokens, at + 2, end)
  // A house number can begin with one or two letters.
  return hasDigit(text) && /^[A-Z]{1,2}\d+$/.test(text)
}

/**
 * Checks whether the number at index 1 follows AVENUE at the start of the address, and only a directional follows the
 * number: "AVENUE 52 N".
 */
function isNumberedAvenue(tokens: readonly Token[], at: number, end: number): boolean {
  return (
    at === 1 &&
    tokens[0].text === 'AVENUE' &&
    tokens[2]?.meaning.direction !== '' &&
    isPretype(tokens, 0, end) &&
    (end === 3 || tokens[3]?.apart === true)
  )
}

/** Checks whether the words from `first` to the next comma are a name and the suffix of a street. */
function isStreetRun(tokens: readonly Token[], first: number, end: number): boolean {
  let last = first
  while (last + 1 < end && !tokens[last + 1].apart) last++
  return last > first && tokens[last].meaning.endsStreet
}

/** Checks whether one of the words from `first` to the next comma ends a street. */
function hasLaterSuffix(tokens: readonly Token[], first: number, end: number): boolean {
  for (let at = first; at < end && !tokens[at].apart; at++) if (tokens[at].meaning.endsStreet) return true
  return false
}

/** Checks whether a word joins two streets or two numbers. */
function isCrossing(tokens: readonly Token[], at: number): boolean {
  return at > 0 && (tokens[at].text === 'AND' || tokens[at].text === '&')
}

/**
 * Checks whether a later number begins the street, so that the earlier number belongs to a building: "1 EXAMPLE PLAZA
 * 500 ELM ST".
 */
function isBetterNumber(
  tokens: readonly Token[],
  number: number,
  at: number,
  end: number,
  spans: readonly Span[],
): boolean {
  if (at < number + 3 || !(tokens[at].apart || tokens[at - 1].meaning.suffix !== '' || spans.at(-1)?.end === at))
    return false
  for (let i = number + 1; i < at; i++)
    if (tokens[i].meaning.endsStreet || tokens[i].meaning.direction !== '') return false
  for (let i = at + 1; i < end && !tokens[i].apart; i++)
    if (i > at + 1 ? tokens[i].meaning.endsStreet : isOrdinal(tokens[i].text)) return true
  return numberOfWord(tokens[number].text) !== null && tokens[at].apart
}

/** Returns the index after a house number, including its fraction, letter or second number. */
export function endOfNumber(tokens: readonly Token[], number: number, end: number): number {
  const at = number + 1
  if (at >= end || tokens[at].apart) return at
  const { text, meaning } = tokens[at]
  if (isFraction(text)) return at + 1
  const next = at + 1 < end && !tokens[at + 1].apart ? tokens[at + 1] : null
  if (next === null) return at
  // In "100 & 102 ELM BLVD", both numbers are the house number.
  if (text === '&' && isDigits(next.text)) return at + 2
  // The letter belongs to the number in "12 C OAK HILL DR", but not in "12 K ST", "12 L B J FWY", "12 C R 5", "12 N OAK
  // ST" or "12 I 49".
  const lettered = text.length === 1 && text >= 'A' && text <= 'Z' && meaning.direction === '' && next.text.length > 1
  return lettered && next.meaning.suffix === '' && !hasDigit(next.text) && next.text !== 'AND' && next.text !== 'AT'
    ? at + 1
    : at
}

function isFraction(text: string): boolean {
  return text.length === 3 && text[1] === '/'
}

/** Normalizes the house number in the words `[first, end)`. */
export function numberText(tokens: readonly Token[], first: number, end: number): string {
  const { text } = tokens[first]
  // "123-1/2" becomes "123 1/2".
  if (end - first === 1) return numberOfWord(text) ?? (text.includes('/') ? text.replace('-', ' ') : text)
  const next = tokens[end - 1].text
  return isFraction(next) ? `${text} ${next}` : isDigits(next) ? `${text}-${next}` : text + next
}

/** A PO box or a box on a mail route. */
interface Box {
  /** Index after the last word. */
  readonly end: number
  /** Normalized box: `PO BOX 123`, `RR 4 BOX 28E`, `HC 12 BOX 3A` */
  readonly text: string
}

const BOXES = new Set(['BOX', 'BX', 'DRAWER', 'SERVICE'])
const ROUTE = ['ROUTE', 'RTE', 'RT']
const WAYS = byFirstWord([
  ['PO BOX', 'P', ['O ?']],
  ['PO BOX', 'POST', ['OFFICE ?']],
  ['PO BOX', 'PO', ['?']],
  ['PO BOX', 'LOCK CALLER', ['!']],
  ['PO BOX', 'BOX POB POBOX LOCKBOX LBX BX', ['']],
  ['RR', 'RR RFD RT RTE ROUTE', ['']],
  ['RR', 'RURAL', ROUTE],
  ['HC', 'STAR', ROUTE],
  ['HC', 'HC', ['RTE', 'ROUTE', '']],
  ['HC', 'HCR', ['']],
  ['HC', 'HIGHWAY HWY', ['CONTRACT ROUTE', 'CONTRACT RTE', 'CONTRACT']],
  ['CMR', 'CMR', ['']],
  ['PSC', 'PSC', ['']],
])

/** Returns the box that begins at the word `first`, or null: "RR 4 BOX 28E", "HIGHWAY CONTRACT ROUTE # 6 BOX 9A". */
function boxAt(tokens: readonly Token[], first: number, end: number): Box | null {
  const { text: word, meaning } = tokens[first]
  const way = meaning.beginsBox ? wordingAt(WAYS.get(word)!, tokens, first, end, BOXES) : null
  const id = way && idAt(tokens, way.end, end)
  if (way === null || id === null) return null
  const text = `${way.text} ${id.text}`
  if (way.text === 'PO BOX') return { end: id.end, text }
  if (id.end >= end || !BOXES.has(tokens[id.end].text)) {
    // "ROUTE 4" alone is a road, and "100 RR 4" is a ranch road. "RR 4" and "HC 4" alone are mail routes.
    const isAlone = (word === 'RR' && !isAfterNumber(tokens, first)) || word === 'HC' || word === 'HCR'
    return isAlone ? { end: id.end, text } : null
  }
  const box = idAt(tokens, id.end + 1, end)
  return { end: box?.end ?? id.end + 1, text: `${text} BOX${box ? ` ${box.text}` : ''}` }
}

function isAfterNumber(tokens: readonly Token[], at: number): boolean {
  if (at === 0 || tokens[at].apart) return false
  const { text, meaning } = tokens[at - 1]
  return hasDigit(text) || meaning.direction !== ''
}

/** Reads a number, with an optional "#" or "NO" before it and an optional letter after it. */
function idAt(tokens: readonly Token[], first: number, end: number): Box | null {
  let at = first
  while (at < end && (tokens[at].text === '#' || tokens[at].text === 'NO' || tokens[at].text === 'NUMBER')) at++
  if (at >= end || (tokens[at].apart && at > first)) return null
  let { text } = tokens[at]
  if (isSign(text) || (!hasDigit(text) && text.length > 1)) return null
  const letter = at + 1 < end ? tokens[at + 1] : null
  if (letter && hasDigit(text) && !letter.apart && letter.text.length === 1 && !/[#&P]/.test(letter.text)) {
    text += letter.text
    at++
  }
  return { end: at + 1, text }
}
