import type { DimensionId } from '../dimensions/catalog.ts'
import type { Basis, Dimension } from '../dimensions/dimension.ts'
import type { FactMeta } from '../dimensions/facts.ts'
import type { Batch, FactGeography, LoadedDimension, Place } from '../dimensions/loaded-dimension.ts'
import { type Percentile, Percentiles, percentilesOf } from '../dimensions/percentiles.ts'
import { refusedArgument } from '../errors.ts'
import type { Geography } from '../geography.ts'
import { EdgeIndex, type NearFeature, PointIndex, PolygonIndex } from './feature-index.ts'
import { type FeatureScores, type LayerRule, ruleOf, scoreAtDistance, scoresOf } from './feature-scores.ts'
import type { LayerFeature, LayerOptions } from './layer.ts'
import { checkLayerId, checkLayerWords, FACTS, layerDimension } from './layer-record.ts'
import { featureList, shapesOf, wrongFeature } from './shapes.ts'

/** A layer of a caller's features, which answers as a dimension does: exactly, from the features themselves. */
export class OwnLayer implements LoadedDimension {
  readonly dimension: Dimension<DimensionId>
  readonly sources = []
  readonly needsBlockGroups = false
  /** Edges are looked for on rasters, which a layer in memory has not. */
  readonly hasZones = false
  readonly areasPerDegree = null
  readonly surfaceRaster = null
  /** All of it is in memory. */
  readonly loaded = null
  readonly upgraded = undefined
  private readonly rule: LayerRule
  private readonly columns: FeatureScores
  private readonly polygons: PolygonIndex
  private readonly points: PointIndex
  private readonly lines: EdgeIndex
  /** Borders of polygons, made when a distance is first wanted. */
  private readonly borders: () => EdgeIndex
  private spread: Percentiles | undefined

  /**
   * The features are kept, not copied: they must not be changed.
   * @throws {ValidationError} when an option or a feature is refused, which it names by its number
   */
  constructor(
    readonly options: LayerOptions,
    private readonly geography: Geography,
  ) {
    const { id, name = id, low = 'low', high = 'high' } = options
    checkLayerId(id)
    checkLayerWords({ name, low, high })
    this.rule = ruleOf(options.score)
    const { rule, field, classes } = this.rule
    this.dimension = layerDimension({ id, name, low, high, rule, field, classes })
    this.features = featureList(options.features)
    const shapes = shapesOf(this.features)
    const { polygons, lines, points } = shapes
    if (polygons.feature.length + lines.feature.length + points.feature.length === 0)
      throw refusedArgument('features', `The layer '${id}' has no feature with a place.`, this.features.length)
    if (rule !== 'distance' && this.rule.within === null) refuseAny([...lines.feature, ...points.feature], NEEDS_WITHIN)
    if (this.rule.within !== null) refuseAny(polygons.feature, HOLDS_PLACES)
    this.columns = scoresOf(this.features, this.rule)
    this.polygons = new PolygonIndex(polygons)
    this.points = new PointIndex(points)
    this.lines = new EdgeIndex(lines)
    let borders: EdgeIndex | undefined
    this.borders = () => {
      borders ??= new EdgeIndex(polygons)
      return borders
    }
  }

  private readonly features: readonly LayerFeature[]

  score(place: Place): number {
    return place.zone === 0 ? 0 : this.at(place.lon, place.lat)
  }

  zoneScore(place: Place): number {
    return this.score(place)
  }

  scoreBatch({ lon, lat, zone, count }: Batch, out: Uint8Array): void {
    for (let i = 0; i < count; i++) out[i] = zone[i] === 0 ? 0 : this.at(lon[i], lat[i])
  }

  note(): null {
    return null
  }

  basis(): Basis {
    return 'measured'
  }

  basisBatch({ count }: Batch, out: Uint8Array): void {
    for (let i = 0; i < count; i++) if (out[i] > 0) out[i] = 1
  }

  fact(id: string, { lon, lat }: Place): number {
    if (id === FACTS.distance) return this.rule.rule === 'distance' ? this.metersTo(lon, lat) / 1000 : Number.NaN
    const feature = this.featureAt(lon, lat)
    return feature < 0 || id !== (this.rule.rule === 'classes' ? FACTS.class : FACTS.value)
      ? Number.NaN
      : this.columns.values[feature]
  }

  /** Of a class its words are in the description. */
  inputs(place: Place): { meta: FactMeta; value: number; geography: FactGeography }[] {
    const { rule, field } = this.rule
    if (rule === 'classes') return []
    const [id, label, unit] =
      rule === 'distance' ? [FACTS.distance, 'Distance to the nearest feature', 'km'] : [FACTS.value, field, '']
    const value = this.fact(id, place)
    const meta = { id, label, unit, offset: 0, step: 1, log: false, digits: 3, at: 'areas' } as const
    return Number.isNaN(value) ? [] : [{ meta, value, geography: 'feature' }]
  }

  /** Computed at the first call, from the scores at the centers of all block groups. */
  percentile(score: number, state: string): Percentile {
    return this.percentiles().of(score, state)
  }

  percentileColumn(score: Uint8Array, state: Uint8Array, out: Uint8Array): void {
    this.percentiles().column(score, state, out)
  }

  decode(): void {}

  /**
   * The features nearest to a place, nearest first: 0 meters where a polygon holds it.
   * @param within meters
   */
  nearest(
    lon: number,
    lat: number,
    limit: number,
    within: number,
  ): (NearFeature & { properties: LayerFeature['properties'] })[] {
    const found = [
      ...this.points.nearest(lon, lat, limit, within),
      ...this.lines.nearest(lon, lat, limit, within),
      ...this.borders().nearest(lon, lat, limit, within),
      ...this.polygons.all(lon, lat).map((feature) => ({ feature, meters: 0 })),
    ].sort((a, b) => a.meters - b.meters || a.feature - b.feature)
    const seen = new Set<number>()
    const once = found.filter(({ feature }) => !seen.has(feature) && seen.add(feature))
    return once.slice(0, limit).map((near) => ({ ...near, properties: this.features[near.feature].properties }))
  }

  private at(lon: number, lat: number): number {
    if (this.rule.rule === 'distance') return scoreAtDistance(this.rule.ladder, this.metersTo(lon, lat))
    const feature = this.featureAt(lon, lat)
    return feature < 0 ? 0 : this.columns.scores[feature]
  }

  /** The feature whose score a place has; -1 where none. */
  private featureAt(lon: number, lat: number): number {
    const { within } = this.rule
    if (within === null) return this.polygons.at(lon, lat)
    const [point] = this.points.nearest(lon, lat, 1, within)
    const [line] = this.lines.nearest(lon, lat, 1, point?.meters ?? within)
    return (line ?? point)?.feature ?? -1
  }

  /** Meters to the nearest feature; to the end of the ladder where there is none nearer. */
  private metersTo(lon: number, lat: number): number {
    if (this.polygons.at(lon, lat) >= 0) return 0
    let meters = this.rule.ladder[this.rule.ladder.length - 1][0]
    meters = this.points.nearest(lon, lat, 1, meters)[0]?.meters ?? meters
    meters = this.lines.nearest(lon, lat, 1, meters)[0]?.meters ?? meters
    return this.borders().nearest(lon, lat, 1, meters)[0]?.meters ?? meters
  }

  private percentiles(): Percentiles {
    this.spread ??= new Percentiles(this.dimension.than, this.sharesOfPeople())
    return this.spread
  }

  private sharesOfPeople(): Uint16Array {
    const { geography } = this
    const groups = Array.from({ length: geography.size }, (_, blockGroup) => blockGroup)
    const scores = Uint8Array.from(groups, (blockGroup) => {
      const { lon, lat } = geography.centerOf(blockGroup)
      return this.at(lon, lat)
    })
    return percentilesOf(
      scores,
      groups.map((blockGroup) => geography.stateOf(blockGroup)),
      geography.people,
    )
  }
}

const NEEDS_WITHIN =
  'is no polygon: by a field, points and lines answer only for places near them; say how near, { field, within: 500 } (meters), or score by { distance }'
const HOLDS_PLACES = 'is a polygon, which holds places: leave out within'

function refuseAny(features: ArrayLike<number>, what: string): void {
  if (features.length > 0) throw wrongFeature(features[0], what)
}
