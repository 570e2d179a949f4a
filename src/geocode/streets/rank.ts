import type { Candidate, SearchArea } from '../layers.ts'

/** A place found, and how well it fits what is known of the place besides: 0-1. Most are never written out. */
export interface Found {
  readonly rank: number
  readonly candidate: () => Candidate
}

const MOST = 5

/** The best candidates, each place once. Of equals the one found first. */
export function bestCandidates(found: Found[]): Candidate[] {
  if (found.length < 2) return found.map(({ candidate }) => candidate())
  const best: Candidate[] = []
  // Sorting is stable.
  for (const { candidate: written } of found.sort((a, b) => b.rank - a.rank)) {
    const candidate = written()
    if (best.some((other) => other.lat === candidate.lat && other.lon === candidate.lon)) continue
    if (best.push(candidate) === MOST) break
  }
  return best
}

/**
 * How well ZIP and city of a candidate fit those of the address, for its rank among the others: 1 where nothing speaks
 * against it.
 */
export function areaFit(zip: string | null, city: string | null, area: SearchArea): number {
  if (area.zip !== null) {
    if (zip === area.zip) return 1
    if (zip === null) return 0.9
    return area.zips.includes(zip) || (city !== null && city === area.city) ? 0.9 : 0.7
  }
  if (city !== null && city === area.city) return 1
  if (zip === null || area.zips.length === 0) return 0.95
  return area.zips.includes(zip) ? 1 : 0.7
}

/** Meters around known points of lists that were surveyed. */
export const KNOWN_RADIUS = 150
/** Outside California lists fit each other less well. */
const WIDER = 1.15

/** The radius of a place by known points of a state. */
export function radiusIn(state: string, radius: number): number {
  return state === 'CA' ? radius : Math.round(WIDER * radius)
}

/** Below this similarity the street may be another one of that ZIP: then the radius of known streets reaches beyond it, in meters. */
const DOUBTFUL = 0.9
const DOUBTFUL_RADIUS = 1500

/** The radius around a place of a known street that fits an address so well. */
export function radiusInDoubt(similarity: number, radius: number): number {
  return similarity < DOUBTFUL ? Math.max(radius, DOUBTFUL_RADIUS) : radius
}
