import type { Basis } from '../src/answers/dimensions/dimension.ts'
import type { SourceFolder } from './read/source-folder.ts'

/** Two-digit state FIPS codes of the coverage. */
export type StateFips = '06' | '12' | '48'

/**
 * The 57,633 census block groups of 2020, ascending by id. Every column has one element per block group. Centers are
 * the 2020 centers of population.
 */
export interface BlockGroups {
  readonly count: number
  /** 12-digit GEOID. */
  readonly id: readonly string[]
  /** Degrees north, WGS 84. */
  readonly lat: Float64Array
  /** Degrees east, WGS 84. */
  readonly lon: Float64Array
  /** Population, census 2020. */
  readonly population: Float64Array
  /** Daytime population: E_DAYPOP of the 2020 tract, distributed by population. */
  readonly dayPopulation: Float64Array
  /** Housing units of the 2010 tract (ACS 2014-18), distributed by population. */
  readonly housingUnits: Float64Array
  /**
   * Area of the block group's zone in km²: the places whose nearest center, among the candidates of their tract, is
   * this one.
   */
  readonly areaKm2: Float64Array
  /** 11-digit GEOID of the 2020 tract: the first 11 digits of the id. */
  readonly tract2020: readonly string[]
  /** 11-digit GEOID of the 2010 tract that contains the center. */
  readonly tract2010: readonly string[]
  /** 5-digit county FIPS. */
  readonly county: readonly string[]
  readonly state: readonly StateFips[]
}

/**
 * A set of points to compute raw values for: either all block-group centers or the covered cells of one raster block.
 * Scorers cannot tell which, so both get the same computation. All results are fresh arrays with one element per point,
 * NaN where there is no value.
 */
export interface View {
  readonly size: number
  /** Degrees, one per point. */
  readonly lat: Float64Array
  readonly lon: Float64Array
  /**
   * Kernel density Σ W_b exp(-d²/2s²)/(2π s²) per km², with s² = h² + min(r_b/2, 8 km)² and h in km, lowered so that it
   * reaches 0 at 3.3 s.
   */
  kernel(weight: Float64Array, h: number): Float32Array
  /**
   * Kernel mean of a value per block group, weighted by population, with h in km. NaN values are left out. Where hardly
   * anyone lives within reach of the kernels, it blends into `smooth`.
   */
  kernelMean(value: Float64Array, h: number): Float32Array
  /**
   * `sm(v)`: mean over the 8 nearest block-group centers with weights exp(-4.5 (d/h)²), h = max(distance to the 8th,
   * 0.3 km). NaN values are left out.
   */
  smooth(value: Float64Array): Float32Array
  /** Distance to the nearest block-group center, km. */
  nearestDistance(): Float32Array
  /** Value of the nearest block-group center. */
  atNearest(value: Float64Array): Float32Array
}

/** Input of every scorer: the source files, and the geography that all dimensions share. */
export interface BuildContext {
  readonly sources: SourceFolder
  readonly blockGroups: BlockGroups
  /** View of all block-group centers, in the order of `blockGroups`. */
  readonly centers: View
  /** Column of the CDC's Environmental Justice Index 2024 per block group (from its 2020 tract); NaN for -999. */
  eji(column: string): Float64Array
  /** Converts values by 2010 tract to values per block group; NaN if `values` has none for the tract. */
  byTract2010(values: ReadonlyMap<string, number>): Float64Array
  /** Converts values by 2020 tract to values per block group. */
  byTract2020(values: ReadonlyMap<string, number>): Float64Array
  /**
   * Percentile over the population of all three states: a table of 256 points with mid-ranks for ties, built from raw
   * values at the block-group centers. The returned function maps a raw value to [0, 1]. NaN stays NaN.
   */
  percentile(rawAtCenters: ArrayLike<number>): (raw: number) => number
  /**
   * Fact per block group from the dimension's bundle in the output folder, NaN if unknown. Only present if the
   * geography comes from that folder, because then the tables by tract are not available.
   */
  earlier?(dimension: string, fact: string): Promise<Float64Array>
  /** Prints one line of progress for the person who runs the build. */
  report(line: string): void
}

export type { Basis }

/** A raw input of a score, kept for descriptions and `explain`. */
export interface FactSpec {
  /** Key in snake_case, such as `road_db`. */
  readonly id: string
  /** Label for people, such as `Road noise`. */
  readonly label: string
  /** Unit, such as `dB(A)`, `%`, `people/km²`, `km` or `µg/m³`; '' for an index. */
  readonly unit: string
  /**
   * Quantization: stored as a byte q of 1-255 (0 = no value) with value = offset + step·(q-1), or 10 to that power with
   * `log: true`. Values beyond the range are clamped.
   */
  readonly offset: number
  readonly step: number
  readonly log?: true
  /** Number of decimals to show. */
  readonly digits: number
  /**
   * Area that a value per block group describes: its census tract, or the neighborhood around its center (a kernel
   * mean). Default: the block group or area itself.
   */
  readonly of?: 'tract' | 'neighborhood'
}

/**
 * A scorer whose result is a continuous surface, read with bilinear interpolation. `prepare` reads its sources and
 * builds its percentile tables once. The returned function is called for every view.
 */
export interface SurfaceScorer {
  readonly id: string
  /** Basis of the scores from the surface. */
  readonly basis: Basis
  /** Cell size of the score in arc-seconds; null if there are only facts. */
  readonly step: 7.5 | 15 | null
  /** Facts stored per block group (evaluated at the centers). */
  readonly centerFacts: readonly FactSpec[]
  /** Facts stored as surfaces of their own because a block group is too coarse, with the cell size in arc-seconds. */
  readonly surfaceFacts: readonly (FactSpec & { readonly cell: 7.5 | 15 | 60 })[]
  /**
   * Facts that the score alone determines. They are stored as one value per score so that they can never contradict its
   * words. Evaluated at the centers.
   */
  readonly scoreFacts?: readonly FactSpec[]
  /**
   * Values per block group of those `centerFacts` that quote the published record of the tract, by id; NaN for null.
   */
  records?(context: BuildContext): Readonly<Record<string, Float64Array>>
  prepare(context: BuildContext): Promise<(view: View) => SurfaceValues>
}

/** Result of a scorer for a view. Each is computed on demand because the cells of score and facts differ in size. */
export interface SurfaceValues {
  /** Scores 1-255, unrounded; NaN = no data. */
  readonly score: () => Float32Array
  /** Facts by id. */
  readonly facts: Readonly<Record<string, () => Float32Array>>
}

/** A scorer whose result is one value per area. Polygons come first (later ones win), block groups fill the rest. */
export interface AreaScorer {
  readonly facts: readonly FactSpec[]
  prepare(context: BuildContext): Promise<AreaValues>
}

export interface AreaValues {
  /**
   * One element per block group, or null if the dimension only has polygons. Scores are rounded to 1-255, 0 means no
   * data.
   */
  readonly blockGroups: AreaColumns | null
  /** Polygons with one column element each; empty if the dimension only has block groups. */
  readonly polygons: readonly Polygon[]
  readonly polygonColumns: AreaColumns | null
  /** County FIPS code per polygon: its cells only count inside that county. If null, they count everywhere. */
  readonly polygonCounty?: readonly (string | null)[]
}

export interface AreaColumns {
  readonly score: Uint8Array
  readonly basis: readonly Basis[]
  readonly facts: Readonly<Record<string, Float32Array>>
  /** Note that is shown beside the score of an element; null if it has none. */
  readonly notes?: readonly (string | null)[]
}

/** Outer ring and holes. Each ring is a flat, closed list [lon, lat, lon, lat, …] in degrees. */
export type Polygon = readonly Float64Array[]
