import type { AddressClues } from './address-clues.ts'
import type { GazetteerLookup, SearchArea } from './layers.ts'
import type { Located } from './locate.ts'
import { normalizeCity } from './parse/city-name.ts'

/** Writes for the layers of single addresses where to look; keeps the lists of each city. */
export class SearchAreas {
  readonly #places: GazetteerLookup
  readonly #ofCity = new Map<number, OfCity>()

  constructor(places: GazetteerLookup) {
    this.#places = places
  }

  at(said: AddressClues, { zip, city, state }: Located): SearchArea {
    const ofCity = city >= 0 ? this.#listsOf(city) : null
    // A ZIP that is not known here may be one of a street layer's.
    const ownZip = said.zip !== null && (zip >= 0 || this.#places.zip(said.zip) < 0) ? said.zip : null
    const { zips = [], counties = [] } = ofCity ?? {}
    return {
      zip: ownZip,
      city: ofCity?.city ?? said.city,
      state: state ?? said.state,
      zips: ownZip === null || zips.includes(ownZip) ? zips : [ownZip, ...zips],
      counties: zip < 0 ? counties : union(this.#fips(this.#places.zipCounties(zip)), counties),
    }
  }

  #listsOf(city: number): OfCity {
    let lists = this.#ofCity.get(city)
    if (lists === undefined) {
      const places = this.#places
      lists = {
        city: normalizeCity(places.place('city', city).name),
        zips: places.cityZips(city).map((zip) => places.place('zip', zip).name),
        counties: this.#fips(places.cityCounties(city)),
      }
      this.#ofCity.set(city, lists)
    }
    return lists
  }

  #fips(counties: readonly number[]): string[] {
    return counties.map((county) => this.#places.countyFips(county))
  }
}

type OfCity = { readonly city: string } & Pick<SearchArea, 'zips' | 'counties'>

function union(a: readonly string[], b: readonly string[]): readonly string[] {
  return a.concat(b.filter((one) => !a.includes(one)))
}
