import { refusedArgument } from '../../base/errors.ts'
import { EdgeIndex, type NearFeature, PointIndex, PolygonIndex } from './feature-index.ts'
import { type FeatureScores, getRule, getScores, type LayerRule, scoreAtDistance } from './feature-scores.ts'
import type { LayerFeature, LayerInfo, LayerOptions } from './layer.ts'
import { checkLayerId, checkLayerWords } from './layer-record.ts'
import { getShapes, type Shapes, wrongFeature } from './shapes.ts'

/**
 * Checks the options of a layer and returns its description and rule.
 *
 * @throws {ValidationError} when an option is invalid
 */
export function getLayerInfo(
  options: Omit<LayerOptions, 'features'>,
  features: readonly LayerFeature[],
): { info: LayerInfo; rule: LayerRule } {
  const { id, name = id, low = 'low', high = 'high' } = options
  checkLayerId(id)
  checkLayerWords({ name, low, high })
  const rule = getRule(options.score, features)
  const { field, classes, ladder } = rule
  return { info: { id, name, low, high, rule: rule.rule, field, classes, ladder }, rule }
}

/** Features with their rule. Finds the feature that determines the score at a place. */
export class FeatureAnswers {
  readonly shapes: Shapes
  /** Scores and values, one per feature. */
  readonly columns: FeatureScores
  readonly #polygons: PolygonIndex
  readonly points: PointIndex
  readonly lines: EdgeIndex
  #borderIndex: EdgeIndex | undefined

  /**
   * @param places `kept` keeps references to the caller's coordinate lists; `copied` copies the lists one by one, for
   * callers that create new lists on each access
   * @throws {ValidationError} when a feature is invalid; the message includes its number
   */
  constructor(
    readonly features: readonly LayerFeature[],
    readonly rule: LayerRule,
    places: 'kept' | 'copied' = 'kept',
  ) {
    this.shapes = getShapes(this.features, places)
    const { polygons, lines, points } = this.shapes
    if (polygons.feature.length + lines.feature.length + points.feature.length === 0)
      throw refusedArgument('features', 'No feature has a location.', this.features.length)
    if (rule.rule !== 'distance' && rule.within === null) {
      refuseAny(lines.feature, NEEDS_WITHIN)
      refuseAny(points.feature, NEEDS_WITHIN)
    } else if (rule.rule !== 'distance') refuseAny(polygons.feature, CONTAINS_PLACES)
    this.columns = getScores(this.features, rule)
    this.#polygons = new PolygonIndex(polygons)
    this.points = new PointIndex(points)
    this.lines = new EdgeIndex(lines)
  }

  /** Returns the score at a place, or 0 if no feature applies there. */
  scoreAt(lon: number, lat: number): number {
    if (this.rule.rule === 'distance') return scoreAtDistance(this.rule.ladder, this.metersTo(lon, lat))
    const feature = this.featureAt(lon, lat)
    return feature < 0 ? 0 : this.columns.scores[feature]
  }

  /**
   * Checks whether a feature is closer than the last distance of the ladder. Always true if scores do not depend on
   * distance.
   */
  isNear(lon: number, lat: number): boolean {
    const { rule, ladder } = this.rule
    return rule !== 'distance' || this.metersTo(lon, lat) < ladder[ladder.length - 1][0]
  }

  /** Checks whether a polygon contains the place. */
  isInside(lon: number, lat: number): boolean {
    return this.#polygons.at(lon, lat) >= 0
  }

  /** Returns the feature that decides a place's score, or -1 if no feature applies there. */
  featureAt(lon: number, lat: number): number {
    const { within } = this.rule
    if (within === null) return this.#polygons.at(lon, lat)
    const [point] = this.points.nearest(lon, lat, 1, within)
    const [line] = this.lines.nearest(lon, lat, 1, point?.meters ?? within)
    return (line ?? point)?.feature ?? -1
  }

  /**
   * Returns the distance in meters to the nearest feature, 0 inside a polygon, or `farthest` if no feature is nearer.
   * `farthest` defaults to the last distance of the ladder.
   */
  metersTo(lon: number, lat: number, farthest = this.rule.ladder[this.rule.ladder.length - 1][0]): number {
    if (this.#polygons.at(lon, lat) >= 0) return 0
    let meters = farthest
    meters = this.points.nearest(lon, lat, 1, meters)[0]?.meters ?? meters
    meters = this.lines.nearest(lon, lat, 1, meters)[0]?.meters ?? meters
    return this.borders.nearest(lon, lat, 1, meters)[0]?.meters ?? meters
  }

  /**
   * Returns the features nearest to a place, nearest first. The distance is 0 if a polygon contains the place.
   *
   * @param within meters
   */
  nearest(lon: number, lat: number, limit: number, within: number): NearFeature[] {
    const candidates = [
      ...this.#polygons.all(lon, lat).map((feature) => ({ feature, meters: 0, lat, lon })),
      ...this.points.nearest(lon, lat, limit, within),
      ...this.lines.nearest(lon, lat, limit, within),
      ...this.borders.nearest(lon, lat, limit, within),
    ].sort((a, b) => a.meters - b.meters || a.feature - b.feature)
    const seen = new Set<number>()
    return candidates.filter(({ feature }) => !seen.has(feature) && seen.add(feature)).slice(0, limit)
  }

  /** Polygon borders, created for the first distance calculation. */
  get borders(): EdgeIndex {
    this.#borderIndex ??= new EdgeIndex(this.shapes.polygons)
    return this.#borderIndex
  }
}

const NEEDS_WITHIN =
  'is not a polygon: points and lines that are scored by a field only count for places near them, so set `within` (in meters), or score by distance'
const CONTAINS_PLACES = 'is a polygon, which only counts for the places inside it: omit `within`'

function refuseAny(features: ArrayLike<number>, problem: string): void {
  if (features.length > 0) throw wrongFeature(features[0], problem)
}
