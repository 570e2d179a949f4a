import { isCoordinate } from '../../base/geo/place.ts'
import type { Geography } from '../../data/geography.ts'
import type { DimensionId } from '../dimensions/catalog.ts'
import type { Basis, Dimension } from '../dimensions/dimension.ts'
import type { FactMeta } from '../dimensions/facts.ts'
import type { Batch, FactGeography, LoadedDimension, Spot } from '../dimensions/loaded-dimension.ts'
import { sharesAtCenters } from '../dimensions/percentile-shares.ts'
import { type Percentile, Percentiles } from '../dimensions/percentiles.ts'
import { FeatureAnswers, getLayerInfo } from './feature-answers.ts'
import type { LayerFeature, LayerOptions } from './layer.ts'
import { FACTS, layerDimension } from './layer-record.ts'
import { featureList } from './shapes.ts'

/**
 * A custom dimension in memory. Scores are computed directly from the features, inside and outside the coverage area.
 */
export class MemoryLayer implements LoadedDimension {
  readonly dimension: Dimension<DimensionId>
  readonly sources = []
  readonly needsBlockGroups = false
  /** Always false, because edges are searched on rasters, which a layer in memory does not have. */
  readonly hasZones = false
  readonly areasPerDegree = null
  readonly surfaceRaster = null
  /** Empty, because scores are computed from the features. */
  readonly layers = { areas: null, centers: null, surface: null }
  readonly surfaceBasis = 'measured'
  /** Null, because everything is in memory. */
  readonly loaded = null
  readonly upgraded = undefined
  readonly #answers: FeatureAnswers
  #spread: Percentiles | undefined

  /**
   * Keeps a reference to the features, which must not be changed afterward.
   *
   * @throws {ValidationError} when an option or a feature is invalid; the message includes the feature number
   */
  constructor(
    options: LayerOptions,
    private readonly geography: Geography,
  ) {
    const features = featureList(options.features)
    const { info, rule } = getLayerInfo(options, features)
    this.dimension = layerDimension(info)
    this.#answers = new FeatureAnswers(features, rule)
  }

  score(spot: Spot): number {
    return this.#scoreAt(spot.lon, spot.lat, spot.zone)
  }

  zoneScore(spot: Spot): number {
    return this.score(spot)
  }

  scoreBatch({ lon, lat, zone, count }: Batch, out: Uint8Array): void {
    for (let i = 0; i < count; i++) out[i] = this.#scoreAt(lon[i], lat[i], zone[i])
  }

  /** Scores a point. If scores depend on distance, points outside the coverage area are only scored near a feature. */
  #scoreAt(lon: number, lat: number, zone: number): number {
    if (zone === 0 && !(isCoordinate(lat, lon) && this.#answers.isNear(lon, lat))) return 0
    return this.#answers.scoreAt(lon, lat)
  }

  note(): null {
    return null
  }

  basis(): Basis {
    return 'measured'
  }

  getFactRaster(): null {
    return null
  }

  factsAt(spot: Spot): (id: string) => number {
    return (id) => this.#fact(id, spot)
  }

  #fact(id: string, { lon, lat }: Spot): number {
    const { rule, columns } = this.#answers
    if (id === FACTS.distance) return rule.rule === 'distance' ? this.#answers.metersTo(lon, lat) / 1000 : Number.NaN
    const feature = this.#answers.featureAt(lon, lat)
    return feature < 0 || id !== (rule.rule === 'classes' ? FACTS.class : FACTS.value)
      ? Number.NaN
      : columns.values[feature]
  }

  /** Returns the inputs. Class values are omitted, because their names are already in the description. */
  inputs(spot: Spot): { meta: FactMeta; value: number; geography: FactGeography }[] {
    const { rule, field } = this.#answers.rule
    if (rule === 'classes') return []
    const [id, label, unit] =
      rule === 'distance' ? [FACTS.distance, 'Distance to the nearest feature', 'km'] : [FACTS.value, field, '']
    const value = this.#fact(id, spot)
    const meta = { id, label, unit, offset: 0, step: 1, log: false, digits: 3, at: 'areas' } as const
    return Number.isNaN(value) ? [] : [{ meta, value, geography: 'feature' }]
  }

  percentile(score: number, state: string): Percentile {
    return this.#percentiles().of(score, state)
  }

  shares(): Uint16Array {
    return this.#percentiles().shares
  }

  /** Null, because intervals are measured against outside data, which does not exist for a user's own scores. */
  readonly intervals = null

  readonly onlyBasis = 'measured'

  interval(): null {
    return null
  }

  decode(): void {}

  /** Returns the nearest features with their properties; see `FeatureAnswers.nearest`. */
  nearest(lon: number, lat: number, limit: number, within: number) {
    return this.#answers.nearest(lon, lat, limit, within).map((near) => ({
      ...near,
      properties: (this.#answers.features[near.feature] as LayerFeature).properties,
    }))
  }

  #percentiles(): Percentiles {
    this.#spread ??= new Percentiles(this.dimension.than, sharesAtCenters(this, this.geography))
    return this.#spread
  }
}
