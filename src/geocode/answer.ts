import type { Layer } from './candidate.ts'
import type { ParsedAddress } from './parsed-address.ts'

/** A coordinate that an address may mean, and what it rests on. */
export interface GeocodeMatch {
  /** Degrees, WGS 84. */
  readonly lat: number
  readonly lon: number
  /** What the coordinate is that of: an address point, a place on a street's range, a public place, or the middle of a ZIP, city, county or state. */
  readonly layer: Layer
  /** 0-1: how far to trust that this was meant. It falls with the layer, with every part that does not fit, and with ambiguity. */
  readonly confidence: number
  /** Metres around the coordinate that the layer stands for: some ten for an address point, kilometres for a ZIP or city. */
  readonly radius: number
  /** The address or place that was found, in one line: `Austin, TX 78701`. */
  readonly address: string
}

/** The parts of the address as they were read, normalised after USPS Publication 28; null where one is missing. */
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

/** The whole answer about an address. Where nothing is found, or nothing is sure enough, all but `parsed`, `alternatives` and `message` is null. */
export interface GeocodeAnswer {
  readonly lat: number | null
  readonly lon: number | null
  readonly layer: Layer | null
  readonly confidence: number | null
  readonly radius: number | null
  readonly address: string | null
  readonly parsed: GeocodeParts
  /** Other coordinates that the address may mean, best first, at most five. */
  readonly alternatives: readonly GeocodeMatch[]
  /** Why nothing is found, or what to know of the answer: that the name is ambiguous, that parts contradict each other. Else null. */
  readonly message: string | null
}

/** An answer of the best match. */
export function answerOf(
  [best, ...alternatives]: readonly GeocodeMatch[],
  parsed: GeocodeParts,
  message: string | null,
): GeocodeAnswer {
  const { lat, lon, layer, confidence, radius, address } = best
  return { lat, lon, layer, confidence, radius, address, parsed, alternatives, message }
}

/** An answer where nothing is found, or nothing sure enough: then with the candidates. */
export function noAnswer(
  parsed: GeocodeParts,
  message: string,
  alternatives: readonly GeocodeMatch[] = [],
): GeocodeAnswer {
  const nothing = { lat: null, lon: null, layer: null, confidence: null, radius: null, address: null }
  return { ...nothing, parsed, alternatives, message }
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
