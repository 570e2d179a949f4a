import type { Geometry, Position } from './table.ts'

/**
 * Converts the rings of an outline (filled by the even-odd rule) to a multipolygon. Rings inside an even number of
 * other rings are outer rings. Rings directly inside an outer ring are its holes.
 *
 * @param rings closed rings as lon, lat, lon, lat … in degrees
 */
export function outlineGeometry(rings: readonly Float64Array[]): Geometry {
  const depth = rings.map((ring, i) => rings.filter((other, j) => j !== i && holds(other, ring)).length)
  const polygons = rings.flatMap((ring, i) => {
    if (depth[i] % 2 === 1) return []
    const holes = rings.filter((hole, h) => depth[h] === depth[i] + 1 && holds(ring, hole))
    return [[wound(ring, true), ...holes.map((hole) => wound(hole, false))]]
  })
  return polygons.length === 1
    ? { type: 'Polygon', coordinates: polygons[0] }
    : { type: 'MultiPolygon', coordinates: polygons }
}

/**
 * Checks whether `ring` contains `other`. The rings do not cross, but may touch. A corner where they touch can count as
 * outside, so the majority of the corners decides.
 */
function holds(ring: Float64Array, other: Float64Array): boolean {
  let inside = 0
  const step = 2 * Math.max(1, Math.floor(other.length / 32))
  let tried = 0
  for (let i = 0; i + 1 < other.length; i += step, tried++) if (isIn(ring, other[i], other[i + 1])) inside++
  return inside > tried / 2
}

function isIn(ring: Float64Array, lon: number, lat: number): boolean {
  let inside = false
  for (let i = 0; i + 3 < ring.length; i += 2) {
    const x1 = ring[i]
    const y1 = ring[i + 1]
    const x2 = ring[i + 2]
    const y2 = ring[i + 3]
    if (y1 > lat !== y2 > lat && lon < x1 + ((lat - y1) * (x2 - x1)) / (y2 - y1)) inside = !inside
  }
  return inside
}

/**
 * Returns the positions of a ring, counterclockwise or clockwise. RFC 7946 requires outer rings to be counterclockwise.
 */
function wound(ring: Float64Array, counterclockwise: boolean): Position[] {
  const positions: Position[] = []
  let area = 0
  for (let i = 0; i + 1 < ring.length; i += 2) {
    positions.push([ring[i], ring[i + 1]])
    if (i + 3 < ring.length) area += ring[i] * ring[i + 3] - ring[i + 2] * ring[i + 1]
  }
  return area > 0 === counterclockwise ? positions : positions.reverse()
}

const TYPES = { Point: 1, Polygon: 3, MultiPolygon: 6 }

/** Writes well-known binary (OGC 06-103r4) in little-endian, as GeoParquet requires. */
export function wkb(geometry: Geometry): Uint8Array {
  const bytes = new Uint8Array(wkbLength(geometry))
  const view = new DataView(bytes.buffer)
  let at = 0
  const count = (value: number) => {
    view.setUint32(at, value, true)
    at += 4
  }
  const head = (type: Geometry['type']) => {
    view.setUint8(at++, 1)
    count(TYPES[type])
  }
  const position = ([lon, lat]: Position) => {
    view.setFloat64(at, lon, true)
    view.setFloat64(at + 8, lat, true)
    at += 16
  }
  const polygon = (rings: readonly (readonly Position[])[]) => {
    head('Polygon')
    count(rings.length)
    for (const ring of rings) {
      count(ring.length)
      ring.forEach(position)
    }
  }
  if (geometry.type === 'Point') {
    head('Point')
    position(geometry.coordinates)
  } else if (geometry.type === 'Polygon') polygon(geometry.coordinates)
  else {
    head('MultiPolygon')
    count(geometry.coordinates.length)
    geometry.coordinates.forEach(polygon)
  }
  return bytes
}

function wkbLength(geometry: Geometry): number {
  if (geometry.type === 'Point') return 21
  const polygons = geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates
  const rings = (polygon: (typeof polygons)[number]) => polygon.reduce((sum, ring) => sum + 4 + 16 * ring.length, 9)
  return polygons.reduce((sum, polygon) => sum + rings(polygon), geometry.type === 'Polygon' ? 0 : 9)
}
