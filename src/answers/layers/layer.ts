import type { Group } from '../dimensions/dimension.ts'

/** A GeoJSON feature (RFC 7946). Coordinates are in degrees, WGS 84, longitude first. */
export interface LayerFeature {
  /** GeoJSON type. */
  readonly type?: 'Feature' | undefined
  /** Geometry of the feature. Features with null are skipped. */
  readonly geometry: Geometry | null
  /** Fields of the feature. */
  readonly properties?: Readonly<Record<string, unknown>> | null | undefined
}

/** Longitude and latitude in degrees. An altitude is ignored. */
export type Position = readonly number[]

/** A GeoJSON geometry. */
export type Geometry =
  | { readonly type: 'Point'; readonly coordinates: Position }
  | { readonly type: 'MultiPoint' | 'LineString'; readonly coordinates: readonly Position[] }
  | { readonly type: 'MultiLineString' | 'Polygon'; readonly coordinates: readonly (readonly Position[])[] }
  | { readonly type: 'MultiPolygon'; readonly coordinates: readonly (readonly (readonly Position[])[])[] }
  | { readonly type: 'GeometryCollection'; readonly geometries: readonly Geometry[] }

/** Features as a list or as GeoJSON: a FeatureCollection, one Feature, or a geometry without properties. */
export type LayerFeatures =
  | readonly LayerFeature[]
  | { readonly type: 'FeatureCollection'; readonly features: readonly LayerFeature[] }
  | (LayerFeature & { readonly type: 'Feature' })
  | Geometry

/**
 * Rule that turns features into scores:
 *
 * - `{ field }`: the number, 0 to 255, in a field of the polygon that contains the place; 0 means no data. A plain
 *   string is short for `{ field }`.
 * - `{ field, classes }`: a score for each value of the field: `{ field: 'kind', classes: { park: 255, street: 60 } }`.
 * - `{ field, classes: 'each' }`: a score for every value of the field, spread in order from 1 to 255. Use it to tell
 *   areas apart, as on a district map.
 * - `{ field, within }`, with or without `classes`: the value of the nearest point or line within the given number of
 *   meters.
 * - `{ distance }`: a score by distance in meters to the nearest feature, interpolated between steps:
 *   `{ distance: { 0: 255, 2000: 1 } }`. The first and last scores also apply before and beyond the steps. Inside a
 *   polygon, the distance is 0.
 *
 * If polygons overlap, the later polygon is used, as on a map.
 */
export type LayerScore =
  | string
  | {
      readonly field: string
      readonly classes?: Readonly<Record<string, number>> | 'each' | undefined
      readonly within?: number | undefined
    }
  | { readonly distance: Readonly<Record<number, number>> }

/** Options for a custom dimension. */
export interface LayerOptions<Id extends string = string> {
  /**
   * Dimension ID: lowercase letters, digits and hyphens, starting with a letter. Must differ from the IDs of built-in
   * dimensions.
   */
  readonly id: Id
  /** Features: points, lines and polygons. */
  readonly features: LayerFeatures
  /** Rule that turns features into scores. */
  readonly score: LayerScore
  /** Display name; defaults to the ID. */
  readonly name?: string | undefined
  /**
   * Label for the low end of the scale; `low` by default. Use an adjective of one to three words. With the labels
   * `bare` and `leafy`, scores 1-51 are described as `Bare`, 52-102 as `Rather bare`, and 103-153 as
   * `Between bare and leafy`.
   */
  readonly low?: string | undefined
  /**
   * Label for the high end of the scale; `high` by default. Use an adjective of one to three words. With the labels
   * `bare` and `leafy`, scores 154-204 are described as `Rather leafy`, and 205-255 as `Leafy`.
   */
  readonly high?: string | undefined
}

/** Group of all custom dimensions. */
export const LAYERS: Group = 'layers'

/** Description of a custom dimension without its features, as plain JSON. */
export interface LayerInfo {
  readonly id: string
  readonly name: string
  readonly low: string
  readonly high: string
  readonly rule: 'field' | 'classes' | 'distance'
  /** Field name; empty if scores depend on distance. */
  readonly field: string
  /** Class names, ordered by class number; empty if there are no classes. */
  readonly classes: readonly string[]
  /** Distances in meters, ascending, with the score at each distance; empty unless scores depend on distance. */
  readonly ladder: readonly (readonly [meters: number, score: number])[]
}
