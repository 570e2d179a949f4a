import Flatbush from 'flatbush'
import { kmPerDegree } from './center-index.ts'

/** Returns the distance in km from a place to the nearest line, or Infinity beyond about `reach` km. */
export type LineDistance = (lon: number, lat: number) => number

const cell = 0.02 // degrees, about 2 km; small enough that each cell has few candidate lines

/**
 * Creates a distance function for lines given as flat degrees [lon, lat, lon, lat, …]. The nearest segments are looked
 * up in a grid whose cells are filled on demand.
 */
export function lineDistance(lines: readonly Float64Array[], reach: number): LineDistance {
  const segments = getSegments(lines)
  const index = boxIndex(segments)
  const candidates = new Map<number, Float64Array>()

  /**
   * Returns the segments that can be nearest to some place in the cell. These are no farther from the cell's center
   * than the nearest segment plus the cell's diagonal.
   */
  function near(column: number, row: number): Float64Array {
    const lon = (column + 0.5) * cell
    const lat = (row + 0.5) * cell
    const cos = Math.cos((lat * Math.PI) / 180)
    const limit = reach / kmPerDegree + cell
    const kept: number[] = []
    const distances: number[] = []
    let nearest = limit
    const wide = (1.01 * limit) / cos
    for (const i of index?.search(lon - wide, lat - limit, lon + wide, lat + limit) ?? []) {
      const s = 4 * i
      const d = Math.sqrt(segmentDistance2(segments, s, lon, lat, cos))
      if (d > nearest + 1.5 * cell) continue
      nearest = Math.min(nearest, d)
      kept.push(s)
      distances.push(d)
    }
    const chosen = kept.filter((_, i) => distances[i] <= nearest + 1.5 * cell && distances[i] <= limit)
    return Float64Array.from(chosen.flatMap((s) => [...segments.subarray(s, s + 4)]))
  }

  return (lon, lat) => {
    const column = Math.floor(lon / cell)
    const row = Math.floor(lat / cell)
    const key = row * 36_000 + column
    let list = candidates.get(key)
    if (list === undefined) {
      list = near(column, row)
      candidates.set(key, list)
    }
    if (list.length === 0) return Number.POSITIVE_INFINITY
    const cos = Math.cos((lat * Math.PI) / 180)
    let best = Number.POSITIVE_INFINITY
    for (let s = 0; s < list.length; s += 4) best = Math.min(best, segmentDistance2(list, s, lon, lat, cos))
    return Math.sqrt(best) * kmPerDegree
  }
}

/** Returns an index of segment bounding boxes, or null if there are no segments. */
function boxIndex(segments: Float64Array): Flatbush | null {
  if (segments.length === 0) return null
  const index = new Flatbush(segments.length / 4)
  for (let s = 0; s < segments.length; s += 4) {
    const [x0, y0, x1, y1] = segments.subarray(s, s + 4)
    index.add(Math.min(x0, x1), Math.min(y0, y1), Math.max(x0, x1), Math.max(y0, y1))
  }
  index.finish()
  return index
}

function getSegments(lines: readonly Float64Array[]): Float64Array {
  const flat: number[] = []
  for (const line of lines) for (let i = 0; i + 3 < line.length; i += 2) flat.push(...line.subarray(i, i + 4))
  return Float64Array.from(flat)
}

/**
 * Returns the squared distance from a place to a segment on a local plane, in degrees of latitude. The segment starts
 * at index `at` of `segments`, in flat degrees [lon, lat, lon, lat]. `cos` is the cosine of the latitude.
 */
export function segmentDistance2(
  segments: ArrayLike<number>,
  at: number,
  lon: number,
  lat: number,
  cos: number,
): number {
  const ax = (segments[at] - lon) * cos
  const ay = segments[at + 1] - lat
  const bx = (segments[at + 2] - segments[at]) * cos
  const by = segments[at + 3] - segments[at + 1]
  const length2 = bx * bx + by * by
  const t = length2 === 0 ? 0 : Math.max(0, Math.min(1, -(ax * bx + ay * by) / length2))
  return (ax + t * bx) ** 2 + (ay + t * by) ** 2
}
