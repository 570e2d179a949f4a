import { zipFitsState } from '../../../base/all-states.ts'
import { stateOfZip } from '../../../base/states.ts'
import { hasDigit, isDigits, isOrdinal, isSign, isZip, ordinalOfWord, startsWithDigit, type Token } from './tokens.ts'
import { longStateEndingAt } from './vocabulary.ts'

/** End of an address as word ranges such as `[zipFirst, zipEnd)`. A missing part is an empty range. */
export interface Tail {
  /** Index after the last word of the street, unit and city. */
  readonly end: number
  /** City that follows its state: "CA SAN DIEGO 92101". The range is empty if there is none. */
  readonly cityFirst: number
  readonly cityEnd: number
  readonly stateFirst: number
  readonly stateEnd: number
  /** State code, or ''. */
  readonly state: string
  readonly zipFirst: number
  readonly zipEnd: number
  /** Five-digit ZIP code, or ''. */
  readonly zip: string
  /** Four digits of a ZIP+4, or ''. */
  readonly plus4: string
}

/** Reads country, ZIP and state from the end of an address. */
export function readTail(tokens: readonly Token[]): Tail {
  let end = withoutDamagedZip(tokens, withoutCounty(tokens, withoutCountry(tokens, endOfFirst(tokens))))
  let zip = zipBefore(tokens, end)
  let stateEnd = zip ? withoutLabel(tokens, zip.first) : end
  let state = stateBefore(tokens, stateEnd, zip?.zip ?? '')
  if (!zip && state && state.first > 0) {
    // In "94103 CA", the ZIP precedes the state.
    zip = zipBefore(tokens, state.first)
    if (zip && !zipFitsState(zip.zip, state.code)) zip = null
  }
  end = Math.min(zip ? withoutLabel(tokens, zip.first) : end, state?.first ?? end)
  let cityFirst = 0
  let cityEnd = 0
  if (zip && !state) {
    state = stateBeforeCity(tokens, zip.first, zip.zip)
    if (state) {
      cityFirst = state.first + 1
      cityEnd = zip.first
      stateEnd = cityFirst
      end = state.first
    }
  }
  if (!zip) {
    zip = zipBeforeCity(tokens, end, state?.code ?? '')
    if (zip) {
      cityFirst = zip.end
      cityEnd = end
      end = zip.first
    }
  }
  // In "GEORGIA, GA", the state is repeated.
  const repeated = state && end > 1 ? stateBefore(tokens, end, zip?.zip ?? '') : null
  if (
    repeated &&
    repeated.first > 0 &&
    repeated.code === state?.code &&
    !isAlsoCity(repeated.code) &&
    tokens[state.first].apart &&
    tokens[repeated.first].apart
  )
    end = repeated.first
  return {
    end,
    cityFirst,
    cityEnd,
    stateFirst: state?.first ?? 0,
    stateEnd: state ? stateEnd : 0,
    state: state?.code ?? '',
    zipFirst: zip?.first ?? 0,
    zipEnd: zip?.end ?? 0,
    zip: zip?.zip ?? '',
    plus4: zip?.plus4 ?? '',
  }
}

/**
 * Returns the end of the first address if two forms of the same address were joined: "1 MAIN ST, AUSTIN, TX 78701
 * AUSTIN 1 MAIN ST TX 78701".
 */
function endOfFirst(tokens: readonly Token[]): number {
  let hasNumber = false
  for (let i = 0; i < tokens.length - 1; i++) {
    const { text } = tokens[i]
    if (i < 3 || text.length < 5 || !isZip(text)) {
      hasNumber ||= startsWithDigit(text)
      continue
    }
    const state = tokens[i - 1].meaning.state
    const next = tokens[i + 1]
    const isPlus4 = !next.apart && isDigits(next.text)
    // In "ROUND ROCK, TX 78664, 9 ELM ST", the street comes after the ZIP, so the address does not end there.
    const isBefore = !hasNumber && tokens[0].text.length > 1 && next.apart && startsWithDigit(next.text)
    if (state === tokens[i - 1].text && zipFitsState(text, state) && !isPlus4 && !isBefore) return i + 1
    hasNumber = true
  }
  return tokens.length
}

function withoutCountry(tokens: readonly Token[], all: number): number {
  let end = all
  while (end > 1) {
    const last = tokens[end - 1].text
    if (last === 'USA' || last === 'US') end--
    else if (last === 'STATES' && tokens[end - 2].text === 'UNITED') end -= 2
    else if (last === 'AMERICA' && end > 4 && tokens[end - 4].text === 'UNITED') end -= 4
    else break
  }
  // If the text is only a country, keep its words.
  return end > 0 ? end : all
}

/** Skips a county after the state or ZIP: "AUSTIN, TX 78701, TRAVIS COUNTY". */
function withoutCounty(tokens: readonly Token[], end: number): number {
  const last = tokens[end - 1]?.text
  if (end < 4 || (last !== 'COUNTY' && last !== 'CNTY')) return end
  for (let at = end - 3; at > 0 && at >= end - 4; at--) {
    const { text, meaning } = tokens[at]
    if (isZip(text) || meaning.state !== '') return at + 1
  }
  return end
}

/** Checks whether a state name is also a city name: "NEW YORK, NY" and "WASHINGTON, WA" are not repetitions. */
function isAlsoCity(state: string): boolean {
  return state === 'NY' || state === 'WA'
}

/** A ZIP in the words `[first, end)`. */
interface Zip {
  readonly first: number
  readonly end: number
  /** Five-digit ZIP code. */
  readonly zip: string
  /** Four digits of a ZIP+4, or ''. */
  readonly plus4: string
}

/** Skips the remains of a damaged ZIP after a state code ("TX 787"). They belong to neither the street nor the city. */
function withoutDamagedZip(tokens: readonly Token[], end: number): number {
  if (end < 3) return end
  const { text } = tokens[end - 1]
  const state = tokens[end - 2].meaning.state
  return tokens[end - 2].text === state &&
    state !== 'NE' &&
    state !== 'CT' &&
    startsWithDigit(text) &&
    text.length > 2 &&
    !isZip(text) &&
    isDigits(text.replace('-', '')) &&
    zipBefore(tokens, end) === null &&
    !startsWithDigit(tokens[end - 3].text)
    ? end - 1
    : end
}

/**
 * Returns the ZIP that ends right before the word `end`: five digits, which may be followed by four more, with or
 * without a hyphen or space between them.
 */
function zipBefore(tokens: readonly Token[], end: number): Zip | null {
  const last = end - 1
  if (last < 0) return null
  const { text } = tokens[last]
  const previous = last > 0 ? tokens[last - 1] : null
  if (previous && text.length === 4 && isDigits(text)) {
    // "94103 1612" is a ZIP+4, and "NJ 7102" has lost its leading zero.
    if (last > 1 && previous.text.length === 5 && isDigits(previous.text) && !holdsNumber(tokens[last - 2]))
      return { first: last - 1, end, zip: previous.text, plus4: text }
    const state = previous.meaning.state
    return state !== '' && zipFitsState('0', state) && last > 1
      ? { first: last, end, zip: `0${text}`, plus4: '' }
      : null
  }
  if (!isZip(text)) return null
  const holds = previous !== null && !tokens[last].apart && previous.meaning.state === '' && holdsNumber(previous)
  if (holds && !endsCity(tokens, last - 1, text.slice(0, 5))) if (withoutLabel(tokens, last) === last) return null
  return getZip(text, last)
}

function getZip(text: string, at: number): Zip {
  return { first: at, end: at + 1, zip: text.slice(0, 5), plus4: text.slice(5).slice(-4) }
}

/**
 * Returns the ZIP before the city in an address that has a house number: "12 ELM ST, 75702 TYLER, TX", "ELM ST 12,
 * 75702 TYLER".
 */
function zipBeforeCity(tokens: readonly Token[], end: number, state: string): Zip | null {
  for (let at = end - 1; at > 1 && at > end - 6; at--) {
    const { text, apart, meaning } = tokens[at]
    if (isZip(text)) {
      const isFitting = state === '' ? stateOfZip(text) !== null : zipFitsState(text, state)
      const hasNumber = startsWithDigit(tokens[0].text) || isDigits(tokens[at - 1].text)
      return at < end - 1 && apart && hasNumber && isFitting ? getZip(text, at) : null
    }
    if (hasDigit(text) || meaning.endsStreet || (apart && !isZip(tokens[at - 1].text))) return null
  }
  return null
}

/**
 * Returns the index of the first word of the label before a ZIP ("TX ZIP 75702", "TX ZIP CODE: 75702"), or of the ZIP
 * if there is no label.
 */
function withoutLabel(tokens: readonly Token[], zipFirst: number): number {
  const last = zipFirst - 1
  if (last > 1 && tokens[last].text === 'CODE' && tokens[last - 1].text === 'ZIP') return last - 1
  return last >= 0 && (tokens[last].text === 'ZIP' || tokens[last].text === 'ZIPCODE') ? last : zipFirst
}

/** Checks whether a number after this word belongs to the word: "# 12345", "BOX 12345", "APT 12345", "HWY 12345". */
function holdsNumber(token: Token): boolean {
  const { text, meaning } = token
  return text === '#' || text === 'BOX' || meaning.unit !== '' || meaning.suffix === 'HWY' || meaning.suffix === 'RTE'
}

/**
 * Unit words that also end city names: "PALM BAY 32907", "LONG KEY 33001", "DIME BOX 77853". After a street, they begin
 * a unit: "ELM ST BAY 32907".
 */
const CITY_ENDS = new Set(['BAY', 'KEY', 'BOX'])

function endsCity(tokens: readonly Token[], at: number, zip: string): boolean {
  if (!CITY_ENDS.has(tokens[at].text) || at === 0 || tokens[at].apart || stateOfZip(zip) === null) return false
  const { text, meaning } = tokens[at - 1]
  const isBox = tokens[at].text === 'BOX' && (text === 'PO' || text === 'O' || text === 'OFFICE' || text === 'LOCK')
  return !isBox && !hasDigit(text) && !isSign(text) && !meaning.endsStreet && meaning.direction.length !== 2
}

/** A state and the index of its first word. */
interface State {
  readonly first: number
  readonly code: string
}

/** Returns the state whose code or name ends right before the word `end`. `zip` is the following ZIP, or ''. */
function stateBefore(tokens: readonly Token[], end: number, zip: string): State | null {
  const last = end - 1
  if (last < 0) return null
  const long = longStateEndingAt(tokens, last)
  if (
    long &&
    (zip === '' || zipFitsState(zip, long.code)) &&
    (zip !== '' || long.first === 0 || isLikelyState(tokens, long.first))
  )
    return long
  const { text, meaning, apart } = tokens[last]
  const code = meaning.state
  // "COFFEE NEAR ME" is not in Maine.
  if (code === '' || (text === 'ME' && last > 0 && NEARBY.has(tokens[last - 1].text))) return null
  if (text === code) {
    if (zip !== '') return isAlsoStreet(text) && !zipFitsState(zip, code) ? null : { first: last, code }
    return isCode(tokens, last) ? { first: last, code } : null
  }
  if (zip !== '') return zipFitsState(zip, code) ? { first: last, code } : null
  return apart || last === 0 || (last > 2 && isLikelyState(tokens, last)) ? { first: last, code } : null
}

const NEARBY = new Set(['NEAR', 'AROUND', 'BY', 'TO', 'FOR', 'WITH'])

/**
 * Checks whether a state name at the end means the state rather than a street: "12 E ELM AUSTIN TEXAS", but not "12 N
 * MICHIGAN".
 */
function isLikelyState(tokens: readonly Token[], first: number): boolean {
  const before = tokens[first - 1]
  if (before === undefined) return false
  return tokens[first].apart || (before.meaning.direction === '' && !isDigits(before.text))
}

function isAlsoStreet(code: string): boolean {
  return code === 'NE' || code === 'CT' || code === 'WY'
}

/**
 * Checks whether a code at the end of an address means the state rather than a directional (NE), a court (CT) or a
 * floor (FL).
 */
function isCode(tokens: readonly Token[], last: number): boolean {
  const { text, apart } = tokens[last]
  if (last === 0) return true
  const before = tokens[last - 1]
  if (text === 'FL')
    return apart || !(isDigits(before.text) || isOrdinal(before.text) || ordinalOfWord(before.text) !== null)
  if (!isAlsoStreet(text)) return true
  if (text === 'CT' && (apart || !startsWithDigit(tokens[0].text))) return true
  if (before.meaning.endsStreet) return false
  for (let i = 1; i < last - 1; i++) if (tokens[i].meaning.endsStreet) return true
  return false
}

/** Returns a state that is followed by its city: "… UNIT 12 CA SAN DIEGO 92101". */
function stateBeforeCity(tokens: readonly Token[], end: number, zip: string): State | null {
  for (let i = end - 2; i > 1 && i >= end - 5; i--) {
    const { text, meaning } = tokens[i]
    const before = tokens[i - 1]
    if (text.length !== 2 || text !== meaning.state || isAlsoStreet(text) || !zipFitsState(zip, text)) continue
    if (before.meaning.suffix !== '' || before.meaning.direction !== '' || hasDigit(before.text))
      return { first: i, code: text }
  }
  return null
}
