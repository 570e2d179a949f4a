import type { Basis } from '../src/answers/dimensions/dimension.ts'
import type { SourceFolder } from './read/source-folder.ts'

/** Two-digit state FIPS codes of the coverage. */
export type StateFips = '06' | '12' | '48'

/**
 * The 57,633 census block groups of 2020, ascending by id. Every column has one element per block group.
 * The center is the 2020 center of population.
 */
export interface BlockGroups {
  readonly count: number
  /** 12-digit GEOID. */
  readonly id: readonly string[]
  /** Degrees north, WGS 84. */
  readonly lat: Float64Array
  /** Degrees east, WGS 84. */
  readonly lon: Float64Array
  /** People, census 2020. */
  readonly population: Float64Array
  /** Day-time people: E_DAYPOP of the 2020 tract, shared by people. */
  readonly dayPopulation: Float64Array
  /** Housing units of the 2010 tract (ACS 2014-18), shared by people. */
  readonly housingUnits: Float64Array
  /** Area of the block group's zone (the places nearest to its center among the candidates of their tract), km². */
  readonly areaKm2: Float64Array
  /** 11-digit GEOID of the 2020 tract: the first 11 digits of the id. */
  readonly tract2020: readonly string[]
  /** 11-digit GEOID of the 2010 tract that holds the center. */
  readonly tract2010: readonly string[]
  /** 5-digit county FIPS. */
  readonly county: readonly string[]
  readonly state: readonly StateFips[]
}

/**
 * A set of places at which raw values are wanted: all block-group centers, or the covered cells of one raster block.
 * Scorers do not know which; what they compute per view is what ends up on the map. All results are fresh arrays
 * with one element per point of the view, NaN where there is no value.
 */
export interface View {
  readonly size: number
  /** Degrees, one per point. */
  readonly lat: Float64Array
  readonly lon: Float64Array
  /**
   * Kernel density Σ W_b exp(-d²/2s²)/(2π s²) per km², s² = h² + min(r_b/2, 8 km)², h in km; lowered to end in 0 at 3.3
   * s.
   */
  kernel(weight: Float64Array, h: number): Float32Array
  /**
   * Kernel mean of a value per block group (NaN = null, left out), weighted by people, h in km. Where hardly anybody
   * lives within the kernels' reach it passes over into `smooth`.
   */
  kernelMean(value: Float64Array, h: number): Float32Array
  /**
   * `sm(v)`: mean over the 8 nearest block-group centers, weight exp(-4.5 (d/h)²), h = max(distance to the 8th, 0.3
   * km); NaN left out.
   */
  smooth(value: Float64Array): Float32Array
  /** Distance to the nearest block-group center, km. */
  nearestDistance(): Float32Array
  /** The value of the nearest block-group center. */
  atNearest(value: Float64Array): Float32Array
}

/** What every scorer gets: the source files and the geography that all dimensions share. */
export interface BuildContext {
  readonly sources: SourceFolder
  readonly blockGroups: BlockGroups
  /** The view of all block-group centers, in the order of `blockGroups`. */
  readonly centers: View
  /** A column of the CDC's Environmental Justice Index 2024 per block group (its 2020 tract), NaN for -999. */
  eji(column: string): Float64Array
  /** Values keyed by 2010 tract, per block group through `tract2010`; NaN where the map has none. */
  byTract2010(values: ReadonlyMap<string, number>): Float64Array
  /** Values keyed by 2020 tract, per block group. */
  byTract2020(values: ReadonlyMap<string, number>): Float64Array
  /**
   * Population-weighted percentile over the three states together: a table of 256 points with mid-rank for ties,
   * made from raw values at the block-group centers. The returned function maps any raw value to [0, 1] (NaN stays
   * NaN).
   */
  percentile(rawAtCenters: ArrayLike<number>): (raw: number) => number
  /**
   * A fact per block group as the folder's bundle of a dimension has it, NaN = not known. Only where the geography is
   * that of the folder, because the tables by tract are not at hand.
   */
  earlier?(dimension: string, fact: string): Promise<Float64Array>
  /** One line of progress for the person who runs the build. */
  report(line: string): void
}

export type { Basis }

/** Raw input of a score, kept for description and `explain`. */
export interface FactSpec {
  /** Key, snake_case, e.g. `road_db`. */
  readonly id: string
  /** For people, e.g. `Road noise`. */
  readonly label: string
  /** e.g. `dB(A)`, `%`, `people/km²`, `km`, `µg/m³`, '' for an index. */
  readonly unit: string
  /**
   * Quantisation: stored as a byte q 1-255 (0 = no value), value = offset + step·(q-1), or with `log: true` 10^(that).
   * Values beyond the range clamp.
   */
  readonly offset: number
  readonly step: number
  readonly log?: true
  /** Digits after the decimal point when shown. */
  readonly digits: number
  /**
   * What a value per block group describes: its census tract, or the neighborhood around its center (a kernel mean).
   * Left out: the block group or area itself.
   */
  readonly of?: 'tract' | 'neighborhood'
}

/**
 * A scorer whose answer is a continuous surface, read with bilinear interpolation.
 * `prepare` reads its sources and makes its percentile tables once; the returned function is called for every view.
 */
export interface SurfaceScorer {
  readonly id: string
  /** Of the scores that the surface answers with. */
  readonly basis: Basis
  /** Cell size in arc-seconds. */
  readonly step: 7.5 | 15
  /** Facts stored per block group (evaluated at the centers). */
  readonly centerFacts: readonly FactSpec[]
  /** Facts stored as surfaces of their own, with the cell size in arc-seconds: where a block group is too coarse. */
  readonly surfaceFacts: readonly (FactSpec & { readonly cell: 7.5 | 15 | 60 })[]
  /**
   * Facts that the score alone determines, stored as a value per score: they can never contradict its words. Evaluated
   * at the centers.
   */
  readonly scoreFacts?: readonly FactSpec[]
  /**
   * Values per block group of those `centerFacts` that quote the record of its tract as it was published, by id; NaN =
   * null.
   */
  records?(context: BuildContext): Readonly<Record<string, Float64Array>>
  prepare(context: BuildContext): Promise<(view: View) => SurfaceValues>
}

/** What a scorer says of a view, each computed when it is asked for: cells of score and facts differ in size. */
export interface SurfaceValues {
  /** Scores 1-255, unrounded; NaN = no data. */
  readonly score: () => Float32Array
  /** By the id of the fact. */
  readonly facts: Readonly<Record<string, () => Float32Array>>
}

/**
 * A scorer whose answer is one value per area: polygons first (later polygons win), block groups where no polygon
 * covers.
 */
export interface AreaScorer {
  readonly facts: readonly FactSpec[]
  prepare(context: BuildContext): Promise<AreaValues>
}

export interface AreaValues {
  /** Per block group; null when the dimension has polygons only. Score 1-255 rounded, 0 = no data. */
  readonly blockGroups: AreaColumns | null
  /** Polygons with one column element each; empty when the dimension has block groups only. */
  readonly polygons: readonly Polygon[]
  readonly polygonColumns: AreaColumns | null
  /** County FIPS per polygon: its cells count only inside that county; null = everywhere. */
  readonly polygonCounty?: readonly (string | null)[]
}

export interface AreaColumns {
  readonly score: Uint8Array
  readonly basis: readonly Basis[]
  readonly facts: Readonly<Record<string, Float32Array>>
  /** What descriptions say of each in words, beside its score; null: nothing. */
  readonly notes?: readonly (string | null)[]
}

/** Outer ring and holes, each ring flat [lon, lat, lon, lat, …], closed, degrees. */
export type Polygon = readonly Float64Array[]
