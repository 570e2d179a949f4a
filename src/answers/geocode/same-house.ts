import { metersBetween } from '../../base/geo/distance.ts'
import type { GeocodeMatch } from './answer.ts'

/** Distance in meters within which two spellings of an address are the same house. */
const SAME_HOUSE = 250
/** Difference in latitude, in degrees, that is slightly more than `SAME_HOUSE`. */
const FAR = SAME_HOUSE / 111_000

/**
 * Removes matches that are the same house as a better match, with a different spelling of the street: "1100 Congress
 * Ave S" beside "1100 Congress Ave". One of the two spellings lacks the direction, or has it in the other position. The
 * list must be sorted best first. Allocates nothing, because it runs on every address with a house number.
 */
export function removeRespelledHouses(matches: GeocodeMatch[]): void {
  let kept = 1
  for (let i = 1; i < matches.length; i++) {
    const match = matches[i]
    let isKept = true
    for (let j = 0; j < kept && isKept; j++) isKept = !isRespelled(match, matches[j])
    if (isKept) matches[kept++] = match
  }
  // Setting the length is slower, because it also shrinks the memory of the array.
  while (matches.length > kept) matches.pop()
}

function isRespelled(one: GeocodeMatch, other: GeocodeMatch): boolean {
  // The latitude alone excludes most matches, without reading their labels.
  if (Math.abs(one.lat - other.lat) > FAR || !isSameApartFromDirections(one.label, other.label)) return false
  return metersBetween(one.lat, one.lon, other.lat, other.lon) <= SAME_HOUSE
}

/**
 * Checks whether two labels of houses differ only in the ZIP and in the direction of the street. One of the labels must
 * have no direction, or have its direction in the other position. Directions in different positions do not have to be
 * equal, because some lists contain wrong ones: houses of S Lamar Blvd are listed as "Lamar Blvd N". "100 N Main St"
 * and "100 S Main St" are different houses.
 */
export function isSameApartFromDirections(one: string, other: string): boolean {
  const start = one.indexOf(' ') + 1
  if (start === 0 || other.indexOf(' ') + 1 !== start) return false
  for (let i = 0; i < start; i++) if (one.charCodeAt(i) !== other.charCodeAt(i)) return false
  const end = one.indexOf(', ', start)
  const otherEnd = other.indexOf(', ', start)
  if (end < 0 || otherEnd < 0) return false
  const pre = lengthOfFirst(one, start, end)
  const post = lengthOfLast(one, start + pre, end)
  const otherPre = lengthOfFirst(other, start, otherEnd)
  const otherPost = lengthOfLast(other, start + otherPre, otherEnd)
  const isSamePosition = pre > 0 === otherPre > 0 && post > 0 === otherPost > 0
  const isInBoth = (pre > 0 && post > 0) || (otherPre > 0 && otherPost > 0)
  const areDirected = pre + post > 0 && otherPre + otherPost > 0
  if (isSamePosition || (isInBoth && areDirected)) return false
  return (
    isSamePart(one, start + pre, end - post, other, start + otherPre, otherEnd - otherPost) &&
    isSamePart(one, end, endWithoutZip(one), other, otherEnd, endWithoutZip(other))
  )
}

/**
 * Checks whether the street in a label begins or ends with a direction. Allocates nothing, because it runs on every
 * address without a direction.
 *
 * @param start offset of the street, which is after the house number if the label has one
 */
export function hasDirection(label: string, start: number): boolean {
  const end = label.indexOf(', ', start)
  return end >= 0 && (lengthOfFirst(label, start, end) > 0 || lengthOfLast(label, start, end) > 0)
}

function isSamePart(one: string, from: number, to: number, other: string, otherFrom: number, otherTo: number): boolean {
  if (to - from !== otherTo - otherFrom) return false
  for (let i = from, j = otherFrom; i < to; i++, j++) if (one.charCodeAt(i) !== other.charCodeAt(j)) return false
  return true
}

/**
 * Returns the length of a direction at the beginning of a street, including the blank after it, or 0 if there is no
 * direction.
 */
function lengthOfFirst(label: string, start: number, end: number): number {
  const blank = label.indexOf(' ', start)
  // A street has a name apart from its direction. "12 N St" is on N St.
  if (blank < 0 || blank >= end || !isDirection(label, start, blank)) return 0
  const next = label.indexOf(' ', blank + 1)
  return next >= 0 && next < end ? blank + 1 - start : 0
}

/**
 * Returns the length of a direction at the end of a street, including the blank before it, or 0 if there is no
 * direction.
 */
function lengthOfLast(label: string, start: number, end: number): number {
  const blank = label.lastIndexOf(' ', end - 1)
  return blank > start && isDirection(label, blank + 1, end) ? end - blank : 0
}

const [N, S, E, W] = [78, 83, 69, 87]

function isDirection(label: string, from: number, to: number): boolean {
  const length = to - from
  if (length < 1 || length > 2) return false
  const first = label.charCodeAt(from)
  const isNorthSouth = first === N || first === S
  if (length === 1) return isNorthSouth || first === E || first === W
  const second = label.charCodeAt(from + 1)
  return isNorthSouth && (second === E || second === W)
}

/**
 * Returns the length of a label without the ZIP at its end and the blank before the ZIP. If the label does not end with
 * a ZIP, returns its full length.
 */
function endWithoutZip(label: string): number {
  const end = label.length - 6
  if (end < 0 || label.charCodeAt(end) !== 32) return label.length
  for (let i = end + 1; i < label.length; i++) {
    const code = label.charCodeAt(i)
    if (code < 48 || code > 57) return label.length
  }
  return end
}
