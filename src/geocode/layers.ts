import type { Gazetteer } from './gazetteer/gazetteer.ts'
import type { ParsedAddress } from './parse/parsed-address.ts'

/** What an answer of the geocoder rests on, finest first. */
export type Layer = 'address_point' | 'street_range' | 'public_place' | 'zip' | 'city' | 'county' | 'state'

/** Where to look, as ZIP, city and state of an address say. */
export interface SearchArea {
  readonly zip: string | null
  /** As `normaliseCity` writes it. */
  readonly city: string | null
  /** Two letters. */
  readonly state: string | null
  /** The ZIP itself and those of the city. */
  readonly zips: readonly string[]
  /** 5-digit FIPS codes of the counties of ZIP and city. */
  readonly counties: readonly string[]
}

/** A place that an address may mean. */
export interface Candidate {
  readonly layer: Layer
  /** Degrees, WGS 84. */
  readonly lat: number
  readonly lon: number
  /** Metres around the coordinate that the layer stands for. */
  readonly radius: number
  /** The address that was found, in one line. */
  readonly address: string
  readonly zip: string | null
  /** As `normaliseCity` writes it. */
  readonly city: string | null
  readonly state: string | null
  /** How well house number and street, or the name, fit: 0-1, 1 exact. */
  readonly similarity: number
  readonly exactNumber: boolean
}

/** What the geocoder asks of the layer of ZIPs, cities, counties and states. */
export type GazetteerLookup = Pick<
  Gazetteer,
  | 'isCity'
  | 'zip'
  | 'citiesNamed'
  | 'citiesRespaced'
  | 'citiesLike'
  | 'citiesSounding'
  | 'countiesNamed'
  | 'stateOf'
  | 'place'
  | 'stateCode'
  | 'zipCity'
  | 'zipCounties'
  | 'cityCounties'
  | 'cityZips'
  | 'countyFips'
  | 'distance'
>

/** What the geocoder asks of a layer of single addresses: `PublicPlaces`, `Streets`. Best first. */
export interface AddressLayer {
  find(parsed: ParsedAddress, where: SearchArea): readonly Candidate[]
}
