import { coveredStates } from '../../../base/states.ts'
import { hasDigit, isDigits, isOrdinal, isZip, type Token, toOrdinal } from './tokens.ts'
import {
  beginsWithLetter,
  mayBeJoined,
  mayBeRange,
  renamed,
  withNumberWord,
  withoutJoins,
  withoutSecondNumber,
} from './typed-numbers.ts'

// Bits for the forms that `readTypedForms` looks for in the words.
const BLOCK = 1
const NOTHING = 2
const CROSSING = 4
const AXIS = 8
const JOINED = 16
const LETTERS = 32
const RANGE = 64
const NEAR = 128
const SCALE = 256
const BETWEEN = 512
const TIMES = 1024

/**
 * Rewrites forms that people type but directories do not contain: "900 block of Congress", "320-18th St", "7 Ave & 5
 * St", "North West 7th Ave", "F M 1431", "Austin, TX, NULL". Each word of the result keeps its position in the input.
 * Returns the same array if there is nothing to rewrite.
 */
export function readTypedForms(tokens: readonly Token[]): readonly Token[] {
  let kinds = 0
  const last = tokens.length - 1
  for (let at = 0; at <= last; at++) {
    const { text, meaning } = tokens[at]
    const code = text.charCodeAt(0)
    if (code >= 48 && code <= 57) {
      if (text.length > 2 && !isDigits(text) && !isZip(text) && mayBeJoined(text)) kinds |= JOINED
      if (at === 0 && mayBeRange(tokens)) kinds |= RANGE
      continue
    }
    if (beginsWithLetter(text, at)) kinds |= JOINED
    if (text.length === 1 && at < last && tokens[at + 1].text.length === 1) kinds |= LETTERS
    if (text === 'X' && at > 0 && at < last) kinds |= TIMES
    if (meaning.form === '') continue
    if (meaning.form === 'crossing') kinds |= CROSSING
    else if (meaning.form === 'nothing' || meaning.form === 'country') kinds |= NOTHING
    else if (meaning.form === 'block') kinds |= BLOCK
    else if (meaning.form === 'near') kinds |= NEAR
    else if (meaning.form === 'between') kinds |= BETWEEN
    else if (meaning.form === 'scale') kinds |= SCALE
    else if (at < last && isEastOrWest(tokens[at + 1])) kinds |= AXIS
  }
  if (kinds === 0) return tokens
  let rewritten = tokens
  if ((kinds & JOINED) !== 0) rewritten = withoutJoins(rewritten)
  if ((kinds & SCALE) !== 0) rewritten = withNumberWord(rewritten)
  if ((kinds & NEAR) !== 0) rewritten = withoutHint(rewritten)
  if ((kinds & RANGE) !== 0) rewritten = withoutSecondNumber(rewritten)
  if ((kinds & NOTHING) !== 0) rewritten = withoutMarkers(rewritten)
  if ((kinds & BLOCK) !== 0) rewritten = withoutBlock(rewritten)
  if ((kinds & LETTERS) !== 0) rewritten = withLettersJoined(rewritten)
  if ((kinds & AXIS) !== 0) rewritten = withDirectionsJoined(rewritten)
  if ((kinds & BETWEEN) !== 0) rewritten = withFirstCrossing(rewritten)
  if ((kinds & TIMES) !== 0) rewritten = withCrossingSign(rewritten)
  if ((kinds & (CROSSING | TIMES)) !== 0) rewritten = withOrdinals(rewritten)
  return rewritten
}

/**
 * Removes words that stand for a missing city, state or ZIP ("AUSTIN, TX, NULL", "AUSTIN N/A 78701") and a country
 * before the ZIP ("AUSTIN, TX, USA 78701").
 */
function withoutMarkers(tokens: readonly Token[]): readonly Token[] {
  const isMarker = (at: number) =>
    tokens[at].meaning.form === 'nothing' ||
    (tokens[at].meaning.form === 'country' && at === tokens.length - 2 && isZip(tokens[at + 1].text))
  const isEdge = (at: number) =>
    at >= tokens.length || tokens[at].apart || isMarker(at) || isZip(tokens[at].text) || tokens[at].meaning.state !== ''
  const kept: Token[] = []
  let isApart = false
  for (let at = 0; at < tokens.length; at++) {
    const token = tokens[at]
    const before = at === 0 ? null : tokens[at - 1]
    const begins = before !== null && (token.apart || isMarker(at - 1) || before.meaning.state !== '')
    if (begins && isMarker(at) && isEdge(at + 1)) {
      isApart ||= token.apart
      continue
    }
    kept.push(isApart && !token.apart ? { ...token, apart: true } : token)
    isApart = false
  }
  return kept
}

/** Removes "NEAR OAK AVE" from "12 ELM ST NEAR OAK AVE, AUSTIN". */
function withoutHint(tokens: readonly Token[]): readonly Token[] {
  const at = tokens.findIndex(({ meaning }) => meaning.form === 'near')
  if (at < 2 || !hasDigit(tokens[0].text) || tokens[at].apart) return tokens
  let end = at + 1
  while (end < tokens.length && !tokens[end].apart) end++
  return end === tokens.length ? tokens : [...tokens.slice(0, at), ...tokens.slice(end)]
}

/**
 * Rewrites "ELM ST BETWEEN 3RD AND 4TH, AUSTIN" and "BETWEEN 3RD AND 4TH ON ELM ST, AUSTIN" to the first intersection:
 * ELM ST & 3RD, AUSTIN. After a house number, the cross streets are only a hint and are removed.
 */
function withFirstCrossing(tokens: readonly Token[]): readonly Token[] {
  const at = tokens.findIndex(({ meaning }) => meaning.form === 'between')
  let end = at + 1
  while (end < tokens.length && !tokens[end].apart) end++
  const and = tokens.findIndex(({ text }, i) => i > at + 1 && i < end - 1 && (text === 'AND' || text === '&'))
  if (and < 0) return tokens
  if (at > 1 && isDigits(tokens[0].text)) return [...tokens.slice(0, at), ...tokens.slice(end)]
  const on = tokens.findIndex(({ text }, i) => i > and + 1 && i < end - 1 && text === 'ON')
  const street = at > 0 ? tokens.slice(0, at) : on > 0 ? tokens.slice(on + 1, end) : []
  if (street.length === 0) return tokens
  return [...street, renamed(tokens[at], '&'), ...tokens.slice(at + 1, and), ...tokens.slice(end)]
}

/**
 * Replaces the X of "W 8TH X LAVACA" with &. "21ST & X ST" and "500 X ST" are not changed because X is a street name.
 */
function withCrossingSign(tokens: readonly Token[]): readonly Token[] {
  if (isDigits(tokens[0].text) || tokens.some(({ meaning }) => meaning.form === 'crossing')) return tokens
  const at = tokens.findIndex(({ text }, i) => i > 0 && text === 'X')
  if (at < 1 || at + 1 >= tokens.length) return tokens
  const before = tokens[at - 1]
  const next = tokens[at + 1]
  if (tokens[at].apart || next.apart || next.meaning.endsStreet) return tokens
  const isStreet = before.meaning.endsStreet || isOrdinal(before.text) || isOrdinal(next.text)
  return isStreet ? [...tokens.slice(0, at), renamed(tokens[at], '&'), ...tokens.slice(at + 1)] : tokens
}

/**
 * Rewrites "900 BLOCK OF CONGRESS AVE", "900 (BLOCK) CONGRESS AVE" and "9 HUNDRED BLOCK CONGRESS AVE" to 900 CONGRESS
 * AVE. "900 BLOCK ST" is not changed because it is a street with that name.
 */
function withoutBlock(typed: readonly Token[]): readonly Token[] {
  const tokens = withBlockInFront(typed)
  const at = tokens.findIndex(
    (token, i) =>
      i > 0 && token.meaning.form === 'block' && (isDigits(tokens[i - 1].text) || isHundreds(tokens, i - 1)),
  )
  // Brackets around the block, as in "900 (BLOCK) CONGRESS AVE", separate it from the words on both sides.
  if (at < 0 || at + 1 >= tokens.length || tokens[at].apart !== tokens[at + 1].apart) return tokens
  const isOf = tokens[at + 1].text === 'OF'
  const isName =
    !isOf &&
    !tokens[at].apart &&
    tokens[at + 1].meaning.suffix !== '' &&
    (at + 2 >= tokens.length || tokens[at + 2].apart)
  if (isName) return tokens
  const [next, ...others] = tokens.slice(isOf ? at + 2 : at + 1)
  if (next === undefined) return tokens
  const following = [next.apart && tokens[at].apart ? { ...next, apart: false } : next, ...others]
  if (!isHundreds(tokens, at - 1)) return [...tokens.slice(0, at), ...following]
  const number = tokens[at - 2]
  const hundreds = { ...renamed(number, `${number.text}00`), end: tokens[at - 1].end }
  return [...tokens.slice(0, at - 2), hundreds, ...following]
}

/** Moves the block of "CONGRESS AVE 900 BLOCK, AUSTIN" and the number of "BLOCK 900 OF CONGRESS AVE" to the front. */
function withBlockInFront(tokens: readonly Token[]): readonly Token[] {
  const [first, second, third] = tokens
  if (first.meaning.form === 'block' && third?.text === 'OF' && isDigits(second.text))
    return [second, first, ...tokens.slice(2)]
  const at = tokens.findIndex(({ meaning }) => meaning.form === 'block')
  const isLast = at > 2 && (at + 1 >= tokens.length || tokens[at + 1].apart) && isDigits(tokens[at - 1].text)
  if (!isLast || tokens.slice(1, at - 1).some(({ apart }) => apart) || hasDigit(tokens[0].text)) return tokens
  const number = { ...tokens[at - 1], apart: false }
  return [number, { ...tokens[at], apart: false }, ...tokens.slice(0, at - 1), ...tokens.slice(at + 1)]
}

/** Checks whether the word at `at` is HUNDRED after a number: "12 HUNDRED". */
function isHundreds(tokens: readonly Token[], at: number): boolean {
  return at > 0 && tokens[at].text === 'HUNDRED' && isDigits(tokens[at - 1].text) && tokens[at - 1].text.length < 4
}

/** Letters of numbered roads that people type with spaces. */
const ROADS = new Set(['FM', 'RM', 'IH', 'SH', 'RR', 'CR', 'PR'])

/** Codes of the covered states. Some lists write a code with a space between its letters ("T X"). */
const STATES = new Set(coveredStates.map(({ postal }) => postal))

/** Rewrites "F M 1431" to FM 1431, "L B J FWY" to LBJ FWY, "AUSTIN, T X" to AUSTIN, TX. */
function withLettersJoined(tokens: readonly Token[]): readonly Token[] {
  const read: Token[] = []
  for (let at = 0; at < tokens.length; ) {
    let end = at
    while (end < tokens.length && isLetter(tokens[end].text) && (end === at || !tokens[end].apart)) end++
    const letters = tokens
      .slice(at, end)
      .map(({ text }) => text)
      .join('')
    const next = end < tokens.length ? tokens[end] : null
    const isRoad = ROADS.has(letters) && next !== null && isDigits(next.text)
    const isName = letters.length === 3 && !/^[NSEW]/.test(letters) && next !== null && !next.apart
    const isState = tokens[at].apart && STATES.has(letters) && (next === null || isZip(next.text))
    if (isRoad || isName || isState) {
      const token = { ...tokens[at], end: tokens[end - 1].end }
      read.push(renamed(token, letters))
      at = end
    } else {
      read.push(tokens[at])
      at++
    }
  }
  return read
}

function isLetter(text: string): boolean {
  return text.length === 1 && text >= 'A' && text <= 'Z'
}

function isEastOrWest({ meaning }: Token): boolean {
  return meaning.direction === 'E' || meaning.direction === 'W'
}

/** Rewrites "NORTH WEST 7TH AVE" to NORTHWEST 7TH AVE. "NORTH WEST ST" is not changed because it is West Street. */
function withDirectionsJoined(tokens: readonly Token[]): readonly Token[] {
  const at = tokens.findIndex((token, i) => {
    if (token.meaning.form !== 'axis' || i + 1 >= tokens.length || tokens[i + 1].apart) return false
    if (!isEastOrWest(tokens[i + 1])) return false
    const isInFull = token.text.length > 1 && tokens[i + 1].text.length > 1
    const next = i + 2 < tokens.length && !tokens[i + 2].apart ? tokens[i + 2] : null
    if (next === null) return isInFull && i > 0 && tokens[i - 1].meaning.endsStreet
    if (/^\d/.test(next.text)) return token.text.length > 1 || tokens[i + 1].text.length > 1
    return isInFull && next.meaning.suffix === '' && next.meaning.direction === ''
  })
  if (at < 0) return tokens
  const direction = tokens[at].meaning.direction + tokens[at + 1].meaning.direction
  const joined = renamed({ ...tokens[at], end: tokens[at + 1].end }, direction)
  return [...tokens.slice(0, at), joined, ...tokens.slice(at + 2)]
}

/** Rewrites "NW 7 AVE & NW 5 ST" to NW 7TH AVE & NW 5TH ST, "W 6 & LAMAR" to W 6TH & LAMAR. */
function withOrdinals(tokens: readonly Token[]): readonly Token[] {
  const sign = tokens.findIndex(({ meaning }) => meaning.form === 'crossing')
  if (sign < 1) return tokens
  let first = sign
  while (first > 0 && !tokens[first].apart && tokens[first - 1].text !== 'OF') first--
  const isRange = isDigits(tokens[sign - 1].text) && sign + 1 < tokens.length && isDigits(tokens[sign + 1].text)
  const before = isRange ? -1 : plainNumberAt(tokens, first, sign)
  const after = isRange ? -1 : plainNumberAt(tokens, sign + 1, sign)
  // The number before the crossing symbol is only changed if nothing else is on that side. In "100 OAK ST & 5 AVE", 100
  // is a house number.
  const isWhole = before >= 0 && endOfHalf(tokens, before) === sign
  if (!isWhole && after < 0) return tokens
  return tokens.map((token, at) =>
    (isWhole && at === before) || at === after ? renamed(token, toOrdinal(String(Number(token.text)))) : token,
  )
}

/**
 * Returns the index of a plain number that precedes a suffix or is alone on its side of the crossing symbol, with only
 * directionals before it. Returns -1 if there is none.
 */
function plainNumberAt(tokens: readonly Token[], first: number, sign: number): number {
  let at = first
  while (at < tokens.length && at < first + 2 && tokens[at].meaning.direction !== '') at++
  if (at >= tokens.length || (at > first && tokens[at].apart)) return -1
  const { text } = tokens[at]
  if (!isDigits(text) || text.length > 3) return -1
  const isAlone = at + 1 === sign || at + 1 === tokens.length || tokens[at + 1].apart
  return isAlone || tokens[at + 1].meaning.endsStreet ? at : -1
}

/** Returns the index after a numbered street, including its suffix and postdirectional. */
function endOfHalf(tokens: readonly Token[], number: number): number {
  let at = tokens[number + 1].meaning.endsStreet ? number + 2 : number + 1
  while (at < tokens.length && tokens[at].meaning.direction !== '' && !tokens[at].apart) at++
  return at
}
