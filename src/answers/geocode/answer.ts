import type { Note, SuggestedPlace } from '../../base/errors.ts'
import { metersApart } from '../../base/geo/distance.ts'
import type { Place, PlaceNotFound } from '../../base/geo/place.ts'
import type { Candidate, Layer, SearchArea } from './layers.ts'
import type { ParsedAddress } from './parse/parse-address.ts'

/** A place that an address may mean, with the layer that located it. */
export interface GeocodeMatch extends Place {
  /**
   * Kind of the located place, finest first:
   *
   * - `coordinates`: the text is a coordinate.
   * - `address_point`: the house, from a county's address points that you added.
   * - `street_range`: a position between the house numbers of a street, from ranges that you added.
   * - `address`: the house, from the public lists of the package.
   * - `street`: a position between or beyond known houses of the street; without a house number, the whole street,
   *   which may have a radius of kilometers.
   * - `public_place`, `landmark`, `neighborhood`: a school, library or office, a well-known place, a part of a city.
   * - `zip`, `city`, `county`, `state`: the center of the area, with a radius that covers it.
   *
   * `radius` says how exact the answer is, which differs much within a layer.
   */
  readonly layer: Layer
  /** How likely it is that this place was meant, 0-1. Coarser layers, contradictions and ambiguity lower it. */
  readonly confidence: number
  /** Radius of uncertainty in meters: about ten for an address point, kilometers for a ZIP or city. */
  readonly radius: number
  /** The matched address or place in one line: `Austin, TX 78701`. */
  readonly label: string
}

/** Parts of the address as they were read, normalized by USPS Publication 28. Missing parts are null. */
export interface GeocodeParts {
  /** `123`, `45B`, `123 1/2` */
  readonly number: string | null
  /** `N`, `SW` */
  readonly predirectional: string | null
  /** Name of the street alone: `16TH`, `SAINT JOHNS`, `STATE ROAD 7`, or `5TH & MAIN` for a crossing. */
  readonly street: string | null
  /** `AVE` */
  readonly suffix: string | null
  /** `N`, `SW` */
  readonly postdirectional: string | null
  /** `APT 4` */
  readonly unit: string | null
  /** Upper case, with abbreviations written out: `SAINT PETERSBURG`. */
  readonly city: string | null
  /** Two letters. */
  readonly state: string | null
  /** Five digits. */
  readonly zip: string | null
}

/** How an address was read, what was tried, and why the answer has its layer. */
export interface GeocodeExplanation {
  /** The text that was read: the input with look-alike letters of other scripts replaced by Latin ones. */
  readonly text: string
  /** Parts, in the order of the text. */
  readonly parts: readonly ExplainedPart[]
  /** Words of the text that belong to no part. */
  readonly unread: readonly string[]
  /** Steps in the order they were tried. Each has a code and a sentence. */
  readonly steps: readonly Note[]
}

/** A part of an address as it was read. */
export interface ExplainedPart {
  /**
   * `number`, `predirectional`, `street`, `suffix`, `postdirectional`, `unit`, `box`, `place`, `city`, `state` or
   * `zip`. Parts of a crossing street begin with `cross`.
   */
  readonly part: string
  /** Part as written in the text. */
  readonly given: string
  /** Part as it was understood: `AVE` for "Avenue". */
  readonly read: string
}

/** The place that an address most likely means. */
export interface GeocodedPlace extends GeocodeMatch {
  /** True: a place was found. */
  readonly ok: true
  /** How the address was read. */
  readonly parsed: GeocodeParts
  /** Other places that the address may mean, best first, at most five. */
  readonly alternatives: readonly GeocodeMatch[]
  /**
   * Remark that the name is ambiguous, that a word was read in another spelling (`Read "Prak" as Park.`), that the street
   * is not known (`street_unknown`), that parts contradict each other or the answer (`city_differs`, `zip_unknown`,
   * `zip_differs`), or that the county is uncertain. Otherwise null.
   */
  readonly note: Note | null
  /** How the address was read, what was tried and why the answer has its layer. Only with the option `explain`. */
  readonly explanation?: GeocodeExplanation
}

/** Reasons why an address is not found. */
export type AddressNotFoundCode =
  /** The text is empty, or only spaces. */
  | 'address_empty'
  /** The text has more than 300 characters. */
  | 'address_too_long'
  /** Part of the text could not be read. */
  | 'address_unread'
  /** The text names another country. */
  | 'address_abroad'
  /** The option `country` is not `US`. */
  | 'country_unknown'
  /** The state, ZIP or coordinate is outside the coverage. */
  | 'place_outside'
  /** There is no city, state or ZIP. */
  | 'place_missing'
  /** There is a state but neither city nor ZIP. */
  | 'city_missing'
  /** The city may be outside the coverage, and there is neither state nor ZIP. */
  | 'state_missing'
  /** No city or ZIP of that name is known. */
  | 'place_unknown'
  /** No neighborhood, landmark or public place of that name is known. */
  | 'name_unknown'
  /** No city of that name is near the ZIP. */
  | 'city_not_at_zip'
  /** ZIP and city are more than 50 km apart. */
  | 'zip_and_city_apart'
  /** Nothing was found in the requested `layers`. */
  | 'not_in_layers'
  /** Only a place beyond `minLayer` or `maxRadius` was found; it is the first suggestion. */
  | 'place_too_rough'

/** The reason why an address is not found, for programs and for people. */
export interface NotFoundReason {
  readonly code: AddressNotFoundCode
  readonly text: string
}

/**
 * An address that was not found. Functions that take a place throw a `ValidationError` with its message and code
 * `not_found`.
 */
export interface AddressNotFound extends PlaceNotFound {
  /** False: no place was found. */
  readonly ok: false
  /**
   * Stable code of the reason: `place_outside`, `place_unknown`, and `place_too_rough` if only a place beyond
   * `minLayer` or `maxRadius` was found.
   */
  readonly code: AddressNotFoundCode
  /** The reason and what to do, in a sentence. */
  readonly message: string
  /**
   * Places that may be meant, best first, at most five. For `place_too_rough`: the place beyond the limits, then streets
   * with similar names. Empty for addresses elsewhere (`address_abroad`, `place_outside`, `country_unknown`) and for
   * `address_empty` and `address_too_long`. For all other codes: places with similar names. They are looked up when this
   * field is first read, which takes some 10 ms.
   */
  readonly suggestions: readonly SuggestedPlace[]
  /** Absent. An answer that was not found has no fields of a place, so that `answer.lat` compiles without a check. */
  readonly lat?: undefined
  /** Absent. */
  readonly lon?: undefined
  /** Absent. */
  readonly radius?: undefined
  /** Absent. */
  readonly label?: undefined
  /** Absent. */
  readonly layer?: undefined
  /** Absent. */
  readonly confidence?: undefined
  /** Always empty. */
  readonly alternatives: readonly []
  /** Absent. */
  readonly note?: undefined
  /** How the address was read. */
  readonly parsed: GeocodeParts
  /** How the address was read and what was tried. Only with the option `explain`. */
  readonly explanation?: GeocodeExplanation
}

/** The answer about an address: a place, or the reason why there is none. Check `answer.ok` to tell them apart. */
export type GeocodeAnswer = GeocodedPlace | AddressNotFound

/** Maximum number of matches in an answer: the best one and five alternatives. */
export const MAX_MATCHES = 6

/** Rounds a confidence to three decimals. */
export function rounded(confidence: number): number {
  return Math.round(confidence * 1000) / 1000
}

/** Rounds degrees to six decimals, about a tenth of a meter. */
export function sixDecimals(degrees: number): number {
  return Math.round(degrees * 1e6) / 1e6
}

/** Builds the answer from matches that are sorted best first. */
export function getAnswer(matches: readonly GeocodeMatch[], parsed: GeocodeParts, note: Note | null): GeocodedPlace {
  // Copied field by field because spreading an object is ten times slower.
  const { lat, lon, layer, confidence, radius, label } = matches[0]
  return { ok: true, lat, lon, radius, label, layer, confidence, parsed, alternatives: matches.slice(1), note }
}

/** Returns the reason why an address cannot be read, or null if it can. */
export function unreadable(address: string): NotFoundReason | null {
  if (address.trim() === '') return { code: 'address_empty', text: 'The address is empty.' }
  const { length } = address
  if (length <= 300) return null
  return { code: 'address_too_long', text: `The address has ${length} characters, at most 300 are read.` }
}

/** Builds the answer for an address that was not found. */
export function noAnswer(parsed: GeocodeParts, { code, text }: NotFoundReason): AddressNotFound {
  return { ok: false, code, message: text, suggestions: [], parsed, alternatives: [] }
}

/** Widens the radius of a match until it includes all of its rivals. */
export function aroundRivals(match: GeocodeMatch, rivals: readonly GeocodeMatch[]): GeocodeMatch {
  const reach = rivals.map((rival) => Math.round(metersApart(match, rival)) + rival.radius)
  return { ...match, radius: Math.max(match.radius, ...reach) }
}

/** Returns the parts of an address as text, with ZIP, city and state as they were understood. */
export function getParts(
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
 * Confidence of an answer of each layer if all parts agree. It estimates how likely it is that the place that was meant
 * lies within the answer's radius (and is the right house, if the layer has houses). It only ranks answers and is not a
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

/** Minimum confidence of an answer from an address layer. Places that the address mentions by name have no minimum. */
export const MIN_CONFIDENCE = 0.15

/** Minimum similarity of name and number for an answer from an address layer. */
export const MIN_SIMILARITY = 0.75

/**
 * Returns how much a candidate from known streets is trusted, by state. Calibrated on federal lists that were left out
 * of the data (docs/reference/data.md), so that a higher confidence means that the address is more often inside the
 * radius. A surveyed point gets a lower value because fewer addresses lie within its narrow radius.
 */
export function getTrust({ layer, state, radius }: Candidate): number {
  if (layer !== 'address' && layer !== 'street') return 1
  return (state === 'CA' ? 1 : 0.9) * (layer === 'address' && radius <= KNOWN_RADIUS ? 0.9 : 1)
}

/** Factors that lower the confidence. */
export const PENALTY = {
  /** The address has a ZIP without a city, or a city without a ZIP. */
  oneOfTwo: 0.95,
  /** The city is not known near the ZIP. */
  unknownCity: 0.85,
  /** The city was found by similar spelling. */
  typo: 0.8,
  /** The city was found by similar sound. */
  sound: 0.7,
  /** The ZIP does not exist, but the state has ZIPs that begin like it. */
  unknownZip: 0.85,
  /** The ZIP is in a different state. Trust whichever contains the city, otherwise the ZIP. */
  wrongZip: 0.6,
  /** ZIP and city are in one state but far from each other. The ZIP is trusted. */
  farZip: 0.5,
  /** A house in a ZIP or city that crosses a county line. */
  split: 0.9,
  /** The address has neither state nor ZIP. */
  nameOnly: 0.8,
  /** Several cities have the name, or several addresses match equally well, and nothing tells them apart. */
  ambiguous: 0.6,
  /** An address in the right city with another ZIP, or none. */
  otherZip: 0.85,
  /** A street outside the gazetteer whose town nothing confirms. */
  unproven: 0.5,
} as const

/** A candidate with its rank (0-1), which includes how well it fits the rest of the address. */
export interface RankedCandidate extends Candidate {
  readonly rank: number
}

const MAX_CANDIDATES = 5

/** Returns the best candidates, each place once. The first of equal candidates wins. */
export function bestCandidates(matches: RankedCandidate[]): Candidate[] {
  if (matches.length < 2) return matches
  const best: Candidate[] = []
  // The sort is stable, so equal candidates keep their order.
  for (const candidate of matches.sort((a, b) => b.rank - a.rank)) {
    if (best.some((other) => other.lat === candidate.lat && other.lon === candidate.lon)) continue
    if (best.push(candidate) === MAX_CANDIDATES) break
  }
  return best
}

/** Returns how well the ZIP and city of a candidate fit the address, for ranking. 1 means that nothing contradicts. */
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

/** Radius in meters around known points of surveyed lists. */
export const KNOWN_RADIUS = 150
/** Factor for radii outside California, where the lists agree less well. */
const WIDER = 1.15

/** Returns the radius around known points in a state, in meters. */
export function radiusIn(state: string, radius: number): number {
  return state === 'CA' ? radius : Math.round(WIDER * radius)
}

/**
 * Below this similarity the street may be another one in the same ZIP, so the radius of known streets is at least
 * `DOUBTFUL_RADIUS` meters.
 */
const DOUBTFUL = 0.9
const DOUBTFUL_RADIUS = 1500

/** Widens the radius of a known street that resembles the address only roughly. */
export function radiusInDoubt(similarity: number, radius: number): number {
  return similarity < DOUBTFUL ? Math.max(radius, DOUBTFUL_RADIUS) : radius
}
