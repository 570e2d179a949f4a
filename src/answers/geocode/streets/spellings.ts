import { metersBetween } from '../../../base/geo/distance.ts'
import type { RankedCandidate } from '../answer.ts'
import type { ParsedStreet } from '../parse/parse-address.ts'
import type { Shard } from './shard.ts'
import { getDirections, getSuffix, nameText } from './street-text.ts'

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
 * address wins. If the address has no direction, a spelling beside a longer street with another direction loses. Spellings close together are the same street and stay as they are.
 */
export function lowerMisfiled(matches: StreetCandidate[], { predirectional, postdirectional }: ParsedStreet): void {
  const pre = predirectional?.text ?? ''
  const post = postdirectional?.text ?? ''
  for (let i = 0; i < matches.length; i++) {
    const match = matches[i]
    const spelling = spellingOf(match)
    if (spelling === null || spelling.pre === spelling.post) continue
    const isTurned = spelling.pre === post && spelling.post === pre
    if (!isTurned && pre + post !== '') continue
    // Lamar Blvd N beside the longer S Lamar Blvd cannot be the northern half of the street.
    const isBesideOther =
      !isTurned &&
      matches.some((other) => {
        const beside = spellingOf(other)
        if (beside === null || beside.name !== spelling.name || beside.suffix !== spelling.suffix) return false
        const isOther = beside.pre + beside.post !== spelling.pre + spelling.post && beside.size > spelling.size
        return isOther && metersBetween(match.lat, match.lon, other.lat, other.lon) <= SAME_STREET
      })
    if (!isTurned && !isBesideOther) continue
    const isLower = matches.some((other) => {
      const main = spellingOf(other)
      if (main === null || main.pre !== spelling.post || main.post !== spelling.pre) return false
      if (main.name !== spelling.name || main.suffix !== spelling.suffix) return false
      const isBetter = other.rank > match.rank * TURNED
      return isBetter && metersBetween(match.lat, match.lon, other.lat, other.lon) > SAME_STREET
    })
    if (isLower) matches[i] = { ...match, rank: match.rank * TURNED, similarity: match.similarity * TURNED }
  }
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
