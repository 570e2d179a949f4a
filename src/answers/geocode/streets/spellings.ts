import { metersApart, metersBetween } from '../../../base/geo/distance.ts'
import type { RankedCandidate } from '../answer.ts'
import type { SearchArea } from '../layers.ts'
import type { ParsedStreet } from '../parse/parse-address.ts'
import type { Shard } from './shard.ts'
import { directionsByte, getDirections, getSuffix, mirroredDirections, nameText } from './street-text.ts'

/** A candidate with the street it is on. Candidates from grids and intersections have no street. */
export interface StreetCandidate extends RankedCandidate {
  readonly shard?: Shard
  /** Index of the street in its shard. */
  readonly street?: number
}

/** Factor for a candidate on a street whose direction is in the wrong position. */
const TURNED = 0.85
/**
 * Factor for a misfiled candidate whose spelling is the one in the address. The candidate on the correctly filed street
 * must rank higher.
 */
const MISFILED = 0.76
/**
 * Minimum similarity of a candidate that can replace a misfiled one as the answer. A candidate whose direction was
 * omitted has 0.87.
 */
const SURE = 0.84
/** Factor for a candidate on the street with the written direction in the other position. See `directionsFit`. */
const MIRRORED = 0.97
/** Distance in meters within which two spellings are the same street. */
const SAME_STREET = 1000
/** Distance in meters within which two spellings of an address are the same house. */
const SAME_HOUSE = 250

/**
 * Lowers candidates on a misfiled street. Some lists have a few houses of South Lamar Blvd as "Lamar Blvd N", which
 * must not replace "N Lamar Blvd". If two spellings differ only in the position of the direction, the position in the
 * address wins. If the address has no direction, a spelling beside a longer street with another direction loses.
 * Spellings close together are the same street and stay as they are.
 */
export function lowerMisfiled(matches: StreetCandidate[], { predirectional, postdirectional }: ParsedStreet): void {
  const pre = predirectional?.text ?? ''
  const post = postdirectional?.text ?? ''
  const isSuspect = ({ shard, street }: StreetCandidate) => {
    if (shard === undefined || street === undefined) return false
    const [before, after] = getDirections(shard, street)
    return before !== after && (pre + post === '' || (before === post && after === pre))
  }
  // Hardly any query finds a street in both spellings. All other queries decode no names.
  if (!hasMirrored(matches) || !matches.some(isSuspect)) return
  const spellings = matches.map(spellingOf)
  const isNear = (i: number, j: number) =>
    metersBetween(matches[i].lat, matches[i].lon, matches[j].lat, matches[j].lon) <= SAME_STREET
  spellings.forEach((spelling, i) => {
    if (spelling === null || !isSuspect(matches[i])) return
    const isTurned = spelling.pre === post && spelling.post === pre
    const { rank, similarity } = matches[i]
    const hasName = (other: StreetSpelling | null): other is StreetSpelling =>
      other !== null && other.name === spelling.name && other.suffix === spelling.suffix
    // If Lamar Blvd N is beside the longer S Lamar Blvd, it is a misfiled spelling and not the northern half of the
    // street.
    const isBesideOther = () =>
      spellings.some(
        (other, j) =>
          hasName(other) &&
          other.pre + other.post !== spelling.pre + spelling.post &&
          other.size > spelling.size &&
          isNear(i, j),
      )
    if (!isTurned && !isBesideOther()) return
    const isLower = spellings.some(
      (other, j) =>
        hasName(other) &&
        other.pre === spelling.post &&
        other.post === spelling.pre &&
        matches[j].rank > rank * TURNED &&
        !isNear(i, j),
    )
    if (isLower) matches[i] = { ...matches[i], rank: rank * TURNED, similarity: similarity * TURNED }
  })
}

/**
 * Lowers a candidate on a misfiled street whose spelling is the one in the address. For example, a list has a few
 * houses of Congress Ave as "Congress Ave S". These must not silently answer "1100 Congress Ave S", because S Congress
 * Ave is elsewhere. A spelling counts as misfiled if two conditions are met: the house is also on a longer street with
 * another direction, and a longer street elsewhere has the same direction in the other position. Adds the house on the
 * longer street elsewhere.
 *
 * @param findMirrored finds the house on the street with the direction in the other position; rarely called
 */
export function lowerWrittenMisfiled(
  matches: StreetCandidate[],
  { predirectional, postdirectional }: ParsedStreet,
  findMirrored: () => readonly StreetCandidate[],
  area: SearchArea,
): void {
  // Only an address with a direction in exactly one position can match a misfiled spelling. Of these addresses, hardly
  // any is beside a street with another direction.
  if ((predirectional === null) === (postdirectional === null)) return
  const written = directionsByte(predirectional?.text ?? '', postdirectional?.text ?? '')
  const at = matches.findIndex((match) => directionsOf(match) === written && isBesideLonger(match, matches))
  if (at < 0) return
  const misfiled = matches[at]
  const spelling = spellingOf(misfiled)!
  const mirrored = findMirrored().filter((candidate) => {
    const other = directionsOf(candidate) === mirroredDirections(written) ? spellingOf(candidate) : null
    return other !== null && hasSameName(other, spelling) && other.size > spelling.size && isInCity(candidate, area)
  })
  if (mirrored.length === 0 || mirrored.some((other) => metersApart(other, misfiled) <= SAME_STREET)) return
  // The ZIP of an address tells more about its street than the direction does.
  const others = mirrored.map((match) => lowered(match, area.zip === null ? MIRRORED : TURNED))
  const isWritten = (match: StreetCandidate) =>
    directionsOf(match) === written && metersApart(match, misfiled) <= SAME_STREET
  // Without a better street, the misfiled spelling stays the answer.
  const better = area.zip === null ? [...matches, ...others] : matches
  if (!better.some((match) => !isWritten(match) && match.similarity >= SURE)) return
  matches.forEach((match, i) => {
    if (isWritten(match)) matches[i] = lowered(match, MISFILED)
  })
  for (const other of others)
    if (!matches.some(({ shard, street }) => shard === other.shard && street === other.street)) matches.push(other)
}

/** Checks whether a candidate is in the city of an address. */
function isInCity({ zip, city }: StreetCandidate, area: SearchArea): boolean {
  return city !== null && area.city !== null ? city === area.city : zip !== null && area.zips.includes(zip)
}

/** Returns the directions of a candidate's street as a byte, or -1 if it has no street. */
function directionsOf({ shard, street }: StreetCandidate): number {
  return shard === undefined || street === undefined ? -1 : shard.streetDirections[street]
}

/** Checks whether a house is also on a longer street with the same name and another direction. */
function isBesideLonger(match: StreetCandidate, matches: readonly StreetCandidate[]): boolean {
  const own = directionsOf(match)
  const near = matches.filter((other) => {
    const directions = directionsOf(other)
    if (directions < 0 || directions === own || directions === mirroredDirections(own)) return false
    return metersApart(match, other) <= SAME_HOUSE
  })
  const spelling = near.length === 0 ? null : spellingOf(match)
  return (
    spelling !== null &&
    near.some((other) => {
      const beside = spellingOf(other)
      return beside !== null && hasSameName(beside, spelling) && beside.size > spelling.size
    })
  )
}

function hasSameName(one: StreetSpelling, other: StreetSpelling): boolean {
  return one.name === other.name && one.suffix === other.suffix
}

function lowered(match: StreetCandidate, factor: number): StreetCandidate {
  return { ...match, rank: match.rank * factor, similarity: match.similarity * factor }
}

/** Checks whether two candidates have the same direction in different positions: "N Lamar Blvd" and "Lamar Blvd N". */
function hasMirrored(matches: readonly StreetCandidate[]): boolean {
  for (const { shard, street } of matches) {
    if (shard === undefined || street === undefined) continue
    const byte = shard.streetDirections[street]
    const mirrored = mirroredDirections(byte)
    if (mirrored === byte) continue
    for (const other of matches)
      if (other.shard !== undefined && other.shard.streetDirections[other.street!] === mirrored) return true
  }
  return false
}

interface StreetSpelling {
  readonly pre: string
  readonly post: string
  readonly name: string
  readonly suffix: string
  /** Number of house numbers and ranges of the street in its shard. */
  readonly size: number
}

function spellingOf({ shard, street }: StreetCandidate): StreetSpelling | null {
  if (shard === undefined || street === undefined) return null
  const { pointFirst, rangeFirst, streetName } = shard
  const [pre, post] = getDirections(shard, street)
  const size = pointFirst[street + 1] - pointFirst[street] + rangeFirst[street + 1] - rangeFirst[street]
  return { pre, post, name: nameText(shard, streetName[street]), suffix: getSuffix(shard, street), size }
}
