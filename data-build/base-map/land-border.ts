import type { Line, Polygon, Ring } from '../read/feature.ts'
import { ringArea } from './ring-area.ts'

type Point = readonly [lon: number, lat: number]

/**
 * Where the border of each state towards its neighbours leaves the sea and comes back to it, with the land on the left, from
 * the places of the same name on the map.
 */
const ENDS: Readonly<Record<string, readonly [Point, Point]>> = {
  '06': [
    [-117.1246, 32.5343], // Imperial Beach, at Mexico
    [-124.2111, 41.9984], // Pelican Beach, at Oregon
  ],
  '12': [
    [-81.4306, 30.7076], // the mouth of the St. Marys, at Georgia
    [-87.5183, 30.2803], // Perdido Key, at Alabama
  ],
  '48': [
    [-93.838, 29.679], // Sabine Pass, at Louisiana
    [-97.1456, 25.9563], // the mouth of the Rio Grande, at Mexico
  ],
}

/** The part of a state's outline that is no shore. Throws a RangeError for a state whose ends are not known. */
export function landBorder(fips: string, polygons: readonly Polygon[]): Line {
  const ends = ENDS[fips]
  if (!ends) throw new RangeError(`The border of state ${fips} has no known ends.`)
  const mainland = polygons
    .map(([outer]) => outer)
    .reduce((a, b) => (Math.abs(ringArea(a)) < Math.abs(ringArea(b)) ? b : a))
  const ring = landOnLeft(mainland)
  const vertices = ring.length / 2 - 1
  const [first, last] = ends.map((end) => nearestVertex(ring, end))
  const count = ((last - first + vertices) % vertices) + 1
  return Float64Array.from({ length: count * 2 }, (_, i) => ring[(first * 2 + i) % (vertices * 2)])
}

function landOnLeft(ring: Ring): Ring {
  if (ringArea(ring) > 0) return ring
  return Float64Array.from(ring, (_, i) => ring[ring.length - 2 - i + 2 * (i % 2)])
}

function nearestVertex(ring: Ring, [lon, lat]: Point): number {
  let best = 0
  const apart = (vertex: number) => Math.hypot(ring[vertex * 2] - lon, ring[vertex * 2 + 1] - lat)
  for (let vertex = 1; vertex < ring.length / 2 - 1; vertex++) if (apart(vertex) < apart(best)) best = vertex
  return best
}
