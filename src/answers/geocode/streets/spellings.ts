import { metersBetween } from '../../../base/geo/distance.ts'
import type { RankedCandidate } from '../answer.ts'
import type { ParsedStreet } from '../parse/parse-address.ts'
import type { Shard } from './shard.ts'
import { getDirections, getSuffix, mirroredDirections, nameText } from './street-text.ts'

/** A candidate with the street it is on. Candidates from grids and intersections have no street. */
export interface StreetCandidate extends RankedCandidate {
  readonly shard?: Shard
  /** Index of the street in its shard. */
  readonly street?: number
}

/** Factor for a candidate on a street whose direction is in the wrong position. */
const TURNED = 0.85
/** Distance in meters within which two spellings are the same street. */
const SAME_STREET = 1000

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
