import type { AddressClues } from './address-clues.ts'
import type { Gazetteer } from './gazetteer/gazetteer.ts'
import type { SearchArea } from './layers.ts'
import type { Located } from './locate.ts'
import { normalizeCity } from './parse/city-name.ts'

/** Where the layers of single addresses look for an address; keeps the lists of each city. */
export class SearchAreas {
  readonly #gazetteer: Gazetteer
  readonly #ofCity = new Map<number, OfCity>()

  constructor(gazetteer: Gazetteer) {
    this.#gazetteer = gazetteer
  }

  of(clues: AddressClues, { zip, city, state }: Located): SearchArea {
    const ofCity = city >= 0 ? this.#listsOf(city) : null
    // A ZIP that is not known here may be one of a street layer's.
    const ownZip = clues.zip !== null && (zip >= 0 || this.#gazetteer.zip(clues.zip) < 0) ? clues.zip : null
    const { zips = [], counties = [] } = ofCity ?? {}
    return {
      zip: ownZip,
      city: ofCity?.city ?? clues.city,
      state: state ?? clues.state,
      zips: ownZip === null || zips.includes(ownZip) ? zips : [ownZip, ...zips],
      counties: zip < 0 ? counties : union(this.#fips(this.#gazetteer.zipCounties(zip)), counties),
    }
  }

  #listsOf(city: number): OfCity {
    let lists = this.#ofCity.get(city)
    if (lists === undefined) {
      const gazetteer = this.#gazetteer
      lists = {
        city: normalizeCity(gazetteer.place('city', city).name),
        zips: gazetteer.cityZips(city).map((zip) => gazetteer.place('zip', zip).name),
        counties: this.#fips(gazetteer.cityCounties(city)),
      }
      this.#ofCity.set(city, lists)
    }
    return lists
  }

  #fips(counties: readonly number[]): string[] {
    return counties.map((county) => this.#gazetteer.countyFips(county))
  }
}

type OfCity = { readonly city: string } & Pick<SearchArea, 'zips' | 'counties'>

function union(a: readonly string[], b: readonly string[]): readonly string[] {
  return a.concat(b.filter((one) => !a.includes(one)))
}
