import { NotLoadedError } from '../../base/errors.ts'
import { assertScored } from '../../base/geo/loaded-boxes.ts'
import { isCoordinate, type Point } from '../../base/geo/place.ts'
import { parseBasic } from '../../base/parameters/check-basic.ts'
import { getCoordinate } from '../../base/parameters/check-place.ts'
import { dimensionAmong } from '../../base/parameters/place-parameters.ts'
import { crowdingClasses } from '../../data/crowding.ts'
import type { Geography } from '../../data/geography.ts'
import { type DimensionId, dimensions } from '../dimensions/catalog.ts'
import type { Basis, Dimension } from '../dimensions/dimension.ts'
import type { Interval } from '../dimensions/intervals.ts'
import type { LoadedDimension, Spot } from '../dimensions/loaded-dimension.ts'
import type { Percentile } from '../dimensions/percentiles.ts'
import type { ColumnScorer } from './column-scorer.ts'

/** The geography and the dimensions of a vicinage. */
export class ScoredData {
  #geography: Geography
  #loaded: ReadonlyMap<DimensionId, LoadedDimension>
  #placeClasses: Uint8Array | undefined
  readonly #spot: Spot = { lon: 0, lat: 0, zone: 0, blockGroup: 0 }
  /** Records of all dimensions, loaded or not, with custom dimensions last. */
  readonly catalog: readonly Dimension<DimensionId>[]
  /** IDs of all dimensions, in the order of `catalog`. */
  readonly ids: readonly DimensionId[]
  /** Column scorer, undefined until first needed; see `createScorer`. */
  scorer: ColumnScorer | undefined

  /** @param scorer reads the surfaces of these dimensions together; dimensions added later are read separately */
  constructor(geography: Geography, loaded: readonly LoadedDimension[], scorer?: ColumnScorer) {
    this.#geography = geography
    this.#loaded = byId(loaded)
    this.scorer = scorer
    const customDimensions = loaded.flatMap(({ dimension }) => (dimension.group === 'layers' ? [dimension] : []))
    // Upgraded bundles bring their own descriptions, so the record of a loaded dimension replaces the built-in record.
    this.catalog = [
      ...dimensions.map((record) => this.#loaded.get(record.id)?.dimension ?? record),
      ...customDimensions,
    ]
    this.ids = this.catalog.map(({ id }) => id)
  }

  /** Replaces the geography and dimensions, after more places or dimensions were loaded. */
  replace(geography: Geography, loaded: readonly LoadedDimension[]): void {
    this.#geography = geography
    this.#loaded = byId(loaded)
    this.scorer = undefined
    this.#placeClasses = undefined
  }

  get geography(): Geography {
    return this.#geography
  }

  get loaded(): ReadonlyMap<DimensionId, LoadedDimension> {
    return this.#loaded
  }

  /** Crowding class of each block group, determined by its state and nearby population. */
  get placeClasses(): Uint8Array {
    this.#placeClasses ??= crowdingClasses(this.#geography)
    return this.#placeClasses
  }

  /**
   * Returns a loaded dimension.
   *
   * @throws {NotLoadedError} when the dimension is not loaded
   * @throws {ValidationError} when the dimension does not exist
   */
  getLoaded(id: string): LoadedDimension {
    const loaded = this.#loaded.get(id as DimensionId)
    if (loaded !== undefined) return loaded
    const dimension = this.catalog.find((dimension) => dimension.id === id)
    // Throws for an unknown ID, with the detail of a 422 response.
    if (dimension === undefined) parseBasic([dimensionAmong(this.ids)], { dimension: id })
    throw new NotLoadedError(
      `${dimension?.name ?? id} is not loaded: its bundle was not included.`,
      'dimension_not_loaded',
      `Open with '${id}' in \`dimensions\` and a data folder that contains ${id}.bundle.`,
    )
  }

  /**
   * Returns the requested dimensions in the order of the request, or all loaded dimensions if the request lists none.
   * Throws the same errors as `getLoaded`.
   */
  chosen(ids: readonly string[] | undefined): readonly LoadedDimension[] {
    return ids === undefined
      ? this.ids.flatMap((id) => this.#loaded.get(id) ?? [])
      : ids.map((id) => this.getLoaded(id))
  }

  /** Returns the IDs of the dimensions loaded at a point. */
  idsAt(point: Point): DimensionId[] {
    const ids = [...this.#loaded.keys()]
    if (this.#geography.loaded === null) return ids
    const { lat, lon } = this.locate(point)
    return ids.filter((id) => this.#loaded.get(id)?.loaded?.has(lon, lat) ?? true)
  }

  /** Checks the coordinates and finds the zone. The returned object is reused by the next call. */
  locate(point: Point): Spot {
    const spot = this.#spot
    if (typeof point?.lat === 'number' && typeof point.lon === 'number') {
      spot.lat = point.lat
      spot.lon = point.lon
    } else Object.assign(spot, getCoordinate(point))
    if (!isCoordinate(spot.lat, spot.lon)) getCoordinate(point)
    const geography = this.#geography
    if (geography.loaded !== null) geography.assertPlace(spot.lon, spot.lat)
    spot.zone = geography.zoneAt(spot.lon, spot.lat)
    spot.blockGroup = -1
    if (spot.zone === 0) geography.assertPresent(spot.lon, spot.lat)
    return spot
  }

  /** Fills in the block group of a spot unless it is already known. -1 means that the block group is unknown. */
  findBlockGroup(spot: Spot): void {
    if (spot.blockGroup < 0)
      spot.blockGroup = spot.zone === 0 ? 0 : this.#geography.blockGroupIn(spot.zone, spot.lon, spot.lat)
  }

  scoreAt(loaded: LoadedDimension, spot: Spot): number {
    if (loaded.loaded !== null) assertScored(loaded, spot.lon, spot.lat)
    if (loaded.needsBlockGroups) this.findBlockGroup(spot)
    return loaded.score(spot)
  }

  /**
   * Returns the percentile of a score. Returns null for score 0, outside the coverage area, and if nobody has a score.
   */
  percentileAt(loaded: LoadedDimension, score: number, spot: Spot): Percentile | null {
    if (score === 0 || spot.zone === 0) return null
    // The last share is 0 only if nobody has a score.
    if (loaded.shares().at(-1) === 0) return null
    this.findBlockGroup(spot)
    return loaded.percentile(score, this.#geography.getState(spot.blockGroup))
  }

  /** Returns the basis of a score, or null for score 0. */
  basisAt(loaded: LoadedDimension, score: number, spot: Spot): Basis | null {
    if (score === 0) return null
    this.findBlockGroup(spot)
    return loaded.basis(spot)
  }

  /**
   * Returns the interval of a score. Returns null for score 0, outside the coverage area, or if intervals were not
   * measured for the score's basis.
   */
  intervalAt(loaded: LoadedDimension, score: number, spot: Spot): Interval | null {
    if (score === 0 || spot.zone === 0) return null
    this.findBlockGroup(spot)
    return loaded.interval(score, spot, this.placeClasses[spot.blockGroup])
  }
}

function byId(loaded: readonly LoadedDimension[]): ReadonlyMap<DimensionId, LoadedDimension> {
  return new Map(loaded.map((dimension) => [dimension.dimension.id, dimension]))
}
