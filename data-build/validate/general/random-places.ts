import booleanPointInPolygon from '@turf/boolean-point-in-polygon'
import Flatbush from 'flatbush'
import type { Box } from '../../../src/base/geo/box.ts'
import { readBox } from '../../../src/base/geo/boxes.ts'
import type { BlockGroups, Polygon } from '../../context.ts'
import { kmPerDegree, type LatLon } from '../../geography/center-index.ts'
import { EdgeIndex } from '../../geography/edge-index.ts'
import { pairs } from '../../read/feature.ts'
import { seededRandom } from '../../statistics.ts'

/**
 * Bounding boxes that samples are drawn from, by FIPS code. They stay the same even if the boxes in src/base/states.ts
 * grow. Otherwise other places would be drawn, and the card would change although the data did not.
 */
export const sampleBoxes = {
  '06': { west: -124.5, south: 32.5, east: -114.1, north: 42.05 },
  '12': { west: -87.65, south: 24.4, east: -79.95, north: 31.05 },
  '48': { west: -106.7, south: 25.8, east: -93.5, north: 36.55 },
} as const satisfies Readonly<Record<string, Box>>

/** Yields places distributed evenly over a bounding box. */
export function* anywhere({ west, south, east, north }: Box, seed: number): Generator<LatLon> {
  const random = seededRandom(seed)
  const sine = (degrees: number) => Math.sin((degrees * Math.PI) / 180)
  const low = sine(south)
  const high = sine(north)
  for (;;) {
    const lat = (Math.asin(low + (high - low) * random()) * 180) / Math.PI
    yield { lat, lon: west + (east - west) * random() }
  }
}

/**
 * Yields places where people live. Draws a block group with a probability proportional to its population, then a place
 * in a circle with its area.
 */
export function* amongPeople(blockGroups: BlockGroups, state: string, seed: number): Generator<LatLon> {
  const random = seededRandom(seed)
  const members = blockGroups.id.flatMap((_, b) => (blockGroups.state[b] === state ? [b] : []))
  const upTo = Float64Array.from(members)
  let total = 0
  members.forEach((b, i) => {
    total += blockGroups.population[b]
    upTo[i] = total
  })
  for (;;) {
    const b = members[firstAbove(upTo, random() * total)]
    const radius = Math.sqrt((blockGroups.areaKm2[b] * random()) / Math.PI)
    const angle = 2 * Math.PI * random()
    const lat = blockGroups.lat[b] + (radius * Math.sin(angle)) / kmPerDegree
    const narrow = Math.cos((lat * Math.PI) / 180)
    yield { lat, lon: blockGroups.lon[b] + (radius * Math.cos(angle)) / kmPerDegree / narrow }
  }
}

/**
 * Returns the first `count` results that `choose` accepts. Stops after 200 tries per wanted result, even if it has
 * found fewer.
 */
export function gather<T>(places: Iterable<LatLon>, count: number, choose: (place: LatLon) => T | null): T[] {
  const gathered: T[] = []
  let tries = 0
  for (const place of places) {
    const chosen = choose(place)
    if (chosen !== null) gathered.push(chosen)
    tries++
    if (gathered.length === count || tries === 200 * count) break
  }
  return gathered
}

function firstAbove(upTo: Float64Array, value: number): number {
  let low = 0
  let high = upTo.length - 1
  while (low < high) {
    const middle = (low + high) >> 1
    if (upTo[middle] > value) high = middle
    else low = middle + 1
  }
  return low
}

/**
 * Returns a function that finds the polygons containing a place, in ascending order. It uses turf, which shares no code
 * with the rasters. Polygon rings follow the even-odd rule.
 */
export function containingPolygons(polygons: readonly Polygon[]): (lon: number, lat: number) => number[] {
  const rings = polygons.flatMap((polygonRings, polygon) => polygonRings.map((ring) => ({ ring, polygon })))
  if (rings.length === 0) return () => []
  const index = new Flatbush(rings.length)
  for (const { ring } of rings) {
    const { west, south, east, north } = readBox([ring])
    index.add(west, south, east, north)
  }
  index.finish()
  const asTurf = new Map<number, TurfPolygon>()
  const contains = (at: number, lon: number, lat: number) => {
    const cached = asTurf.get(at) ?? turfPolygon(rings[at].ring)
    asTurf.set(at, cached)
    return booleanPointInPolygon([lon, lat], cached)
  }
  return (lon, lat) => {
    const containing = new Set<number>()
    for (const at of index.search(lon, lat, lon, lat)) {
      if (!contains(at, lon, lat)) continue
      const { polygon } = rings[at]
      if (!containing.delete(polygon)) containing.add(polygon)
    }
    return [...containing].sort((a, b) => a - b)
  }
}

/** Distance in km from a border within which raster cells may belong to the neighboring polygon. */
const CLEARANCE = 0.15

/** A place, the tract that contains it according to turf, and whether all tract borders are more than 150 m away. */
export interface Located extends LatLon {
  readonly tract: string
  readonly clear: boolean
}

/** Returns a function that finds the tract that contains a place, or returns null. */
export function tractAt(geoids: readonly string[], polygons: readonly Polygon[]): (place: LatLon) => Located | null {
  const containing = containingPolygons(polygons)
  const borders = new EdgeIndex(polygons)
  return (place) => {
    const [index] = containing(place.lon, place.lat)
    if (index === undefined) return null
    return { ...place, tract: geoids[index], clear: !borders.borderWithin(place.lon, place.lat, CLEARANCE) }
  }
}

interface TurfPolygon {
  readonly type: 'Polygon'
  readonly coordinates: [number, number][][]
}

function turfPolygon(ring: Float64Array): TurfPolygon {
  return { type: 'Polygon', coordinates: [pairs(ring)] }
}
