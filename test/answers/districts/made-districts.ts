import { booleanPointInPolygon } from '@turf/boolean-point-in-polygon'
import type { Polygon } from 'geojson'
import { districtsBundle } from '../../../data-build/districts/districts-bundle.ts'
import type { RatedDistrict } from '../../../data-build/districts/read-districts.ts'
import { memoryBundle } from '../../../data-build/pack/dimension-bundle.ts'
import { Districts } from '../../../src/answers/districts/districts.ts'

export type Point = readonly [lon: number, lat: number]

/** A district of these rings, given without their closing vertex. */
export function madeDistrict(geoid: string, ...rings: readonly (readonly Point[])[]): RatedDistrict {
  return {
    geoid,
    name: `District ${geoid}`,
    type: 'Unified',
    state: '48',
    lowestGrade: 'KG',
    highestGrade: '12',
    rings: rings.map((ring) => Float64Array.from([...ring, ring[0]].flat())),
    rating: null,
  }
}

export function rectangle(west: number, south: number, east: number, north: number): Point[] {
  return [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
  ]
}

/** The districts as a program would open them, but for the file. `step`: cell size, arc-seconds. */
export function opened(districts: readonly RatedDistrict[], step?: number): Districts {
  return new Districts(memoryBundle(districtsBundle(districts, [], step)))
}

/** geoids of the districts at a point, by the class under test. */
export function found(districts: Districts, lon: number, lat: number): string[] {
  const out = new Int32Array(districts.most)
  const count = districts.at(lon, lat, out)
  return Array.from(out.subarray(0, count), (index) => districts.geoid(index))
}

/** The same by turf, over the rings as they were given. */
export function judged(districts: readonly RatedDistrict[]): (lon: number, lat: number) => string[] {
  const sorted = [...districts].sort((a, b) => (a.geoid < b.geoid ? -1 : 1))
  const polygons = sorted.map((district) => ({
    geoid: district.geoid,
    polygon: polygonOf(district),
    box: boxOf(district),
  }))
  return (lon, lat) =>
    polygons
      .filter(({ box: [west, south, east, north] }) => lon >= west && lon <= east && lat >= south && lat <= north)
      .filter(({ polygon }) => booleanPointInPolygon([lon, lat], polygon))
      .map(({ geoid }) => geoid)
}

/** All rings as one polygon: turf then counts crossings over all of them, the even-odd rule. */
function polygonOf({ rings }: RatedDistrict): Polygon {
  const coordinates = rings.map((ring) =>
    Array.from({ length: ring.length / 2 }, (_, i) => [ring[i * 2], ring[i * 2 + 1]]),
  )
  return { type: 'Polygon', coordinates }
}

function boxOf({ rings }: RatedDistrict): readonly [number, number, number, number] {
  let box: [number, number, number, number] = [180, 90, -180, -90]
  for (const ring of rings)
    for (let i = 0; i < ring.length; i += 2)
      box = [
        Math.min(box[0], ring[i]),
        Math.min(box[1], ring[i + 1]),
        Math.max(box[2], ring[i]),
        Math.max(box[3], ring[i + 1]),
      ]
  return box
}
