import { type DimensionId, dimensions } from '../dimensions/catalog.ts'
import { BundledDimension, type Place } from '../dimensions/loaded-dimension.ts'
import { Geography } from '../geography.ts'
import { readBundles } from '../open.ts'
import type { DataChoice } from '../user-data/data-in-use.ts'

/** The dimensions of a data folder, as where people live sees them. */
export interface OpenedScores {
  readonly geography: Geography
  readonly loaded: readonly BundledDimension[]
}

/** @throws {BundleError} when the folder cannot be read */
export async function openScores({ data, userData = true }: DataChoice): Promise<OpenedScores> {
  const only = { schools: false, geocoder: false, userData }
  const bundles = await readBundles({ ...(data === undefined ? {} : { data }), ...only })
  const geography = new Geography(bundles.geography)
  const loaded = dimensions.flatMap((dimension, i) => {
    const bundle = bundles.dimensions[i]
    return bundle ? [new BundledDimension(dimension, bundle, geography)] : []
  })
  return { geography, loaded }
}

/** Visits the centers of the block groups where people live. Those of states that a copy lacks are left out. */
export function eachHome(
  geography: Geography,
  visit: (home: {
    readonly lon: number
    readonly lat: number
    readonly people: number
    readonly county: string
  }) => void,
): void {
  for (let blockGroup = 0; blockGroup < geography.size; blockGroup++) {
    const people = geography.people[blockGroup]
    if (people === 0 || geography.isAbsentBlockGroup(blockGroup)) continue
    const { lon, lat } = geography.centerOf(blockGroup)
    visit({ lon, lat, people, county: geography.describe(blockGroup).blockGroup.slice(0, 5) })
  }
}

/** Fills a place with where a coordinate is in a geography. */
export function locate(geography: Geography, lon: number, lat: number, place: Place): void {
  place.lon = lon
  place.lat = lat
  place.zone = geography.zoneAt(lon, lat)
  place.blockGroup = place.zone === 0 ? 0 : geography.blockGroupIn(place.zone, lon, lat)
}

/** Shares (0-1) of the people of a dimension's coverage by what their score rests on. */
export interface Shares {
  readonly measured: number
  readonly modeled: number
  readonly estimate: number
  readonly none: number
}

/** What a score rests on, by share of people. */
export function sharesOf({ geography, loaded }: OpenedScores): ReadonlyMap<DimensionId, Shares> {
  const counts = loaded.map(() => ({ measured: 0, modeled: 0, estimate: 0, none: 0 }))
  const place: Place = { lon: 0, lat: 0, zone: 0, blockGroup: 0 }
  let all = 0
  eachHome(geography, ({ lon, lat, people }) => {
    locate(geography, lon, lat, place)
    all += people
    loaded.forEach((dimension, i) => {
      counts[i][dimension.score(place) === 0 ? 'none' : dimension.basis(place)] += people
    })
  })
  const share = (count: number) => (all === 0 ? 0 : count / all)
  return new Map(
    loaded.map(({ dimension }, i) => {
      const { measured, modeled, estimate, none } = counts[i]
      const shares = {
        measured: share(measured),
        modeled: share(modeled),
        estimate: share(estimate),
        none: share(none),
      }
      return [dimension.id as DimensionId, shares]
    }),
  )
}
