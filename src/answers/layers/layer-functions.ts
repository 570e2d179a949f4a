import { refusedArgument } from '../../base/errors.ts'
import { assertBeyond, type Place, type Point } from '../../base/geo/place.ts'
import { checkOptions, type OptionNames } from '../../base/parameters/options.ts'
import type { DimensionId } from '../dimensions/catalog.ts'
import type { ScoredData } from '../scores/scored-data.ts'

/** The functions of features of own layers. */
export interface LayerFunctions<Id extends string = DimensionId> {
  /**
   * The features of an own layer that are nearest to a place, nearest first: those within `maxDistance` meters, at most
   * `limit`.
   *
   * @throws {ValidationError} when the place or an option is refused, there is no own layer of that id in memory, or a
   * feature is nearer than the radius, of more than 150 meters, of the place (`place_too_wide`)
   */
  nearest(layer: Exclude<Id, DimensionId>, place: Place, options?: NearestOptions): readonly NearestFeature[]
}

/** What `nearest` takes. */
export interface NearestOptions {
  /** 1-1,000; default 1. */
  readonly limit?: number | undefined
  /** Meters, 1 to 100,000, which is the default: features farther away are not looked for. */
  readonly maxDistance?: number | undefined
}

/** A feature of an own layer near a place, at its point that is nearest. */
export interface NearestFeature extends Point {
  /** Its place in the list of features, from 0. */
  readonly index: number
  /** 0 inside a polygon. */
  readonly distance_meters: number
  /** Those of the feature. */
  readonly properties: Readonly<Record<string, unknown>> | null
}

const nearestOptions: OptionNames<NearestOptions> = { limit: true, maxDistance: true }

/** Meters: no farther are features of a layer looked for. */
const FARTHEST_FEATURE = 100_000

export function layerFunctions(data: ScoredData): LayerFunctions<string> {
  return {
    nearest(layer, place, options = {}) {
      const { limit, maxDistance } = checked(options)
      const { lat, lon } = data.locate(place)
      const loaded = data.loadedOf(layer)
      if (loaded.nearest === undefined)
        throw refusedArgument(
          'layer',
          `${loaded.dimension.name} has no features in memory: only layers of withLayer have them.`,
          layer,
        )
      const found = loaded.nearest(lon, lat, limit, maxDistance)
      if (found.length > 0) assertBeyond(place, found[0].meters, 'The nearest feature')
      return found.map(({ feature, meters, properties, ...point }) => ({
        index: feature,
        ...point,
        distance_meters: meters,
        properties: properties ?? null,
      }))
    },
  }
}

function checked(options: NearestOptions) {
  checkOptions(options, nearestOptions)
  const { limit = 1, maxDistance = FARTHEST_FEATURE } = options
  if (!(Number.isInteger(limit) && limit >= 1 && limit <= 1000))
    throw refusedArgument('limit', 'limit has to be a whole number of 1 to 1000', limit)
  if (!(typeof maxDistance === 'number' && maxDistance >= 1 && maxDistance <= FARTHEST_FEATURE))
    throw refusedArgument('maxDistance', `maxDistance has to be 1 to ${FARTHEST_FEATURE} meters`, maxDistance)
  return { limit, maxDistance }
}
