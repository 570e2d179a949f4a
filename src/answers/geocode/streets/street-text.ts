import { BundleError } from '../../../base/errors.ts'
import { hasDigit, isDigits, isOrdinal } from '../parse/tokens.ts'
import { getHash } from '../parse/vocabulary.ts'
import { decodeNames, type NamedStreets, type Shard } from './shard.ts'
import { readShard, type ShardRef } from './shard-file.ts'

/** Formats an address in one line: `101 N Main St, Fort Pierce, FL 34950`. `house` is the house number and street. */
export function addressLine({ meta }: Shard, house: string, city: string | null, zip: string | null): string {
  const last = zip === null ? meta.state : `${meta.state} ${zip}`
  return city === null ? `${house}, ${last}` : `${house}, ${city}, ${last}`
}

/** Writes a street as `N Main St`, `5th St` or `FM 1960`. */
export function streetText(shard: NamedStreets, street: number): string {
  const [pre, post] = getDirections(shard, street)
  return titledStreet(pre, nameText(shard, shard.streetName[street]), getSuffix(shard, street), post)
}

/** A street of a shard. */
interface StreetOfShard {
  readonly shard: NamedStreets
  readonly street: number
}

/**
 * Writes an intersection as `24th St & Mission St`. The streets are in the order of their names without directions,
 * digits first, so that an intersection has one label.
 */
export function crossingText(one: StreetOfShard, other: StreetOfShard): string {
  const text = streetText(one.shard, one.street)
  const otherText = streetText(other.shard, other.street)
  const name = nameText(one.shard, one.shard.streetName[one.street])
  const otherName = nameText(other.shard, other.shard.streetName[other.street])
  const isFirst = name === otherName ? text < otherText : name < otherName
  return isFirst ? `${text} & ${otherText}` : `${otherText} & ${text}`
}

/** Returns the predirectional and postdirectional of a street. */
export function getDirections({ streetDirections }: NamedStreets, street: number): readonly [string, string] {
  const byte = streetDirections[street]
  return [DIRECTIONS[Math.floor(byte / DIRECTIONS.length)], DIRECTIONS[byte % DIRECTIONS.length]]
}

/** Returns the suffix of a street, such as `AVE`, or '' if there is none. */
export function getSuffix({ meta, streetSuffix }: NamedStreets, street: number): string {
  return textAt(meta.suffixes, streetSuffix[street])
}

/** Formats a street for display from its uppercase parts. */
export function titledStreet(pre: string, name: string, suffix: string, post: string): string {
  let text = pre === '' ? titled(name) : `${pre} ${titled(name)}`
  if (suffix !== '') text += ` ${capitalizedSuffix(suffix)}`
  return post === '' ? text : `${text} ${post}`
}

/**
 * Cache of capitalized suffixes. It needs no size limit, because the vocabulary and the street indexes contain only a
 * limited number of suffixes.
 */
const capitalizedSuffixes = new Map<string, string>()

function capitalizedSuffix(suffix: string): string {
  let text = capitalizedSuffixes.get(suffix)
  if (text === undefined) {
    text = capitalized(suffix)
    capitalizedSuffixes.set(suffix, text)
  }
  return text
}

/** Formats an uppercase name for display: `Lowell High School`. */
export function titled(name: string): string {
  if (!name.includes(' ')) return titledWord(name, true)
  let text = ''
  for (const word of name.split(' ')) text += text === '' ? titledWord(word, true) : ` ${titledWord(word, false)}`
  return text
}

/** Cache of words in title case. Street and city names use the same words again and again. */
const titledWords = { first: new Map<string, string>(), later: new Map<string, string>() }
const MAX_CACHED_WORDS = 10_000

function titledWord(word: string, isFirst: boolean): string {
  const cache = isFirst ? titledWords.first : titledWords.later
  let text = cache.get(word)
  if (text === undefined) {
    text = inTitleCase(word, isFirst)
    if (cache.size < MAX_CACHED_WORDS) cache.set(word, text)
  }
  return text
}

function inTitleCase(word: string, isFirst: boolean): string {
  if (word.length < 4) {
    if (LOWER.has(word)) return isFirst ? capitalized(word) : word.toLowerCase()
    if (ABBREVIATED.has(word)) return capitalized(word)
    if (word === 'US') return word
  }
  if (hasDigit(word)) return isOrdinal(word) ? word.toLowerCase() : word
  // `FM`, `MLK` and `XII` stay in uppercase.
  if (!/[AEIOUY]/.test(word) || /^[IVX]+$/.test(word)) return word
  return /^[A-Z]+$/.test(word)
    ? capitalized(word)
    : word.replace(/[A-Z]+/g, (part, at: number) => (word[at - 1] === "'" ? part.toLowerCase() : capitalized(part)))
}

function capitalized(word: string): string {
  return word[0] + word.slice(1).toLowerCase()
}

const LOWER = new Set('OF THE AT AND FOR IN ON'.split(' '))
const ABBREVIATED = new Set('DR ST MT FT JR SR MR MRS'.split(' '))

/** Returns the index of a street name in a shard, or -1 if the shard does not contain the name. */
export function nameIndex(
  { nameBytes, nameFirst, nameSlots }: NamedStreets,
  name: string,
  hash: number = getHash(name),
): number {
  const last = nameSlots.length - 1
  for (let slot = hash & last; nameSlots[slot] !== 0; slot = (slot + 1) & last) {
    const index = nameSlots[slot] - 1
    if (compareAt(nameBytes, nameFirst[index], nameFirst[index + 1], name) === 0) return index
  }
  return -1
}

/** Returns the name at an index. */
export function nameText({ nameBytes, nameFirst }: NamedStreets, name: number): string {
  let text = ''
  for (let at = nameFirst[name]; at < nameFirst[name + 1]; at++) text += String.fromCharCode(nameBytes[at])
  return text
}

function compareAt(bytes: Uint8Array, first: number, end: number, name: string): number {
  const length = Math.min(end - first, name.length)
  for (let i = 0; i < length; i++) {
    const difference = bytes[first + i] - name.charCodeAt(i)
    if (difference !== 0) return difference
  }
  return end - first - name.length
}

/** Street directionals, indexed by the number that a shard stores. '' means no directional. */
export const DIRECTIONS = ['', 'N', 'S', 'E', 'W', 'NE', 'NW', 'SE', 'SW'] as const

/** Encodes a predirectional and a postdirectional in one byte. Unknown words are encoded as no directional. */
export function directionsByte(pre: string, post: string): number {
  return indexOf(pre) * DIRECTIONS.length + indexOf(post)
}

/** Returns the byte for the same two directionals in swapped positions. */
export function mirroredDirections(byte: number): number {
  return (byte % DIRECTIONS.length) * DIRECTIONS.length + Math.floor(byte / DIRECTIONS.length)
}

function indexOf(direction: string): number {
  return Math.max(0, (DIRECTIONS as readonly string[]).indexOf(direction))
}

/**
 * House number in the form used for comparing with ranges. `94-210` has the value 210 and the prefix `94-`. `45B` and
 * `123 1/2` have the extras `B` and `1/2`.
 */
export interface NumberKey {
  /** Uppercase letters, digits and hyphens before the number. Usually ''. */
  readonly prefix: string
  /** Number from 0 to 999,999,999. */
  readonly value: number
  /** Letter or fraction after the number. Usually ''. */
  readonly extra: string
}

/** Parses a house number from an address or file. Returns null if there is no number. */
export function numberKey(written: string): NumberKey | null {
  if (isDigits(written)) return written.length > 9 ? null : { prefix: '', value: Number(written), extra: '' }
  const text = written.trim().toUpperCase()
  if (text.length > MAX_LENGTH) return null
  const parts = SHAPE.exec(text)
  if (parts === null) return null
  return { prefix: parts[1] ?? '', value: Number(parts[2]), extra: parts[3] ?? '' }
}

/** Maximum length of a house number. */
const MAX_LENGTH = 20
const SHAPE = /^((?:[A-Z0-9]*[A-Z-])?)(\d{1,9})(?:[ -]?([A-Z]{1,2}|[1-9]\/[1-9]))?$/

/**
 * Returns the first of two numbers joined by a hyphen: `100-104` may mean a building from 100 to 104. Returns null for
 * any other form.
 */
export function firstOfTwo({ prefix, value, extra }: NumberKey): NumberKey | null {
  const first = prefix.slice(0, -1)
  return prefix.endsWith('-') && extra === '' && isDigits(first) && Number(first) < value
    ? { prefix: '', value: Number(first), extra: '' }
    : null
}

/**
 * Street names of a shard for completing text, without the street lines. The part of a street in one ZIP is a stretch.
 * The stretches of a street are consecutive.
 */
export interface StreetNames extends NamedStreets {
  /** First stretch of each street, followed by the end of the last street's stretches. */
  readonly stretchFirst: Uint32Array
  /** Index in the ZIP list of the meta section plus 1, or 0 if no ZIP is known. */
  readonly stretchZip: Uint16Array
  /** Number of ranges and points in the stretch. */
  readonly stretchSize: Uint32Array
  /** Lowest house number of the stretch. */
  readonly stretchLow: Uint32Array
  /** Highest house number of the stretch. */
  readonly stretchHigh: Uint32Array
}

/**
 * Reads the street names of a shard. Returns null if the shard is damaged.
 *
 * @throws any error that is not caused by the file
 */
export function readStreetNames({ path, sections }: ShardRef): StreetNames | null {
  try {
    return getStretches(decodeNames(sections ?? readShard(path)))
  } catch (error) {
    if (error instanceof BundleError) return null
    throw error
  }
}

/** Collects the stretches of all streets. The rows of a street are sorted by ZIP. */
function getStretches(shard: ReturnType<typeof decodeNames>): StreetNames {
  const { rangeFirst, rangeZip, rangeLow, rangeHigh, pointFirst, pointZip, pointNumber } = shard
  const { meta, nameBytes, nameFirst, nameSlots, streetFirst, streetName, streetDirections, streetSuffix } = shard
  const stretchFirst = new Uint32Array(meta.streets + 1)
  const zips: number[] = []
  const sizes: number[] = []
  const lows: number[] = []
  const highs: number[] = []
  for (let street = 0; street < meta.streets; street++) {
    const first = zips.length
    const add = (zip: number, low: number, high: number) => {
      let at = zips.length - 1
      while (at >= first && zips[at] !== zip) at--
      if (at < first) {
        zips.push(zip)
        sizes.push(1)
        lows.push(low)
        highs.push(high)
        return
      }
      sizes[at]++
      if (low < lows[at]) lows[at] = low
      if (high > highs[at]) highs[at] = high
    }
    for (let i = rangeFirst[street]; i < rangeFirst[street + 1]; i++) add(rangeZip[i], rangeLow[i], rangeHigh[i])
    for (let i = pointFirst[street]; i < pointFirst[street + 1]; i++) add(pointZip[i], pointNumber[i], pointNumber[i])
    stretchFirst[street + 1] = zips.length
  }
  return {
    meta,
    nameBytes,
    nameFirst,
    nameSlots,
    streetFirst,
    streetName,
    streetDirections,
    streetSuffix,
    stretchFirst,
    stretchZip: Uint16Array.from(zips),
    stretchSize: Uint32Array.from(sizes),
    stretchLow: Uint32Array.from(lows),
    stretchHigh: Uint32Array.from(highs),
  }
}

/**
 * Returns the first row of a street in a ZIP. The rows are sorted by ZIP. If `zip` is 0, which means all ZIPs, returns
 * `first`.
 */
export function firstOfZip(zips: Uint16Array, first: number, end: number, zip: number): number {
  if (zip === 0) return first
  let low = first
  let high = end
  while (low < high) {
    const middle = (low + high) >>> 1
    if (zips[middle] < zip) low = middle + 1
    else high = middle
  }
  return low
}

/**
 * Returns the first point from `first` to `end` (exclusive) that has the prefix and a number of at least `value`. The
 * points must be in the same ZIP. Points without a prefix come first, and points with the same prefix are sorted by
 * number. If there is no such point, returns `end`, or, if `prefix` is 0, the first point that has a prefix.
 */
export function firstOfNumber(shard: Shard, first: number, end: number, prefix: number, value: number): number {
  const { pointNumber, pointPrefix } = shard
  let low = first
  let high = end
  if (prefix !== 0) {
    while (low < end && (pointPrefix[low] !== prefix || pointNumber[low] < value)) low++
    return low
  }
  while (low < high) {
    const middle = (low + high) >>> 1
    if (pointPrefix[middle] === 0 && pointNumber[middle] < value) low = middle + 1
    else high = middle
  }
  return low
}

export function textAt(texts: readonly string[], index: number): string {
  return index === 0 ? '' : texts[index - 1]
}
