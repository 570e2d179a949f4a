import { metersBetween } from '../../geo/distance.ts'
import type { Shard } from './shard.ts'

/** A place on a street with the meters around it that hold all of the street. */
export interface StreetMiddle {
  /** Degrees. */
  readonly lat: number
  readonly lon: number
  readonly radius: number
}

/** Meters. */
const LEAST_RADIUS = 50

/**
 * The place of a street, of one ZIP, that is nearest to the mean of its crossings and houses.
 * @param zip the number of the ZIP in the shard; 0 where none is known
 */
export function streetMiddle(shard: Shard, street: number, zip: number): StreetMiddle {
  const lats: number[] = []
  const lons: number[] = []
  for (let range = shard.rangeFirst[street]; range < shard.rangeFirst[street + 1]; range++) {
    if (shard.rangeZip[range] !== zip) continue
    const edge = shard.rangeEdge[range]
    for (let at = shard.edgeFirst[edge]; at < shard.edgeFirst[edge + 1]; at++) {
      lats.push(shard.vertexLat[at] / 1e6)
      lons.push(shard.vertexLon[at] / 1e6)
    }
  }
  for (let point = shard.pointFirst[street]; point < shard.pointFirst[street + 1]; point++) {
    if (shard.pointZip[point] !== zip) continue
    lats.push(shard.pointLat[point] / 1e6)
    lons.push(shard.pointLon[point] / 1e6)
  }
  const lat = mean(lats)
  const lon = mean(lons)
  let middle = 0
  for (let i = 1; i < lats.length; i++) if (away(i, lat, lon) < away(middle, lat, lon)) middle = i
  let radius = LEAST_RADIUS
  for (let i = 0; i < lats.length; i++) radius = Math.max(radius, away(i, lats[middle], lons[middle]))
  return { lat: lats[middle], lon: lons[middle], radius: Math.ceil(radius) }

  function away(i: number, fromLat: number, fromLon: number): number {
    return metersBetween(lats[i], lons[i], fromLat, fromLon)
  }
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}
