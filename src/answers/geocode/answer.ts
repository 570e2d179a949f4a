import type { Note, SuggestedPlace } from '../../base/errors.ts'
import { metersApart } from '../../base/geo/distance.ts'
import type { Place, PlaceNotFound } from '../../base/geo/place.ts'
import { sortFew } from '../../base/sort-few.ts'
import type { Candidate, Layer, SearchArea } from './layers.ts'
import type { ParsedAddress } from './parse/parse-address.ts'

/** A place that an address may mean, with the layer that located it. */
export interface GeocodeMatch extends Place {
  /**
   * Kind of the located place, finest first:
   *
   * - `coordinates`: the text contains coordinates.
   * - `address_point`: the house, from county address points that you added.
   * - `street_range`: a position between house numbers of a street, from address ranges that you added.
   * - `address`: the house, from the public lists in the package.
   * - `street`: a position between or beyond known houses of the street. Without a house number, the whole street,
   *   which may have a radius of several kilometers.
   * - `public_place`, `landmark`, `neighborhood`: a school, library or office; a well-known place; a part of a city.
   * - `zip`, `city`, `county`, `state`: the center of the area, with a radius that covers about 90% of its homes.
   *
   * `radius` says how exact the answer is. It varies widely within a layer.
   */
  readonly layer: Layer
  /** Likelihood that this is the intended place, 0-1. Coarser layers, contradictions and ambiguity lower it. */
  readonly confidence: number
  /** Radius of uncertainty in meters: about 10 m for an address point, several kilometers for a ZIP or city. */
  readonly radius: number
  /** The matched address or place in one line: `Austin, TX 78701`. */
  readonly label: string
}

/** Address parts as they were read, normalized by USPS Publication 28. Missing parts are null. */
export interface GeocodeParts {
  /** House number: `123`, `45B`, `123 1/2` */
  readonly number: string | null
  /** Direction before the street name: `N`, `SW` */
  readonly predirectional: string | null
  /** Street name alone: `16TH`, `SAINT JOHNS`, `STATE ROAD 7`, or `5TH & MAIN` for an intersection. */
  readonly street: string | null
  /** Street type: `AVE` */
  readonly suffix: string | null
  /** Direction after the street name: `N`, `SW` */
  readonly postdirectional: string | null
  /** Apartment, suite or other unit: `APT 4` */
  readonly unit: string | null
  /** City in uppercase, with abbreviations written out: `SAINT PETERSBURG`. */
  readonly city: string | null
  /** Two-letter state code. */
  readonly state: string | null
  /** Five-digit ZIP code. */
  readonly zip: string | null
}

/** How an address was read, what was tried, and why the answer has its layer. */
export interface GeocodeExplanation {
  /** Text that was read: the input, with look-alike letters from other scripts replaced by Latin letters. */
  readonly text: string
  /** Parts in the order they appear in the text. */
  readonly parts: readonly ExplainedPart[]
  /** Words in the text that do not belong to a part. */
  readonly unread: readonly string[]
  /** Steps in the order they were tried. Each has a code and a sentence. */
  readonly steps: readonly Note[]
}

/** A part of an address as it was read. */
export interface ExplainedPart {
  /**
   * Name of the part: `number`, `predirectional`, `street`, `suffix`, `postdirectional`, `unit`, `box`, `place`,
   * `city`, `state` or `zip`. The names for a cross street begin with `cross`.
   */
  readonly part: string
  /** Part as written in the text. */
  readonly given: string
  /** Part as it was understood: `AVE` for "Avenue". */
  readonly read: string
}

/** A remark about an address. */
export interface AddressNote extends Note {
  /** Code of the first fact in the text. */
  readonly code: string
  /** Explanation with one sentence per fact. Respelled words and a differing ZIP share a sentence. */
  readonly text: string
  /** Codes of all facts in the text, in the order of the text: `['place_ambiguous', 'street_unknown']`. */
  readonly codes: readonly string[]
}

/** The place that an address most likely means. */
export interface GeocodedPlace extends GeocodeMatch {
  /** Always true, because a place was found. */
  readonly ok: true
  /** How the address was read. */
  readonly parsed: GeocodeParts
  /**
   * Other places that the address may mean, best first, at most five. If two places would have the same label, the
   * label of the alternative has its county, neighborhood or nearest city.
   */
  readonly alternatives: readonly GeocodeMatch[]
  /**
   * Note about the answer: the name is ambiguous, a word was read with a different spelling (`Read "Prak" as Park.`),
   * the street or its house number is not known (`street_unknown`), parts contradict each other or the answer
   * (`city_differs`, `neighborhood_differs`, `zip_unknown`, `zip_differs`), or the county is uncertain. `codes` has the
   * code of each fact. Null if there is nothing to note.
   */
  readonly note: AddressNote | null
  /**
   * How the address was read, what was tried and why the answer has its layer. Present only with the option `explain`.
   */
  readonly explanation?: GeocodeExplanation
}

/** Reasons why an address is not found. */
export type AddressNotFoundCode =
  /** The text is empty or contains only spaces. */
  | 'address_empty'
  /** The text has more than 300 characters. */
  | 'address_too_long'
  /** Part of the text could not be read. */
  | 'address_unread'
  /** The text names another country. */
  | 'address_abroad'
  /** The option `country` is not `US`. */
  | 'country_unknown'
  /** The state, the ZIP, the coordinates or the city, such as Chicago, are outside the coverage area. */
  | 'place_outside'
  /** There is no city, state or ZIP. */
  | 'place_missing'
  /** There is a state but no city or ZIP. */
  | 'city_missing'
  /** The text has neither a state nor a ZIP, and the city may be outside the coverage area. */
  | 'state_missing'
  /** No city or ZIP with that name is known. */
  | 'place_unknown'
  /** No neighborhood, landmark or public place with that name is known. */
  | 'name_unknown'
  /** No city with that name is near the ZIP. */
  | 'city_not_at_zip'
  /** ZIP and city are more than 50 km apart. */
  | 'zip_and_city_apart'
  /** Nothing was found in the requested `layers`. */
  | 'not_in_layers'
  /**
   * Only a place that is less exact than `minLayer` or larger than `maxRadius` was found. The message names the place.
   */
  | 'place_too_rough'

/** Reason why an address was not found, as a code and a sentence. */
export interface NotFoundReason {
  readonly code: AddressNotFoundCode
  readonly text: string
}

/**
 * An address that was not found. Functions that receive this answer as a place throw a `ValidationError` with this
 * message and the code `not_found`.
 */
export interface AddressNotFound extends PlaceNotFound {
  /** Always false, because no place was found. */
  readonly ok: false
  /**
   * Stable code of the reason, such as `place_outside` or `place_unknown`. The code is `place_too_rough` if only a
   * place that is less exact than `minLayer` or larger than `maxRadius` was found.
   */
  readonly code: AddressNotFoundCode
  /** Sentences that state the reason and what to do, for the person who typed the address. */
  readonly message: string
  /**
   * Sentence for the operator of the program, with the command that adds the street index. Present only for
   * `place_too_rough`, if the index of a county is missing.
   */
  readonly advice?: string
  /**
   * Places that may be meant, best first, at most five. For `place_too_rough`, the list has streets with similar names,
   * and never the place that was too rough. For addresses elsewhere (`address_abroad`, `place_outside`,
   * `country_unknown`) and for `address_empty` and `address_too_long`, the list is empty. All other codes list places
   * with similar names. Suggestions are looked up when this field is first read. The first look-up of a process
   * indexes the names, which takes about 0.7 s of CPU time, unless `warm: 'all'` did so during opening. Later look-ups
   * take about 10 ms.
   */
  readonly suggestions: readonly SuggestedPlace[]
  /** Always undefined. The place fields are declared so that `answer.lat` compiles without checking `ok` first. */
  readonly lat?: undefined
  /** Always undefined. */
  readonly lon?: undefined
  /** Always undefined. */
  readonly radius?: undefined
  /** Always undefined. */
  readonly label?: undefined
  /** Always undefined. */
  readonly layer?: undefined
  /** Always undefined. */
  readonly confidence?: undefined
  /** Always empty. */
  readonly alternatives: readonly []
  /** Always undefined. */
  readonly note?: undefined
  /** How the address was read. */
  readonly parsed: GeocodeParts
  /** How the address was read and what was tried. Present only with the option `explain`. */
  readonly explanation?: GeocodeExplanation
}

/** Result of geocoding an address: a place, or the reason why none was found. Check `answer.ok` to tell them apart. */
export type GeocodeAnswer = GeocodedPlace | AddressNotFound

/** The answer to an address, and how the place contradicts the address. */
export interface LocatedAddress<Answer extends GeocodeAnswer = GeocodeAnswer> {
  readonly answer: Answer
  /** Note if the place is not in the city, state or ZIP that the address names, otherwise null. */
  readonly elsewhere: Note | null
}

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
  const alternatives = matches.slice(1)
  return { ok: true, lat, lon, radius, label, layer, confidence, parsed, alternatives, note: note && joinNotes([note]) }
}

/** Joins notes into one note with all sentences and codes. Returns null if the list is empty. */
export function joinNotes(notes: readonly (Note | AddressNote)[]): AddressNote | null {
  if (notes.length === 0) return null
  const [{ code, text }] = notes
  if (notes.length === 1) return 'codes' in notes[0] ? notes[0] : { code, text, codes: [code] }
  return {
    code,
    text: notes.map(({ text }) => text).join(' '),
    codes: notes.flatMap((note) => ('codes' in note ? note.codes : [note.code])),
  }
}

/** Returns the reason why an address cannot be read, or null if it can. */
export function unreadable(address: string): NotFoundReason | null {
  if (address.trim() === '') return { code: 'address_empty', text: 'The address is empty.' }
  const { length } = address
  if (length <= 300) return null
  return { code: 'address_too_long', text: `The address has ${length} characters; the maximum is 300.` }
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

/** Returns the address parts as strings, with the given ZIP, city and state. */
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
 * Confidence of an answer from each layer if all parts of the address agree. The values order the layers by how likely
 * it is that the intended place is within the radius (and, for layers with houses, that the house is right). They are
 * not probabilities.
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
 * Minimum confidence of an answer from an address layer. Answers from other layers, such as ZIPs and landmarks, have no
 * minimum.
 */
export const MIN_CONFIDENCE = 0.15

/** Minimum similarity of street name and house number for an answer from an address layer. */
export const MIN_SIMILARITY = 0.75

/**
 * Returns a factor for the confidence of a candidate that comes from known streets. The factor is lower outside
 * California. It is also lower for a surveyed point, because fewer addresses are within its narrow radius. The values
 * are calibrated on federal lists that are not part of the data (docs/reference/data.md), so that a higher confidence
 * means that the address is more often inside the radius.
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
  /** The ZIP does not exist, but the state has ZIPs with the same first digits. */
  unknownZip: 0.85,
  /**
   * The ZIP is not in the stated state. If the city is near the ZIP, the ZIP is trusted. Otherwise, the state is
   * trusted if it contains the city, and the ZIP if it does not.
   */
  wrongZip: 0.6,
  /** The ZIP and the city are in the same state but far apart. The ZIP is trusted. */
  farZip: 0.5,
  /** The house is in a ZIP or city that crosses a county line. */
  split: 0.9,
  /** The address has neither state nor ZIP. */
  nameOnly: 0.8,
  /** Several cities have the name, or several addresses match equally well, and nothing distinguishes them. */
  ambiguous: 0.6,
  /** The match is in the right city, but its ZIP is unknown or differs from the ZIP of the address. */
  otherZip: 0.85,
  /** The address is outside the states of the gazetteer, and no ZIP confirms the town. */
  unproven: 0.5,
} as const

/** A candidate with a rank (0-1) that includes how well the candidate fits the rest of the address. */
export interface RankedCandidate extends Candidate {
  readonly rank: number
}

const MAX_CANDIDATES = 5

/** Returns the best candidates without duplicate places. Equally ranked candidates keep their order. */
export function bestCandidates(matches: RankedCandidate[]): Candidate[] {
  if (matches.length < 2) return matches
  const best: Candidate[] = []
  for (const candidate of sortFew(matches, (a, b) => b.rank - a.rank)) {
    if (best.some((other) => other.lat === candidate.lat && other.lon === candidate.lon)) continue
    if (best.push(candidate) === MAX_CANDIDATES) break
  }
  return best
}

/**
 * Returns how well the ZIP and city of a candidate fit the address, for ranking. Returns 1 if nothing contradicts the
 * address.
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

/** Radius in meters around known points from surveyed lists. */
export const KNOWN_RADIUS = 150
/**
 * Factor that widens radii in states other than California, where different source lists place the same address farther
 * apart.
 */
const WIDER = 1.15

/** Returns the radius around known points in a state, in meters. */
export function radiusIn(state: string, radius: number): number {
  return state === 'CA' ? radius : Math.round(WIDER * radius)
}

/** Similarity below which a known street may be a different street in the same ZIP. */
const DOUBTFUL = 0.9
/** Minimum radius in meters of a street with a similarity below `DOUBTFUL`. */
const DOUBTFUL_RADIUS = 1500

/** Widens the radius of a known street that resembles the address only roughly. */
export function radiusInDoubt(similarity: number, radius: number): number {
  return similarity < DOUBTFUL ? Math.max(radius, DOUBTFUL_RADIUS) : radius
}
