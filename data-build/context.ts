import type { Basis } from '../src/answers/dimensions/dimension.ts'
import type { SourceFolder } from './read/source-folder.ts'

/** Two-digit FIPS codes of the covered states. */
export type StateFips = '06' | '12' | '48'

/**
 * The 57,633 block groups of the 2020 census, sorted by id. Every column has one element per block group. Centers are
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
  /** Population in the 2020 census. */
  readonly population: Float64Array
  /**
   * Daytime population: `E_DAYPOP` of the Environmental Justice Index (2020 tracts), distributed over the block groups
   * of each tract by population.
   */
  readonly dayPopulation: Float64Array
  /** Housing units of the 2010 tract (ACS 2014-18), distributed over its block groups by population. */
  readonly housingUnits: Float64Array
  /**
   * Area in km² of the block group's zone. Each point belongs to the nearest center among the candidates of the tract
   * that contains the point (see `findCandidates`).
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
 * Scorers cannot tell them apart, so both are computed in the same way. All results are new arrays with one element per
 * point, NaN if there is no value.
 */
export interface View {
  readonly size: number
  /** Degrees, one per point. */
  readonly lat: Float64Array
  readonly lon: Float64Array
  /**
   * Returns the kernel density Σ W_b exp(-d²/2s²)/(2π s²) per km², with s² = h² + min(r_b/2, 8 km)² and h in km. W_b is
   * the weight of block group b, d is the distance to its center in km, and r_b is the radius of a disc with its area.
   * Each kernel is lowered so that it reaches 0 at a distance of 3.3 s.
   */
  kernel(weight: Float64Array, h: number): Float32Array
  /**
   * Returns the kernel mean of a value per block group, weighted by population, with h in km. NaN values are skipped.
   * Where hardly anyone lives within reach of the kernels, the mean gradually changes to `smooth`.
   */
  kernelMean(value: Float64Array, h: number): Float32Array
  /**
   * Returns `sm(v)`: the mean over the 8 nearest block-group centers with weights exp(-4.5 (d/h)²), h = max(distance to
   * the 8th center, 0.3 km). NaN values are skipped.
   */
  smooth(value: Float64Array): Float32Array
  /** Returns the distance in km to the nearest block-group center. */
  nearestDistance(): Float32Array
  /** Returns the value of the nearest block-group center. */
  atNearest(value: Float64Array): Float32Array
}

/** Input to every scorer: the source files, and the geography that all dimensions share. */
export interface BuildContext {
  readonly sources: SourceFolder
  readonly blockGroups: BlockGroups
  /** Centers of all block groups, in the order of `blockGroups`. */
  readonly centers: View
  /**
   * Returns a column of the CDC's Environmental Justice Index 2024 as one value per block group, taken from the block
   * group's 2020 tract. The value -999 becomes NaN.
   */
  eji(column: string): Float64Array
  /** Converts values by 2010 tract to values per block group. Tracts that are not in `values` become NaN. */
  byTract2010(values: ReadonlyMap<string, number>): Float64Array
  /** Converts values by 2020 tract to values per block group. */
  byTract2020(values: ReadonlyMap<string, number>): Float64Array
  /**
   * Creates a function that maps a raw value to its percentile in [0, 1], weighted by the population of all three
   * states. The percentiles come from the raw values at the block-group centers. The function uses a table of 256
   * points, with mid-ranks for ties. NaN stays NaN.
   */
  percentile(rawAtCenters: ArrayLike<number>): (raw: number) => number
  /**
   * Returns a fact per block group from the dimension's bundle in the output folder, NaN if unknown. Only present if
   * the geography was also read from that folder. In that case, the tract tables from which facts are computed are not
   * available.
   */
  earlier?(dimension: string, fact: string): Promise<Float64Array>
  /** Prints a line of build progress. */
  report(line: string): void
}

export type { Basis }

/** A raw input of a score, kept for descriptions and `explain`. */
export interface FactSpec {
  /** Key in snake_case, such as `road_db`. */
  readonly id: string
  /** Display label, such as `Road noise`. */
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
   * Area that a block group's value describes: its census tract, or the neighborhood around its center (a kernel mean).
   * Default: the block group or area itself.
   */
  readonly of?: 'tract' | 'neighborhood'
}

/**
 * A scorer whose result is a continuous surface, read with bilinear interpolation. `prepare` reads its sources and
 * builds its percentile tables once. The returned function is called for every view.
 */
export interface SurfaceScorer {
  readonly id: string
  /** How the scores of the surface were obtained: measured, modeled or estimated. */
  readonly basis: Basis
  /** Cell size of the score in arc-seconds; null if there are only facts. */
  readonly step: 7.5 | 15 | null
  /** Facts stored per block group (evaluated at the centers). */
  readonly centerFacts: readonly FactSpec[]
  /** Facts stored as separate surfaces because block groups are too coarse, with the cell size in arc-seconds. */
  readonly surfaceFacts: readonly (FactSpec & { readonly cell: 7.5 | 15 | 60 })[]
  /**
   * Facts determined by the score alone, evaluated at the centers. They are stored as one value per score so that they
   * cannot contradict the score label.
   */
  readonly scoreFacts?: readonly FactSpec[]
  /**
   * Returns the values of the `centerFacts` that are copied from published figures for the tract, one value per block
   * group, keyed by fact id. A null in the publication becomes NaN.
   */
  records?(context: BuildContext): Readonly<Record<string, Float64Array>>
  prepare(context: BuildContext): Promise<(view: View) => SurfaceValues>
}

/**
 * Result of a scorer for a view. The score and the facts have different cell sizes, so each is only computed for the
 * views that need it.
 */
export interface SurfaceValues {
  /** Scores 1-255, unrounded; NaN = no data. */
  readonly score: () => Float32Array
  /** Facts by id. */
  readonly facts: Readonly<Record<string, () => Float32Array>>
}

/**
 * A scorer whose result is one value per area. Where areas overlap, polygons take precedence over block groups, and
 * later polygons over earlier polygons.
 */
export interface AreaScorer {
  readonly facts: readonly FactSpec[]
  prepare(context: BuildContext): Promise<AreaValues>
}

export interface AreaValues {
  /**
   * Columns with one element per block group, or null if the dimension only has polygons. Scores are rounded to 1-255;
   * 0 means no data.
   */
  readonly blockGroups: AreaColumns | null
  /**
   * Polygons; empty if the dimension only has block groups. Each column in `polygonColumns` has one element per
   * polygon.
   */
  readonly polygons: readonly Polygon[]
  readonly polygonColumns: AreaColumns | null
  /** County FIPS code per polygon. Cells of the polygon outside that county are ignored. If null, all cells count. */
  readonly polygonCounty?: readonly (string | null)[]
}

export interface AreaColumns {
  readonly score: Uint8Array
  readonly basis: readonly Basis[]
  readonly facts: Readonly<Record<string, Float32Array>>
  /** Notes to show beside the scores, one per element of the columns; null for an element without a note. */
  readonly notes?: readonly (string | null)[]
}

/** Outer ring and holes. Each ring is a flat, closed list [lon, lat, lon, lat, …] in degrees. */
export type Polygon = readonly Float64Array[]
