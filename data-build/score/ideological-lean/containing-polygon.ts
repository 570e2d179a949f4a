import type { Polygon } from '../../context.ts'
import { boxOf } from '../../geography/rings.ts'

/** Side of a search bin, degrees. */
const BIN = 0.05

/** Index of the last polygon that contains a point (even-odd over all rings), -1 where none does. */
export function containingPolygon(polygons: readonly Polygon[]): (lat: number, lon: number) => number {
  const bins = new Map<number, number[]>()
  for (let p = 0; p < polygons.length; p++) {
    const [west, south, east, north] = boxOf(polygons[p][0])
    for (let y = binOf(south); y <= binOf(north); y++) {
      for (let x = binOf(west); x <= binOf(east); x++) {
        const bin = bins.get(keyOf(x, y))
        if (bin === undefined) bins.set(keyOf(x, y), [p])
        else bin.push(p)
      }
    }
  }
  return (lat, lon) => {
    const bin = bins.get(keyOf(binOf(lon), binOf(lat))) ?? []
    for (let i = bin.length - 1; i >= 0; i--) if (contains(polygons[bin[i]], lat, lon)) return bin[i]
    return -1
  }
}

function contains(rings: Polygon, lat: number, lon: number): boolean {
  let inside = false
  for (const ring of rings) {
    for (let i = 0; i + 3 < ring.length; i += 2) {
      const south = ring[i + 1]
      const north = ring[i + 3]
      if (south > lat === north > lat) continue
      if (lon < ring[i] + ((lat - south) / (north - south)) * (ring[i + 2] - ring[i])) inside = !inside
    }
  }
  return inside
}

function binOf(degrees: number): number {
  return Math.floor(degrees / BIN)
}

function keyOf(x: number, y: number): number {
  return y * 10_000 + x
}
