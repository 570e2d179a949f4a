import type { Geography } from '../geography.ts'
import { COVERAGE, coveredState } from '../states.ts'
import type { Gazetteer } from './gazetteer/gazetteer.ts'
import { Localities } from './localities.ts'
import type { NamedPlaces } from './names/named-places.ts'
import type { Neighborhoods } from './neighborhoods.ts'
import type { PublicPlaceColumns } from './public-places/columns.ts'

/** What is at a coordinate. Outside the coverage all but `message` is null. */
export interface ReverseAnswer {
  /** The place in one line: `Hyde Park, Austin, TX 78751`. */
  readonly label: string | null
  /** Null where none is known. */
  readonly neighborhood: string | null
  /** The city and ZIP that an address here would most likely have. */
  readonly city: string | null
  /** Five digits. */
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

const nothing: ReverseAnswer = {
  label: null,
  neighborhood: null,
  city: null,
  zip: null,
  county: null,
  state: null,
  tract: null,
  blockGroup: null,
  message: `Outside the coverage: ${COVERAGE}.`,
}

/** What names places; made when the first of them is asked for. */
export interface PlaceNames {
  readonly gazetteer: Gazetteer
  readonly publicPlaces: PublicPlaceColumns | null
  /** In the order in which they are asked. */
  readonly neighborhoods: () => readonly Neighborhoods[]
  readonly named: NamedPlaces
}

/** From a coordinate to the names and codes of what it is in. */
export class ReverseGeocoder {
  readonly #geography: Geography
  readonly #names: PlaceNames | null
  #localities: Localities | undefined
  #neighborhoods: readonly NamedNeighborhoods[] | undefined

  /** @param names null: county, state and census areas alone are known */
  constructor(geography: Geography, names: PlaceNames | null) {
    this.#geography = geography
    this.#names = names
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
    const names = this.#names
    if (names === null) {
      const label = `${countyName}, ${postal}`
      return { ...nothing, label, county, state, tract, blockGroup, message: NOT_LOADED }
    }
    this.#localities ??= new Localities(names.gazetteer, names.publicPlaces, this.#geography)
    const { city, zip } = this.#localities.at(number, lon, lat)
    const neighborhood = this.#neighborhoodAt(names, lon, lat)
    const town =
      city === null ? `${countyName}, ${postal}` : zip === null ? `${city}, ${postal}` : `${city}, ${postal} ${zip}`
    const label = neighborhood === null || neighborhood === city ? town : `${neighborhood}, ${town}`
    return { label, neighborhood, city, zip, county, state, tract, blockGroup, message: null }
  }

  #neighborhoodAt(names: PlaceNames, lon: number, lat: number): string | null {
    this.#neighborhoods ??= names.neighborhoods().map((neighborhoods) => ({ neighborhoods, names: [] }))
    for (const { neighborhoods, names: known } of this.#neighborhoods) {
      const found = neighborhoods.indexAt(lon, lat)
      if (found < 0) continue
      known[found] ??= neighborhoods.neighborhood(found).name
      return known[found]
    }
    return null
  }
}

const NOT_LOADED = 'City, ZIP and neighborhood are not loaded: places.bundle was left out.'

/** Neighborhoods with the names that were asked for so far: decoding one takes as long as finding it. */
interface NamedNeighborhoods {
  readonly neighborhoods: Neighborhoods
  readonly names: (string | undefined)[]
}
