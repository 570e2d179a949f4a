import type { Gazetteer } from './gazetteer/gazetteer.ts'
import type { NamedPlaces } from './names/named-places.ts'
import type { Neighborhoods } from './neighborhoods.ts'
import type { PublicPlaceColumns } from './public-places/columns.ts'
import type { NamePlace } from './reverse.ts'
import type { Streets } from './streets/streets.ts'

/** Which ZIP and which city hold a place, by their outlines. */
export interface PlaceOutlines {
  /** Five digits; null where no ZIP is, as on land without people. */
  zipAt(lon: number, lat: number): string | null
  /** Census code and name; null outside of all cities. */
  cityAt(lon: number, lat: number): { readonly code: string; readonly name: string } | null
}

/** All that names places; it may be made when it is asked for. */
export interface PlaceNames {
  readonly gazetteer: Gazetteer
  /** Null where they were left out. */
  readonly outlines: PlaceOutlines | null
  readonly publicPlaces: PublicPlaceColumns | null
  /** In the order in which they are asked. */
  readonly neighborhoods: readonly Neighborhoods[]
  readonly named: NamedPlaces
  /** Null where no street layers are open. */
  readonly streets: Streets | null
}

/** Names places: neighborhood, nearest house number, and the city and ZIP that hold them. */
export function placeNamer(names: PlaceNames): NamePlace {
  const { gazetteer, neighborhoods, streets } = names
  const neighborhoodAt = neighborhoodFinder(neighborhoods)
  const cityName = (city: number) => (city < 0 ? null : gazetteer.cityName(city))
  return (county, lon, lat) => {
    const house = streets?.nearest(county, lon, lat) ?? null
    // Asked anew: more of them may have been loaded.
    const { outlines } = names
    const zip = outlines?.zipAt(lon, lat) ?? house?.zip ?? null
    const holder = outlines?.cityAt(lon, lat) ?? null
    const known = zip === null ? -1 : gazetteer.zip(zip)
    const mailed = known < 0 ? -1 : gazetteer.zipCity(known)
    const postal = cityName(mailed)
    const city = holder === null ? postal : (cityName(gazetteer.cityOfCode(holder.code)) ?? holder.name)
    const ofAddress = postal ?? city
    return {
      address: house?.address(ofAddress) ?? null,
      neighborhood: neighborhoodAt(lon, lat),
      city,
      isInCity: holder !== null || (mailed < 0 || gazetteer.cityCode(mailed) !== null ? false : null),
      zip,
    }
  }
}

/** Keeps the names that were asked for: decoding one takes as long as finding it. */
function neighborhoodFinder(sources: readonly Neighborhoods[]): (lon: number, lat: number) => string | null {
  const names: (string | undefined)[][] = sources.map(() => [])
  return (lon, lat) => {
    for (let source = 0; source < sources.length; source++) {
      const found = sources[source].indexAt(lon, lat)
      if (found < 0) continue
      const name = names[source][found] ?? sources[source].neighborhood(found).name
      names[source][found] = name
      return name
    }
    return null
  }
}
