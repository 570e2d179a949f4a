import { Borders } from '../districts/borders.ts'
import { refusedArgument } from '../errors.ts'
import { metersBetween } from '../geocode/distance.ts'

const METERS_PER_DEGREE = 111_195

/** West, south, east and north in degrees. */
export type Box = readonly [west: number, south: number, east: number, north: number]

/** A part of the world. */
export interface Region {
  readonly box: Box
  /** Whether it holds a place that is in its box. */
  contains(lon: number, lat: number): boolean
}

/** A polygon's rings of positions, as GeoJSON has them; inside is even-odd, whichever way the rings run. */
type PolygonRings = readonly (readonly (readonly number[])[])[]

type Polygonal =
  | { readonly type: 'Polygon'; readonly coordinates: PolygonRings }
  | { readonly type: 'MultiPolygon'; readonly coordinates: readonly PolygonRings[] }
type PolygonFeature = { readonly type: 'Feature'; readonly geometry: Polygonal }

/** A GeoJSON polygon or multipolygon, or a feature or features of them. Coordinates in degrees, WGS 84; altitudes are ignored. */
export type GeoJsonShape =
  | Polygonal
  | PolygonFeature
  | { readonly type: 'FeatureCollection'; readonly features: readonly PolygonFeature[] }

/** Radius in meters. */
export interface CircleShape {
  readonly lat: number
  readonly lon: number
  readonly radius: number
}

export interface BoxShape {
  readonly west: number
  readonly south: number
  readonly east: number
  readonly north: number
}

/** @throws {ValidationError} when a number is missing or out of range */
export function circleRegion({ lat, lon, radius }: CircleShape): Region {
  if (!isBetween(lat, -90, 90) || !isBetween(lon, -180, 180))
    refuse('A circle needs lat (-90 to 90) and lon (-180 to 180) in degrees', { lat, lon, radius })
  if (!isBetween(radius, 1, 1_000_000)) refuse('A circle needs a radius of 1 to 1,000,000 meters', radius)
  const reach = (radius / METERS_PER_DEGREE) * 1.001
  const farthest = Math.min(89.9, Math.abs(lat) + reach)
  const across = Math.min(360, reach / Math.cos((farthest * Math.PI) / 180))
  return {
    box: [lon - across, lat - reach, lon + across, lat + reach],
    contains: (x, y) => metersBetween(lat, lon, y, x) <= radius,
  }
}

/** @throws {ValidationError} when a number is missing, out of range, or the box is empty */
export function boxRegion({ west, south, east, north }: BoxShape): Region {
  if (
    ![west, east].every((lon) => isBetween(lon, -180, 180)) ||
    ![south, north].every((lat) => isBetween(lat, -90, 90))
  )
    refuse('A box needs west, south, east and north in degrees', { west, south, east, north })
  if (west > east)
    refuse('The box crosses the antimeridian (west is greater than east): ask for its halves', { west, east })
  if (west === east || south >= north)
    refuse('The box is empty: south has to be less than north, west less than east', { west, south, east, north })
  return { box: [west, south, east, north], contains: () => true }
}

/**
 * What any polygon of the shape holds.
 *
 * @throws {ValidationError} when the shape is not of polygons, is empty, or leaves the globe
 */
export function polygonRegion(shape: GeoJsonShape): Region {
  const isCollection = shape.type === 'FeatureCollection'
  if (isCollection && (!Array.isArray(shape.features) || shape.features.length === 0))
    refuse('The FeatureCollection is empty', null)
  const polygons = (isCollection ? shape.features : [shape]).flatMap(polygonsOf)
  return regionOf(polygons.map((rings) => checked(rings)))
}

function polygonsOf(shape: Exclude<GeoJsonShape, { readonly type: 'FeatureCollection' }>): readonly PolygonRings[] {
  const geometry = shape?.type === 'Feature' ? shape.geometry : shape
  if (geometry?.type === 'Polygon') return [geometry.coordinates]
  if (geometry?.type === 'MultiPolygon' && Array.isArray(geometry.coordinates)) {
    if (geometry.coordinates.length === 0) refuse('The MultiPolygon is empty', geometry.coordinates)
    return geometry.coordinates
  }
  const { type = null } = (geometry ?? {}) as { readonly type?: unknown }
  return refuse(`The geometry has to be a Polygon or a MultiPolygon, not ${String(type).slice(0, 40)}`, type)
}

/** What any of several polygons holds, each by the even-odd rule over its rings of lon, lat pairs, which are closed. */
export function regionOf(polygons: readonly (readonly Float64Array[])[]): Region {
  const rings = polygons.flat()
  const ringStart = Uint32Array.from([0, ...sums(rings.map(({ length }) => length / 2))])
  const districtStart = Uint32Array.from([0, ...sums(polygons.map(({ length }) => length))])
  const coordinates = new Float64Array(ringStart[rings.length] * 2)
  for (const [i, ring] of rings.entries()) coordinates.set(ring, ringStart[i] * 2)
  const borders = new Borders({ coordinates, ringStart, districtStart })
  const box = boxOf(coordinates)
  const contains = (lon: number, lat: number) => polygons.some((_, polygon) => borders.contains(polygon, lon, lat))
  return { box, contains: coordinates.length > 2 * MANY ? byCells(rings, box, contains) : contains }
}

/** Vertices from which on a grid pays. */
const MANY = 2000
/** Cells of the grid in a row and in a column. */
const GRID = 256

/** The same answers as `contains`, which is asked once for each cell of a grid that no edge comes near, and for every place of the others. */
function byCells(
  rings: readonly Float64Array[],
  [west, south, east, north]: Box,
  contains: Region['contains'],
): Region['contains'] {
  const [perLon, perLat] = [GRID / (east - west), GRID / (north - south)]
  const cell = (scaled: number) => Math.min(GRID - 1, Math.max(0, Math.floor(scaled)))
  const cells = new Uint8Array(GRID * GRID)
  const [UNKNOWN, INSIDE, OUTSIDE, EDGE] = [0, 1, 2, 3]
  for (const ring of rings)
    for (let i = 0; i + 3 < ring.length; i += 2) {
      const [x1, y1] = [(ring[i] - west) * perLon, (ring[i + 1] - south) * perLat]
      const [x2, y2] = [(ring[i + 2] - west) * perLon, (ring[i + 3] - south) * perLat]
      const last = cell(Math.max(y1, y2) + 0.01)
      for (let row = cell(Math.min(y1, y2) - 0.01); row <= last; row++) {
        // Where the edge enters and leaves the row, within its ends.
        const at = (y: number) => x1 + (x2 - x1) * (y1 === y2 ? 0 : Math.min(1, Math.max(0, (y - y1) / (y2 - y1))))
        const [a, b] = y1 === y2 ? [x1, x2] : [at(row - 0.01), at(row + 1.01)]
        cells.fill(EDGE, row * GRID + cell(Math.min(a, b) - 0.01), row * GRID + cell(Math.max(a, b) + 0.01) + 1)
      }
    }
  return (lon, lat) => {
    if (!(lon >= west && lon <= east && lat >= south && lat <= north)) return false
    const at = cell((lat - south) * perLat) * GRID + cell((lon - west) * perLon)
    if (cells[at] === EDGE) return contains(lon, lat)
    if (cells[at] === UNKNOWN) cells[at] = contains(lon, lat) ? INSIDE : OUTSIDE
    return cells[at] === INSIDE
  }
}

function sums(counts: readonly number[]): number[] {
  let sum = 0
  return counts.map((count) => {
    sum += count
    return sum
  })
}

function boxOf(coordinates: Float64Array): Box {
  let [west, south, east, north] = [180, 90, -180, -90]
  for (let i = 0; i < coordinates.length; i += 2) {
    west = Math.min(west, coordinates[i])
    east = Math.max(east, coordinates[i])
    south = Math.min(south, coordinates[i + 1])
    north = Math.max(north, coordinates[i + 1])
  }
  return [west, south, east, north]
}

function checked(rings: PolygonRings): Float64Array[] {
  if (!Array.isArray(rings) || rings.length === 0) refuse('A polygon has to be a list of rings, and has none', rings)
  const closed = rings.map((ring, at) => checkedRing(ring, at))
  if (!closed.some((ring) => hasArea(ring))) refuse('The polygon has no area', null)
  return closed
}

function checkedRing(ring: readonly (readonly number[])[], at: number): Float64Array {
  if (!Array.isArray(ring) || ring.length < 3) return refuse(`Ring ${at} has fewer than three positions`, ring)
  const closed = new Float64Array((ring.length + 1) * 2)
  ring.forEach((position, i) => {
    const [lon, lat] = Array.isArray(position) ? position : []
    if (!isBetween(lon, -180, 180) || !isBetween(lat, -90, 90))
      refuse(`Position ${i} of ring ${at} is not [lon, lat] in degrees, -180 to 180 and -90 to 90`, position)
    if (i > 0 && Math.abs(lon - closed[i * 2 - 2]) > 180)
      refuse(`Ring ${at} crosses the antimeridian at position ${i}: cut the shape there (RFC 7946, 3.1.9)`, position)
    closed[i * 2] = lon
    closed[i * 2 + 1] = lat
  })
  closed[ring.length * 2] = closed[0]
  closed[ring.length * 2 + 1] = closed[1]
  return closed
}

/** Whether a ring has three corners that are not on one line. */
function hasArea(ring: Float64Array): boolean {
  for (let i = 2; i + 3 < ring.length; i += 2) {
    const [ax, ay] = [ring[i] - ring[0], ring[i + 1] - ring[1]]
    const [bx, by] = [ring[i + 2] - ring[0], ring[i + 3] - ring[1]]
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
