import type { Candidate, Where } from './candidate.ts'
import type { ParsedAddress } from './parsed-address.ts'
import type { Places } from './places.ts'

/** What the geocoder asks of the layer of ZIPs, cities, counties and states. */
export type PlaceLayer = Pick<
  Places,
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
  find(parsed: ParsedAddress, where: Where): readonly Candidate[]
}
