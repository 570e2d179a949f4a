import type { Group } from '../dimensions/dimension.ts'

/** A feature of GeoJSON (RFC 7946): its place in degrees, WGS 84, longitude first. */
export interface LayerFeature {
  /** As GeoJSON has it. */
  readonly type?: 'Feature'
  /** Null where the feature has no place: it is left out. */
  readonly geometry: Geometry | null
  /** What stands in its fields. */
  readonly properties?: Readonly<Record<string, unknown>> | null
}

/** Longitude and latitude in degrees; an altitude is ignored. */
export type Position = readonly number[]

/** A geometry of GeoJSON. */
export type Geometry =
  | { readonly type: 'Point'; readonly coordinates: Position }
  | { readonly type: 'MultiPoint' | 'LineString'; readonly coordinates: readonly Position[] }
  | { readonly type: 'MultiLineString' | 'Polygon'; readonly coordinates: readonly (readonly Position[])[] }
  | { readonly type: 'MultiPolygon'; readonly coordinates: readonly (readonly (readonly Position[])[])[] }
  | { readonly type: 'GeometryCollection'; readonly geometries: readonly Geometry[] }

/** Features as a list, or as GeoJSON has them. */
export type LayerFeatures =
  | readonly LayerFeature[]
  | { readonly type: 'FeatureCollection'; readonly features: readonly LayerFeature[] }

/**
 * How a place gets its score from the features:
 *
 * - `{ field }`: the number, 0 to 255, in a field of the polygon that holds the place; 0 is no data. A text alone is
 * the name of the field.
 * - `{ field, classes }`: the same of classes, by what stands in the field:
 * `{ field: 'kind', classes: { park: 255, street: 60 } }`.
 * - `{ field, classes: 'each' }`: a score for each class, spread from 1 to 255 in their order: to tell areas apart, as
 * in a map of districts.
 * - `{ field, within }`, with or without `classes`: of the nearest point or line, no farther than so many meters.
 * - `{ distance }`: by meters to the nearest feature, in a straight line between rungs:
 * `{ distance: { 0: 255, 2000: 1 } }`; before the first
 *   rung and beyond the last the score is theirs. Inside a polygon the distance is 0.
 *
 * Where polygons overlap, the later one answers, as on a map.
 */
export type LayerScore =
  | string
  | {
      readonly field: string
      readonly classes?: Readonly<Record<string, number>> | 'each' | undefined
      readonly within?: number | undefined
    }
  | { readonly distance: Readonly<Record<number, number>> }

/** Features of one's own as a score dimension. */
export interface LayerOptions<Id extends string = string> {
  /** Lower-case letters, digits and hyphens, from a letter on; not the id of a dimension. */
  readonly id: Id
  /** Points, lines and polygons. */
  readonly features: LayerFeatures
  /** How a place gets its score from them. */
  readonly score: LayerScore
  /** For people; the id when left out. */
  readonly name?: string | undefined
  /** What 1 means, in a word or three. Default `low`. */
  readonly low?: string | undefined
  /** What 255 means. Default `high`. */
  readonly high?: string | undefined
}

/** The group of all own layers. */
export const LAYERS: Group = 'layers'

/** What there is to say about a layer but its features; plain JSON. */
export interface LayerInfo {
  readonly id: string
  readonly name: string
  readonly low: string
  readonly high: string
  readonly rule: 'field' | 'classes' | 'distance'
  /** Empty where the score is by distance. */
  readonly field: string
  /** In the order of their numbers; empty where there are none. */
  readonly classes: readonly string[]
  /** Meters ascending, with the scores there; empty unless the score is by distance. */
  readonly ladder: readonly (readonly [meters: number, score: number])[]
}
