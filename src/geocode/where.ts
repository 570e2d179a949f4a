import type { Where } from './candidate.ts'
import { normaliseCity } from './city.ts'
import type { PlaceLayer } from './layers.ts'
import type { Located } from './locate.ts'
import type { Said } from './said.ts'

/** Writes for the layers of single addresses where to look; keeps the lists of each city. */
export class WhereToLook {
  readonly #places: PlaceLayer
  readonly #ofCity = new Map<number, OfCity>()

  constructor(places: PlaceLayer) {
    this.#places = places
  }

  at(said: Said, { zip, city, state }: Located): Where {
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
        city: normaliseCity(places.place('city', city).name),
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

type OfCity = { readonly city: string } & Pick<Where, 'zips' | 'counties'>

function union(a: readonly string[], b: readonly string[]): readonly string[] {
  return a.concat(b.filter((one) => !a.includes(one)))
}
