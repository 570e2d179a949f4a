import type { GeocodeAnswer, GeocodedPlace, LocatedAddress } from './answer.ts'
import type { Layer } from './layers.ts'

/** Functions for addresses that batches need in addition to `geocode`. */
export interface AddressLocator {
  /** Geocodes an address, like `geocode` without options, and returns how the place contradicts the address. */
  locate(address: string): LocatedAddress
  /**
   * Returns what to change in an address or the data if its place is too imprecise. Returns null if this is not known.
   *
   * @param minLayer layer that the place is coarser than, or null if only its radius is too large
   */
  getAdvice(address: string, place: GeocodedPlace, minLayer: Layer | null): string | null
}

/** A vicinage with its locator. The package's type declarations omit this property. */
export interface WithLocator {
  readonly locator?: AddressLocator
}

/** Returns the locator of a vicinage. For an object without a locator, returns one that only geocodes. */
export function getLocator(vicinage: { geocode(address: string): GeocodeAnswer }): AddressLocator {
  return (
    (vicinage as WithLocator).locator ?? {
      locate: (address) => ({ answer: vicinage.geocode(address), elsewhere: null }),
      getAdvice: () => null,
    }
  )
}
