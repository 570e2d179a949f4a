import type { Shard } from './shard.ts'

/** Houses stand off the centreline: half a street and a front yard, in metres. */
export const SETBACK = 8

/** Metres of a millionth of a degree of latitude, on a sphere of 6,371,008.8 m. */
const METRES = (6_371_008.8 * Math.PI) / 180e6

/** A place beside an edge. */
export interface BesideEdge {
  /** Degrees. */
  readonly lat: number
  readonly lon: number
  /** Metres of the whole edge. */
  readonly length: number
}

/**
 * The place at a share of an edge's length from where it begins, set off from it to one side.
 *
 * @param share 0 to 1
 * @param side metres to the right of the edge's direction; negative to the left
 */
export function besideEdge(shard: Shard, edge: number, share: number, side: number): BesideEdge {
  const { edgeFirst, vertexLon, vertexLat } = shard
  const first = edgeFirst[edge]
  let last = edgeFirst[edge + 1] - 1
  // Where an edge ends in a step of no length, the one before it says where it goes.
  while (last > first && vertexLon[last] === vertexLon[last - 1] && vertexLat[last] === vertexLat[last - 1]) last--
  const east = METRES * Math.cos((vertexLat[first] * Math.PI) / 180e6)
  let length = 0
  for (let at = first; at < last; at++)
    length += Math.hypot((vertexLon[at + 1] - vertexLon[at]) * east, (vertexLat[at + 1] - vertexLat[at]) * METRES)
  if (length === 0) return { lat: vertexLat[first] / 1e6, lon: vertexLon[first] / 1e6, length }
  let left = share * length
  for (let at = first; ; at++) {
    const x = (vertexLon[at + 1] - vertexLon[at]) * east
    const y = (vertexLat[at + 1] - vertexLat[at]) * METRES
    const step = Math.hypot(x, y)
    if (step === 0 || (left > step && at + 1 < last)) {
      left -= step
      continue
    }
    const t = Math.min(1, left / step)
    return {
      lat: (vertexLat[at] + (t * y - (x / step) * side) / METRES) / 1e6,
      lon: (vertexLon[at] + (t * x + (y / step) * side) / east) / 1e6,
      length,
    }
  }
}
