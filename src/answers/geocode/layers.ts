import { refusedArgument } from '../../base/errors.ts'
import type { ParsedAddress } from './parse/parse-address.ts'

/** What an answer of the geocoder is based on, finest first. */
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

/** Where to look, by ZIP, city and state of an address. */
export interface SearchArea {
  readonly zip: string | null
  /** As `normalizeCity` writes it. */
  readonly city: string | null
  /** Two letters. */
  readonly state: string | null
  /** The ZIP itself and those of the city. */
  readonly zips: readonly string[]
  /** 5-digit FIPS codes of the counties of ZIP and city. */
  readonly counties: readonly string[]
}

export const ANYWHERE: SearchArea = { zip: null, city: null, state: null, zips: [], counties: [] }

/** A place that an address may mean. */
export interface Candidate {
  readonly layer: Layer
  /** Degrees, WGS 84. */
  readonly lat: number
  readonly lon: number
  /** Radius of uncertainty in meters. */
  readonly radius: number
  /** The address that was found, in one line; `city` is that of its ZIP, for layers that do not know their own. */
  readonly address: (city: string | null) => string
  readonly zip: string | null
  /** As `normalizeCity` writes it. */
  readonly city: string | null
  readonly state: string | null
  /** How well house number and street, or the name, fit: 0-1, 1 exact. */
  readonly similarity: number
  readonly exactNumber: boolean
}

/** A layer of single addresses: `PublicPlaces`, `Streets`. */
export interface AddressLayer {
  /** Best first. */
  find(parsed: ParsedAddress, area: SearchArea): readonly Candidate[]
  /** The one place of a name, wherever it is. */
  named?(text: string): Candidate | null
}

/** The bundles of neighborhoods, one for each license, in the order in which they are asked. */
export const neighborhoodBundles = ['neighborhoods', 'neighborhoods-zillow', 'neighborhoods-gnis'] as const

/** Known streets: all; those of public records alone, without the points that brands give for their stores; none. */
export type KnownStreetsChoice = 'all' | 'public' | 'none'

/**
 * The bundles of known streets that are wanted.
 * @throws {ValidationError} when the choice is none of the three
 */
export function wantedStreets({ knownStreets = 'all' }: { knownStreets?: KnownStreetsChoice | undefined }) {
  const bundles = ['streets', 'streets-brands'] as const
  const count = { all: 2, public: 1, none: 0 }[knownStreets] as number | undefined
  if (count === undefined)
    throw refusedArgument('knownStreets', "Known streets are 'all', 'public' or 'none'", knownStreets)
  return bundles.slice(0, count)
}
