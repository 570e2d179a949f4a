import { editDistance, tolerance } from '../../geo/edit-distance.ts'
import { hasDigit } from '../parse/numbers.ts'

/** The street of a query or of a record: the parts as the parser normalizes them, '' where one is missing. */
export interface StreetParts {
  readonly predirectional: string
  readonly street: string
  readonly suffix: string
  readonly postdirectional: string
}

/**
 * How well two streets fit: 1 for the same, 0 for another one. A directional that is missing or a suffix that is missing or
 * another lowers it; a directional that contradicts is another street, and so is a number, a letter or a word that differs
 * by more than a slip of the pen.
 */
export function streetSimilarity(query: StreetParts, known: StreetParts): number {
  const name = nameSimilarity(query.street, known.street)
  if (name === 0) return 0
  const direction = directionSimilarity(query, known)
  if (direction === 0) return 0
  return name * direction * suffixSimilarity(query.suffix, known.suffix, hasDigit(known.street))
}

/** Letters of a name as bits 0-25, or where it has digits these as bits 0-9 and bit 31. */
export function streetMask(name: string): number {
  let mask = 0
  for (let at = 0; at < name.length; at++) mask = withCharacter(mask, name.charCodeAt(at))
  return mask >>> 0
}

/** The same of the bytes `[start, end)` of a name. */
export function streetMaskOfBytes(bytes: Uint8Array, start: number, end: number): number {
  let mask = 0
  for (let at = start; at < end; at++) mask = withCharacter(mask, bytes[at])
  return mask >>> 0
}

function withCharacter(mask: number, code: number): number {
  if (code >= 65 && code <= 90) return mask < 0 ? mask : mask | (1 << (code - 65))
  if (code >= 48 && code <= 57) return (mask < 0 ? mask : 0x80000000) | (1 << (code - 48))
  return mask
}

/** Whether names of these masks can be alike at all: two edits change four letters of the mask at most, and no digit. */
export function masksFit(query: number, known: number): boolean {
  let differ = query ^ known
  if ((query | known) >>> 31 !== 0) return differ === 0
  for (let bits = 0; differ !== 0; bits++) {
    if (bits === 4) return false
    differ &= differ - 1
  }
  return true
}

function nameSimilarity(query: string, known: string): number {
  if (query === known) return 1
  if (hasDigit(query) || hasDigit(known)) return isSameRoute(query, known) ? 0.95 : 0
  const edits = editDistance(query, known, tolerance(Math.min(query.length, known.length)))
  // "NORTHSIDE" and "SOUTHSIDE" are two edits apart.
  if (edits > 2 || (edits === 2 && query[0] !== known[0])) return 0
  const withinWords = wordsFit(query.split(' '), known.split(' '))
  return withinWords || query.replaceAll(' ', '') === known.replaceAll(' ', '') ? 1 - 0.1 * edits : 0
}

/** Whether each word is meant by the other's: "AVENUE E" is not AVENUE F. */
function wordsFit(query: readonly string[], known: readonly string[]): boolean {
  return (
    query.length === known.length &&
    query.every((word, i) => {
      const most = tolerance(Math.min(word.length, known[i].length))
      return editDistance(word, known[i], most) <= most
    })
  )
}

const SYSTEMS = /^(?:US HIGHWAY|STATE ROAD|COUNTY ROAD|FM|RM) /

/** "HIGHWAY 290", of a system that is not given, for the highway of that number of any system. */
function isSameRoute(query: string, known: string): boolean {
  return isBareFor(query, known) || isBareFor(known, query)
}

function isBareFor(bare: string, named: string): boolean {
  return bare.startsWith('HIGHWAY ') && SYSTEMS.test(named) && named.replace(SYSTEMS, 'HIGHWAY ') === bare
}

function directionSimilarity(query: StreetParts, known: StreetParts): number {
  const { predirectional: a, postdirectional: b } = query
  const { predirectional: c, postdirectional: d } = known
  if (a === c && b === d) return 1
  // "MAIN ST N" for "N MAIN ST"
  if (a === d && b === c) return 0.97
  const isPart = (few: string, more: StreetParts) => few === more.predirectional || few === more.postdirectional
  const queryHasLess = (a === '' || isPart(a, known)) && (b === '' || isPart(b, known)) && !(a !== '' && a === b)
  const recordHasLess = (c === '' || isPart(c, query)) && (d === '' || isPart(d, query)) && !(c !== '' && c === d)
  return queryHasLess || recordHasLess ? 0.87 : 0
}

function suffixSimilarity(query: string, known: string, isNumbered: boolean): number {
  if (query === known) return 1
  if (query === '' || known === '') return 0.93
  // "5TH ST" and "5TH AVE" cross.
  return isNumbered ? 0 : 0.7
}
