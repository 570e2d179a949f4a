import { refusedArgument } from '../../base/errors.ts'
import { metersBetween } from '../../base/geo/distance.ts'
import type { ParsedAddress, ParsedStreet } from './parse/parse-address.ts'

/** Layers that an answer of the geocoder may be based on, finest first. */
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

/** Area in which to look for an address, from its ZIP, city and state. */
export interface SearchArea {
  readonly zip: string | null
  /** City in the spelling of `normalizeCity`. */
  readonly city: string | null
  /** Two letters. */
  readonly state: string | null
  /** The ZIP itself and the ZIPs of the city. */
  readonly zips: readonly string[]
  /** 5-digit FIPS codes of the counties of the ZIP and the city. */
  readonly counties: readonly string[]
  /** The circle around the city, if it is known. Its radius is in meters. */
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
  /** Degrees, WGS 84. */
  readonly lat: number
  readonly lon: number
  /** Radius of uncertainty in meters. */
  readonly radius: number
  /** Writes the matched address in one line. Layers that do not know their cities use `city`, the city of the ZIP. */
  readonly address: (city: string | null) => string
  readonly zip: string | null
  /** City in the spelling of `normalizeCity`. */
  readonly city: string | null
  readonly state: string | null
  /** How well the house number and street, or the name, match: 0-1, where 1 is exact. */
  readonly similarity: number
  readonly exactNumber: boolean
}

/** A layer that knows single addresses: `PublicPlaces` or `Streets`. */
export interface AddressLayer {
  /** Returns candidates, best first. */
  find(parsed: ParsedAddress, area: SearchArea): readonly Candidate[]
  /** Returns the place with this name if there is exactly one in the whole coverage. */
  named?(text: string): Candidate | null
  /** Finds a street without a house number. A layer without streets has no such method. */
  findWhole?(parsed: ParsedStreet, area: SearchArea, limits: WholeStreetLimits): FoundStreets
  /** Returns the streets whose names resemble a street that is not known, best first. */
  findSimilar?(name: string, area: SearchArea, limit: number): readonly WholeStreet[]
}

/** How similar the name of a street without a house number must be. */
export interface WholeStreetLimits {
  /** Minimum similarity of the name, 0-1. */
  readonly least: number
  /** Whether the name must be spelled correctly. */
  readonly isExact: boolean
}

/** The streets that a text without a house number may mean. */
export interface FoundStreets {
  /** The streets with the most similar name, the one with the most known points first. */
  readonly streets: readonly WholeStreet[]
  /** ZIP that limits the streets. Null for a whole city. */
  readonly zip: string | null
}

/** A street as a whole, for an address without a house number. */
export interface WholeStreet {
  /** Degrees, WGS 84. */
  readonly lat: number
  readonly lon: number
  /** Distance in meters from the middle to the farthest known point of the street. */
  readonly radius: number
  /** Writes the street in one line: `Duval St, Key West, FL`. */
  readonly address: (city: string | null, zip: string | null) => string
  readonly state: string
  /** How well the name matches: 0-1, where 1 is exact. */
  readonly similarity: number
}

/** Bundles of neighborhoods, one per license, in the order they are searched. */
export const neighborhoodBundles = ['neighborhoods', 'neighborhoods-zillow', 'neighborhoods-gnis'] as const

/**
 * Which known streets to use: all; only those from public records, without the store locations that brands publish; or
 * none.
 */
export type KnownStreetsChoice = 'all' | 'public' | 'none'

/**
 * Returns the bundles of known streets for a choice.
 *
 * @throws {ValidationError} when the choice is not one of the three
 */
export function wantedStreets({ knownStreets = 'all' }: { knownStreets?: KnownStreetsChoice | undefined }) {
  const bundles = ['streets', 'streets-brands'] as const
  const count = { all: 2, public: 1, none: 0 }[knownStreets] as number | undefined
  if (count === undefined)
    throw refusedArgument('knownStreets', "Known streets are 'all', 'public' or 'none'", knownStreets)
  return bundles.slice(0, count)
}
