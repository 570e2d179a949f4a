import { METERS_PER_DEGREE } from '../../../src/base/geo/distance.ts'
import { keptBy } from '../../../src/data/bundle/once.ts'
import type { LatLon } from '../../geography/center-index.ts'
import type { Line } from '../../read/feature.ts'

/** Meters between the points taken along a road. */
const SPACING = 250
/** Perpendicular distance in meters from a road to the quieter place of a pair. */
const ASIDE = 500
/** Minimum distance in meters of the quieter place from any road, so that it is not beside another road. */
const CLEAR = 450

/** A place on a road, and a place 500 m away from it. */
export interface RoadPair {
  readonly on: LatLon
  readonly off: LatLon
}

/**
 * Returns pairs of places along roads, every 250 m on both sides. The second place is never near one of the `roads`.
 */
export function roadPairs(lines: readonly Line[], roads: readonly Line[] = lines): readonly RoadPair[] {
  const near = nearRoadsOf(roads)
  const pairs: RoadPair[] = []
  for (const line of lines) {
    let until = SPACING / 2
    for (let i = 0; i + 3 < line.length; i += 2) {
      const east = METERS_PER_DEGREE * Math.cos((line[i + 1] * Math.PI) / 180)
      const x = (line[i + 2] - line[i]) * east
      const y = (line[i + 3] - line[i + 1]) * METERS_PER_DEGREE
      const length = Math.hypot(x, y)
      for (; until < length; until += SPACING) {
        const share = until / length
        const on = {
          lon: line[i] + share * (line[i + 2] - line[i]),
          lat: line[i + 1] + share * (line[i + 3] - line[i + 1]),
        }
        for (const side of [1, -1]) {
          const lon = on.lon + (side * ASIDE * -y) / length / east
          const lat = on.lat + (side * ASIDE * x) / length / METERS_PER_DEGREE
          if (!near(lon, lat)) pairs.push({ on, off: { lat, lon } })
        }
      }
      until -= length
    }
  }
  return pairs
}

/** Creates the check once for each set of roads, because many routes are compared with the same roads. */
const nearRoadsOf = keptBy(nearRoads)

/**
 * Returns a function that checks whether a place is within 450 m of a line. The lines are sampled every 25 m, and the
 * points are stored in bins.
 */
function nearRoads(lines: readonly Line[]): (lon: number, lat: number) => boolean {
  const perDegree = METERS_PER_DEGREE / CLEAR / 2
  const bins = new Map<number, number[]>()
  for (const line of lines) {
    for (let i = 0; i + 3 < line.length; i += 2) {
      const steps = Math.ceil((Math.hypot(line[i + 2] - line[i], line[i + 3] - line[i + 1]) * METERS_PER_DEGREE) / 25)
      for (let s = 0; s <= steps; s++) {
        const lon = line[i] + (s / Math.max(1, steps)) * (line[i + 2] - line[i])
        const lat = line[i + 1] + (s / Math.max(1, steps)) * (line[i + 3] - line[i + 1])
        const bin = Math.floor(lat * perDegree) * 1_000_000 + Math.floor(lon * perDegree)
        const points = bins.get(bin)
        if (points === undefined) bins.set(bin, [lon, lat])
        else points.push(lon, lat)
      }
    }
  }
  return (lon, lat) => {
    const east = METERS_PER_DEGREE * Math.cos((lat * Math.PI) / 180)
    const row = Math.floor(lat * perDegree)
    const column = Math.floor(lon * perDegree)
    for (let r = row - 1; r <= row + 1; r++) {
      for (let c = column - 1; c <= column + 1; c++) {
        const points = bins.get(r * 1_000_000 + c) ?? []
        for (let i = 0; i < points.length; i += 2) {
          if (Math.hypot((points[i] - lon) * east, (points[i + 1] - lat) * METERS_PER_DEGREE) < CLEAR) return true
        }
      }
    }
    return false
  }
}
