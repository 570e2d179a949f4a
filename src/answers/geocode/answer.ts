import type { Note } from '../../base/errors.ts'
import { metersApart } from '../../base/geo/distance.ts'
import type { Place } from '../../base/geo/place.ts'
import type { Candidate, Layer, SearchArea } from './layers.ts'
import type { ParsedAddress } from './parse/parse-address.ts'

/** A place that an address may mean, and its basis. */
export interface GeocodeMatch extends Place {
  /**
   * What was located: an address point, a position on a street's range, a public place, or the centroid of a ZIP, city,
   * county or state.
   */
  readonly layer: Layer
  /**
   * 0-1: how far to trust that this was meant. It falls with the layer, with every part that does not fit, and with
   * ambiguity.
   */
  readonly confidence: number
  /** Radius of uncertainty in meters: some ten for an address point, kilometers for a ZIP or city. */
  readonly radius: number
  /** The address or place that was found, in one line: `Austin, TX 78701`. */
  readonly label: string
}

/** The parts of the address as they were read, normalized after USPS Publication 28; null where one is missing. */
export interface GeocodeParts {
  /** `123`, `45B`, `123 1/2` */
  readonly number: string | null
  /** `N`, `SW` */
  readonly predirectional: string | null
  /** The street's name alone: `16TH`, `SAINT JOHNS`, `STATE ROAD 7`; `5TH & MAIN` at a crossing. */
  readonly street: string | null
  /** `AVE` */
  readonly suffix: string | null
  /** `N`, `SW` */
  readonly postdirectional: string | null
  /** `APT 4` */
  readonly unit: string | null
  /** Upper case, words in full: `SAINT PETERSBURG`. */
  readonly city: string | null
  /** Two letters. */
  readonly state: string | null
  /** Five digits. */
  readonly zip: string | null
}

/** How an address was read, what was tried, and why the answer ended at its layer. */
export interface GeocodeExplanation {
  /** The text that was read: as typed, with letters that only look like Latin ones replaced. */
  readonly text: string
  /** The parts, in the order of the text. */
  readonly parts: readonly ExplainedPart[]
  /** Words of the text that are in no part. */
  readonly unread: readonly string[]
  /** What was tried, in its order. Each note has a code and a sentence. */
  readonly steps: readonly Note[]
}

/** A part of an address as it was read. */
export interface ExplainedPart {
  /** `number`, `predirectional`, `street`, `suffix`, `postdirectional`, `unit`, `box`, `place`, `city`, `state`, `zip`; those of a crossing street begin with `cross`. */
  readonly part: string
  /** As it stands in the text. */
  readonly given: string
  /** As it was understood: `AVE` for "Avenue". */
  readonly read: string
}

/** The place that an address most likely means. */
export interface GeocodedPlace extends GeocodeMatch {
  /** How the address was read. */
  readonly parsed: GeocodeParts
  /** Other places that the address may mean, best first, at most five. */
  readonly alternatives: readonly GeocodeMatch[]
  /** A remark: the name is ambiguous, parts contradict each other, or the county is open. Else null. */
  readonly note: Note | null
  /** With the option `explain` alone: how the address was read, what was tried, why the answer ended at its layer. */
  readonly explanation?: GeocodeExplanation
}

/** An address that was not found: it has no coordinate, and no function that takes a place takes it. */
export interface AddressNotFound {
  /** Never there, nor are the other fields of a place. */
  readonly lat?: undefined
  /** Never there. */
  readonly lon?: undefined
  /** Never there. */
  readonly radius?: undefined
  /** Never there. */
  readonly label?: undefined
  /** Never there. */
  readonly layer?: undefined
  /** Never there. */
  readonly confidence?: undefined
  /** How the address was read. */
  readonly parsed: GeocodeParts
  /** None. */
  readonly alternatives: readonly []
  /** Why nothing is found: `address_abroad`, `place_outside`, `place_missing`, `place_unknown` and so on. */
  readonly note: Note
  /** With the option `explain` alone: how the address was read and what was tried. */
  readonly explanation?: GeocodeExplanation
}

/** The answer about an address: a place, or why there is none; `answer.lat === undefined` tells them apart. */
export type GeocodeAnswer = GeocodedPlace | AddressNotFound

/** How many matches an answer holds: the best and five alternatives. */
export const MAX_MATCHES = 6

/** A confidence of three digits. */
export function rounded(confidence: number): number {
  return Math.round(confidence * 1000) / 1000
}

/** Degrees to a tenth of a meter. */
export function sixDecimals(degrees: number): number {
  return Math.round(degrees * 1e6) / 1e6
}

/** An answer of the best match. */
export function answerOf(matches: readonly GeocodeMatch[], parsed: GeocodeParts, note: Note | null): GeocodedPlace {
  // Copied by name: spreading an object takes ten times as long.
  const { lat, lon, layer, confidence, radius, label } = matches[0]
  return { lat, lon, layer, confidence, radius, label, parsed, alternatives: matches.slice(1), note }
}

/** An answer where nothing is found. */
export function noAnswer(parsed: GeocodeParts, note: Note): AddressNotFound {
  return { parsed, alternatives: [], note }
}

/** A match that may as well be one of its rivals: its radius reaches around all of them. */
export function aroundRivals(match: GeocodeMatch, rivals: readonly GeocodeMatch[]): GeocodeMatch {
  const reach = rivals.map((rival) => Math.round(metersApart(match, rival)) + rival.radius)
  return { ...match, radius: Math.max(match.radius, ...reach) }
}

/** The parts of an address as texts, with ZIP, city and state as they are understood. */
export function partsOf(
  parsed: ParsedAddress,
  { zip, city, state }: { readonly zip: string | null; readonly city: string | null; readonly state: string | null },
): GeocodeParts {
  const { number, predirectional, street, suffix, postdirectional, crossStreet, unit } = parsed
  const crossing = crossStreet?.street ? ` & ${crossStreet.street.text}` : ''
  return {
    number: number?.text ?? null,
    predirectional: predirectional?.text ?? null,
    street: street === null ? null : street.text + crossing,
    suffix: suffix?.text ?? null,
    postdirectional: postdirectional?.text ?? null,
    unit: unit?.text ?? null,
    city,
    state,
    zip,
  }
}

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
 * inside the radius, of federal lists that were left out (docs/reference/data.md). A surveyed point has a narrow radius, which
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

/** A place found, and how well it fits what is known of the place besides: 0-1. */
export interface Found extends Candidate {
  readonly rank: number
}

const MOST = 5

/** The best candidates, each place once. Of equals the one found first. */
export function bestCandidates(found: Found[]): Candidate[] {
  if (found.length < 2) return found
  const best: Candidate[] = []
  // Sorting is stable.
  for (const candidate of found.sort((a, b) => b.rank - a.rank)) {
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

/**
 * Below this similarity the street may be another one of that ZIP: then the radius of known streets reaches beyond it,
 * in meters.
 */
const DOUBTFUL = 0.9
const DOUBTFUL_RADIUS = 1500

/** The radius around a place of a known street that fits an address so well. */
export function radiusInDoubt(similarity: number, radius: number): number {
  return similarity < DOUBTFUL ? Math.max(radius, DOUBTFUL_RADIUS) : radius
}
