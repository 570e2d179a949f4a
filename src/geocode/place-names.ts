import type { Geography } from '../geography.ts'
import type { Gazetteer } from './gazetteer/gazetteer.ts'
import { Localities } from './localities.ts'
import type { NamedPlaces } from './names/named-places.ts'
import type { Neighborhoods } from './neighborhoods.ts'
import { normalizeCity } from './parse/city-name.ts'
import type { PublicPlaceColumns } from './public-places/columns.ts'
import type { NamePlace } from './reverse.ts'
import type { Streets } from './streets/streets.ts'

/** All that names places; it may be made when it is asked for. */
export interface PlaceNames {
  readonly gazetteer: Gazetteer
  readonly publicPlaces: PublicPlaceColumns | null
  /** In the order in which they are asked. */
  readonly neighborhoods: readonly Neighborhoods[]
  readonly named: NamedPlaces
  /** Null where no street layers are open. */
  readonly streets: Streets | null
}

/** Names places of block groups: neighborhood, nearest house number, and the city and ZIP that an address there would have. */
export function placeNamer(
  { gazetteer, publicPlaces, neighborhoods, streets }: PlaceNames,
  geography: Geography,
): NamePlace {
  const localities = new Localities(gazetteer, publicPlaces, geography)
  const neighborhoodAt = neighborhoodFinder(neighborhoods)
  return (blockGroup, county, lon, lat) => {
    const { city, zip } = localities.at(blockGroup, lon, lat)
    const house = streets?.nearest(county, lon, lat) ?? null
    return {
      address: house?.address(city === null ? null : normalizeCity(city)) ?? null,
      neighborhood: neighborhoodAt(lon, lat),
      city,
      zip: house?.zip ?? zip,
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
