import type { Candidate, Layer, SearchArea } from './layers.ts'

/**
 * Confidence in an answer of each layer where everything agrees. It orders answers by how far they may be trusted to be
 * the place that was meant, to within the answer's own radius and to a house where the layer knows houses; it is not a
 * probability.
 */
export const LAYER_CONFIDENCE: Readonly<Record<Layer, number>> = {
  coordinates: 1,
  address_point: 0.98,
  street_range: 0.96,
  address: 0.95,
  street: 0.9,
  public_place: 0.95,
  landmark: 0.85,
  neighborhood: 0.75,
  zip: 0.6,
  city: 0.5,
  county: 0.35,
  state: 0.2,
}

/**
 * Layers of single addresses answer only with this much confidence; a place that the address names answers with any.
 */
export const MIN_CONFIDENCE = 0.15

/** Layers of single addresses answer only where name and number fit at least so well. */
export const MIN_SIMILARITY = 0.75

/**
 * How much known streets are trusted, by state: such that the higher the confidence, the more often the address is
 * inside the radius, of federal lists that were left out (docs/data.md). A surveyed point has a narrow radius, which
 * holds fewer of them.
 */
export function trustOf({ layer, state, radius }: Candidate): number {
  if (layer !== 'address' && layer !== 'street') return 1
  return (state === 'CA' ? 1 : 0.9) * (layer === 'address' && radius <= KNOWN_RADIUS ? 0.9 : 1)
}

/** What lowers the confidence, as factors. */
export const PENALTY = {
  /** A ZIP without a city, or a city without a ZIP. */
  oneOfTwo: 0.95,
  /** The city of the address is none that is known near its ZIP. */
  unknownCity: 0.85,
  /** The city was found by its likeness. */
  typo: 0.8,
  /** The city was found by its sound. */
  sound: 0.7,
  /** The ZIP does not exist, though it could in that state. */
  unknownZip: 0.85,
  /** ZIP and state are of different states: that which has the city is believed, or else the ZIP. */
  wrongZip: 0.6,
  /** ZIP and city are of one state and far from each other: the ZIP is believed. */
  farZip: 0.5,
  /** A house in a ZIP or city that runs over a county line. */
  split: 0.9,
  /** Neither state nor ZIP is given. */
  nameOnly: 0.8,
  /** Several cities have the name, or several addresses match as well, and nothing tells them apart. */
  ambiguous: 0.6,
  /** An address of the right city under another ZIP, or without one. */
  otherZip: 0.85,
  /** A street outside the known places whose town nothing proves. */
  unproven: 0.5,
} as const

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
