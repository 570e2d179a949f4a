import booleanPointInPolygon from '@turf/boolean-point-in-polygon'
import Flatbush from 'flatbush'
import type { Polygon } from '../../context.ts'
import { boxOf } from '../../geography/ring-box.ts'

/**
 * Which polygons hold a place, by turf, which shares no code with the rasters. Rings of a polygon count by the even-odd
 * rule. The answer is ascending.
 */
export function containingPolygons(polygons: readonly Polygon[]): (lon: number, lat: number) => number[] {
  const rings = polygons.flatMap((own, polygon) => own.map((ring) => ({ ring, polygon })))
  if (rings.length === 0) return () => []
  const index = new Flatbush(rings.length)
  for (const { ring } of rings) index.add(...boxOf(ring))
  index.finish()
  const asTurf = new Map<number, TurfPolygon>()
  const contains = (at: number, lon: number, lat: number) => {
    const known = asTurf.get(at) ?? turfPolygon(rings[at].ring)
    asTurf.set(at, known)
    return booleanPointInPolygon([lon, lat], known)
  }
  return (lon, lat) => {
    const odd = new Set<number>()
    for (const at of index.search(lon, lat, lon, lat)) {
      if (!contains(at, lon, lat)) continue
      const { polygon } = rings[at]
      if (!odd.delete(polygon)) odd.add(polygon)
    }
    return [...odd].sort((a, b) => a - b)
  }
}

interface TurfPolygon {
  readonly type: 'Polygon'
  readonly coordinates: [number, number][][]
}

function turfPolygon(ring: Float64Array): TurfPolygon {
  const points = Array.from({ length: ring.length / 2 }, (_, i): [number, number] => [ring[2 * i], ring[2 * i + 1]])
  return { type: 'Polygon', coordinates: [points] }
}
