import type { Point, StateCode } from './place-files.ts'

/** Where a place is: its people's mean, as far as that is known. */
export interface PlaceRow extends Point {
  /** Metres that hold about 90 % of its addresses. */
  readonly radius: number
  /** 0 where not known. */
  readonly people: number
  readonly state: StateCode
}

export interface NamedPlace extends PlaceRow {
  readonly name: string
  readonly aliases: readonly string[]
}

export interface CountyPlace extends NamedPlace {
  readonly fips: string
}

export interface CityPlace extends NamedPlace {
  /** Ascending. */
  readonly zips: readonly string[]
  /** FIPS codes, the one with most of the city first. */
  readonly counties: readonly string[]
}

export interface ZipPlace extends PlaceRow {
  readonly zip: string
  /** Number in the list of cities; null where the Postal Service's name for it is not known. */
  readonly city: number | null
  /** FIPS codes, the one with most of its addresses first. */
  readonly counties: readonly string[]
}

/** What enters the bundle of the places. */
export interface PlaceTables {
  readonly states: readonly NamedPlace[]
  /** By FIPS code. */
  readonly counties: readonly CountyPlace[]
  /** By state, name and people. */
  readonly cities: readonly CityPlace[]
  /** By code. */
  readonly zips: readonly ZipPlace[]
}
