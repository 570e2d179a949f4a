import { refusedArgument } from '../../base/errors.ts'
import { assertBeyond, type MaybePlace, type Point } from '../../base/geo/place.ts'
import { checkPlace } from '../../base/parameters/check-place.ts'
import { checkOptions, type OptionNames } from '../../base/parameters/options.ts'
import type { DimensionId } from '../dimensions/catalog.ts'
import { exactDistanceText } from '../dimensions/words.ts'
import type { ScoredData } from '../scores/scored-data.ts'

/** Functions for the features of custom dimensions. */
export interface LayerFunctions<Id extends string = DimensionId> {
  /**
   * Returns the features of a custom dimension that are nearest to a place, nearest first. Returns at most `limit`
   * features within `maxDistance` meters.
   *
   * @throws {ValidationError} `input_invalid`, when the place or an option is invalid, or no custom dimension with this
   * ID is in memory; `place_too_wide`, when the place has a radius over 150 m and a feature is within that radius
   */
  nearest(layer: Exclude<Id, DimensionId>, place: MaybePlace, options?: NearestOptions): readonly NearestFeature[]
}

/** Options for `nearest`. */
export interface NearestOptions {
  /** Maximum number of features, 1-1,000; 1 by default. */
  readonly limit?: number | undefined
  /** Maximum search distance in meters, 1 to 100,000; 100,000 by default. */
  readonly maxDistance?: number | undefined
}

/** A feature near a place, with the coordinates of its nearest point. */
export interface NearestFeature extends Point {
  /** Index in the feature list, from 0. */
  readonly index: number
  /** Distance in meters, to a tenth; 0 inside a polygon. */
  readonly distance_meters: number
  /** Properties of the GeoJSON feature; null if it has none. */
  readonly properties: Readonly<Record<string, unknown>> | null
}

const nearestOptions: OptionNames<NearestOptions> = { limit: 'number', maxDistance: 'number' }

/** Maximum distance to a feature in meters. */
const FARTHEST_FEATURE = 100_000

export function layerFunctions(data: ScoredData): LayerFunctions<string> {
  return {
    nearest(layer, place, options = {}) {
      const { limit, maxDistance } = checked(options)
      checkPlace(place)
      const { lat, lon } = data.locate(place)
      const loaded = data.getLoaded(layer)
      if (loaded.nearest === undefined)
        throw refusedArgument(
          'layer',
          `${loaded.dimension.name} has no features in memory: only layers added with withLayer have features.`,
          layer,
        )
      const near = loaded.nearest(lon, lat, limit, maxDistance)
      if (near.length > 0) assertBeyond(place, near[0].meters, 'The nearest feature', exactDistanceText)
      return near.map(({ feature, meters, properties, ...point }) => ({
        index: feature,
        ...point,
        distance_meters: Math.round(meters * 10) / 10,
        properties: properties ?? null,
      }))
    },
  }
}

function checked(options: NearestOptions) {
  checkOptions(options, nearestOptions)
  const { limit = 1, maxDistance = FARTHEST_FEATURE } = options
  if (!(Number.isInteger(limit) && limit >= 1 && limit <= 1000))
    throw refusedArgument('limit', 'limit must be a whole number from 1 to 1000', limit)
  if (!(typeof maxDistance === 'number' && maxDistance >= 1 && maxDistance <= FARTHEST_FEATURE))
    throw refusedArgument('maxDistance', `maxDistance must be 1 to ${FARTHEST_FEATURE} meters`, maxDistance)
  return { limit, maxDistance }
}
