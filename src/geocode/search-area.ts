import type { AddressClues } from './address-clues.ts'
import type { Gazetteer } from './gazetteer/gazetteer.ts'
import type { SearchArea } from './layers.ts'
import type { Located } from './locate.ts'

/** Where the layers of single addresses look for an address; keeps the lists of each city, and of each ZIP with its city. */
export class SearchAreas {
  readonly #gazetteer: Gazetteer
  readonly #lists = new Map<number, Lists>()

  constructor(gazetteer: Gazetteer) {
    this.#gazetteer = gazetteer
  }

  of(clues: AddressClues, { zip, city, state }: Located): SearchArea {
    const gazetteer = this.#gazetteer
    // A ZIP that is not known here may be one of a street layer's.
    const isForeign = clues.zip !== null && zip < 0 && gazetteer.zip(clues.zip) < 0
    const lists = isForeign ? this.#made(clues.zip, zip, city) : this.#listsOf(zip, city)
    return {
      zip: isForeign || zip >= 0 ? clues.zip : null,
      city: city < 0 ? clues.city : gazetteer.cityKey(city),
      state: state ?? clues.state,
      zips: lists.zips,
      counties: lists.counties,
    }
  }

  #listsOf(zip: number, city: number): Lists {
    const key = (zip + 1) * (this.#gazetteer.count('city') + 1) + city + 1
    let lists = this.#lists.get(key)
    if (lists === undefined) {
      lists = this.#made(zip < 0 ? null : this.#gazetteer.place('zip', zip).name, zip, city)
      this.#lists.set(key, lists)
    }
    return lists
  }

  #made(own: string | null, zip: number, city: number): Lists {
    const gazetteer = this.#gazetteer
    if (own === null) {
      const zips = city < 0 ? [] : gazetteer.cityZips(city).map((one) => gazetteer.place('zip', one).name)
      return { zips, counties: this.#fips(city < 0 ? [] : gazetteer.cityCounties(city)) }
    }
    const ofCity = this.#listsOf(-1, city)
    const counties = zip < 0 ? [] : this.#fips(gazetteer.zipCounties(zip))
    return {
      zips: ofCity.zips.includes(own) ? ofCity.zips : [own, ...ofCity.zips],
      counties: [...new Set([...counties, ...ofCity.counties])],
    }
  }

  #fips(counties: readonly number[]): string[] {
    return counties.map((county) => this.#gazetteer.countyFips(county))
  }
}

type Lists = Pick<SearchArea, 'zips' | 'counties'>
