import { readBox } from '../../src/base/geo/boxes.ts'
import { metersBetween } from '../../src/base/geo/distance.ts'
import { isInside } from '../../src/base/geo/ring.ts'
import type { Polygon } from '../read/feature.ts'

/** Number of samples along each side of the box around an outline. */
const SIDE = 24

/**
 * Returns the radius in meters of a circle around a point that covers 90% of an area. Returns 0 if the area is too thin
 * to contain a sample.
 */
export function findReach(polygons: readonly Polygon[], lat: number, lon: number): number {
  const rings = polygons.flat()
  const { west, south, east, north } = readBox(rings)
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
