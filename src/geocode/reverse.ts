import type { Geography } from '../geography.ts'
import { COVERAGE, coveredState } from '../states.ts'

/** What is at a coordinate. Outside the coverage all but `message` is null. */
export interface ReverseAnswer {
  /** The place in one line: `Hyde Park, Austin, TX 78751`. */
  readonly label: string | null
  /** The nearest house number within 100 m: `101 N MAIN ST, FORT PIERCE, FL 34950`; null without street layers of the county. */
  readonly address: string | null
  /** Name of the neighborhood; null where none is known. */
  readonly neighborhood: string | null
  /** The city that holds the place; outside of all cities the one that the addresses of its ZIP have. */
  readonly city: string | null
  /** Whether the place is inside the outline of that city; null where there is none. */
  readonly in_city: boolean | null
  /** The ZIP that holds the place, five digits; null where nobody has one, as in deserts. */
  readonly zip: string | null
  /** `{ name: 'Travis County', fips: '48453' }` */
  readonly county: { readonly name: string; readonly fips: string } | null
  /** `{ name: 'Texas', postal: 'TX', fips: '48' }` */
  readonly state: { readonly name: string; readonly postal: string; readonly fips: string } | null
  /** Census tract, 11 digits. */
  readonly tract: string | null
  /** Census block group, 12 digits. */
  readonly blockGroup: string | null
  /** Why nothing is known, or why no city: one sentence; else null. */
  readonly message: string | null
}

const nothing: ReverseAnswer = Object.freeze({
  label: null,
  address: null,
  neighborhood: null,
  city: null,
  in_city: null,
  zip: null,
  county: null,
  state: null,
  tract: null,
  blockGroup: null,
  message: `Outside the coverage: ${COVERAGE}.`,
})

/** What a place is called; the part of an answer that the geocoder knows. */
export interface LocalNames {
  readonly address: string | null
  readonly neighborhood: string | null
  readonly city: string | null
  readonly isInCity: boolean
  readonly zip: string | null
}

/** Finds the names of a place in a county of five digits. */
export type NamePlace = (county: string, lon: number, lat: number) => LocalNames

/** From a coordinate to the names and codes of what it is in. */
export class ReverseGeocoder {
  readonly #geography: Geography
  readonly #namer: (() => NamePlace) | null
  #namePlace: NamePlace | undefined

  /** @param namer called before the first answer; null: county, state and census areas alone are known */
  constructor(geography: Geography, namer: (() => NamePlace) | null) {
    this.#geography = geography
    this.#namer = namer
  }

  /** @param zone of the place, as `Geography.zoneAt` finds it */
  at(zone: number, lon: number, lat: number): ReverseAnswer {
    if (zone === 0) return nothing
    const number = this.#geography.blockGroupIn(zone, lon, lat)
    const { blockGroup, county: countyName, state: stateName } = this.#geography.describe(number)
    const fips = blockGroup.slice(0, 5)
    const county = { name: countyName, fips }
    const postal = coveredState(fips.slice(0, 2))?.postal ?? ''
    const state = { name: stateName, postal, fips: fips.slice(0, 2) }
    const tract = blockGroup.slice(0, 11)
    if (this.#namer === null) {
      const label = `${countyName}, ${postal}`
      return { ...nothing, label, county, state, tract, blockGroup, message: NOT_LOADED }
    }
    this.#namePlace ??= this.#namer()
    const { address, neighborhood, city, isInCity, zip } = this.#namePlace(fips, lon, lat)
    const in_city = city === null ? null : isInCity
    const town =
      city === null ? `${countyName}, ${postal}` : zip === null ? `${city}, ${postal}` : `${city}, ${postal} ${zip}`
    const label = neighborhood === null || neighborhood === city ? town : `${neighborhood}, ${town}`
    return { label, address, neighborhood, city, in_city, zip, county, state, tract, blockGroup, message: null }
  }
}

const NOT_LOADED = 'City, ZIP and neighborhood are not loaded: places.bundle was left out.'
