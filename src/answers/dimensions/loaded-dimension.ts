import { BundleError } from '../../base/errors.ts'
import type { Boxes } from '../../base/geo/boxes.ts'
import type { Point } from '../../base/geo/place.ts'
import * as shape from '../../data/bundle/check-shape.ts'
import { columnIn, fits, TextColumn } from '../../data/bundle/columns.ts'
import type { ElementType } from '../../data/bundle/format.ts'
import { once } from '../../data/bundle/once.ts'
import { type Bundle, getMeta } from '../../data/bundle/read.ts'
import { CENTERS_IN_BLOCK, type Geography } from '../../data/geography.ts'
import { rasterIn, rasterMeta } from '../../data/raster/in-bundle.ts'
import type { PagedRaster } from '../../data/raster/paged-raster.ts'
import type { DimensionId } from './catalog.ts'
import { type Basis, bases, type Dimension, upgradedRecord } from './dimension.ts'
import { type FactMeta, factMeta, factValue } from './facts.ts'
import { type Ends, type Interval, Intervals, intervalsMeta } from './intervals.ts'
import { PERCENTILES, type Percentile, Percentiles } from './percentiles.ts'

const basisShape = shape.oneOf('measured', 'modeled', 'estimate')
/** Bundles built before November 2026 use the spelling `modelled`. */
const basisMeta: shape.Shape<Basis> = (value, path) => basisShape(value === 'modelled' ? 'modeled' : value, path)

export const dimensionMeta = shape.object({
  build: shape.string,
  /** Polygon raster; each polygon has one entry in the score column. Looked up before block groups and the surface. */
  areas: shape.nullable(shape.object({ raster: rasterMeta, notes: shape.optional(shape.boolean) })),
  /** Whether the score column has one entry per block group. */
  centres: shape.boolean,
  /** Raster of the scores themselves, read with bilinear interpolation. */
  surface: shape.nullable(shape.object({ raster: rasterMeta, basis: basisMeta })),
  facts: shape.array(factMeta),
  /** Names of the official layers added to the embedded data by `vicinage data upgrade`. */
  upgraded: shape.optional(shape.string),
  /** 80% intervals of the true score; absent until validation has measured the intervals. */
  intervals: shape.optional(intervalsMeta),
})

/** Bundle type of a custom dimension, which belongs to no build and has no percentiles. */
export const LAYER_KIND = 'layer'

/** A point with its zone and block group. One object is reused for every request. */
export interface Spot {
  lon: number
  lat: number
  /** Zone number; 0 outside the coverage area. */
  zone: number
  blockGroup: number
}

/** Scratch columns for a chunk of points, shared by all dimensions. */
export interface Batch {
  lon: Float64Array
  lat: Float64Array
  /**
   * Zone number of each point; 0 outside the coverage area. If block groups are not needed, all covered points have 1.
   */
  readonly zone: Uint16Array
  /** Block group of each point. Not valid if `zone` is 0 or if block groups are not needed. */
  readonly blockGroup: Uint16Array
  readonly area: Uint16Array
  count: number
}

interface Fact {
  readonly meta: FactMeta
  /** Returns the decoded value of each byte; NaN for 0. */
  readonly values: () => Float64Array
  readonly centers: Uint8Array | null
  readonly areas: Uint8Array | null
  readonly raster: (() => PagedRaster) | null
  readonly scores: Uint8Array | null
}

/** Layers that scores are read from. */
export interface Layers {
  readonly areas: { readonly raster: PagedRaster; readonly score: Uint8Array; readonly basis: Uint8Array } | null
  readonly centers: { readonly score: Uint8Array; readonly basis: Uint8Array } | null
  readonly surface: PagedRaster | null
}

/**
 * Kind of area that a fact's value describes. `neighborhood` surrounds the center of a block group; `surroundings` is
 * around the place itself.
 */
export type FactGeography =
  | 'area'
  | 'block group'
  | 'tract'
  | 'county'
  | 'neighborhood'
  | 'surroundings'
  | 'cell'
  | 'feature'

/**
 * Facts that describe a county, by dimension. They are listed here because bundles store their values by block group or
 * by area and cannot mark them as values of a county.
 */
const COUNTY_FACTS: Readonly<Partial<Record<string, string>>> = { flood: 'insured_pct', fire: 'county_hazard_pct' }

/** The source of a dimension's answers: a bundle, or a custom dimension in memory. */
export type LoadedDimension = Pick<BundledDimension, keyof BundledDimension> & {
  /**
   * Writes the scores of a batch of points. Only custom dimensions whose scores do not all come from layers have this
   * method.
   */
  scoreBatch?(batch: Batch, out: Uint8Array): void
  /** Returns the features of an in-memory layer nearest to a point, nearest first. */
  nearest?(
    lon: number,
    lat: number,
    limit: number,
    within: number,
  ): (Point & {
    feature: number
    meters: number
    properties?: Readonly<Record<string, unknown>> | null | undefined
  })[]
}

/**
 * A dimension in a bundle. Layers are tried in the order areas, block groups, surface; the first layer with a score at
 * the place is used. Layers and facts are decoded on first use.
 */
export class BundledDimension {
  readonly #meta: shape.Of<typeof dimensionMeta>
  readonly #layers: () => Layers
  readonly #facts: () => ReadonlyMap<string, Fact>
  readonly #percentiles: () => Percentiles

  readonly #notes: () => TextColumn | null
  readonly #intervals: () => Intervals | null
  readonly #onlyBasis: () => Basis | null
  readonly #onlyEnds: () => Ends | null
  /** Record of the dimension, with the wording for upgraded data if the bundle is upgraded. */
  readonly dimension: Dimension<DimensionId>

  constructor(
    dimension: Dimension<DimensionId>,
    private readonly bundle: Bundle,
    geography: Geography,
    /** Boxes for which the bundle's blocks are in memory; null if all blocks are in memory. */
    readonly loaded: Boxes | null = null,
  ) {
    const isCustom = bundle.kind === LAYER_KIND
    if ((bundle.kind !== 'dimension' && !isCustom) || bundle.id !== dimension.id)
      throw new BundleError(
        `${bundle.file} contains the ${bundle.kind} '${bundle.id}', expected the dimension '${dimension.id}': the file ` +
          'has the wrong name.',
      )
    const meta = getMeta(bundle, dimensionMeta)
    if (meta.build !== geography.build && !isCustom)
      throw new BundleError(
        `${bundle.file} was built for the geography ${meta.build}, expected ${geography.build}: build or fetch ` +
          'all bundles together.',
      )
    checkLengths(bundle, meta, geography.size)
    this.#meta = meta
    this.dimension = meta.upgraded === undefined ? dimension : upgradedRecord(dimension)
    const varies = meta.areas !== null || meta.centres || this.dimension.basis !== undefined
    this.#onlyBasis = once(() => (varies ? this.#basisOfAllCenters() : (meta.surface?.basis ?? 'estimate')))
    this.#onlyEnds = once(() => {
      const basis = this.#onlyBasis()
      return basis === null ? null : (this.#intervals()?.endsOf(basis) ?? null)
    })
    this.#notes = once(() => (meta.areas?.notes ? new TextColumn(bundle, 'areas.notes') : null))
    this.#intervals = once(() => (meta.intervals === undefined ? null : new Intervals(meta.intervals)))
    this.#layers = once(() => layersIn(bundle, meta, geography.size))
    this.#facts = once(() => factsIn(bundle, meta.facts, geography.size))
    this.#percentiles = once(() => new Percentiles(dimension.than, this.readShares()))
  }

  /** Decodes everything now instead of on first use. */
  decode(): void {
    this.#layers()
    for (const { raster } of this.#facts().values()) raster?.()
    this.#percentiles()
  }

  /** Returns the shares of people at or below each score; see `PERCENTILES`. */
  protected readShares(): Uint16Array {
    return this.bundle.section('percentiles', 'u16')
  }

  get sources(): Bundle['sources'] {
    return this.bundle.sources
  }

  get needsBlockGroups(): boolean {
    return this.#meta.centres
  }

  /** Returns the score, 0-255. */
  score(spot: Spot): number {
    if (spot.zone === 0) return 0
    const layers = this.#layers()
    const score = zoneScore(layers, spot)
    if (score > 0) return score
    return layers.surface === null ? 0 : layers.surface.interpolate(spot.lon, spot.lat)
  }

  /** Whether the dimension has scores by area or block group that change abruptly at borders. */
  get hasZones(): boolean {
    return !this.dimension.gradual && (this.#meta.areas !== null || this.#meta.centres)
  }

  /** Cells per degree of the area raster; null if there are no areas. */
  get areasPerDegree(): number | null {
    return this.#layers().areas?.raster.perDegree ?? null
  }

  /**
   * Returns the score of the area or block group at a place in the coverage area. Returns 0 if there is no such score,
   * even if the surface has a score.
   */
  zoneScore(spot: Spot): number {
    return zoneScore(this.#layers(), spot)
  }

  /** Layers that scores are read from. */
  get layers(): Layers {
    return this.#layers()
  }

  /** Basis that the bundle gives for surface scores. */
  get surfaceBasis(): Basis {
    return this.#meta.surface?.basis ?? 'estimate'
  }

  /** Returns the raster of a fact, or null if the fact is unknown or is not stored in a raster. */
  getFactRaster(id: string): { readonly meta: FactMeta; readonly raster: PagedRaster } | null {
    const fact = this.#facts().get(id)
    return fact?.raster ? { meta: fact.meta, raster: fact.raster() } : null
  }

  /** Surface raster; null if the dimension has no surface. */
  get surfaceRaster(): PagedRaster | null {
    return this.#layers().surface
  }

  /** Returns the basis of the score at a place. */
  basis(spot: Spot): Basis {
    const { areas, centers } = this.#layers()
    if (areas !== null) {
      const area = areas.raster.at(spot.lon, spot.lat)
      if (areas.score[area] > 0) return bases[areas.basis[area]]
    }
    if (centers !== null && centers.score[spot.blockGroup] > 0) return bases[centers.basis[spot.blockGroup]]
    if (this.dimension.basis) return this.dimension.basis(this.factsAt(spot))
    return this.surfaceBasis
  }

  /** Names of the official layers in the bundle; undefined if there are none. */
  get upgraded(): string | undefined {
    return this.#meta.upgraded
  }

  /** Returns the name of the area at a place, or null if only its score is known. */
  note(spot: Spot): string | null {
    const { areas } = this.#layers()
    return areas === null ? null : (this.#notes()?.at(areas.raster.at(spot.lon, spot.lat)) ?? null)
  }

  /**
   * Returns a function that returns a raw quantity at a place, in the unit of the fact, or NaN if unknown. Use the
   * function before `spot` changes.
   */
  factsAt(spot: Spot): (id: string) => number {
    const facts = this.#facts()
    const area = this.#scoredArea(spot)
    return (id) => {
      const fact = facts.get(id)
      return fact === undefined ? Number.NaN : fact.values()[this.#factByte(fact, spot, area)]
    }
  }

  /**
   * Returns all quantities known at a place, with the kind of area that each quantity describes. At the ends of the
   * scale, a value derived from the score is only a lower bound (`over`) or an upper bound (`under`).
   */
  inputs(
    spot: Spot,
  ): { meta: FactMeta; value: number; bound?: 'over' | 'under' | undefined; geography: FactGeography }[] {
    const score = this.score(spot)
    const area = this.#scoredArea(spot)
    return [...this.#facts().values()].flatMap((fact) => {
      const byte = this.#factByte(fact, spot, area)
      if (byte === 0) return []
      const isBound = fact.scores !== null && (score === 1 || score === 255)
      const bound = isBound ? (byte > fact.scores![score === 1 ? 255 : 1] ? 'over' : 'under') : undefined
      return [{ meta: fact.meta, value: fact.values()[byte], bound, geography: this.#geographyOf(fact, area) }]
    })
  }

  /** Returns the percentile of a score (1-255) among the people of a state, specified by FIPS code. */
  percentile(score: number, state: string): Percentile {
    return this.#percentiles().of(score, state)
  }

  /** Intervals of the scores; null if they were not measured. */
  get intervals(): Intervals | null {
    return this.#intervals()
  }

  /** Returns the shares of people at or below each score, in 1/10,000: see `PERCENTILES`. */
  shares(): Uint16Array {
    return this.#percentiles().shares
  }

  /**
   * Returns the interval of a score (1-255) at a place, or null if intervals were not measured for the score's basis.
   * The spot must contain the block group.
   *
   * @param placeClass class of the place in `crowdingClasses`
   */
  interval(score: number, spot: Spot, placeClass: number): Interval | null {
    const ends = this.#onlyEnds() ?? this.#intervals()?.endsOf(this.basis(spot))
    if (ends == null) return null
    const at = placeClass * 256 + score
    return { low: ends.low[at], high: ends.high[at] }
  }

  /** Basis of all scores; null if the basis differs between places. */
  get onlyBasis(): Basis | null {
    return this.#onlyBasis()
  }

  /**
   * Returns the basis of all block groups. Returns null if the basis varies, if areas or a surface also have scores, or
   * if some block groups are not in memory.
   */
  #basisOfAllCenters(): Basis | null {
    const { areas, centers, surface } = this.#layers()
    if (areas !== null || surface !== null || centers === null || this.loaded !== null) return null
    const [first, ...others] = new Set(centers.basis)
    return others.length === 0 ? bases[first] : null
  }

  /**
   * Returns the stored byte of a fact at a place. 0 means unknown.
   *
   * @param area area that the score of the place comes from, if any
   */
  #factByte(fact: Fact, spot: Spot, area: number | null): number {
    if (fact.scores !== null) return fact.scores[this.score(spot)]
    if (fact.raster !== null) return fact.raster().interpolate(spot.lon, spot.lat)
    // If the score comes from an area, the block group's value would describe a different place.
    if (area !== null) return fact.areas === null ? 0 : fact.areas[area]
    return fact.centers === null ? 0 : fact.centers[spot.blockGroup]
  }

  #geographyOf({ meta, raster, scores }: Fact, area: number | null): FactGeography {
    if (COUNTY_FACTS[this.dimension.id] === meta.id) return 'county'
    if (scores !== null) return 'surroundings'
    if (raster !== null) return meta.of === 'neighborhood' ? 'surroundings' : 'cell'
    return area === null ? (meta.of ?? 'block group') : 'area'
  }

  /** Returns the area that the score of a place comes from, or null if the score does not come from an area. */
  #scoredArea(spot: Spot): number | null {
    const { areas } = this.#layers()
    if (areas === null) return null
    const area = areas.raster.at(spot.lon, spot.lat)
    return areas.score[area] > 0 ? area : null
  }
}

function zoneScore({ areas, centers }: Layers, spot: Spot): number {
  if (areas !== null) {
    const score = areas.score[areas.raster.at(spot.lon, spot.lat)]
    if (score > 0) return score
  }
  return centers === null ? 0 : centers.score[spot.blockGroup]
}

function layersIn(bundle: Bundle, meta: shape.Of<typeof dimensionMeta>, blockGroups: number): Layers {
  const areas = meta.areas && { score: bundle.section('areas.score', 'u8'), basis: bundle.section('areas.basis', 'u8') }
  return {
    areas: areas && {
      raster: areasIn(bundle, meta.areas!.raster, areas.score),
      score: areas.score,
      basis: checkedBasis(bundle, areas.basis),
    },
    centers: meta.centres
      ? {
          score: columnIn(bundle, 'centres.score', 'u8', CENTERS_IN_BLOCK, blockGroups),
          basis: checkedBasis(bundle, columnIn(bundle, 'centres.basis', 'u8', CENTERS_IN_BLOCK, blockGroups)),
        }
      : null,
    surface: meta.surface && rasterIn(bundle, 'surface', meta.surface.raster),
  }
}

/** Reads the facts of a bundle, keyed by ID. Rasters are decoded on first use. */
function factsIn(bundle: Bundle, facts: readonly FactMeta[], blockGroups: number): ReadonlyMap<string, Fact> {
  return new Map(
    facts.map((meta) => {
      const { id, at, raster } = meta
      const name = `fact.${id}`
      const fact = {
        meta,
        values: once(() => Float64Array.from({ length: 256 }, (_, byte) => factValue(meta, byte))),
        centers: isPerBlockGroup(at) ? columnIn(bundle, `${name}.centres`, 'u8', CENTERS_IN_BLOCK, blockGroups) : null,
        areas: isPerArea(at) ? bundle.section(`${name}.areas`, 'u8') : null,
        raster: raster ? once(() => rasterIn(bundle, name, raster)) : null,
        scores: at === 'scores' ? bundle.section(`${name}.scores`, 'u8') : null,
      }
      return [id, fact]
    }),
  )
}

const isPerBlockGroup = (at: FactMeta['at']) => at === 'centres' || at === 'both'
const isPerArea = (at: FactMeta['at']) => at === 'areas' || at === 'both'

/** Throws if a column of the bundle does not have the expected length, before anything is decoded. */
function checkLengths(bundle: Bundle, meta: shape.Of<typeof dimensionMeta>, blockGroups: number): void {
  const check = (name: string, size: number, type: ElementType = 'u8') => {
    if (!fits(bundle, name, type, size))
      throw new BundleError(`${bundle.file} has ${bundle.lengthOf(name, type)} values in '${name}', expected ${size}.`)
  }
  const areas = meta.areas === null ? 0 : bundle.lengthOf('areas.score', 'u8')
  if (meta.areas !== null) check('areas.basis', areas)
  if (meta.centres) for (const name of ['centres.score', 'centres.basis']) check(name, blockGroups)
  if (bundle.kind !== LAYER_KIND) check('percentiles', PERCENTILES, 'u16')
  for (const { id, at } of meta.facts) {
    if (isPerBlockGroup(at)) check(`fact.${id}.centres`, blockGroups)
    if (isPerArea(at)) check(`fact.${id}.areas`, areas)
    if (at === 'scores') check(`fact.${id}.scores`, 256)
  }
}

function areasIn(bundle: Bundle, meta: shape.Of<typeof rasterMeta>, score: Uint8Array): PagedRaster {
  const raster = rasterIn(bundle, 'areas', meta)
  const highest = raster.highest()
  if (highest >= score.length)
    throw new BundleError(
      `${bundle.file} has a cell that refers to area ${highest}, expected a number below ${score.length}.`,
    )
  return raster
}

function checkedBasis(bundle: Bundle, column: Uint8Array): Uint8Array {
  const wrong = column.find((basis) => basis >= bases.length)
  if (wrong !== undefined)
    throw new BundleError(`${bundle.file} has a basis ${wrong}, expected 0 (measured), 1 (modeled) or 2 (estimate).`)
  return column
}
