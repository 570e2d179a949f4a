import type { SearchArea } from '../../../src/geocode/layers.ts'
import type { ParsedAddress } from '../../../src/geocode/parse/parsed-address.ts'

/** Where an address says it is, by nothing but its own words. */
export function whereOf({ zip, city, state }: ParsedAddress): SearchArea {
  return {
    zip: zip?.text ?? null,
    city: city?.text ?? null,
    state: state?.text ?? null,
    zips: zip === null ? [] : [zip.text],
    counties: [],
  }
}
