import { refusedArgument } from '../../base/errors.ts'
import type { Geometry, LayerFeature, LayerFeatures, Position } from './layer.ts'
import { shown } from './layer-record.ts'

/**
 * Coordinates of features as columns, in degrees, longitude first. Features are numbered from 0 here and from 1 in
 * messages.
 */
export interface Shapes {
  /** Number of features, with or without a geometry. */
  readonly features: number
  /**
   * Polygons: `partStart` is the first ring of each polygon, and `feature` is the feature that contains the polygon.
   */
  readonly polygons: Parts
  /** Lines, stored the same way as polygons. Each line is a single open ring. */
  readonly lines: Parts
  readonly points: { readonly coordinates: Float64Array; readonly feature: Uint32Array }
}

/** Rings, grouped by part. A part is a polygon or a line. */
export interface Rings {
  /** Longitude, latitude, longitude, latitude … */
  readonly coordinates: Float64Array
  /** First vertex of each ring, plus one element for the end. */
  readonly ringStart: Uint32Array
  /** First ring of each part, plus one element for the end. */
  readonly partStart: Uint32Array
}

export interface Parts extends Rings {
  /** Coordinates, copied from the features on first use. */
  readonly coordinates: Float64Array
  /** Feature of each part. */
  readonly feature: Uint32Array
  /** West, south, east and north of each part's first ring. */
  readonly boxes: Float64Array
  /** Copies the rings of the parts from `first` to `end` - 1. */
  some(first: number, end: number): Rings
}

const GEOMETRIES = [
  'Point',
  'MultiPoint',
  'LineString',
  'MultiLineString',
  'Polygon',
  'MultiPolygon',
  'GeometryCollection',
]

/**
 * Returns the features of GeoJSON (a FeatureCollection, a single Feature or a bare geometry) or of a list.
 *
 * @throws {ValidationError} if the value is of any other type, or uses another projection
 */
export function featureList(source: LayerFeatures): readonly LayerFeature[] {
  if (Array.isArray(source)) return source
  const { crs } = (source ?? {}) as { crs?: unknown }
  const features = featuresInGeoJson(source)
  const name = (crs as { properties?: { name?: unknown } } | null | undefined)?.properties?.name
  if (name !== undefined && !/CRS84|EPSG:+4326$|EPSG:+4269$/.test(String(name)))
    throw refusedArgument(
      'features',
      `The features are in ${shown(name)}, but only longitude and latitude (WGS 84) are supported: ${REPROJECT}.`,
      name,
    )
  return features
}

function featuresInGeoJson(source: unknown): readonly LayerFeature[] {
  const { type, features } = (source ?? {}) as { type?: unknown; features?: unknown }
  if (type === 'FeatureCollection' && Array.isArray(features)) return features
  if (type === 'Feature') return [source as LayerFeature]
  if (GEOMETRIES.includes(String(type))) return [{ geometry: source as Geometry, properties: null }]
  throw refusedArgument(
    'features',
    `features must be a GeoJSON FeatureCollection or a list of features, not ${shown(type ?? source)}.`,
    null,
  )
}

export const REPROJECT = 'reproject the file, for example with `ogr2ogr -t_srs EPSG:4326 new.geojson old-file`'

/**
 * Reads the geometries of features.
 *
 * @throws {ValidationError} when a geometry is invalid; the message includes the feature number
 */
export function getShapes(features: readonly LayerFeature[], places: 'kept' | 'copied' = 'kept'): Shapes {
  const polygons = new PartsBuilder(places === 'copied')
  const lines = new PartsBuilder(places === 'copied')
  const points: Position[] = []
  const pointFeature: number[] = []
  let at = 0
  const read = (geometry: Geometry, depth = 0): void => {
    const { type } = geometry
    if (type === 'Polygon') polygons.add(at, list(geometry.coordinates, at), 4)
    else if (type === 'MultiPolygon')
      for (const rings of list(geometry.coordinates, at)) polygons.add(at, list(rings, at), 4)
    else if (type === 'LineString') lines.add(at, [list(geometry.coordinates, at)], 2)
    else if (type === 'MultiLineString')
      for (const line of list(geometry.coordinates, at)) lines.add(at, [list(line, at)], 2)
    else if (type === 'Point' || type === 'MultiPoint')
      for (const position of type === 'Point' ? [geometry.coordinates] : list(geometry.coordinates, at)) {
        // Some programs write an empty point for a missing geometry.
        if (type === 'Point' && list(position, at).length === 0) continue
        points.push(position)
        pointFeature.push(at)
      }
    else if (type === 'GeometryCollection') {
      if (depth === DEEPEST) throw wrongFeature(at, `has collections within collections, more than ${DEEPEST} deep`)
      for (const inner of list(geometry.geometries, at)) read(inner, depth + 1)
    } else throw wrongFeature(at, `has a geometry of type ${shown(type)}, which does not exist in GeoJSON`)
  }
  for (; at < features.length; at++) {
    const feature = features[at]
    if (typeof feature !== 'object' || feature === null || !('geometry' in feature))
      throw wrongFeature(at, `is not a GeoJSON feature with a geometry: ${shown(feature)}`)
    const { geometry } = feature
    if (geometry !== null && geometry !== undefined) read(geometry)
  }
  return {
    features: features.length,
    polygons: polygons.finish(),
    lines: lines.finish(),
    points: getPoints(points, pointFeature),
  }
}

/** Maximum depth of nested collections. */
const DEEPEST = 32

function getPoints(points: readonly Position[], feature: readonly number[]): Shapes['points'] {
  const coordinates = new Float64Array(points.length * 2)
  const box = new Float64Array(4)
  for (let i = 0; i < points.length; i++) checkPositions([points[i]], box, 0, feature[i])
  copyPositions(points, coordinates, 0)
  return { coordinates, feature: Uint32Array.from(feature) }
}

/**
 * Creates the error about one feature.
 *
 * @param at index, from 0
 */
export function wrongFeature(at: number, problem: string) {
  const message = `Feature ${at + 1} ${problem}.`
  return refusedArgument('features', message, at + 1)
}

function list<T>(value: readonly T[], at: number): readonly T[] {
  if (!Array.isArray(value)) throw wrongFeature(at, `has ${shown(value)} where a list of coordinates should be`)
  return value
}

function wrongPosition(position: Position): string {
  const [lon, lat] = Array.isArray(position) ? position : [position, undefined]
  const words = `has the position ${shown(lon)}, ${shown(lat)}`
  if (!Number.isFinite(lon) || !Number.isFinite(lat)) return `${words}, expected two finite numbers`
  if (Math.abs(lon) <= 90 && Math.abs(lat) <= 180)
    return `${words}, with latitude before longitude: GeoJSON requires longitude first`
  return `${words}, which is not longitude and latitude (WGS 84): ${REPROJECT}`
}

/**
 * Writes the west, south, east and north bounds of the positions to `boxes`, starting at element `to`.
 *
 * @throws {ValidationError} if a coordinate is out of range
 */
function checkPositions(positions: readonly Position[], boxes: Float64Array, to: number, feature: number): void {
  let west = 180
  let south = 90
  let east = -180
  let north = -90
  for (let i = 0; i < positions.length; i++) {
    const position = positions[i]
    const lon = position?.[0]
    const lat = position?.[1]
    // The condition is written so that NaN and strings also fail.
    if (!(typeof lon === 'number' && typeof lat === 'number' && lon >= -180 && lon <= 180 && lat >= -90 && lat <= 90))
      throw wrongFeature(feature, wrongPosition(position))
    if (lon < west) west = lon
    if (lon > east) east = lon
    if (lat < south) south = lat
    if (lat > north) north = lat
  }
  boxes[to] = west
  boxes[to + 1] = south
  boxes[to + 2] = east
  boxes[to + 3] = north
}

/** Copies positions to `out`, starting at element `to`. */
function copyPositions(positions: readonly Position[], out: Float64Array, to: number): void {
  for (let i = 0; i < positions.length; i++) {
    const position = positions[i]
    out[to++] = position[0]
    out[to++] = position[1]
  }
}

class PartsBuilder {
  readonly #rings: (readonly Position[])[] = []
  /** Copied coordinates. The array is at most twice as large as needed. */
  #copied: Float64Array | null
  readonly #ringStart = [0]
  readonly #partStart = [0]
  readonly #feature: number[] = []
  readonly #boxes: number[] = []
  readonly #box = new Float64Array(4)

  constructor(copies: boolean) {
    this.#copied = copies ? new Float64Array(1024) : null
  }

  /** Adds a line (at least 2 positions) or the rings of a polygon (closed, at least 4 positions each). */
  add(at: number, rings: readonly (readonly Position[])[], least: 2 | 4): void {
    if (rings.length === 0) return
    for (let number = 0; number < rings.length; number++) {
      const ring = list(rings[number], at)
      const getName = () => (least === 4 ? `ring ${number + 1}` : 'line')
      if (ring.length < least)
        throw wrongFeature(at, `has a ${getName()} of ${ring.length} positions, expected at least ${least}`)
      const first = ring[0]
      const last = ring[ring.length - 1]
      if (least === 4 && !(first?.[0] === last?.[0] && first?.[1] === last?.[1]) && !Number.isNaN(first?.[0]))
        throw wrongFeature(at, `has a ${getName()} that is not closed: its last position must equal its first`)
      checkPositions(ring, this.#box, 0, at)
      if (number === 0) this.#boxes.push(...this.#box)
      this.#keep(ring, this.#ringStart[this.#ringStart.length - 1])
      this.#ringStart.push(this.#ringStart[this.#ringStart.length - 1] + ring.length)
    }
    this.#partStart.push(this.#ringStart.length - 1)
    this.#feature.push(at)
  }

  #keep(ring: readonly Position[], start: number): void {
    if (this.#copied === null) {
      this.#rings.push(ring)
      return
    }
    if ((start + ring.length) * 2 > this.#copied.length) {
      const larger = new Float64Array((start + ring.length) * 4)
      larger.set(this.#copied)
      this.#copied = larger
    }
    copyPositions(ring, this.#copied, start * 2)
  }

  finish(): Parts {
    return new CheckedParts(
      this.#rings,
      Uint32Array.from(this.#ringStart),
      Uint32Array.from(this.#partStart),
      Uint32Array.from(this.#feature),
      Float64Array.from(this.#boxes),
      this.#copied?.subarray(0, this.#ringStart[this.#ringStart.length - 1] * 2),
    )
  }
}

/**
 * Validated rings. Coordinates are copied on first use. Copying all coordinates at once would allocate so much external
 * memory that V8 would run a garbage collection over the caller's features, which would double the time.
 */
class CheckedParts implements Parts {
  constructor(
    private readonly rings: readonly (readonly Position[])[],
    readonly ringStart: Uint32Array,
    readonly partStart: Uint32Array,
    readonly feature: Uint32Array,
    readonly boxes: Float64Array,
    private all?: Float64Array,
  ) {}

  get coordinates(): Float64Array {
    this.all ??= this.some(0, this.feature.length).coordinates
    return this.all
  }

  some(first: number, end: number): Rings {
    const { rings, ringStart } = this
    const from = this.partStart[first]
    const to = this.partStart[end]
    const start = ringStart[from]
    const coordinates = this.all?.slice(start * 2, ringStart[to] * 2) ?? new Float64Array((ringStart[to] - start) * 2)
    if (this.all === undefined)
      for (let ring = from; ring < to; ring++) copyPositions(rings[ring], coordinates, (ringStart[ring] - start) * 2)
    return {
      coordinates,
      ringStart: ringStart.slice(from, to + 1).map((vertex) => vertex - start),
      partStart: this.partStart.slice(first, end + 1).map((ring) => ring - from),
    }
  }
}
