import { boxOf } from '../../src/areas/region.ts'
import { metersBetween } from '../../src/geo/distance.ts'
import type { Polygon, Ring } from '../read/feature.ts'

/** Samples along each side of the box around an outline. */
const SIDE = 24

/** Meters around a point that hold nine tenths of an area; 0 where it is too thin for the samples. */
export function reachOf(polygons: readonly Polygon[], lat: number, lon: number): number {
  const rings = polygons.flat()
  const [west, south, east, north] = boxOf(rings)
  const away: number[] = []
  for (let row = 0; row < SIDE; row++)
    for (let column = 0; column < SIDE; column++) {
      const x = west + ((column + 0.5) / SIDE) * (east - west)
      const y = south + ((row + 0.5) / SIDE) * (north - south)
      if (isInside(rings, x, y)) away.push(metersBetween(lat, lon, y, x))
    }
  away.sort((a, b) => a - b)
  return away.length === 0 ? 0 : Math.round(away[Math.floor(0.9 * away.length)])
}

/** By the rule of even and odd, over outer rings and holes alike. */
function isInside(rings: readonly Ring[], x: number, y: number): boolean {
  let inside = false
  for (const ring of rings)
    for (let i = 0, j = ring.length - 2; i < ring.length; j = i, i += 2) {
      const [y0, y1] = [ring[i + 1], ring[j + 1]]
      if (y0 > y !== y1 > y && x < ((ring[j] - ring[i]) * (y - y0)) / (y1 - y0) + ring[i]) inside = !inside
    }
  return inside
}
