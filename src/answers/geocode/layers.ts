import { refusedArgument } from '../../base/errors.ts'
import { metersBetween } from '../../base/geo/distance.ts'
import { describe } from '../../base/parameters/options.ts'
import type { ParsedAddress, ParsedStreet } from './parse/parse-address.ts'

/** Layers that a geocoder answer may come from, finest first. */
export type Layer =
  | 'coordinates'
  | 'address_point'
  | 'street_range'
  | 'address'
  | 'street'
  | 'public_place'
  | 'landmark'
  | 'neighborhood'
  | 'zip'
  | 'city'
  | 'county'
  | 'state'

/**
 * Rank of a layer by precision, starting at 0 for the finest. Layers that locate a house equally well have the same
 * rank.
 */
export const FINENESS: Readonly<Record<Layer, number>> = {
  coordinates: 0,
  address_point: 0,
  street_range: 1,
  address: 1,
  public_place: 1,
  street: 2,
  landmark: 3,
  neighborhood: 4,
  zip: 5,
  city: 6,
  county: 7,
  state: 8,
}

/** Returns the least exact layer to accept. Throws `ValidationError` if there is no such layer. */
export function checkedMinLayer(minLayer: unknown): Layer {
  if (typeof minLayer === 'string' && Object.hasOwn(FINENESS, minLayer)) return minLayer as Layer
  throw refusedArgument(
    'minLayer',
    `minLayer must be the coarsest layer to accept, one of ${Object.keys(FINENESS).join(', ')}; got ${describe(minLayer)}.`,
    minLayer,
  )
}

/** Checks whether a layer is less exact than `minLayer`. */
export function isCoarser(layer: Layer, minLayer: Layer): boolean {
  return FINENESS[layer] > FINENESS[minLayer]
}

/** Area in which to look for an address, from its ZIP, city and state. */
export interface SearchArea {
  readonly zip: string | null
  /** City name, normalized by `normalizeCity`. */
  readonly city: string | null
  /** Two-letter state code. */
  readonly state: string | null
  /** The ZIP itself and the ZIPs of the city. */
  readonly zips: readonly string[]
  /** 5-digit FIPS codes of the counties that contain the ZIP and the city. */
  readonly counties: readonly string[]
  /** Circle around the city, if the city is known. The radius is in meters. */
  readonly around: { readonly lat: number; readonly lon: number; readonly radius: number } | null
}

export const ANYWHERE: SearchArea = { zip: null, city: null, state: null, zips: [], counties: [], around: null }

/** Checks whether a point is in the circle around the city of an address. */
export function isWithin(lat: number, lon: number, { around }: SearchArea): boolean {
  return around !== null && metersBetween(lat, lon, around.lat, around.lon) <= around.radius
}

/** A place that an address may mean. */
export interface Candidate {
  readonly layer: Layer
  /** Latitude in degrees, WGS 84. */
  readonly lat: number
  /** Longitude in degrees, WGS 84. */
  readonly lon: number
  /** Radius of uncertainty in meters. */
  readonly radius: number
  /** Formats the matched address in one line. Layers without city names use `city`, the city of the ZIP. */
  readonly address: (city: string | null) => string
  readonly zip: string | null
  /** City name, normalized by `normalizeCity`. */
  readonly city: string | null
  readonly state: string | null
  /** Similarity of the house number and street, or of the name, 0-1. 1 is exact. */
  readonly similarity: number
  readonly exactNumber: boolean
}

/** A layer with individual addresses: `PublicPlaces` or `Streets`. */
export interface AddressLayer {
  /** Returns candidates, best first. */
  find(parsed: ParsedAddress, area: SearchArea): readonly Candidate[]
  /** Returns the place with this name if exactly one covered place has the name. */
  named?(text: string): Candidate | null
  /** Finds a street without a house number. Layers without streets do not have this method. */
  findWhole?(parsed: ParsedStreet, area: SearchArea, limits: WholeStreetLimits): FoundStreets
  /**
   * Checks whether a street is known in the ZIPs of an area, with the name and suffix as written. The direction may be
   * missing. Returns null if the layer does not cover the area.
   */
  knows?(parsed: ParsedStreet, area: SearchArea): boolean | null
  /** Checks whether the user has added a street index for a county (5-digit FIPS code). */
  hasIndex?(county: string): boolean
  /** Returns streets with names similar to an unknown street, best first. */
  findSimilar?(name: string, area: SearchArea, limit: number): readonly WholeStreet[]
}

/** Similarity limits for the name of a street without a house number. */
export interface WholeStreetLimits {
  /** Minimum similarity of the name, 0-1. */
  readonly least: number
  /** Whether the name must be spelled correctly. */
  readonly isExact: boolean
}

/** The streets that a text without a house number may mean. */
export interface FoundStreets {
  /** Streets with the most similar name. The street with the most known points comes first. */
  readonly streets: readonly WholeStreet[]
  /** ZIP to which the search was limited. Null if the whole city was searched. */
  readonly zip: string | null
}

/** A street as a whole, for an address without a house number. */
export interface WholeStreet {
  /** Latitude in degrees, WGS 84. */
  readonly lat: number
  /** Longitude in degrees, WGS 84. */
  readonly lon: number
  /** Distance in meters from the middle of the street to its farthest known point. */
  readonly radius: number
  /** Writes the street in one line: `Duval St, Key West, FL`. */
  readonly address: (city: string | null, zip: string | null) => string
  readonly state: string
  /** Similarity of the name, 0-1. 1 is exact. */
  readonly similarity: number
}
