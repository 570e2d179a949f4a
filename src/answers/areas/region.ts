import Flatbush from 'flatbush'
import { refusedArgument } from '../../base/errors.ts'
import type { Box } from '../../base/geo/box.ts'
import { readBox } from '../../base/geo/boxes.ts'
import { METERS_PER_DEGREE, metersBetween, RADIANS, WIDEST } from '../../base/geo/distance.ts'
import type { Point } from '../../base/geo/place.ts'
import { Borders } from '../districts/borders.ts'
import type { Budget } from './budget.ts'
import { gridContains, spansOfPolygons } from './polygon-grid.ts'

/** An area with exact borders. */
export interface Region extends TestedArea {
  /**
   * Returns the longitude intervals inside the region, as one list per latitude: west, east, west, east and so on.
   * Latitudes must be ascending.
   *
   * @throws {ValidationError} when the time limit is exceeded
   */
  spansAt(lats: Float64Array, budget: Budget): number[][]
  /**
   * Checks whether a point of a span is in the region. Present only if the spans are approximate. The middle of a span
   * is always in the region.
   */
  confirms?(lon: number, lat: number): boolean
  /** Number of edges of the region's polygons; undefined if it has no polygons. */
  readonly edges?: number
  /** Polygons, each a list of closed rings as lon, lat, lon, lat …; undefined if the region has no polygons. */
  readonly polygons?: readonly (readonly Float64Array[])[]
  /** Center of a circle. Undefined for every other shape. */
  readonly center?: Point
  /** Number of cell rows, if the region consists of cells. Testing more parallels than rows adds nothing. */
  readonly rows?: number
}

/** An area that points can be tested against. */
export interface TestedArea {
  readonly box: Box
  /** Bounding boxes of the area's polygons. */
  readonly parts?: readonly Box[]
  /** Checks whether the area contains a point that is inside its box. */
  contains(lon: number, lat: number): boolean
  /**
   * Checks whether the area contains everything within `meters` of a point, so that points there need no separate
   * check. May return false even if the area contains everything.
   */
  containsAround?(lon: number, lat: number, meters: number): boolean
}

/**
 * Rings of a polygon as GeoJSON positions. The inside follows the even-odd rule, regardless of the direction of the
 * rings.
 */
export type PolygonRings = readonly (readonly (readonly number[])[])[]

/** A GeoJSON polygon or multipolygon. */
export type GeoJsonPolygon =
  | { readonly type: 'Polygon'; readonly coordinates: PolygonRings }
  | { readonly type: 'MultiPolygon'; readonly coordinates: readonly PolygonRings[] }
/** A GeoJSON feature with a polygon or multipolygon. */
export type GeoJsonFeature = { readonly type: 'Feature'; readonly geometry: GeoJsonPolygon }

/**
 * A GeoJSON polygon or multipolygon, or a feature or feature collection that contains polygons. Coordinates are in
 * degrees, WGS 84; altitudes are ignored.
 */
export type GeoJsonShape =
  | GeoJsonPolygon
  | GeoJsonFeature
  | { readonly type: 'FeatureCollection'; readonly features: readonly GeoJsonFeature[] }

/** A circle around a point. */
export interface CircleShape {
  /** Latitude of the center in degrees, -90 to 90. */
  readonly lat: number
  /** Longitude of the center in degrees, -180 to 180. */
  readonly lon: number
  /** Radius in meters, 1 to 10,000,000. */
  readonly radius: number
}

/**
 * Creates the region of a circle.
 *
 * @throws {ValidationError} when a number is missing or out of range
 */
export function circleRegion({ lat, lon, radius }: CircleShape): Region {
  if (!isBetween(lat, -90, 90) || !isBetween(lon, -180, 180))
    refuse('A circle needs lat (-90 to 90) and lon (-180 to 180) in degrees', { lat, lon, radius })
  if (!isBetween(radius, 1, WIDEST)) refuse('A circle needs a radius of 1 to 10,000,000 meters', radius)
  const reach = (radius / METERS_PER_DEGREE) * 1.001
  const farthest = Math.min(89.9, Math.abs(lat) + reach)
  const across = Math.min(360, reach / Math.cos(farthest * RADIANS))
  return {
    center: { lat, lon },
    box: { west: lon - across, south: lat - reach, east: lon + across, north: lat + reach },
    contains: (x, y) => metersBetween(lat, lon, y, x) <= radius,
    containsAround: (x, y, meters) => metersBetween(lat, lon, y, x) + meters <= radius,
    spansAt: (lats) => Array.from(lats, (y) => chord(lat, lon, radius, y)),
  }
}

/**
 * Creates the region of a box.
 *
 * @throws {ValidationError} when a number is missing or out of range, or the box is empty
 */
export function boxRegion({ west, south, east, north }: Box): Region {
  if (
    ![west, east].every((lon) => isBetween(lon, -180, 180)) ||
    ![south, north].every((lat) => isBetween(lat, -90, 90))
  )
    refuse('A box needs west, south, east and north in degrees', { west, south, east, north })
  if (west > east)
    refuse('The box crosses the antimeridian (west is greater than east): search its two halves separately', {
      west,
      east,
    })
  if (west === east || south >= north)
    refuse('The box is empty: south must be less than north, west less than east', { west, south, east, north })
  return {
    box: { west, south, east, north },
    contains: () => true,
    spansAt: (lats) => Array.from(lats, () => [west, east]),
  }
}

/** Returns the part of a parallel inside a circle, on the same sphere as `metersBetween`. */
function chord(lat: number, lon: number, radius: number, y: number): number[] {
  const angle = (radius / METERS_PER_DEGREE) * RADIANS
  const north = Math.sin(((y - lat) * RADIANS) / 2)
  const half = (Math.sin(angle / 2) ** 2 - north ** 2) / (Math.cos(lat * RADIANS) * Math.cos(y * RADIANS))
  if (!(half > 0)) return []
  const across = (2 * Math.asin(Math.min(1, Math.sqrt(half)))) / RADIANS
  return [lon - across, lon + across]
}

/**
 * Creates the region of all polygons of a shape.
 *
 * @throws {ValidationError} when the shape has no polygons, is empty, or has coordinates that are out of range
 */
export function polygonRegion(shape: GeoJsonShape): Region {
  const isCollection = shape.type === 'FeatureCollection'
  if (isCollection && (!Array.isArray(shape.features) || shape.features.length === 0))
    refuse('The FeatureCollection is empty', null)
  const polygons = Array.from(isCollection ? shape.features : [shape], getPolygons).flat()
  return getRegion(polygons.map((rings) => closedRings(rings)))
}

function getPolygons(shape: Exclude<GeoJsonShape, { readonly type: 'FeatureCollection' }>): readonly PolygonRings[] {
  const geometry = shape?.type === 'Feature' ? shape.geometry : shape
  if (geometry?.type === 'Polygon') return [geometry.coordinates]
  if (geometry?.type === 'MultiPolygon' && Array.isArray(geometry.coordinates)) {
    if (geometry.coordinates.length === 0) refuse('The MultiPolygon is empty', geometry.coordinates)
    return geometry.coordinates
  }
  const { type = null } = (geometry ?? {}) as { readonly type?: unknown }
  return refuse(`The geometry must be a Polygon or a MultiPolygon, not ${String(type).slice(0, 40)}`, type)
}

/**
 * Creates a region from all polygons together. A polygon is a list of closed rings of lon, lat pairs, and its inside
 * follows the even-odd rule.
 */
export function getRegion(polygons: readonly (readonly Float64Array[])[]): Region {
  const rings = polygons.flat()
  const ringStart = Uint32Array.from([0, ...runningSums(rings.map(({ length }) => length / 2))])
  const districtStart = Uint32Array.from([0, ...runningSums(polygons.map(({ length }) => length))])
  const coordinates = new Float64Array(ringStart[rings.length] * 2)
  for (const [i, ring] of rings.entries()) coordinates.set(ring, ringStart[i] * 2)
  const borders = new Borders({ coordinates, ringStart, districtStart })
  const boxes = polygons.map(readBox)
  const insides = polygons.map((rings, polygon) => {
    const exact = (lon: number, lat: number) => borders.contains(polygon, lon, lat)
    const vertices = rings.reduce((sum, ring) => sum + ring.length / 2, 0)
    return vertices > MANY_VERTICES ? gridContains(rings, boxes[polygon], exact) : exact
  })
  const edges = rings.reduce((sum, ring) => sum + ring.length / 2 - 1, 0)
  const spansAt = cacheLast((lats, budget) => spansOfPolygons(polygons, lats, budget))
  if (polygons.length === 1) return { box: boxes[0], contains: insides[0], spansAt, parts: boxes, edges, polygons }
  const index = new Flatbush(polygons.length)
  for (const { west, south, east, north } of boxes) index.add(west, south, east, north)
  index.finish()
  return {
    box: { west: index.minX, south: index.minY, east: index.maxX, north: index.maxY },
    contains: (lon, lat) => index.search(lon, lat, lon, lat).some((polygon) => insides[polygon](lon, lat)),
    spansAt,
    parts: boxes,
    edges,
    polygons,
  }
}

/** Keeps the spans of the latest call, because searches within the same named place request the same parallels. */
function cacheLast(find: Region['spansAt']): Region['spansAt'] {
  let last: { readonly lats: Float64Array; readonly spans: number[][] } | undefined
  return (lats, budget) => {
    if (last?.lats.length !== lats.length || !lats.every((lat, i) => lat === last?.lats[i]))
      last = { lats, spans: find(lats, budget) }
    return last.spans
  }
}

/** Polygons with more vertices than this are tested with a grid. For smaller polygons, a grid does not pay off. */
const MANY_VERTICES = 200

function runningSums(counts: readonly number[]): number[] {
  let sum = 0
  return counts.map((count) => {
    sum += count
    return sum
  })
}

function closedRings(rings: PolygonRings): Float64Array[] {
  if (!Array.isArray(rings) || rings.length === 0) refuse('A polygon must be a list of at least one ring', rings)
  const closed = Array.from(rings, (ring, at) => closedRing(ring, at))
  if (!closed.some((ring) => hasArea(ring))) refuse('The polygon has no area', null)
  return closed
}

function closedRing(ring: readonly (readonly number[])[], at: number): Float64Array {
  if (!Array.isArray(ring) || ring.length < 3) return refuse(`Ring ${at} has fewer than three positions`, ring)
  const closed = new Float64Array((ring.length + 1) * 2)
  Array.from(ring).forEach((position, i) => {
    const [lon, lat] = Array.isArray(position) ? position : []
    if (!isBetween(lon, -180, 180) || !isBetween(lat, -90, 90))
      refuse(`Position ${i} of ring ${at} is not [lon, lat] in degrees, -180 to 180 and -90 to 90`, position)
    if (i > 0 && Math.abs(lon - closed[i * 2 - 2]) > 180)
      refuse(`Ring ${at} crosses the antimeridian at position ${i}: cut the shape there (RFC 7946, 3.1.9)`, position)
    closed[i * 2] = lon
    closed[i * 2 + 1] = lat
  })
  const end = ring.length * 2
  closed[end] = closed[0]
  closed[end + 1] = closed[1]
  const isClosed = closed[end - 2] === closed[0] && closed[end - 1] === closed[1]
  return isClosed ? closed.subarray(0, end) : closed
}

/** Checks whether a ring has three corners that are not on one line. */
function hasArea(ring: Float64Array): boolean {
  for (let i = 2; i + 3 < ring.length; i += 2) {
    const ax = ring[i] - ring[0]
    const ay = ring[i + 1] - ring[1]
    const bx = ring[i + 2] - ring[0]
    const by = ring[i + 3] - ring[1]
    if (ax * by !== ay * bx) return true
  }
  return false
}

function isBetween(value: unknown, low: number, high: number): value is number {
  return typeof value === 'number' && value >= low && value <= high
}

export function refuse(msg: string, input: unknown): never {
  throw refusedArgument('shape', msg, input)
}
