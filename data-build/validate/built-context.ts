import * as areaCode from '../../src/answers/areas/open-areas.ts'
import { dimensions, getDimension } from '../../src/answers/dimensions/catalog.ts'
import { BundledDimension, type LoadedDimension, type Spot } from '../../src/answers/dimensions/loaded-dimension.ts'
import { Districts } from '../../src/answers/districts/districts.ts'
import { Gazetteer } from '../../src/answers/geocode/gazetteer/gazetteer.ts'
import { geocodeAnswers } from '../../src/answers/geocode/geocode-methods.ts'
import { Geocoder } from '../../src/answers/geocode/geocoder.ts'
import { PublicPlaces } from '../../src/answers/geocode/public-places/public-places.ts'
import { schoolAnswers } from '../../src/answers/schools/school-methods.ts'
import { Schools } from '../../src/answers/schools/schools.ts'
import * as columnCode from '../../src/answers/scores/column-functions.ts'
import { BundleError } from '../../src/base/errors.ts'
import { openBundle, readManifest } from '../../src/data/bundle/data-folder.ts'
import { dataFolder } from '../../src/data/bundle/disk-folder.ts'
import { crowdingClasses } from '../../src/data/crowding.ts'
import { Geography as LoadedGeography } from '../../src/data/geography.ts'
import { createVicinage, type Vicinage } from '../../src/library/vicinage.ts'
import type { Geography } from '../create-context.ts'
import type { ValidationContext } from './check.ts'

/** Context of all checks: the sources as the pipeline reads them, and the library with the built bundles. */
export interface BuiltContext extends ValidationContext, Pick<Geography, 'zones' | 'zoneRaster' | 'candidates'> {
  /** Build whose bundles are checked. */
  readonly build: string
  readonly library: Vicinage
  readonly places: Gazetteer
  /**
   * Crowding class of each block group, which depends on its state and the number of people nearby. Intervals are
   * fitted for each class.
   */
  readonly crowding: Uint8Array
  /**
   * Returns the 12-digit GEOID of the block group whose figures are used at a place, or null outside the coverage area.
   */
  blockGroupAt(lat: number, lon: number): string | null
}

/**
 * Opens the bundles of a data folder for the checks. All bundles must be present.
 *
 * @throws {BundleError} when a bundle is missing, damaged or from another build
 */
export async function openBuilt(context: Geography, data: string): Promise<BuiltContext> {
  const folder = dataFolder(data)
  const { build, bundles } = await readManifest(folder)
  const open = async (id: string) => {
    const entry = bundles.find((bundle) => bundle.id === id)
    if (entry) return openBundle(folder, entry)
    throw new BundleError(`${id}.bundle is missing from ${folder.name}: validation needs every bundle; build it again.`)
  }
  const geography = new LoadedGeography(await open('geography'))
  const loaded = new Map<string, LoadedDimension>()
  for (const dimension of dimensions)
    loaded.set(dimension.id, new BundledDimension(dimension, await open(dimension.id), geography))
  const schools = new Schools(await open('schools'))
  const districts = new Districts(await open('districts'))
  const answers = schoolAnswers(
    () => schools,
    () => districts,
  )
  const places = new Gazetteer(await open('places'))
  const geocoder = new Geocoder(places, [new PublicPlaces(await open('public-places'))])
  const library = createVicinage({
    geography,
    dimensions: [...loaded.values()],
    schools: answers,
    geocoding: geocodeAnswers(() => geocoder),
    areaCode,
    columnCode,
  })
  const centers = new Map<string, Uint8Array>()
  const place: Spot = { lon: 0, lat: 0, zone: 0, blockGroup: 0 }

  function locate(lat: number, lon: number): boolean {
    place.lat = lat
    place.lon = lon
    place.zone = geography.zoneAt(lon, lat)
    if (place.zone > 0) place.blockGroup = geography.blockGroupIn(place.zone, lon, lat)
    return place.zone > 0
  }

  function scores(dimension: string, lat: Float64Array, lon: Float64Array): Uint8Array {
    const { id } = getDimension(dimension)
    return library.scoreColumns({ lat, lon, dimensions: [id] })[id]
  }

  return {
    ...context,
    build,
    library,
    places,
    crowding: crowdingClasses(geography),
    scores,
    centerScores(dimension) {
      const cached = centers.get(dimension)
      if (cached) return cached
      const { lat, lon } = context.blockGroups
      const computed = scores(dimension, lat, lon)
      centers.set(dimension, computed)
      return computed
    },
    fact: (dimension, fact, lat, lon) =>
      locate(lat, lon) ? getLoaded(loaded, dimension).factsAt(place)(fact) : Number.NaN,
    description: (dimension, lat, lon) => library.score(getDimension(dimension).id, { lat, lon }).description ?? '',
    blockGroupAt: (lat, lon) => library.place({ lat, lon })?.blockGroup ?? null,
  }
}

function getLoaded(loaded: ReadonlyMap<string, LoadedDimension>, id: string): LoadedDimension {
  const dimension = loaded.get(id)
  if (dimension) return dimension
  throw new RangeError(`There is no dimension '${id}'; choose from ${[...loaded.keys()].join(', ')}.`)
}
